"""Turn clocks: deadlines, time banks, timeouts and downtime."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy import update

from club.matches.match import Match
from club.paces import DAY, HOUR, MINUTE, PACES
from rules.refusal import Refusal
from storage.matches.match import Participant
from storage.matches.moves import MOVES
from tests.club.matches.agreeing import play
from tests.club.services import ADA, BEN, CY, Services

SECOND = timedelta(seconds=1)


async def start_match(services: Services, pace: str, *people: Participant) -> int:
    """Start a match, make a turn for each player, and return its id."""
    game = "passtally" if len(people) > 2 else "skirt"
    match_id = await services.start_match(*people, game=game, pace=pace)
    await services.play_turns(match_id, 2 if len(people) > 2 else 1)
    return match_id


async def do_chores(services: Services) -> None:
    await services.uptime.set_online()
    await services.matches.alarms.wake_due()


async def pass_time(services: Services, time: timedelta, match_id: int = 1) -> Match:
    """Advance the clock with the bot online, and return a match."""
    services.now += time
    await do_chores(services)
    return await services.matches.find(match_id)


async def deadline(services: Services, match_id: int = 1) -> datetime:
    moment = (await services.matches.find(match_id)).deadline
    assert moment is not None
    return moment


async def turn(services: Services, match_id: int) -> Match:
    """Make all moves of the current turn."""
    match = await play(services, match_id)
    while match.position.is_mid_turn:
        match = await play(services, match_id)
    return match


@pytest.mark.parametrize("pace", PACES)
async def test_a_pace_sets_the_deadline_of_the_first_turn(services: Services, pace: str) -> None:
    match = await services.matches.find(await services.start_match(pace=pace))
    time = PACES[pace].time
    assert match.deadline == (None if time is None else services.now + time)


async def test_each_turn_gets_the_full_time(services: Services) -> None:
    match_id = await services.start_match(pace="1d")
    services.now += 20 * HOUR
    assert (await play(services, match_id)).deadline == services.now + DAY


async def test_the_moves_of_one_turn_share_its_clock(services: Services) -> None:
    match_id = await services.start_match(game="passtally", pace="1d")
    began = services.now
    while not (await play(services, match_id)).position.is_mid_turn:
        began = services.now
        services.now += HOUR
    assert await deadline(services) == began + DAY
    assert (await turn(services, match_id)).deadline == services.now + DAY


async def test_a_bank_loses_the_time_used_and_gains_its_increment(services: Services) -> None:
    match_id = await services.start_match(pace="3d+12h<5d")
    assert await deadline(services) == services.now + 3 * DAY
    services.now += DAY
    await play(services, match_id)
    services.now += 2 * HOUR
    # Ada had three days, used one of them, and gained twelve hours.
    assert (await play(services, match_id)).deadline == services.now + 2 * DAY + 12 * HOUR
    assert (await play(services, match_id)).deadline == services.now + 3 * DAY + 10 * HOUR
    for _ in range(9):
        await play(services, match_id)
    assert await deadline(services) == services.now + 5 * DAY


@pytest.mark.parametrize(("time", "is_over"), [(HOUR - SECOND, False), (HOUR, True)])
async def test_running_out_of_time_loses(
    services: Services, time: timedelta, is_over: bool
) -> None:
    await start_match(services, "1h")
    match = await pass_time(services, time)
    assert match.is_over == is_over
    if match.result is not None:
        assert (match.result["winners"], match.result["reason"]) == ([2], "time")


async def test_a_match_in_which_a_player_never_moved_is_aborted(services: Services) -> None:
    match_id = await services.start_match(pace="1h")
    await play(services, match_id)
    assert (await pass_time(services, HOUR)).is_aborted


async def test_two_of_three_play_on_and_the_last_one_wins(services: Services) -> None:
    match_id = await start_match(services, "1h", ADA, BEN, CY)
    match = await services.matches.find(match_id)
    first = match.player_to_move
    await pass_time(services, HOUR)
    match = await pass_time(services, 10 * MINUTE)
    second = match.player_to_move
    assert first is not None
    assert second is not None
    assert (match.deadline, match.is_over) == (services.now + HOUR, False)
    seats = {second.seat}
    for _ in range(3):
        mover = (await turn(services, match_id)).player_to_move
        assert mover is not None
        seats.add(mover.seat)
    assert seats == {1, 2, 3} - {first.seat}
    last = (await services.matches.find(match_id)).player_to_move
    match = await pass_time(services, HOUR)
    assert last is not None
    assert match.result is not None
    assert match.result["winners"] == [*(seats - {last.seat})]


async def test_a_match_of_three_is_aborted_if_one_of_them_never_moved(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1h")
    for _ in range(2):
        await turn(services, match_id)
    assert (await pass_time(services, HOUR)).is_aborted


async def test_no_action_is_possible_at_the_deadline(services: Services) -> None:
    match_id = await start_match(services, "10m")
    services.now += 10 * MINUTE
    with pytest.raises(Refusal) as refusal:
        await play(services, match_id)
    assert refusal.value.code == "match_over"
    with pytest.raises(Refusal) as refusal:
        await services.offers.make(match_id, ADA.user_id, "take back")
    assert refusal.value.code == "match_over"
    with pytest.raises(Refusal) as refusal:
        await services.matches.resign(match_id, ADA.user_id)
    assert refusal.value.code == "match_over"
    match = await services.matches.find(match_id)
    assert match.result is not None
    assert (match.result["reason"], match.ply) == ("time", 2)


async def test_a_match_that_cannot_be_woken_does_not_block_others(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await start_match(services, "10m", ADA, BEN)
    await start_match(services, "10m", ADA, BEN)
    async with services.store.write() as tx:
        of_match = MOVES.c.match_id == 1
        await tx.execute(update(MOVES).where(of_match).values(text="no move"))
    restarted = Services(services.store)
    restarted.now = services.now
    await restarted.uptime.set_online()
    match = await pass_time(restarted, 10 * MINUTE, 2)
    assert match.is_over
    assert "could not wake match 1" in caplog.text
    caplog.clear()
    await pass_time(restarted, MINUTE, 2)
    assert "could not wake" not in caplog.text
    await pass_time(restarted, 10 * MINUTE, 2)
    assert "could not wake match 1" in caplog.text


@pytest.mark.parametrize(
    ("pace", "downtime", "credit"),
    [
        ("1m", 40 * SECOND, 40 * SECOND),
        ("3d", 40 * SECOND, timedelta()),
        ("1h", DAY, DAY),
    ],
)
async def test_downtime_is_refunded_unless_short_for_the_pace(
    services: Services, pace: str, downtime: timedelta, credit: timedelta
) -> None:
    await start_match(services, pace)
    await do_chores(services)
    before = await deadline(services)
    services.uptime.set_offline()
    assert not (await pass_time(services, downtime)).is_over
    assert await deadline(services) == before + credit


async def test_moving_before_downtime_is_refunded_loses_no_time(services: Services) -> None:
    match_id = await start_match(services, "10m")
    services.uptime.set_offline()
    services.now += 50 * MINUTE
    assert (await play(services, match_id)).ply == 3
