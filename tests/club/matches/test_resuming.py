"""Computers' turns after a restart, even if a match is broken."""

from __future__ import annotations

import logging

import pytest

from club.club import Club
from storage.database.shards import NONE
from storage.matches import moves
from storage.matches.match import Participant, Place, Terms
from storage.matches.moves import NewRecordEntry
from tests.club.services import ADA, CHANNEL, GUILD, NOON, Services

COMPUTER = Participant(99, "Stairwell", level=1)


async def start_match(services: Services) -> int:
    """Start a match in which the computer moves first, and return its id."""
    terms = Terms("skirt", {"size": 4})
    challenge = await services.challenges.make(
        terms, Place(GUILD, CHANNEL), ADA, (COMPUTER,), seat=2
    )
    assert challenge.match_id is not None
    return challenge.match_id


async def test_a_broken_match_does_not_keep_the_computer_from_others(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    matches = [await start_match(services) for _ in range(3)]
    broken = matches[0]
    async with services.store.write() as tx:
        await moves.append(tx, broken, NewRecordEntry(1, "z9", COMPUTER.user_id, NOON, "move"))
    with caplog.at_level(logging.ERROR):
        await Services(services.store).opponents.take_up_due()
    again = Services(services.store)
    await again.opponents.take_up_due()
    await again.background.do_all()
    assert [(await services.matches.find(each)).to_move for each in matches[1:]] == [2, 2]
    assert f"could not start a computer's turn in match {broken}" in caplog.text


async def test_a_process_beside_the_bots_leaves_computers_to_them(services: Services) -> None:
    other_services = Club(services.store, thinks=False, shards=NONE)
    match_id = await start_match(services)
    other_services.opponents.take_up(await other_services.matches.find(match_id))
    await other_services.opponents.take_up_due()
    assert not other_services.background.is_busy
    assert (await services.matches.find(match_id)).computer_to_move is not None


async def test_no_search_comes_before_a_match_without_a_computers_turn(services: Services) -> None:
    match = await services.matches.find(await services.start_match())
    assert services.opponents.searches_before(match) == 0
