"""Vacations and downtime in events, which limit vacation days."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.members.vacations import DAYS_A_YEAR
from storage.matches.match import Participant
from tests.club.members.test_vacation_days import DAY, HOUR, deadline
from tests.club.services import BEN, NOON, Services
from tests.extensions.events.club.sample_events import pairings, start_event, user_ids


async def test_downtime_within_a_vacation_adds_no_time_in_an_event(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    pairing = (await pairings(services, event.id))[0]
    assert pairing.match_id is not None
    (mover, _) = await user_ids(services, event.id, pairing)
    await services.vacations.take(mover, 3)
    before = await deadline(services, pairing.match_id)
    services.uptime.set_offline(0)
    services.now += timedelta(days=2)
    await services.uptime.set_online()
    assert await deadline(services, pairing.match_id) == before


async def test_downtime_beyond_an_events_vacation_days_is_refunded_only_there(
    services: Services,
) -> None:
    event = await start_event(services, "cup", 4)
    pairing = (await pairings(services, event.id))[0]
    assert pairing.match_id is not None
    mover = Participant((await user_ids(services, event.id, pairing))[0], "Mover")
    friendly = await services.start_match(mover, BEN, pace="3d")
    assert event.terms.vacation_days == 5
    await services.vacations.take(mover.user_id, 7)
    before = await deadline(services, pairing.match_id), await deadline(services, friendly)
    services.now += timedelta(days=4)
    services.uptime.set_offline(0)
    services.now += timedelta(days=3)
    await services.uptime.set_online()
    assert await deadline(services, pairing.match_id) == before[0] + timedelta(days=2)
    assert await deadline(services, friendly) == before[1]


async def event_match(services: Services) -> tuple[int, int]:
    """Start an event match and make a turn for each player.

    Return its id and the user to move.
    """
    event = await start_event(services, "cup", 4)
    assert event.terms.vacation_days == 5
    match_id = (await pairings(services, event.id))[0].match_id
    assert match_id is not None
    mover = (await services.play_turns(match_id, 1)).player_to_move
    assert mover is not None
    return match_id, mover.user_id


@pytest.mark.parametrize(("taken", "is_saved"), [(4, True), (5, False)])
async def test_days_beyond_an_events_limit_prevent_no_timeout(
    services: Services, taken: int, is_saved: bool
) -> None:
    match_id, user_id = await event_match(services)
    await services.vacations.take(user_id, taken)
    before = await deadline(services, match_id)
    await services.wait_until(before)
    await services.matches.alarms.wake(match_id)
    match = await services.matches.find(match_id)
    assert match.is_over != is_saved
    if is_saved:
        assert match.deadline == before + DAY
    days = DAYS_A_YEAR - taken - is_saved
    assert (await services.vacations.status(user_id)).days_left == days


async def test_days_beyond_an_events_limit_stop_no_clock(services: Services) -> None:
    match_id, user_id = await event_match(services)
    before = await deadline(services, match_id)
    await services.vacations.take(user_id, 7)
    await services.vacations.take(user_id, 2)
    assert await deadline(services, match_id) == before + 5 * DAY
    await services.wait_until(NOON + 5 * DAY - HOUR)
    assert (await services.matches.find(match_id)).away_until == NOON + 5 * DAY
    await services.wait_until(NOON + 5 * DAY + HOUR)
    assert (await services.matches.find(match_id)).away_until is None


async def test_a_vacation_cannot_exceed_an_events_limit_after_the_deadline(
    services: Services,
) -> None:
    match_id, user_id = await event_match(services)
    await services.vacations.take(user_id, 5)
    await services.wait_until(await deadline(services, match_id))
    await services.vacations.take(user_id, 2)
    assert (await services.matches.find(match_id)).is_over
