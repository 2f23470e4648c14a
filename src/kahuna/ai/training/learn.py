"""How the weights change: gradient descent by Adam on batches of positions.

An input is on in few positions only. So the columns of those that were off in a
batch are left alone, moments included.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kahuna.ai.features import INPUTS, SLOTS, STAGES, Slots
from kahuna.ai.network import FIRST, SECOND, Floats, Scratch, Weights, finish, rectify, sum_columns
from kahuna.ai.training.selfplay import Lessons
from kahuna.compiled.jit import jit
from kahuna.playout import below, next_random

MEAN_DECAY: Final = 0.9
SQUARE_DECAY: Final = 0.999
TINY: Final = 1e-7


class Learner(NamedTuple):
    """A network that learns, and how its weights have been changing."""

    weights: Weights
    gradient: Weights
    mean: Weights
    square: Weights
    touched: npt.NDArray[np.int8]  # by input: was it on in the batch?
    steps: npt.NDArray[np.int64]  # how many were made


def like(weights: Weights) -> Weights:
    """Return zeros of the same shapes."""
    return Weights(*(np.zeros_like(part) for part in weights))


def make_learner(weights: Weights) -> Learner:
    """Return a learner that begins with these weights."""
    return Learner(
        weights,
        like(weights),
        like(weights),
        like(weights),
        np.zeros(INPUTS, np.int8),
        np.zeros(1, np.int64),
    )


@jit
def add_gradient(
    weights: Weights, gradient: Weights, slots: Slots, stage: int, target: float, scratch: Scratch
) -> float:
    """Add a position's gradient of the cross-entropy; return its squared error."""
    total, units, back = scratch.sum, scratch.units, scratch.base_sum
    sum_columns(weights, slots, total)
    value = finish(weights, stage, total, units)
    error = np.float32(value - target)
    second, output = weights.second[stage], weights.output[stage]
    g_second, g_output = gradient.second[stage], gradient.output[stage]
    gradient.output_bias[stage] += error
    for k in range(SECOND):
        g_output[k] += error * rectify(units[k])
        units[k] = error * output[k] if units[k] > 0 else np.float32(0.0)
        gradient.second_bias[stage, k] += units[k]
    for j in range(FIRST):
        back[j] = np.float32(0.0)
        if total[j] > 0:
            unit = total[j]
            a = b = c = d = np.float32(0.0)
            for k in range(0, SECOND, 4):
                a += units[k] * second[j, k]
                b += units[k + 1] * second[j, k + 1]
                c += units[k + 2] * second[j, k + 2]
                d += units[k + 3] * second[j, k + 3]
            back[j] = (a + b) + (c + d)
            for k in range(units.size):
                g_second[j, k] += unit * units[k]
        gradient.first_bias[j] += back[j]
    for slot in range(SLOTS):
        column = slots[slot]
        if column:
            for j in range(back.size):
                gradient.columns[column, j] += back[j]
    return float(error * error)


@jit
def adapt(
    weights: Floats, gradient: Floats, mean: Floats, square: Floats, rate: float, scale: float
) -> None:
    """Make a step of Adam on a row of weights, and clear its gradient."""
    rate32, scale32 = np.float32(rate), np.float32(scale)
    keep, keep_square = np.float32(MEAN_DECAY), np.float32(SQUARE_DECAY)
    new, new_square, tiny = np.float32(1 - keep), np.float32(1 - keep_square), np.float32(TINY)
    for j in range(weights.size):
        slope = gradient[j] * scale32
        mean[j] = keep * mean[j] + new * slope
        square[j] = keep_square * square[j] + new_square * slope * slope
        weights[j] -= rate32 * mean[j] / (np.sqrt(square[j]) + tiny)
        gradient[j] = np.float32(0.0)


@jit
def step(learner: Learner, rate: float, batch: int) -> None:
    """Change the weights by the gradients that have been added."""
    weights, gradient, mean, square = (
        learner.weights,
        learner.gradient,
        learner.mean,
        learner.square,
    )
    learner.steps[0] += 1
    made = learner.steps[0]
    rate *= np.sqrt(1.0 - SQUARE_DECAY**made) / (1.0 - MEAN_DECAY**made)
    scale = 1.0 / batch
    for n in range(1, INPUTS):
        if learner.touched[n]:
            learner.touched[n] = 0
            adapt(
                weights.columns[n],
                gradient.columns[n],
                mean.columns[n],
                square.columns[n],
                rate,
                scale,
            )
    adapt(weights.first_bias, gradient.first_bias, mean.first_bias, square.first_bias, rate, scale)
    for n in range(STAGES):
        adapt(
            weights.second_bias[n],
            gradient.second_bias[n],
            mean.second_bias[n],
            square.second_bias[n],
            rate,
            scale,
        )
        adapt(weights.output[n], gradient.output[n], mean.output[n], square.output[n], rate, scale)
        for j in range(FIRST):
            adapt(
                weights.second[n, j],
                gradient.second[n, j],
                mean.second[n, j],
                square.second[n, j],
                rate,
                scale,
            )
    adapt(
        weights.output_bias, gradient.output_bias, mean.output_bias, square.output_bias, rate, scale
    )


@jit
def learn(
    learner: Learner,
    lessons: Lessons,
    size: int,
    steps: int,
    batch: int,
    rate: float,
    scratch: Scratch,
    rng: int,
) -> tuple[float, int]:
    """Make steps on batches drawn from the first `size` lessons.

    Return the mean squared error and the generator.
    """
    total = 0.0
    for _ in range(steps):
        for _ in range(batch):
            rng = next_random(rng)
            at = below(rng, size)
            slots = lessons.slots[at]
            total += add_gradient(
                learner.weights,
                learner.gradient,
                slots,
                lessons.stage[at],
                lessons.target[at],
                scratch,
            )
            for slot in range(SLOTS):
                learner.touched[slots[slot]] = 1
        step(learner, rate, batch)
    return total / max(steps * batch, 1), rng


@jit
def average(into: Weights, weights: Weights, share: float) -> None:
    """Move averaged weights towards the present ones by a share."""
    part = np.float32(share)
    blend(into.columns.reshape(-1), weights.columns.reshape(-1), part)
    blend(into.first_bias, weights.first_bias, part)
    blend(into.second.reshape(-1), weights.second.reshape(-1), part)
    blend(into.second_bias.reshape(-1), weights.second_bias.reshape(-1), part)
    blend(into.output.reshape(-1), weights.output.reshape(-1), part)
    blend(into.output_bias, weights.output_bias, part)


@jit
def blend(into: Floats, values: Floats, share: np.float32) -> None:
    """Move numbers towards others by a share."""
    for j in range(into.size):
        into[j] += share * (values[j] - into[j])
