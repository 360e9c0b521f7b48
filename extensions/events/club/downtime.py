"""The dates of events, postponed by downtimes."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from club.outbox import queue
from club.uptime import postponed
from extensions.events.club import posts
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from extensions.events.storage import rounds as stored_rounds
from extensions.events.storage.entering import Entrant, EntrantFields
from extensions.events.storage.events import Event, EventFields
from storage.database.shards import Shards
from storage.database.transaction import Transaction

log = logging.getLogger(__name__)


@postponed
async def postpone(tx: Transaction, shards: Shards, began: datetime, ended: datetime) -> None:
    """Postpone the dates of events that were in the future when a downtime began.

    It locks events, so deadlines of matches have to be moved afterwards.
    """
    downtime = ended - began
    event_count = 0
    for event_id in await stored_events.under_way_in(tx, shards):
        event = await stored_events.get(tx, event_id, locked=True)
        if event is None or event.is_over or event.created_at >= ended:
            continue
        changes = await _postpone(tx, event, began, downtime)
        if changes:
            event = await stored_events.change(tx, event, **{**changes, "wakes_at": ended})
            await queue.enqueue(tx, posts.card(event, ended))
            event_count += 1
    if event_count:
        log.info("offline for %s: postponed the dates of %d events", downtime, event_count)


async def _postpone(
    tx: Transaction, event: Event, began: datetime, downtime: timedelta
) -> EventFields:
    changes = EventFields()
    if event.state == "open" and event.entries_close_at is None and event.created_at <= began:
        changes["created_at"] = event.created_at + downtime
    if event.entries_close_at is not None and event.entries_close_at > began:
        changes["entries_close_at"] = event.entries_close_at + downtime
    if event.ends_at is not None and event.ends_at > began:
        changes["ends_at"] = event.ends_at + downtime
    for each in await stored_rounds.of_event(tx, event.id):
        if each.over_at is None and each.ends_at is not None and each.ends_at > began:
            await stored_rounds.extend(tx, event.id, each.number, each.ends_at + downtime)
    for each in await stored_rounds.open_of(tx, event.id):
        if each.ends_at is not None and each.ends_at > began:
            await stored_rounds.postpone(tx, each, each.ends_at + downtime)
    for entrant in await stored_entrants.of_event(tx, event.id):
        fields = _postponed_fields(event, entrant, began, downtime)
        if fields:
            await stored_entrants.change(tx, entrant, **fields)
            changes["wakes_at"] = began + downtime
    return changes


def _postponed_fields(
    event: Event, entrant: Entrant, began: datetime, downtime: timedelta
) -> EntrantFields:
    """Return the postponed times at which an entrant was last active or asked, if they matter.

    They matter before an event starts, and while idle entrants lose places.
    """
    changes = EntrantFields()
    if event.state == "open" and entrant.asked_at is not None and entrant.asked_at <= began:
        changes["asked_at"] = entrant.asked_at + downtime
    matters = event.state == "open" or entrant.place is not None
    if entrant.is_in and matters and entrant.seen_at <= began:
        changes["seen_at"] = entrant.seen_at + downtime
    return changes
