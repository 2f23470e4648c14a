"""Which games are in memory."""

import pytest

from kahuna.server.play import rooms as rooms_module
from tests.server.club import Club, visit

MOST = 100


class Onlooker:
    """Somebody who has been watching for long."""

    person, looks = None, True

    def changed(self, _room: object) -> None:
        """Go on watching."""


def test_games_that_nobody_watches_make_room_for_others_also_behind_one_that_is_watched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", MOST)

    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        rooms = club.site.rooms
        watched = await rooms.get(await lani.invites(kai))
        watched.watchers.add(Onlooker())
        for _ in range(MOST + 20):
            await rooms.get(await lani.invites(kai))
        assert len(rooms.in_memory()) <= MOST + 1
        assert watched in rooms.in_memory()

    visit(story)
