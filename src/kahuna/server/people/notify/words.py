"""What people are told outside the page, in their language. Never anything hidden in a game."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Words:
    """The texts in one language; what stands in braces is filled in."""

    your_turn: str
    waits: str
    turn_subject: str
    turn_mail: str
    until: str
    confirm_subject: str
    confirm_mail: str


ENGLISH = Words(
    your_turn="Your turn",
    waits="{opponent} is waiting for you.",
    turn_subject="Kahuna: your turn against {opponent}",
    turn_mail=(
        "Hello {name},\n\nit is your turn in game {number} against {opponent}:\n\n{link}\n\n{until}"
        "-- \nMails like this one come once a turn. To stop them: {settings}\n"
    ),
    until="You have time until {time} UTC.\n\n",
    confirm_subject="Kahuna: is this your address?",
    confirm_mail=(
        "Hello {name},\n\nif you want mails from Kahuna at this address, when it is your turn, "
        "open this within a day:\n\n{link}\n\nIf not, do nothing: there will be none.\n"
    ),
)
GERMAN = Words(
    your_turn="Du bist am Zug",
    waits="{opponent} wartet auf dich.",
    turn_subject="Kahuna: du bist am Zug gegen {opponent}",
    turn_mail=(
        "Hallo {name},\n\nin Partie {number} gegen {opponent} bist du am Zug:\n\n{link}\n\n{until}"
        "-- \nSolche Mails kommen einmal je Zug. So hören sie auf: {settings}\n"
    ),
    until="Du hast Zeit bis {time} UTC.\n\n",
    confirm_subject="Kahuna: Ist das deine Adresse?",
    confirm_mail=(
        "Hallo {name},\n\nmöchtest du von Kahuna an diese Adresse Mails bekommen, wenn du am Zug "
        "bist, dann öffne innerhalb eines Tages dies:\n\n{link}\n\n"
        "Wenn nicht, tu nichts: Es kommen keine.\n"
    ),
)


def words(language: str) -> Words:
    """Return the texts in a language; English where there are none."""
    return GERMAN if language == "de" else ENGLISH


def moment(milliseconds: int) -> str:
    """Return a time as people write it.

    >>> moment(0)
    '1970-01-01 00:00'
    """
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
