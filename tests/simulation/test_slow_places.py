"""A place where Discord is slow, or refuses for a while, holds up no other place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from tests.bot.wire.stage import CARD, is_card
from tests.discord.places import Channel
from tests.simulation.acts import any_move, begin, begin_between_servers, move
from tests.simulation.house import SWEEP, House, open_house
from tests.simulation.virtual_loop import run

SLOWNESS = 20.0
"""Seconds that each request in the slow place takes."""

USUAL = 2.0
"""Seconds within which a card usually appears."""

RETRIED = 5.0
"""Seconds within which a lost answer is noticed and its card found."""


def in_house(folder: Path, story: Callable[[House], Awaitable[None]]) -> None:
    """Play a story in a house, in virtual time."""

    async def play() -> None:
        async with open_house(folder / "stairwell.db", Random(1), ()) as house:
            await story(house)

    run(play, 1, shuffled=False)


async def seconds_until_turn(house: House, place: Channel, turn: int) -> float:
    """Return the seconds until a place shows the card of a turn."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while not any(is_card(each) and f"turn {turn}" in each.text for each in place.messages):
        await asyncio.sleep(0.05)
        assert loop.time() < began + 600
    return loop.time() - began


async def play_next(house: House, places: dict[int, Channel]) -> None:
    """Type a move in the only match.

    :param places: where each player plays, by user id.
    """
    member, text = await any_move(house)
    await house.world.slash(member, places[member.id], "move", move=text)


@pytest.mark.parametrize("trouble", ["slow", "limited"])
def test_the_other_server_sees_each_turn_at_once(tmp_path: Path, trouble: str) -> None:
    async def story(house: House) -> None:
        here, other = await begin_between_servers(house)
        await house.settle()
        if trouble == "slow":
            house.world.slow_places[house.other.guild.id] = SLOWNESS
        else:
            now = asyncio.get_running_loop().time()
            house.world.limited_places[house.other.guild.id] = now + 60
        places = {house.ada.id: here, house.eve.id: other}
        for turn in (2, 3, 4, 5):
            await play_next(house, places)
            assert await seconds_until_turn(house, here, turn) < USUAL
        await house.settle()
        assert await seconds_until_turn(house, other, 5) == 0

    in_house(tmp_path, story)


def test_a_slow_place_does_not_stop_clocks_and_other_matches(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here, other = await begin_between_servers(house)
        await begin(house, pace="10m")
        await move(house, house.ada, "e1", ply=1)
        await move(house, house.ben, "a2-b2", ply=2)
        await house.settle()
        house.world.slow_places[house.other.guild.id] = 3600.0
        places = {house.ada.id: here, house.eve.id: other}
        await play_next(house, places)
        began = asyncio.get_running_loop().time()
        await house.until(
            lambda: house.value("SELECT state FROM match WHERE id = 2") == "over", attempts=60
        )
        assert asyncio.get_running_loop().time() - began < 600 + SWEEP.total_seconds() + USUAL
        await house.until(lambda: any("finished" in each.text for each in house.place.messages))

    in_house(tmp_path, story)


def test_a_card_whose_answer_was_lost_is_found_within_seconds(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        await begin(house)
        await house.settle()
        house.world.fail_next("POST", CARD, status=None, carried_out=True)
        began = asyncio.get_running_loop().time()
        await house.world.slash(house.ada, house.place, "move", move="e1")
        await house.until(lambda: house.value("SELECT card_ply FROM match_place") == 1)
        assert asyncio.get_running_loop().time() - began < RETRIED
        await house.settle()
        assert len([each for each in house.place.messages if is_card(each)]) == 2

    in_house(tmp_path, story)


def test_a_cancelled_wait_for_the_global_limit_stops_nothing_else(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        await begin(house)
        await house.settle()
        now = asyncio.get_running_loop().time()
        house.world.limited_places[0] = now + 100
        await house.world.slash(house.ada, house.place, "move", move="e1")
        await asyncio.sleep(60)
        house.world.limited_places.clear()
        assert await seconds_until_turn(house, house.place, 2) < 2 * 60

    in_house(tmp_path, story)
