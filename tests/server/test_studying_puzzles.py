"""Puzzles: the solution is told when it is found or given up, and the first try counts."""

from kahuna.study.puzzles import library
from kahuna.study.puzzles.puzzle import Puzzle
from tests.server.club import Club, refused, visit
from tests.server.test_studying import studying


def a_puzzle() -> Puzzle:
    """Return a puzzle that has a wrong turn stored with it."""
    return next(puzzle for puzzle in library.load() if len(puzzle.wrong) > 1 and puzzle.themes)


def test_a_puzzle_is_solved_and_the_solver_is_rated(database: str) -> None:
    async def story(club: Club) -> None:
        lani, puzzle = await club.guest("Lani"), a_puzzle()
        shown = await lani.get(f"/puzzles/{puzzle.id}")
        assert (shown["solution"], shown["tries"], shown["solved"]) == (None, 0, False)
        assert shown["view"]["mover"] == shown["view"]["viewer"] == puzzle.seat
        assert " ".join(puzzle.solution) not in str(shown)
        wrong = await lani.post(
            f"/puzzles/{puzzle.id}/try", {"tokens": list(puzzle.wrong[-1].tokens)}
        )
        assert wrong["kind"] != "right"
        assert wrong["loss"] > 0
        assert wrong["solution"] is None
        assert wrong["change"] < 0
        right = await lani.post(f"/puzzles/{puzzle.id}/try", {"tokens": list(puzzle.solution)})
        assert (right["kind"], right["missing"], right["tries"]) == ("right", [], 2)
        assert right["change"] is None  # only the first try counts
        assert right["rating"]["rating"] == wrong["rating"]["rating"] < 1500
        assert (right["rating"]["tried"], right["rating"]["solved"]) == (1, 1)
        assert right["solution"]["tokens"] == list(puzzle.solution)
        again = await lani.get(f"/puzzles/{puzzle.id}")
        assert again["solved"]
        assert again["solution"] == right["solution"]
        kai = await club.guest("Kai")
        at_once = await kai.post(f"/puzzles/{puzzle.id}/try", {"tokens": list(puzzle.solution)})
        assert at_once["change"] > 0
        assert at_once["rating"]["rating"] == 1500 + at_once["change"]

    visit(story, database)


def test_who_gives_up_sees_the_solution_and_gets_another_puzzle() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        first = await lani.get("/puzzles/next")
        assert (await lani.get("/puzzles/next"))["id"] == first["id"]  # it is not done yet
        puzzle = library.find(first["id"])
        assert puzzle is not None
        solution = await lani.post(f"/puzzles/{first['id']}/give-up")
        assert solution["tokens"] == list(puzzle.solution)
        shelf = await lani.get("/puzzles")
        assert shelf["rating"]["rating"] < 1500
        assert (shelf["rating"]["tried"], shelf["rating"]["solved"]) == (1, 0)
        following = await lani.get("/puzzles/next")
        assert following["id"] != first["id"]
        theme = next(iter(shelf["themes"]))
        assert theme in (await lani.get("/puzzles/next", theme=theme))["themes"]

    visit(story)


def test_the_puzzle_of_the_day_is_everybodys() -> None:
    async def story(club: Club) -> None:
        lani, stranger = await club.guest("Lani"), club.stranger()
        today = await lani.get("/puzzles/today")
        assert today["day"] is not None
        assert today["id"] == (await stranger.get("/puzzles/today"))["id"]
        assert today["id"] == (await stranger.get("/puzzles"))["today"]

    visit(story)


def test_somebody_unknown_may_try_but_has_no_rating() -> None:
    async def story(club: Club) -> None:
        stranger, puzzle = club.stranger(), a_puzzle()
        right = await stranger.post(f"/puzzles/{puzzle.id}/try", {"tokens": list(puzzle.solution)})
        assert (right["kind"], right["rating"], right["change"]) == ("right", None, None)
        assert right["solution"] is not None
        assert (await stranger.get("/puzzles"))["rating"] is None

    visit(story)


def test_a_part_of_a_turn_shows_what_it_brings_and_only_legal_turns_are_judged() -> None:
    async def story(club: Club) -> None:
        stranger, puzzle = club.stranger(), a_puzzle()
        before = (await stranger.get(f"/puzzles/{puzzle.id}"))["view"]
        token = before["legal"][0]["token"]
        after = await stranger.post(f"/puzzles/{puzzle.id}/draft", {"tokens": [token]})
        assert after["history"][-1]["tokens"] == [token]
        with refused("unknown-token"):
            await stranger.post(f"/puzzles/{puzzle.id}/draft", {"tokens": ["ZZ"]})
        with refused("unfinished"):
            await stranger.post(f"/puzzles/{puzzle.id}/try", {"tokens": [token]})
        with refused("not-found"):
            await stranger.get("/puzzles/nothing")

    visit(story)


def test_a_turn_that_is_not_stored_is_judged_by_a_search() -> None:
    async def story(club: Club) -> None:
        async with studying(club):
            lani, puzzle = await club.guest("Lani"), a_puzzle()
            view = puzzle.view()
            nothing = ["-"] if any(c.token == "-" for c in view.legal) else ["+?"]
            verdict = await lani.post(f"/puzzles/{puzzle.id}/try", {"tokens": nothing})
            assert verdict["kind"] != "right"
            assert verdict["loss"] is not None
            assert verdict["missing"]

    visit(story)
