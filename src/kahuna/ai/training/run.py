"""The whole process of learning: play, learn, look how strong it got, keep it.

A run lives in a folder. It can be killed at any moment and goes on from its last
checkpoint; only the newest games are lost, and the memory of positions, which
fills again with the next games.
"""

import json
import math
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from kahuna.ai import weights as files
from kahuna.ai.choose import make_desk
from kahuna.ai.network import Weights, make_weights
from kahuna.ai.training.learn import average, learn, make_learner
from kahuna.ai.training.plot import plot
from kahuna.ai.training.selfplay import Lessons, make_lessons
from kahuna.ai.training.settings import Settings
from kahuna.ai.training.strength import GREEDY, NETWORK, RANDOM, match
from kahuna.ai.training.workers import Crew, Job, play_some
from kahuna.errors import KahunaError
from kahuna.playout import seed_rng

CHECKPOINT: Final = "checkpoint.npz"
LOG: Final = "log.jsonl"
PICTURE: Final = "strength.svg"
NETWORK_FILE: Final = "weights.npz"
PARTS: Final = ("weights", "mean", "square", "averaged", "reference")


@dataclass(frozen=True, slots=True)
class Goal:
    """When a run is done: after so many games or minutes, whichever is given."""

    games: int | None = None
    minutes: float | None = None

    def part(self, games: int, minutes: float) -> float:
        """Return how much of it is done, from 0 to 1."""
        parts = [0.0]
        if self.games:
            parts.append(games / self.games)
        if self.minutes:
            parts.append(minutes / self.minutes)
        return min(1.0, max(parts))


@dataclass(slots=True)
class Progress:
    """How far a run got."""

    games: int = 0
    minutes: float = 0.0
    error: float = 0.0  # the mean squared one of the last round
    # Against the network that had learned nothing, summed up over references; that of an
    # exploiter is against the frozen network.
    elo: float = 0.0


