"""Lessons over HTTP: what is said of tries, and that progress is kept."""

from kahuna.study.lessons.course import COURSE
from kahuna.study.lessons.shapes import Do
from tests.server.club import Club, Guest, Json, refused, visit


async def does(guest: Guest, number: int) -> Json:
    """Do a lesson, all steps right; return what was said last."""
    said: Json = {}
    for at, step in enumerate(COURSE[number - 1].steps):
        given = {"tokens": list(step.solution)} if isinstance(step, Do) else {"answer": step.right}
        said = await guest.post(f"/lessons/{number}/try", {"step": at, **given})
        assert said["kind"] == "done"
    return said


def test_what_somebody_has_learned_is_kept(database: str) -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        assert [line["done"] for line in await lani.get("/lessons")] == [False] * 10
        assert (await does(lani, 3))["finished"]
        assert (await does(lani, 3))["finished"]  # once more changes nothing
        done = [line["number"] for line in await lani.get("/lessons") if line["done"]]
        assert done == [3]
        assert (await lani.get("/lessons/3"))["done"]
        assert not any(line["done"] for line in await kai.get("/lessons"))
        stranger = club.stranger()
        assert (await does(stranger, 1))["finished"]
        assert not any(line["done"] for line in await stranger.get("/lessons"))

    visit(story, database)


def test_a_wrong_try_is_answered_and_leaves_the_board_as_it_was() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        lesson = await lani.get("/lessons/2")
        said = await lani.post("/lessons/2/try", {"step": 2, "tokens": ["GJ"]})
        assert (said["kind"], said["message"]["key"]) == ("wrong", "answer.half")
        assert said["message"]["values"] == {"island": "G", "have": 2, "lines": 4}
        assert said["view"] == lesson["steps"][2]["view"]
        said = await lani.post("/lessons/2/try", {"step": 1, "answer": "white"})
        assert said["message"]["key"] == "lesson.majority.2.wrong.white"
        said = await lani.post("/lessons/9/try", {"step": 0, "tokens": ["+B"]})
        assert (said["kind"], said["message"]["key"]) == ("wrong", "illegal.hand-full")

    visit(story)


def test_there_are_ten_lessons_with_so_many_steps_and_no_more() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        for number in (0, 11):
            with refused("not-found"):
                await lani.get(f"/lessons/{number}")
        with refused("not-found"):
            await lani.post("/lessons/1/try", {"step": 9, "tokens": []})

    visit(story)
