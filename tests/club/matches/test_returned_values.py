"""Changes return the match exactly as stored, so no reload is needed."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import timedelta
from random import Random

import pytest

from club.matches.changes import Agreement, begin
from club.matches.match import Match
from club.references import BoardOf
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from storage.matches.offers import Kind
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services

COMPUTER = Participant(99, "Stairwell", level=1)
BANKED = "10m+1m<12m"


async def check_stored(services: Services, match: Match) -> Match:
    """Assert that another process loads the same match, and return it."""
    other = Services(services.store)
    other.now = services.now
    assert match == await other.matches.find(match.id)
    return match


async def make_move(services: Services, match_id: int) -> Match:
    match = await services.matches.find(match_id)
    assert match.player_to_move is not None
    user_id, move = match.player_to_move.user_id, match.position.moves()[0]
    services.now += timedelta(seconds=7)
    return await check_stored(services, await services.matches.play(match_id, user_id, move))


async def agree(services: Services, match_id: int, kind: Kind) -> Match:
    offered = await check_stored(services, await services.offers.make(match_id, ADA.user_id, kind))
    if not offered.offers:
        return offered
    return await check_stored(
        services, await services.offers.accept(match_id, BEN.user_id, offered.offers[0].id)
    )


@pytest.mark.parametrize("pace", ["none", "10m", BANKED, "3d"])
async def test_moves_and_agreements(services: Services, pace: str) -> None:
    match_id = await services.start_match(ADA, BEN, pace=pace)
    for _ in range(3):
        await make_move(services, match_id)
    match = await agree(services, match_id, "take back")
    assert match.ply == 2
    if pace != "none":
        assert (await agree(services, match_id, "pause")).paused_until is not None
        await make_move(services, match_id)
        assert (await agree(services, match_id, "resume")).paused_until is None
    await make_move(services, match_id)


async def test_a_turn_starting_on_vacation(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await services.vacations.take(BEN.user_id, 2)
    match = await make_move(services, match_id)
    assert match.away_until is not None


async def test_a_turn_returning_or_continuing_during_a_vacation(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await make_move(services, match_id)
    await make_move(services, match_id)
    await make_move(services, match_id)
    until = (await services.vacations.take(ADA.user_id, 2)).until
    match = await agree(services, match_id, "take back")
    assert (match.ply, match.away_until) == (2, until)
    match = await agree(services, match_id, "pause")
    assert match.away_until is None
    match = await agree(services, match_id, "resume")
    assert match.away_until == until


async def test_a_computers_reply_to_a_player_on_vacation(services: Services) -> None:
    match_id = await services.start_match(ADA, COMPUTER, pace="1d")
    until = (await services.vacations.take(ADA.user_id, 2)).until
    assert until is not None
    match = await services.matches.find(match_id)
    await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    await services.background.do_all()
    match = await services.matches.find(match_id)
    assert (match.ply, match.deadline) == (2, until + timedelta(days=1))


@pytest.mark.parametrize("is_to_move", [True, False])
async def test_one_player_of_three_leaves(services: Services, is_to_move: bool) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace=BANKED)
    match = await services.matches.find(match_id)
    while match.turn_number <= 10:
        match = await make_move(services, match_id)
    assert match.player_to_move is not None
    going = next(each for each in match.players if (each == match.player_to_move) == is_to_move)
    bank = match.seats[going.seat - 1].bank
    services.now += timedelta(minutes=3)
    match = await check_stored(services, await services.matches.resign(match_id, going.user_id))
    assert going.seat not in [each.seat for each in match.playing]
    assert len(match.playing) == 2
    assert match.seats[going.seat - 1].bank == bank
    match = await make_move(services, match_id)
    assert len(match.playing) == 2


async def test_the_end(services: Services) -> None:
    match_id = await services.win_match(ADA, BEN)
    match = await services.matches.find(match_id)
    assert (match.is_over, match.player_to_move, match.computer_to_move) == (True, None, None)
    again = await services.start_match(ADA, BEN)
    await make_move(services, again)
    ended = await check_stored(services, await services.matches.abort(again, BEN.user_id))
    assert (ended.is_aborted, ended.player_to_move) == (True, None)
    third = await services.start_match(ADA, BEN)
    await services.play_turns(third)
    ended = await check_stored(services, await services.matches.resign(third, ADA.user_id))
    assert ended.rating_changes != ()
    assert ended.player_to_move is None


THERE = GUILD + 1


async def start_as_seen_there(services: Services) -> Match:
    """Start a match between two servers, as seen from the second, in which Ada has moved."""
    scalas = GAMES["scalas"]
    places = [Place(GUILD, CHANNEL), Place(THERE, CHANNEL + 1)]
    players = [ADA, Participant(BEN.user_id, BEN.name, home=2)]
    agreement = Agreement(Terms(scalas.key, scalas.choose({}), "3d"), places, players)
    async with services.store.write() as tx:
        started = await begin(tx, agreement, Random(1), services.now)
    match = await services.matches.find(started.id)
    match = await services.matches.play(match.id, ADA.user_id, match.position.moves()[0])
    return match.seen_from(THERE)


async def refused(action: Awaitable[object]) -> int | None:
    """Return the server to which a refusal leads."""
    with pytest.raises(Refusal) as refusal:
        await action
    board = dict(refusal.value.message.values)["board"]
    assert isinstance(board, BoardOf)
    return board.match.place.guild_id


async def test_what_services_return_or_refuse_is_seen_from_the_place_of_the_reader(
    services: Services,
) -> None:
    offers, matches = services.offers, services.matches
    seen = await start_as_seen_there(services)
    ada, ben = ADA.user_id, BEN.user_id
    returned: list[Match] = []
    for kind in ("draw", "pause"):
        returned.append(await offers.make(seen, ada, kind))
        offer_id = returned[-1].offers[-1].id
        returned.append(await offers.decline(seen, ben, offer_id))
        assert await refused(offers.accept(seen, ben, offer_id)) == THERE
        assert await refused(offers.decline(seen, ben, offer_id)) == THERE
    returned.append(await offers.make(seen, ada, "take back"))
    assert returned[-1].ply == 0
    assert await refused(offers.make(seen, ada, "draw", seen.stands_at)) == THERE
    for refusing in (matches.resign, matches.abort, matches.take_back):
        assert await refused(refusing(seen, ada, seen.version)) == THERE
    returned.append(await matches.abort(seen, ada))
    returned.append(await matches.resign(await start_as_seen_there(services), ada))
    returned.append(await offers.make(await start_as_seen_there(services), ada, "draw"))
    returned.append(await offers.accept(returned[-1], ben, returned[-1].offers[-1].id))
    assert returned[-1].is_over
    assert {match.stored.place.guild_id for match in returned} == {THERE}
