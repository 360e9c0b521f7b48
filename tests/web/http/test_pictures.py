"""Kept pictures, and limits on those that have to be drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.club.services import ADA
from tests.web.house import PRIVATE_CHANNEL, House, house_in
from web.http import pictures
from web.http.limits import Limits


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_draw = asyncio.Event()

    async def draw(drawing: Callable[..., bytes], *args: object) -> bytes:
        await may_draw.wait()
        return drawing(*args)

    monkeypatch.setattr(pictures, "draw_in_thread", draw)
    async with house_in(tmp_path, Limits(waiting_drawings=3)) as house:
        await house.publish()
        match_id = await house.services.start_match(game="scala")
        match = await house.services.play_turns(match_id)
        boards = [f"{house.match_path(match_id)}/{ply}.png" for ply in range(match.ply)]
        greedy = {"X-Forwarded-For": "192.0.2.1"}
        async with asyncio.TaskGroup() as tasks:
            asked = [tasks.create_task(house.get(each, **greedy)) for each in boards[:-1]]
            modest = tasks.create_task(house.get(boards[-1]))
            refused, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            may_draw.set()
        assert {each.result().status for each in refused} == {503}
        assert modest.result().status == 200
