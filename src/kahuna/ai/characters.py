"""Who the computer's eight levels are: facts for people, which load nothing that thinks.

>>> CHARACTERS[0].name, CHARACTERS[7].name
('Keiki', 'Kahuna')
"""

from typing import Final, NamedTuple


class Character(NamedTuple):
    """A level's name, and a line about how it plays."""

    level: int
    name: str
    english: str
    german: str


CHARACTERS: Final = (
    Character(
        1,
        "Keiki",
        "Builds wherever it looks nice, and is surprised every time.",
        "Baut, wo es hübsch aussieht, und staunt jedes Mal.",
    ),
    Character(
        2,
        "Malia",
        "Loves islands, and forgets what you have in hand.",
        "Liebt Inseln und vergisst, was du auf der Hand hast.",
    ),
    Character(
        3,
        "Kimo",
        "Plays fast; the long combinations escape him.",
        "Spielt schnell; lange Kombinationen entgehen ihm.",
    ),
    Character(
        4,
        "Leilani",
        "Knows what matters, but often misjudges how much.",
        "Weiß, worauf es ankommt, verschätzt sich aber oft.",
    ),
    Character(
        5,
        "Nohea",
        "Solid, with a good memory; overlooks a thing now and then.",
        "Solide und mit gutem Gedächtnis; übersieht ab und zu etwas.",
    ),
    Character(
        6,
        "Makoa",
        "Sees every turn at a glance, and seldom doubts the first impression.",
        "Überblickt jeden Zug und zweifelt selten am ersten Eindruck.",
    ),
    Character(
        7,
        "Kupuna",
        "Counts cards and thinks about your answer, though not for long.",
        "Zählt Karten und bedenkt deine Antwort, wenn auch nicht lange.",
    ),
    Character(
        8,
        "Kahuna",
        "Thinks through all you may hold, as long as the clock allows.",
        "Bedenkt alles, was du haben kannst, solange die Uhr es erlaubt.",
    ),
)
