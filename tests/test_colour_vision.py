"""The two sides can be told apart whatever colours somebody sees."""

from collections.abc import Callable

import pytest

from kahuna.svg.palette import THEMES, Palette

Linear = tuple[float, float, float]

# What linear red, green and blue become for somebody who lacks a kind of cone: the matrices of
# Machado, Oliveira and Fernandes (2009) at full strength.
VISIONS: dict[str, tuple[Linear, Linear, Linear]] = {
    "everything": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "no colours": ((0.2126, 0.7152, 0.0722),) * 3,
}
ENOUGH = 3.0  # the contrast that graphics need (WCAG 2.2, 1.4.11)

PAIRS: dict[str, Callable[[Palette], tuple[str, str]]] = {
    "bridges": lambda colors: (colors.ivory, colors.lacquer),
    "tokens": lambda colors: (colors.sun, colors.lacquer),
    "White's bridges and the sea": lambda colors: (colors.ivory, colors.open_sea),
}


def luminance(color: str, vision: str) -> float:
    """Return how bright a colour is to somebody."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    seen = [
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in VISIONS[vision]
    ]
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


def contrast(first: str, second: str, vision: str) -> float:
    """Return the contrast of two colours to somebody."""
    dark, light = sorted(luminance(color, vision) for color in (first, second))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pair", PAIRS)
def test_the_sides_differ_in_brightness_for_every_kind_of_vision(
    pair: str, theme: str, vision: str
) -> None:
    assert contrast(*PAIRS[pair](THEMES[theme]), vision) >= ENOUGH


def test_a_difference_of_colour_alone_would_be_noticed() -> None:
    assert contrast("#c00000", "#007000", "no red") < ENOUGH
