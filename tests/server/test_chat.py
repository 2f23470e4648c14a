"""The chat: for the two players, polite phrases and plain text, and one may mute the other."""

import asyncio

import pytest

from kahuna.server.errors import RefusedError
from kahuna.server.now import MINUTE
from kahuna.server.play.chat import MOST_A_MINUTE, Patience, clean_text
from tests.server.club import Club, Guest, Json, fresh_database, refused, visit
from tests.server.wire import line, served


async def _says(guest: Guest, link: str, **words: str) -> Json:
    said: Json = await guest.post(f"/games/{link}/chat", words)
    return said


async def _hears(guest: Guest, link: str) -> list[str]:
    lines = (await guest.get(f"/games/{link}/chat"))["lines"]
    return [line["text"] or line["phrase"] for line in lines]


def test_the_players_and_nobody_else_read_what_they_say(database: str) -> None:
    async def story(club: Club) -> None:
        lani, kai, moe = await club.guests("Lani", "Kai", "Moe")
        link = await lani.invites(kai, public=True)
        await _says(lani, link, phrase="good-luck")
        said = await _says(kai, link, text=" <b>Mahalo</b> 🌺 ")
        assert (said["seat"], said["text"], said["phrase"]) == ("Black", "<b>Mahalo</b> 🌺", None)
        for player in (lani, kai):
            assert await _hears(player, link) == ["good-luck", "<b>Mahalo</b> 🌺"]
        with refused("forbidden"):
            await _hears(moe, link)
        with refused("forbidden"):
            await _says(moe, link, text="hi")
        with refused("nobody"):
            await club.stranger().get(f"/games/{link}/chat")
        await lani.does(link, "resign")
        await _says(lani, link, phrase="well-played")  # one may talk after the game

    visit(story, database)


def test_words_are_a_phrase_or_a_text_and_plain() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai)
        for words in ({}, {"phrase": "hello", "text": "hello"}):
            with refused("words"):
                await _says(lani, link, **words)
        with refused("bad-request"):
            await _says(lani, link, phrase="you-fool")
        for text in ("", "   ", "x" * 301, "a\x00b", "a\nb", "\x1b[31m", "\u202eevil", "\u200d"):
            with refused("text"):
                await _says(lani, link, text=text)
        with refused("bad-request"):
            await _says(lani, link, text="x" * 10_000)
        assert await _hears(kai, link) == []

    visit(story)


@pytest.mark.parametrize("text", ["x" * 300, "Grüße", "नमस्ते", "👩‍👩‍👧", "日本語", "1 < 2 & 3"])
def test_people_write_as_they_do(text: str) -> None:
    assert clean_text(text) == text


def test_there_is_nobody_to_talk_to_before_a_friend_comes_nor_at_the_computer() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        for opponent in ("friend", "computer", "one-device"):
            with refused("nobody-there"):
                await _says(lani, await lani.offers(opponent), phrase="hello")

    visit(story)


def test_who_talks_too_much_has_to_wait() -> None:
    patience = Patience()
    for _ in range(MOST_A_MINUTE):
        patience.spend(1, 0)
    patience.spend(2, 0)
    with pytest.raises(RefusedError, match="wait a moment"):
        patience.spend(1, MINUTE - 1)
    patience.spend(1, MINUTE)


def test_who_is_muted_is_not_heard_and_not_told() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai)
        await _says(kai, link, text="slow!")
        muted = await kai.post(f"/games/{link}/mute", {"muted": False})
        assert not muted["muted"]
        for _ in range(2):
            muted = await lani.post(f"/games/{link}/mute", {"muted": True})
            assert muted == {"lines": [], "muted": True}
        await _says(kai, link, text="slower!")
        await _says(lani, link, phrase="sorry")
        assert await _hears(lani, link) == ["sorry"]
        assert await _hears(kai, link) == ["slow!", "slower!", "sorry"]
        other = await kai.invites(lani)
        await _says(kai, other, text="hello?")
        assert await _hears(lani, other) == []
        await lani.post(f"/games/{link}/mute", {"muted": False})
        assert await _hears(lani, link) == ["slow!", "slower!", "sorry"]

    visit(story)


def test_words_are_sent_live_to_both_players_and_to_no_spectator() -> None:
    async def story(database: str) -> None:
        club = Club(database)
        async with served(club) as address:
            lani, kai = await club.guests("Lani", "Kai")
            link = await lani.invites(kai, starts="White")
            async with (
                line(address, lani) as white,
                line(address, kai) as black,
                line(address) as spectator,
            ):
                for one in (white, black, spectator):
                    await one.watch(link)
                await white.send("chat", game=link, words={"phrase": "hello"}, id=5)
                assert (await white.hear("done"))["id"] == 5
                heard = await black.hear("chat")
                assert (heard["game"], heard["seat"], heard["phrase"]) == (link, "White", "hello")
                await lani.post(f"/games/{link}/mute", {"muted": True})
                await _says(kai, link, text="Can you hear me?")
                assert (await black.hear("chat"))["text"] == "Can you hear me?"
                problem = await spectator.ask("chat", "problem", game=link, words={"text": "x"})
                assert problem["code"] == "nobody"
                await lani.turn(link, "-")
                for one in (white, spectator):
                    await one.hear("game", lambda state: bool(state["seq"] == 1))
                assert [m["phrase"] for m in white.heard if m["type"] == "chat"] == ["hello"]
                assert not [m for m in spectator.heard if m["type"] == "chat"]

    with fresh_database() as database:
        asyncio.run(story(database))


def test_words_reach_the_other_player_on_another_process(new_postgresql: str) -> None:
    async def story() -> None:
        club, other = Club(new_postgresql), Club(new_postgresql)
        async with served(club), served(other) as address:
            lani, kai = await club.guests("Lani", "Kai")
            link = await lani.invites(kai)
            async with line(address, kai) as black:
                await black.watch(link)
                await _says(lani, link, text="Aloha from the other side")
                assert (await black.hear("chat"))["text"] == "Aloha from the other side"

    asyncio.run(story())


def test_what_is_said_while_no_news_come_is_heard_with_the_next(new_postgresql: str) -> None:
    async def story() -> None:
        club, other = Club(new_postgresql), Club(new_postgresql)
        async with served(club), served(other) as address:
            lani, kai = await club.guests("Lani", "Kai")
            link = await lani.invites(kai)
            async with line(address, lani) as listening:
                await listening.watch(link)
                await other.site.news.stop()
                await _says(kai, link, text="Are you there?")
                await other.site.news.start()
                assert (await listening.hear("chat"))["text"] == "Are you there?"

    asyncio.run(story())