class Training:
    """A run: its network, its memory and its folder."""

    def __init__(
        self, folder: Path, settings: Settings, goal: Goal, against: Weights | None = None
    ) -> None:
        """Begin from nothing, or with a copy of the network that is to be beaten."""
        self.folder, self.settings, self.goal = folder, settings, goal
        self.against = against
        begin = make_weights(settings.seed) if against is None else copy(against)
        self.learner = make_learner(begin)
        self.averaged = copy(begin)
        self.reference = copy(begin)  # an exploiter's stays what it is to beat
        self.progress = Progress()
        self.memory = make_lessons(settings.memory)
        self.filled = self.at = 0
        self.desk = make_desk()
        self.rng = seed_rng(settings.seed)

    @property
    def part(self) -> float:
        """How much of the run is done, from 0 to 1."""
        return self.goal.part(self.progress.games, self.progress.minutes)

    def warm_up(self) -> None:
        """Compile what playing and learning need, so that the clock of the run stands still."""
        s, weights = self.settings, self.learner.weights
        play_some(Job(weights, s.manner(0.0), 0, 0, self.against))
        learn(self.learner, self.memory, 0, 0, s.batch, s.rate, self.desk.scratch, self.rng)
        average(self.averaged, weights, 0.0)

    def round(self, crew: Crew) -> None:
        """Let the crew play, and learn from it."""
        s, progress, begun = self.settings, self.progress, time.monotonic()
        manner, weights = s.manner(self.part), self.learner.weights
        first = s.seed * 1_000_003 + progress.games
        noted = crew.play(
            [Job(weights, manner, s.round_games, first + n, self.against) for n in range(crew.size)]
        )
        for lessons in noted:
            self.remember(lessons)
        progress.games += s.round_games * crew.size
        if self.filled >= min(s.memory, s.enough):
            steps = max(
                1, round(sum(len(lessons.target) for lessons in noted) * s.replay / s.batch)
            )
            progress.error, self.rng = learn(
                self.learner,
                self.memory,
                self.filled,
                steps,
                s.batch,
                s.rate_at(self.part),
                self.desk.scratch,
                self.rng,
            )
        share = s.early_averaging if progress.games <= s.early else s.averaging
        average(self.averaged, weights, share)
        progress.minutes += (time.monotonic() - begun) / 60

    def remember(self, lessons: Lessons) -> None:
        """Put positions into the memory, over the oldest."""
        size, count = self.settings.memory, len(lessons.target)
        places = (self.at + np.arange(count)) % size
        self.memory.slots[places] = lessons.slots
        self.memory.stage[places] = lessons.stage
        self.memory.target[places] = lessons.target
        self.at = (self.at + count) % size
        self.filled = min(size, self.filled + count)

    def measure(self, deals: int) -> dict[str, float]:
        """Measure the averaged network's strength and write it down."""
        scores = self._scores(deals)
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(self.progress) | scores) + "\n")
        self.draw()
        return scores

    def _scores(self, deals: int) -> dict[str, float]:
        """Return the scores against others; who only learns from itself is the next reference."""
        ours, progress = self.averaged, self.progress
        score = match((NETWORK, NETWORK), ours, self.reference, 0, deals, 1, self.desk)
        if self.against is not None:
            progress.elo = elo(score, 2 * deals)
            return {"frozen": score}
        progress.elo += elo(score, 2 * deals)
        self.reference = copy(ours)
        return {
            "last": score,
            "greedy": match((NETWORK, GREEDY), ours, ours, 0, deals, 2, self.desk),
            "random": match((NETWORK, RANDOM), ours, ours, 0, deals, 3, self.desk),
        }

    def draw(self) -> None:
        """Draw the strength over time; of an exploiter, its score against the frozen network."""
        rows = [row for row in read_log(self.folder) if row["games"] <= self.progress.games]
        if self.against is None:
            title, begin, unit = "Strength over time (Elo, without look-ahead)", 0.0, 200.0
            values = [row["elo"] for row in rows]
        else:
            title, begin, unit = "Score against the frozen network (%)", 50.0, 10.0
            values = [100 * row["frozen"] for row in rows]
        minutes = (row["minutes"] for row in rows)
        points = [(0.0, begin), *zip(minutes, values, strict=True)]
        high = max(begin + unit, *(unit * math.ceil(value / unit) for value in values))
        low = min(begin, *(unit * math.floor(value / unit) for value in values))
        picture = plot(title, "minutes of training", {"network": points}, low, high)
        (self.folder / PICTURE).write_text(picture, encoding="utf-8")

    def save(self) -> None:
        """Write a checkpoint and the network, each whole or not at all."""
        arrays: dict[str, npt.NDArray[np.generic]] = {}
        for name, parts in self._parts().items():
            for field, array in zip(Weights._fields, parts, strict=True):
                arrays[f"{name}.{field}"] = array
        state = asdict(self.progress) | {
            "rng": self.rng,
            "settings": asdict(self.settings),
            "exploits": self.against is not None,
        }
        arrays["steps"] = self.learner.steps
        arrays["state"] = np.frombuffer(json.dumps(state).encode(), np.uint8)
        files.write_arrays(self.folder / CHECKPOINT, arrays)
        files.write(self.folder / NETWORK_FILE, self.averaged)

    def resume(self) -> None:
        """Go on from the folder's checkpoint."""
        path = self.folder / CHECKPOINT
        try:
            with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
                state = json.loads(file["state"].tobytes())
                for name, parts in self._parts().items():
                    for field, array in zip(Weights._fields, parts, strict=True):
                        array[...] = file[f"{name}.{field}"]
                self.learner.steps[...] = file["steps"]
        except files.UNREADABLE as error:
            raise KahunaError(f"{path} is not a checkpoint to go on from: {error}") from None
        self.rng = state.pop("rng")
        state.pop("settings")
        self._check_against(path, exploits=state.pop("exploits", False))
        self.progress = Progress(**state)

    def _check_against(self, path: Path, *, exploits: bool) -> None:
        """Refuse to go on against somebody else than before."""
        if self.against is None:
            if exploits:
                raise KahunaError(f"{path} is of an exploiter: name its opponent by --against FILE")
        elif not exploits:
            raise KahunaError(f"{path} is of a run by self-play: go on without --against")
        elif not same(self.against, self.reference):
            raise KahunaError(f"{path} is against another network than that of --against")

    def _parts(self) -> dict[str, Weights]:
        learner = self.learner
        every = (learner.weights, learner.mean, learner.square, self.averaged, self.reference)
        return dict(zip(PARTS, every, strict=True))


def copy(weights: Weights) -> Weights:
    """Return weights of their own."""
    return Weights(*(part.copy() for part in weights))


def same(weights: Weights, others: Weights) -> bool:
    """Are these the same numbers?"""
    return all(np.array_equal(a, b) for a, b in zip(weights, others, strict=True))


def elo(score: float, games: int) -> float:
    """Return the Elo difference that a score means; a clean one counts as half a point less."""
    score = min(max(score, 0.5 / games), 1 - 0.5 / games)
    return -400 * math.log10(1 / score - 1)


def read_log(folder: Path) -> list[dict[str, float]]:
    """Return the entries of a run's log; a line cut off by a kill is left out."""
    path = folder / LOG
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def begin_anew(folder: Path) -> None:
    """Make the folder ready for a new run."""
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / CHECKPOINT).exists():
        raise KahunaError(f"{folder} holds a run already: go on with --resume, or name another")
    if (folder / LOG).exists():
        (folder / LOG).replace(folder / f"{LOG}.old")
