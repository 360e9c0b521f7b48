"""Vacation days: the allowance, the clocks they stop, and refunds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from club.members.vacations import DAYS_A_YEAR
from rules.refusal import Refusal
from storage.members import vacations as stored_vacations
from tests.club.services import ADA, BEN, NOON, Services

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def deadline(services: Services, match_id: int) -> datetime:
    moment = (await services.matches.find(match_id)).deadline
    assert moment is not None
    return moment


async def start_match(services: Services, pace: str = "1d") -> int:
    """Start a match in which both have moved and Ada is to move, and return its id."""
    match_id = await services.start_match(ADA, BEN, pace=pace)
    await services.play_turns(match_id, 1)
    return match_id


async def test_vacation_days_move_only_the_turns_of_their_player(services: Services) -> None:
    own, fast, other = await start_match(services), await start_match(services, "1h"), 0
    other = await services.start_match(BEN, ADA, pace="1d")
    before = [await deadline(services, each) for each in (own, fast, other)]
    status = await services.vacations.take(ADA.user_id, 3)
    assert (status.until, status.days_left, status.year) == (NOON + 3 * DAY, 11, 2026)
    after = [await deadline(services, each) for each in (own, fast, other)]
    assert after == [before[0] + 3 * DAY, *before[1:]]
    assert (await services.vacations.status(BEN.user_id)).days_left == DAYS_A_YEAR


async def test_the_reminder_moves_with_the_deadline(services: Services) -> None:
    match_id = await start_match(services)
    before = (await services.matches.find(match_id)).stored.wakes_at
    await services.vacations.take(ADA.user_id, 2)
    assert before is not None
    assert (await services.matches.find(match_id)).stored.wakes_at == before + 2 * DAY


async def test_a_turn_starting_on_vacation_gets_its_time_afterwards(services: Services) -> None:
    match_id = await start_match(services)
    await services.vacations.take(BEN.user_id, 2)
    services.now += HOUR
    match = await services.matches.find(match_id)
    await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    assert await deadline(services, match_id) == NOON + 2 * DAY + DAY


@pytest.mark.parametrize(
    ("days", "code"), [(0, "days"), (-1, "days"), (DAYS_A_YEAR + 1, "too_many_days")]
)
async def test_less_than_a_day_or_more_days_than_left_are_refused(
    services: Services, days: int, code: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        await services.vacations.take(ADA.user_id, days)
    assert refusal.value.code == code
    status = await services.vacations.take(ADA.user_id, DAYS_A_YEAR)
    assert status.days_left == 0
    with pytest.raises(Refusal):
        await services.vacations.take(ADA.user_id, 1)


async def test_more_days_are_added_after_those_already_taken(services: Services) -> None:
    match_id = await start_match(services)
    before = await deadline(services, match_id)
    await services.vacations.take(ADA.user_id, 2)
    services.now += DAY
    status = await services.vacations.take(ADA.user_id, 3)
    assert (status.until, status.days_left) == (NOON + 5 * DAY, 9)
    assert await deadline(services, match_id) == before + 5 * DAY


async def test_unstarted_days_are_refunded(services: Services) -> None:
    match_id = await start_match(services)
    before = await deadline(services, match_id)
    await services.vacations.take(ADA.user_id, 5)
    services.now += 36 * HOUR
    returned, status = await services.vacations.end(ADA.user_id)
    assert (returned, status.until, status.days_left) == (3, NOON + 2 * DAY, 12)
    assert await deadline(services, match_id) == before + 2 * DAY
    returned, status = await services.vacations.end(ADA.user_id)
    assert (returned, status.until, status.days_left) == (0, NOON + 2 * DAY, 12)
    services.now = NOON + 2 * DAY
    with pytest.raises(Refusal, match="aren't on vacation"):
        await services.vacations.end(ADA.user_id)


async def test_queued_days_are_refunded_in_full(services: Services) -> None:
    match_id = await start_match(services)
    before = await deadline(services, match_id)
    await services.vacations.take(ADA.user_id, 2)
    await services.vacations.take(ADA.user_id, 3)
    services.now += 12 * HOUR
    returned, status = await services.vacations.end(ADA.user_id)
    assert (returned, status.until, status.days_left) == (4, NOON + DAY, 13)
    assert await deadline(services, match_id) == before + DAY
    async with services.store.read() as tx:
        (rest,) = await stored_vacations.since(tx, ADA.user_id, NOON)
    assert (rest.begins_at, rest.ends_at, rest.days) == (NOON, NOON + DAY, 1)


@pytest.mark.parametrize(("late", "days"), [(0, 1), (23, 1), (24, 2), (50, 3)])
async def test_as_many_days_as_needed_prevent_a_timeout(
    services: Services, late: int, days: int
) -> None:
    match_id, other = await start_match(services), await start_match(services, "3d")
    before, of_other = await deadline(services, match_id), await deadline(services, other)
    await services.wait_until(before + late * HOUR)
    await services.matches.alarms.wake(match_id)
    assert await deadline(services, match_id) == before + days * DAY
    assert await deadline(services, other) == of_other + days * DAY
    status = await services.vacations.status(ADA.user_id)
    assert (status.until, status.days_left) == (before + days * DAY, DAYS_A_YEAR - days)
    async with services.store.read() as tx:
        (taken,) = await stored_vacations.since(tx, ADA.user_id, NOON)
    assert (taken.begins_at, taken.days, taken.automatic) == (services.now, days, True)


@pytest.mark.parametrize(("taken", "is_saved"), [(12, True), (13, False)])
async def test_a_player_without_enough_days_left_runs_out_of_time(
    services: Services, taken: int, is_saved: bool
) -> None:
    await services.vacations.take(ADA.user_id, taken)
    await services.pass_time(taken * DAY)
    match_id = await start_match(services)
    await services.wait_until(await deadline(services, match_id) + DAY)
    await services.matches.alarms.wake(match_id)
    match = await services.matches.find(match_id)
    assert match.is_over != is_saved
    assert match.result is None or match.result["reason"] == "time"


async def test_a_player_who_never_moved_gets_no_vacation(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await services.pass_time(DAY)
    await services.matches.alarms.wake(match_id)
    assert (await services.matches.find(match_id)).is_aborted
    assert (await services.vacations.status(ADA.user_id)).days_left == DAYS_A_YEAR


async def test_each_year_has_its_own_days(services: Services) -> None:
    services.now = datetime(2026, 12, 30, tzinfo=UTC)
    status = await services.vacations.take(ADA.user_id, DAYS_A_YEAR)
    # The next vacation would begin in the new year.
    assert (status.days_left, status.year) == (DAYS_A_YEAR, 2027)
    services.now = datetime(2026, 12, 31, 23, tzinfo=UTC)
    status = await services.vacations.take(ADA.user_id, 2)
    assert (status.days_left, status.year) == (DAYS_A_YEAR - 2, 2027)


async def test_a_move_at_the_deadline_is_saved_by_a_day_off(services: Services) -> None:
    match_id = await start_match(services)
    await services.wait_until(await deadline(services, match_id))
    match = await services.matches.find(match_id)
    match = await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    assert match.record[-1].time_left == 0


async def test_a_vacation_does_not_enlarge_a_bank(services: Services) -> None:
    match_id = await start_match(services, "3d+12h<5d")
    await services.pass_time(DAY)
    await services.vacations.take(ADA.user_id, 4)
    await services.pass_time(2 * DAY)
    match = await services.matches.find(match_id)
    match = await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    # Three and a half days after the first turn, minus one used, plus half a day.
    assert match.seats[0].bank == 3 * DAY.total_seconds()


# Events, in which vacations stop a clock for at most five days in total


# Players whose time is already up


async def test_a_vacation_cannot_save_a_first_move_that_is_late(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await services.pass_time(DAY)
    status = await services.vacations.take(ADA.user_id, 3)
    assert (await services.matches.find(match_id)).is_aborted
    assert (status.until, status.days_left) == (services.now + 3 * DAY, DAYS_A_YEAR - 3)


async def test_ending_a_vacation_first_ends_a_match_whose_time_is_up(services: Services) -> None:
    await services.vacations.take(ADA.user_id, 3)
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await services.pass_time(4 * DAY)
    await services.vacations.take(ADA.user_id, 2)
    await services.vacations.end(ADA.user_id)
    assert (await services.matches.find(match_id)).is_aborted


async def test_days_that_save_a_match_come_before_those_taken_then(services: Services) -> None:
    match_id = await start_match(services)
    before = await deadline(services, match_id)
    await services.wait_until(before)
    status = await services.vacations.take(ADA.user_id, 3)
    assert (status.until, status.days_left) == (before + 4 * DAY, DAYS_A_YEAR - 4)
    assert await deadline(services, match_id) == before + 4 * DAY


async def test_time_is_not_up_before_a_downtime_is_given_back(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    before = await deadline(services, match_id)
    await services.uptime.set_online()
    services.uptime.set_offline()
    services.now += 2 * DAY
    await services.vacations.take(ADA.user_id, 1)
    assert await deadline(services, match_id) == before + DAY
    await services.uptime.set_online()
    assert not (await services.matches.find(match_id)).is_over


async def test_a_day_that_saves_one_match_saves_no_late_first_move(services: Services) -> None:
    late = await services.start_match(ADA, BEN, pace="1d")
    match_id = await start_match(services)
    services.now += DAY
    for each in (match_id, late):
        await services.matches.alarms.wake(each)
    assert not (await services.matches.find(match_id)).is_over
    assert (await services.matches.find(late)).is_aborted


async def test_a_move_cannot_be_taken_back_after_the_time_is_up(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, game="passtally", pace="1d")
    await services.play_turns(match_id, 1)
    match = await services.matches.find(match_id)
    mover = match.player_to_move
    assert mover is not None
    match = await services.matches.play(match_id, mover.user_id, match.position.moves()[0])
    assert match.revocable is not None
    await services.vacations.take(mover.user_id, DAYS_A_YEAR)
    await services.wait_until(await deadline(services, match_id))
    with pytest.raises(Refusal) as refusal:
        await services.matches.take_back(match_id, mover.user_id, match.version)
    assert refusal.value.code == "match_over"
