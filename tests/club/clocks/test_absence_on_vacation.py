"""An absence of the bot while a player's clock stands anyway."""

from __future__ import annotations

from datetime import timedelta

from tests.club.services import ADA, Services


async def test_an_absence_within_a_vacation_gives_no_time(services: Services) -> None:
    match_id = await services.begun(pace="3d")
    await services.vacations.take(ADA.user_id, 5)
    before = (await services.matches.find(match_id)).stored.deadline
    assert before is not None
    services.now += timedelta(days=1)
    services.uptime.leave(0)
    services.now += timedelta(days=2)
    await services.uptime.stay()
    assert (await services.matches.find(match_id)).stored.deadline == before


async def test_the_rest_of_an_absence_beyond_a_vacation_is_given_back(services: Services) -> None:
    match_id = await services.begun(pace="3d")
    await services.vacations.take(ADA.user_id, 1)
    before = (await services.matches.find(match_id)).stored.deadline
    assert before is not None
    services.uptime.leave(0)
    services.now += timedelta(days=3)
    await services.uptime.stay()
    after = (await services.matches.find(match_id)).stored.deadline
    assert after == before + timedelta(days=2)
