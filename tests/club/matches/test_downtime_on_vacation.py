"""Downtime during a player's vacation."""

from __future__ import annotations

from datetime import datetime, timedelta

from storage.matches.match import Participant
from tests.club.services import ADA, BEN, Services
from tests.extensions.events.club.sample_events import pairings, start_event, user_ids


async def test_downtime_within_a_vacation_adds_no_time(services: Services) -> None:
    match_id = await services.start_match(pace="3d")
    await services.vacations.take(ADA.user_id, 5)
    before = (await services.matches.find(match_id)).stored.deadline
    assert before is not None
    services.now += timedelta(days=1)
    services.uptime.set_offline(0)
    services.now += timedelta(days=2)
    await services.uptime.set_online()
    assert (await services.matches.find(match_id)).stored.deadline == before


async def test_the_part_of_downtime_after_a_vacation_is_refunded(services: Services) -> None:
    match_id = await services.start_match(pace="3d")
    await services.vacations.take(ADA.user_id, 1)
    before = (await services.matches.find(match_id)).stored.deadline
    assert before is not None
    services.uptime.set_offline(0)
    services.now += timedelta(days=3)
    await services.uptime.set_online()
    after = (await services.matches.find(match_id)).stored.deadline
    assert after == before + timedelta(days=2)


async def deadline(services: Services, match_id: int) -> datetime:
    moment = (await services.matches.find(match_id)).stored.deadline
    assert moment is not None
    return moment


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
