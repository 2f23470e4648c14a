"""Engines that misbehave, and one that does not, as programs of their own.

``python rogues.py NAME`` is such an engine. `rogue` returns the arena's name for it.
"""

import shlex
import sys
import time

HELLO = ["id name Rogue", "kepok"]


def rogue(name: str) -> str:
    """Return the player's name for `kahuna arena`."""
    return f"cmd:{shlex.join([sys.executable, __file__, name])}"


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def answers(name: str, line: str, turns: int) -> None:
    """Answer a line as this rogue does; `turns` were asked for before."""
    word = line.split(maxsplit=1)[0]
    if word == "kep":
        say(*HELLO)
    elif word == "isready":
        say("readyok")
    elif word == "position" and name == "confused":
        say("error which game is this?")
    elif word == "go":
        goes(name, turns)


def goes(name: str, turns: int) -> None:
    if name == "crashes" or (name == "crashes-later" and turns == 2):
        raise SystemExit("out of cards {really}")
    if name == "hangs":
        time.sleep(3600)
    elif name == "floods":
        while True:
            say("info wp 0.5 nodes 1 pv -")
    elif name == "endless":
        while True:
            print("x" * 10000, end="", flush=True)
    elif name == "deaf":
        say("turn -")
        time.sleep(3600)
    elif name == "gives-up":
        say("turn resign")
    else:
        say({"cheats": "turn +?A", "greets": "turn hello", "empty": "turn"}.get(name, "turn +?"))


def main(name: str) -> None:
    if name == "mute":
        time.sleep(3600)
    turns = 0
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        answers(name, line, turns)
        turns += line.startswith("go")


if __name__ == "__main__":
    main(sys.argv[1])
