"""Double clicks: the move is made once, and the second click is not refused."""

from __future__ import annotations

import asyncio

import pytest

from rules.refusal import Refusal
from tests.club.services import ADA, BEN, Services


async def test_the_same_click_on_the_same_board_makes_one_move(services: Services) -> None:
    match = await services.matches.find(await services.start_match())
    move, version = match.position.moves()[0], match.version
    first = await services.matches.play(match.id, ADA.user_id, move, version)
    again = await services.matches.play(match.id, ADA.user_id, move, version)
    assert first.version == again.version == version + 1
    assert len(again.played) == 1


async def test_two_clicks_at_once_make_one_move(services: Services) -> None:
    match = await services.matches.find(await services.start_match())
    move, version = match.position.moves()[0], match.version
    clicks = [services.matches.play(match.id, ADA.user_id, move, version) for _ in range(2)]
    results = await asyncio.gather(*clicks)
    assert [len(each.played) for each in results] == [1, 1]


async def test_a_different_move_on_the_same_board_is_refused(services: Services) -> None:
    match = await services.matches.find(await services.start_match())
    move, other = match.position.moves()[:2]
    await services.matches.play(match.id, ADA.user_id, move, match.version)
    with pytest.raises(Refusal) as refusal:
        await services.matches.play(match.id, ADA.user_id, other, match.version)
    assert refusal.value.code == "stale"


async def test_a_click_from_before_the_reply_is_refused(services: Services) -> None:
    match = await services.matches.find(await services.start_match())
    move = match.position.moves()[0]
    replied = await services.matches.play(match.id, ADA.user_id, move, match.version)
    await services.matches.play(match.id, BEN.user_id, replied.position.moves()[0])
    with pytest.raises(Refusal) as refusal:
        await services.matches.play(match.id, ADA.user_id, move, match.version)
    assert refusal.value.code == "stale"
