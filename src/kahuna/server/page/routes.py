"""The places of the page. The page itself has them in web/src/pages/pages.ts; a test compares."""

import re

from kahuna.server.people.secret import LINK_LETTERS

PLAIN = frozenset(
    (
        *("", "enter", "games", "leaders", "learn", "lobby"),
        *("puzzles", "replay", "rules", "settings"),
    )
)
WITH_PART = frozenset(("confirm", "learn", "people", "puzzles"))  # such as /people/Lani
LINK = re.compile(f"[{LINK_LETTERS}]{{8}}")  # of a game


def is_place(path: str) -> bool:
    """Tell whether the page has something to show there, games aside.

    >>> is_place("/rules"), is_place("/people/Lani"), is_place("/people"), is_place("/wp-admin")
    (True, True, False, False)
    """
    first, *rest = path.strip("/").split("/")
    return (first in PLAIN and not rest) or (first in WITH_PART and len(rest) == 1)


def game_at(path: str) -> str | None:
    """Return the link of the game that a path is for, if it can be one.

    >>> game_at("/abcdefgh"), game_at("/settings")
    ('abcdefgh', None)
    """
    first, *rest = path.strip("/").split("/")
    is_link = first not in PLAIN | WITH_PART and LINK.fullmatch(first) and rest in ([], ["replay"])
    return first if is_link else None


def module_at(path: str) -> str:
    """Return the module of web/ that a place is shown by, by the name of its page.

    >>> module_at("/"), module_at("/people/Lani"), module_at("/abcdefgh")
    ('src/pages/Home.svelte', 'src/pages/Person.svelte', 'src/table/Table.svelte')
    """
    if game_at(path):
        return "src/table/Table.svelte"
    if not is_place(path):
        return "src/pages/Missing.svelte"
    first = path.strip("/").partition("/")[0]
    name = {"": "home", "people": "person"}.get(first, first)
    return f"src/pages/{name.capitalize()}.svelte"
