"""Training: self-play, learning, strength, and a run that survives being killed."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from kahuna.ai import choose, network
from kahuna.ai.features import SLOTS, STAGES, TO_DRAW, TO_PLAY, WAITING
from kahuna.ai.training import learn, selfplay, strength
from kahuna.ai.training.plot import plot
from kahuna.ai.training.run import CHECKPOINT, LOG, Goal, Training, begin_anew, elo, read_log
from kahuna.ai.training.settings import Settings
from kahuna.ai.training.workers import Job, play_some, threads
from kahuna.ai.weights import load
from kahuna.errors import KahunaError
from kahuna.playout import seed_rng

MANNER = selfplay.Manner(0.1, 0.4, 0.8)
SMALL = Settings(seed=3, round_games=2, memory=2000, enough=100, batch=32)
DESK = choose.make_desk()


def lessons_of(games: int, seed: int = 1) -> selfplay.Lessons:
    return play_some(Job(network.make_weights(1), MANNER, games, seed))


def test_self_play_is_the_same_for_the_same_seed() -> None:
    first, again, other = lessons_of(3), lessons_of(3), lessons_of(3, seed=2)
    assert (first.slots == again.slots).all()
    assert (first.target == again.target).all()
    assert first.slots.shape != other.slots.shape or (first.slots != other.slots).any()


def test_a_turn_gives_a_position_of_each_stage() -> None:
    lessons = lessons_of(2)
    stages = lessons.stage.tolist()
    assert set(stages) == set(range(STAGES))
    for before, after in pairwise(stages):
        assert (before, after) in {
            (TO_PLAY, TO_DRAW),
            (TO_DRAW, WAITING),
            (WAITING, TO_PLAY),
            (TO_PLAY, TO_PLAY),  # the last turn of a game, or one that ended it
        }
    assert lessons.target.min() >= 0.0
    assert lessons.target.max() <= 1.0


def test_targets_mix_what_follows_and_the_end() -> None:
    lessons = selfplay.make_lessons(4)
    lessons.next[:] = (0.6, 0.7, 0.2, -1.0)
    lessons.seat[:] = (0, 0, 1, 0)
    selfplay.set_targets(lessons, 0, 4, 1.0, 0.5)
    # White won. Black's only position has the value of what follows and the end; White's last has
    # the end alone, the one before is half way to it, and the first half way to that.
    assert lessons.target.tolist() == pytest.approx([0.725, 0.85, 0.1, 1.0])


def test_gradients_are_those_of_the_cross_entropy() -> None:
    weights, slots = network.make_weights(5), np.zeros(SLOTS, np.int16)
    slots[:4] = (1, 60, 900, 3000)
    gradient = learn.like(weights)
    target, stage, tiny = 0.8, WAITING, 1e-2
    learn.add_gradient(weights, gradient, slots, stage, target, DESK.scratch)

    def loss() -> float:
        value = network.evaluate(weights, slots, stage, DESK.scratch)
        return float(-target * np.log(value) - (1 - target) * np.log(1 - value))

    for name, place in (
        ("columns", (900, 5)),
        ("columns", (60, 17)),
        ("first_bias", (9,)),
        ("second", (stage, 5, 3)),
        ("second_bias", (stage, 7)),
        ("output", (stage, 2)),
        ("output_bias", (stage,)),
    ):
        part = getattr(weights, name)
        before = part[place]
        part[place] = before + tiny
        more = loss()
        part[place] = before - tiny
        less = loss()
        part[place] = before
        slope = getattr(gradient, name)[place]
        assert slope == pytest.approx((more - less) / (2 * tiny), abs=2e-3)


def test_what_is_repeated_is_learned() -> None:
    lessons = lessons_of(2)
    learner = learn.make_learner(network.make_weights(1))
    size, rng = len(lessons.target), seed_rng(1)
    first, rng = learn.learn(learner, lessons, size, 1, 64, 1e-3, DESK.scratch, rng)
    last = first
    for _ in range(30):
        last, rng = learn.learn(learner, lessons, size, 4, 64, 1e-3, DESK.scratch, rng)
    assert last < first / 2


def test_seats_are_swapped_so_that_equals_score_a_half() -> None:
    weights = network.make_weights(1)
    kinds = (strength.NETWORK, strength.NETWORK)
    assert strength.match(kinds, weights, weights, 0, 4, 1, DESK) == 0.5


def test_greedy_beats_random() -> None:
    weights = network.make_weights(1)
    kinds = (strength.GREEDY, strength.RANDOM)
    assert strength.match(kinds, weights, weights, 0, 20, 1, DESK) > 0.8


def test_many_workers_bring_what_each_alone_would() -> None:
    jobs = [Job(network.make_weights(1), MANNER, 1, seed) for seed in range(4)]
    with threads(2) as crew:
        together = crew.play(jobs)
    for job, lessons in zip(jobs, together, strict=True):
        assert (play_some(job).slots == lessons.slots).all()


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    run = Training(tmp_path, SMALL, Goal(games=20))
    begin_anew(tmp_path)
    with threads(1) as crew:
        for _ in range(5):
            run.round(crew)
    run.measure(2)
    run.save()
    again = Training(tmp_path, SMALL, Goal(games=20))
    again.resume()
    assert again.progress == run.progress
    assert again.part == 0.5
    assert (again.learner.weights.columns == run.learner.weights.columns).all()
    assert read_log(tmp_path)[0]["games"] == 10
    assert ElementTree.parse(tmp_path / "strength.svg").getroot().tag.endswith("svg")
    with pytest.raises(KahunaError, match="--resume"):
        begin_anew(tmp_path)


def test_an_exploiter_notes_its_own_positions_only() -> None:
    frozen = network.make_weights(2)
    lessons = play_some(Job(network.make_weights(1), MANNER, 2, 1, frozen))
    # It has White in the first game and Black in the second, and no seat in between.
    seats = lessons.seat.tolist()
    assert seats == sorted(seats)
    assert set(seats) == {0, 1}
    assert len(seats) < len(lessons_of(2).seat) * 3 / 4


def test_each_seat_of_an_exploiters_game_has_its_own_network() -> None:
    good, bad = load(), network.make_weights(1)
    for learner, frozen, low, high in ((good, bad, 0.8, 1.0), (bad, good, 0.0, 0.2)):
        # With a lambda of 1 a target is how the game ended for the one who learns.
        lessons = play_some(Job(learner, selfplay.Manner(0.1, 0.4, 1.0), 10, 1, frozen))
        assert low <= lessons.target.mean() <= high


def test_an_exploiter_is_measured_against_what_it_began_with(tmp_path: Path) -> None:
    begin = network.make_weights(7)
    run = Training(tmp_path, SMALL, Goal(games=20), begin)
    begin_anew(tmp_path)
    run.measure(2)
    assert run.progress.elo == 0.0
    with threads(1) as crew:
        for _ in range(5):
            run.round(crew)
    run.measure(2)
    run.save()
    assert read_log(tmp_path)[0]["frozen"] == 0.5
    assert (run.reference.columns == begin.columns).all()
    assert (run.averaged.columns != begin.columns).any()
    assert "frozen" in (tmp_path / "strength.svg").read_text()
    again = Training(tmp_path, SMALL, Goal(games=20), network.make_weights(7))
    again.resume()
    assert again.progress == run.progress


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [(7, None, "by --against FILE"), (None, 7, "without --against"), (7, 8, "another network")],
)
def test_a_run_goes_on_against_nobody_else(
    tmp_path: Path, before: int | None, now: int | None, words: str
) -> None:
    def run_against(seed: int | None) -> Training:
        against = None if seed is None else network.make_weights(seed)
        return Training(tmp_path, SMALL, Goal(games=20), against)

    run_against(before).save()
    with pytest.raises(KahunaError, match=words):
        run_against(now).resume()


def test_a_folder_without_a_checkpoint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KahunaError, match="not a checkpoint"):
        Training(tmp_path, SMALL, Goal(games=20)).resume()


def test_half_a_line_of_the_log_is_left_out(tmp_path: Path) -> None:
    (tmp_path / LOG).write_text(json.dumps({"games": 1}) + '\n{"games": 2, "ho')
    assert read_log(tmp_path) == [{"games": 1}]


@pytest.mark.parametrize(("score", "expected"), [(0.5, 0), (0.75, 190.8), (1.0, 1000.0)])
def test_scores_mean_elo(score: float, expected: float) -> None:
    assert elo(score, 2 * 79) == pytest.approx(expected, abs=10)


def test_the_picture_shows_every_line() -> None:
    picture = plot("Strength", "minutes", {"a": [(0, 0), (1, 5)], "b": [(0, 1)]}, 0, 10)
    assert picture.count("<polyline") == 2
    assert picture.count("<circle") == 3


@pytest.mark.slow
def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "kahuna", "train",
        "--out", str(tmp_path), "--games", "1000000", "--checkpoint-seconds", "0.5",
        "--deals", "1",
    ]  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 600
        while not (tmp_path / CHECKPOINT).exists() and time.monotonic() < until:
            time.sleep(0.2)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    run = Training(tmp_path, Settings(), Goal(games=1))
    run.resume()
    assert run.progress.games > 0
    command[command.index("1000000")] = str(run.progress.games + 1)
    export = tmp_path / "exported.npz"
    subprocess.run([*command, "--resume", "--export", str(export)], check=True, timeout=600)
    assert export.stat().st_size <= 2_000_000
