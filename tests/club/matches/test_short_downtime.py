"""Short downtime: which deadlines move, and which cards are updated."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from club.uptime import SHORT_DOWNTIME
from storage import outbox
from tests.club.services import ADA, BEN, Services

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


async def deadline(services: Services, match_id: int) -> datetime:
    moment = (await services.matches.find(match_id)).deadline
    assert moment is not None
    return moment


async def pass_downtime(services: Services, time: timedelta) -> None:
    await services.uptime.set_online()
    services.uptime.set_offline()
    services.now += time
    await services.uptime.set_online()


@pytest.mark.parametrize(
    ("pace", "time", "is_moved"),
    [
        ("1d", SHORT_DOWNTIME, False),
        ("1d", SHORT_DOWNTIME + SECOND, True),
        ("1h", SHORT_DOWNTIME, True),
        ("10m", SECOND, True),
    ],
)
async def test_short_downtime_moves_only_turns_with_less_than_an_hour_left(
    services: Services, pace: str, time: timedelta, is_moved: bool
) -> None:
    match_id = await services.start_match(ADA, BEN, pace=pace)
    before = await deadline(services, match_id)
    await pass_downtime(services, time)
    assert await deadline(services, match_id) - before == (time if is_moved else timedelta())


@pytest.mark.parametrize(
    ("pace", "time", "is_shown"),
    [("1d", HOUR, True), ("3d", HOUR, True), ("1d", HOUR / 2, True), ("3d", HOUR / 2, False)],
)
async def test_cards_are_updated_for_near_or_much_later_deadlines(
    services: Services, pace: str, time: timedelta, is_shown: bool
) -> None:
    await services.start_match(ADA, BEN, pace=pace)
    async with services.store.read() as tx:
        before, _ = await outbox.waiting(tx)
    await pass_downtime(services, time)
    async with services.store.read() as tx:
        after, _ = await outbox.waiting(tx)
    assert after - before == is_shown
