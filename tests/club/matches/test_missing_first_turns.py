"""Matches aborted because a player never made a first turn."""

from __future__ import annotations

from datetime import timedelta

from club.matches.reasons import ABSENT
from tests.club.services import ADA, BEN, Services


async def test_only_the_player_to_move_is_named_as_absent(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await services.pass_time(timedelta(days=2))
    await services.uptime.set_online()
    await services.matches.alarms.wake_due()
    match = await services.matches.find(match_id)
    assert match.stored.result is not None
    assert match.stored.result["reason"] == ABSENT
    assert match.stored.result["values"] == {"seats": [1]}
