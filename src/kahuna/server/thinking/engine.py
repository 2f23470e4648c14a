"""A process that thinks: our own engine at two pipes, after everybody else for the processor.

It ends by itself when the pipe to it is closed, and so with the process that started it.
"""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

COMMAND = (sys.executable, "-m", "kahuna", "engine", "--level", "8")
# It is told at once all kinds of levels that it will be asked for. Then their machine code is
# loaded, or made the first time, before the turns: until then it gives quick answers.
LEVEL_KINDS = ("setoption Level 7", "setoption Level 1")
NICE = 10  # people's requests come first
START_SECONDS = 120.0  # to load everything on a machine that has other things to do
GRACE_SECONDS = 15.0  # beyond the time it was given
CLOSE_SECONDS = 5.0
LONGEST_LINE = 100_000


class EngineError(Exception):
    """The process ended, or hung, or did not understand."""


class Engine:
    """One thinking process: started when it is first needed, and anew after it has failed."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        start: float = START_SECONDS,
        grace: float = GRACE_SECONDS,
    ) -> None:
        """Take the command, and the seconds to wait for its first answer and beyond its time."""
        self.command, self.start, self.grace = command, start, grace
        self._process: Process | None = None
        self._level = 0
        self._answers = 0  # since it was started

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return None if self._process is None else self._process.pid

    async def turn(self, level: int, record: str, movetime: int) -> list[str]:
        """Return the turn that this level plays, thinking for so many milliseconds at most.

        The record is masked for the player to move, on one line.
        """
        try:
            process = self._process or await self._begin()
            patience = self.start if self._answers == 0 else self.grace
            async with asyncio.timeout(patience + movetime / 1000):
                turn = await self._ask(process, level, record, movetime)
        except BaseException as error:  # whatever it was, it is out of step now
            await self.close()
            if isinstance(error, TimeoutError):
                raise EngineError("it hangs") from None
            if isinstance(error, OSError | ValueError):
                raise EngineError(type(error).__name__) from None
            raise
        self._answers += 1
        return turn

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            with contextlib.suppress(TimeoutError):  # a child of its own may keep the pipes open
                async with asyncio.timeout(CLOSE_SECONDS):
                    await process.wait()

    async def _begin(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        self._process, self._level, self._answers = process, 0, 0
        if hasattr(os, "setpriority"):  # before it has threads, which inherit it
            with contextlib.suppress(OSError):
                nice = os.getpriority(os.PRIO_PROCESS, 0) + NICE
                os.setpriority(os.PRIO_PROCESS, process.pid, nice)
        await self._send(process, *LEVEL_KINDS)
        return process

    async def _ask(self, process: Process, level: int, record: str, movetime: int) -> list[str]:
        if level != self._level:
            await self._send(process, f"setoption Level {level}")
            self._level = level
        await self._send(process, f"position {record}", f"go movetime {movetime}")
        assert process.stdout is not None
        while line := await process.stdout.readline():
            word, *rest = line.decode("utf-8", errors="replace").split() or [""]
            if word == "turn":
                return rest
            if word == "error":  # its words could tell of hidden cards
                raise EngineError("it did not understand what it was told")
        raise EngineError("it has ended")

    async def _send(self, process: Process, *lines: str) -> None:
        assert process.stdin is not None
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        await process.stdin.drain()
