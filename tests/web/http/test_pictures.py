"""Kept pictures, and turns of visitors whose pictures have to be drawn."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.club.services import ADA
from tests.web.house import PRIVATE_CHANNEL, House, house_in
from web.http.limits import Busy, Limits
from web.http.pictures import Turns


class Drawings:
    """Pictures that take until they are finished by the test, one after another."""

    def __init__(self, max_waiting: int = 100) -> None:
        self._turns = Turns(max_waiting)
        self._finish = asyncio.Semaphore(0)
        self.drawn: list[str] = []

    async def want(self, visitor: str, *names: str) -> list[asyncio.Task[None]]:
        """Let a visitor want pictures."""
        wanted = [asyncio.create_task(self._draw(visitor, name)) for name in names]
        await asyncio.sleep(0)
        return wanted

    def join(self, visitor: str, name: str) -> None:
        """Let one more visitor want a picture."""
        self._turns.join(visitor, (name,))

    async def finish(self, *wanted: asyncio.Task[None]) -> list[str]:
        """Finish all pictures, and return the names in the order in which they were drawn."""
        for _ in wanted:
            self._finish.release()
        async with asyncio.timeout(60):
            await asyncio.gather(*wanted, return_exceptions=True)
        return self.drawn

    async def _draw(self, visitor: str, name: str) -> None:
        async with self._turns.turn(visitor, (name,)):
            self.drawn.append(name)
            await self._finish.acquire()


async def test_a_modest_visitor_is_next_whatever_a_greedy_one_waits_for() -> None:
    drawings = Drawings()
    greedy = await drawings.want("greedy", *"abcdef")
    modest = await drawings.want("modest", "x", "y")
    assert await drawings.finish(*greedy, *modest) == [*"abxcydef"]


async def test_visitors_take_turns() -> None:
    drawings = Drawings()
    wanted = [
        task
        for visitor in "ABC"
        for task in await drawings.want(visitor, *(visitor + n for n in "12"))
    ]
    assert await drawings.finish(*wanted) == ["A1", "A2", "B1", "C1", "B2", "C2"]


async def test_a_picture_that_several_visitors_want_is_drawn_in_the_first_of_their_turns() -> None:
    drawings = Drawings()
    greedy = await drawings.want("greedy", *"abcdef")
    drawings.join("modest", "f")
    drawings.join("modest", "unknown")
    assert await drawings.finish(*greedy) == [*"abfcde"]


async def test_in_a_full_queue_the_latest_picture_of_the_greediest_gives_way() -> None:
    drawings = Drawings(max_waiting=4)
    greedy = await drawings.want("greedy", *"abcdef")
    modest = await drawings.want("modest", "x", "y", "z")
    assert await drawings.finish(*greedy, *modest) == [*"abxcy"]
    refused = [each.exception() for each in (*greedy, *modest)]
    assert [isinstance(each, Busy) for each in refused] == [
        False,
        False,
        False,
        True,
        True,
        True,
        False,
        False,
        True,
    ]


async def test_a_failed_drawing_passes_its_turn_on() -> None:
    turns, may_fail = Turns(1), asyncio.Event()

    async def fail() -> None:
        async with turns.turn("one", ("a",)):
            await may_fail.wait()
            raise ValueError("a bug")

    async def succeed() -> None:
        async with turns.turn("two", ("b",)):
            pass

    failing, waiting = asyncio.create_task(fail()), asyncio.create_task(succeed())
    await asyncio.sleep(0)
    may_fail.set()
    async with asyncio.timeout(60):
        await waiting
    with pytest.raises(ValueError, match="a bug"):
        await failing


async def kept_boards(house: House) -> list[str]:
    """Play and request the boards of a match, and return their addresses."""
    match_id = await house.services.start_match()
    match = await house.services.matches.find(match_id)
    await house.services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    page = await house.page(house.match_path(match_id))
    small = f"{house.match_path(match_id)}/small/{match.version + 1}.png"
    paths = [small, *(each for each in page.boards if "small" not in each)]
    for path in paths:
        assert (await house.get(path)).status == 200
    return paths


async def test_kept_boards_are_sent_without_loading_their_match(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = await kept_boards(house)
    before = [await house.get(path) for path in paths]

    async def fail(_match_id: int) -> None:
        raise AssertionError("the match was loaded")

    monkeypatch.setattr(house.services.matches, "find", fail)
    for path, known in zip(paths, before, strict=True):
        again = await house.get(path)
        assert (again.status, again.body) == (200, known.body)
        assert again.headers["Cache-Control"] == known.headers["Cache-Control"]
        same = await house.get(path, **{"If-None-Match": known.headers["ETag"]})
        assert same.status == 304


async def test_kept_boards_are_refused_once_the_channel_is_closed_or_pages_are_off(
    house: House,
) -> None:
    paths = await kept_boards(house)
    await house.publish(channels=(PRIVATE_CHANNEL,))
    assert {(await house.get(path)).status for path in paths} == {404}
    await house.publish()
    assert {(await house.get(path)).status for path in paths} == {200}
    await house.publish("off")
    assert {(await house.get(path)).status for path in paths} == {404}


async def test_the_board_of_a_modest_visitor_is_drawn_beside_a_greedy_ones(
    tmp_path: Path,
) -> None:
    async with house_in(tmp_path, Limits(max_drawings=3)) as house:
        await house.publish()
        match_id = await house.services.start_match(game="scala")
        match = await house.services.play_turns(match_id)
        boards = [f"{house.match_path(match_id)}/{ply}.png" for ply in range(match.ply)]
        greedy = {"X-Forwarded-For": "192.0.2.1"}
        answers = await asyncio.gather(
            *(house.get(each, **greedy) for each in boards[:-1]), house.get(boards[-1])
        )
        assert 503 in {each.status for each in answers[:-1]}
        assert answers[-1].status == 200
