"""Lists of events at their largest."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from extensions.events.bot.standings import list_page, rounds_page
from extensions.events.club.opening import MAX_NAME_LENGTH, EventOptions
from extensions.events.presentation.event_view import view_of
from tests.bot.pages.test_listing import LARGEST_ID, LONGEST_NAME, _has_button, assert_fits
from tests.club.services import NOON, Services
from tests.extensions.events.club.sample_events import start_event


async def test_events_and_their_rounds_fit_at_their_largest(
    services: Services, in_process_pairing: None
) -> None:
    event = await start_event(services, "league", 12, EventOptions(game="passtally"))
    view = await view_of(services.store, event.id)
    name = "*" * MAX_NAME_LENGTH
    events = [
        replace(
            view.event,
            id=2**31 - number,
            name=name,
            state=state,
            opened_by_name=LONGEST_NAME,
            guild_id=LARGEST_ID,
            channel_id=LARGEST_ID,
            thread_id=LARGEST_ID,
            card_message_id=LARGEST_ID,
            entries_close_at=NOON + timedelta(days=60),
        )
        for number, state in enumerate(("open", "running", "over", "cancelled") * 15)
    ]
    assert_fits(list_page(events))
    entrants = tuple(replace(each, name=LONGEST_NAME) for each in view.entrants)
    pairings = [replace(each, match_id=2**31 - 1) for each in view.pairings if each.round == 1]
    large = replace(view, event=events[1], entrants=entrants, pairings=tuple(pairings * 40)[:100])
    listed = 0
    for number in range(100):
        page = rounds_page(large, 1, number)
        assert_fits(page)
        text = next(each for each in page.blocks if isinstance(each, str))
        listed += text.count("\n- ")
        if not _has_button(page, "Next"):
            break
    assert listed == len(large.pairings)
