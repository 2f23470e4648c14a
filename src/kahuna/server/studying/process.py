"""The process that studies: started when it is first needed, ended when nobody needs it.

It ends by itself when the pipe to it is closed, and so with the process that started it.
"""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence

import msgspec

from kahuna.study.service.messages import Answer, Cancel, Request

COMMAND = (sys.executable, "-m", "kahuna.study.service")
NICE = 12  # after people's requests, and after the computer's turns
IDLE_SECONDS = 600.0
CLOSE_SECONDS = 5.0
LONGEST_LINE = 2_000_000  # the analysis of a whole game

log = logging.getLogger(__name__)
Hear = Callable[[Answer | None], None]  # None: the process has ended


class StudyProcess:
    """One process, and who waits for its answers."""

    def __init__(self, command: Sequence[str] = COMMAND, idle: float = IDLE_SECONDS) -> None:
        """Take the command, and the seconds after which a process with nothing to do ends."""
        self.command, self.idle = command, idle
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._waiting: dict[int, Hear] = {}
        self._number = 0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return None if self._process is None else self._process.pid

    async def send(self, make: Callable[[int], Request], hear: Hear) -> int:
        """Ask something; its answers, one or several, go to `hear`. Returns its number."""
        process = await self._running()
        self._number += 1
        number = self._number
        self._waiting[number] = hear
        await self._write(process, make(number))
        return number

    async def cancel(self, number: int) -> None:
        """Wait for that answer no more."""
        self.forget(number)
        if self._process is not None:
            await self._write(self._process, Cancel(number))

    def forget(self, number: int) -> None:
        """Take note that a request has been answered."""
        self._waiting.pop(number, None)
        if not self._waiting and self._process is not None:
            self._stop_timer()
            self._timer = asyncio.get_running_loop().call_later(self.idle, self._end)

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self._stop_timer()
        reading, process = self._reading, self._process
        self._end()
        if process is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await process.wait()
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def _running(self) -> Process:
        self._stop_timer()
        async with self._starting:
            if self._closed:
                raise ProcessLookupError
            if self._process is None:
                self._process = await self._begin()
                self._reading = asyncio.create_task(self._read(self._process), name="study")
            return self._process

    async def _begin(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        if hasattr(os, "setpriority"):  # before it has threads, which inherit it
            with contextlib.suppress(OSError):
                nice = os.getpriority(os.PRIO_PROCESS, 0) + NICE
                os.setpriority(os.PRIO_PROCESS, process.pid, nice)
        return process

    async def _write(self, process: Process, request: Request) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended: who reads its answers will say so
            process.stdin.write(msgspec.json.encode(request) + b"\n")
            await process.stdin.drain()

    async def _read(self, process: Process) -> None:
        """Pass answers on until the process ends."""
        assert process.stdout is not None
        decoder = msgspec.json.Decoder(Answer)
        try:
            while line := await process.stdout.readline():
                answer = decoder.decode(line)
                if hear := self._waiting.get(answer.id):
                    hear(answer)
        except (ValueError, msgspec.MsgspecError):
            log.error("study: the process does not speak as it should")
        finally:
            self._lost(process)

    def _lost(self, process: Process) -> None:
        """Tell all who wait that this process has ended."""
        if self._process is not process:
            return
        self._end()
        waiting, self._waiting = self._waiting, {}
        if waiting and not self._closed:
            log.warning("study: the process has ended while %s waited", len(waiting))
        for hear in waiting.values():
            hear(None)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
