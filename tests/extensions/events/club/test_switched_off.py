"""Matches of events while events are switched off."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.members.vacations import LIMITS
from presentation.markup import PLAIN
from presentation.matches.clocks import clock_words
from tests.club.services import Services
from tests.extensions.events.club.sample_events import pairings, start_event


async def test_a_match_of_an_event_waits_and_says_why(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await start_event(services, "cup", 4)
    match_id = (await pairings(services, event.id))[0].match_id or 0
    before = (await services.matches.find(match_id)).deadline
    with monkeypatch.context() as without_events:
        without_events.setattr(LIMITS, "_makers", [])
        await restart(services)
        await services.pass_time(timedelta(days=90))
        await services.matches.alarms.wake_due()
        match = await services.matches.find(match_id)
        assert not match.is_over
        assert "Clocks stopped" in clock_words(match, PLAIN)
    await restart(services)
    after = (await services.matches.find(match_id)).deadline
    assert before is not None
    assert after == before + timedelta(days=90)


async def restart(services: Services) -> None:
    """Check all matches, as a process does that has just started."""
    services.matches.alarms._checked = None
    await services.matches.alarms.check_kinds()
