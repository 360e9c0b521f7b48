"""Downtime during a player's vacation."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.club.services import ADA, Services


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
