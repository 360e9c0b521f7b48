"""What a person opened or entered is reported, and deleted with their data."""

from __future__ import annotations

from extensions.events.storage import entering
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import EventTerms, NewEvent
from presentation.members.privacy import holdings_lines
from tests.club.members.test_personal_data import NAMED, traces_in
from tests.club.services import CHANNEL, GUILD, NOON, Services


async def test_events_are_reported_and_keep_no_name(services: Services) -> None:
    async with services.store.write() as tx:
        new = NewEvent(
            guild_id=GUILD,
            channel_id=CHANNEL,
            format="cup",
            game="skirt",
            name="Cup",
            terms=EventTerms({"size": 4}, "1d", 14, 0, 4, 5),
            opened_by=NAMED.user_id,
            opened_by_name=NAMED.name,
            created_at=NOON,
            entries_close_at=None,
            wakes_at=NOON,
        )
        event = await stored_events.add(tx, new)
        entrant = entering.NewEntrant(NAMED.user_id, NAMED.name, rating=1500.0)
        await entering.add(tx, event.id, entrant, NOON)
    lines = holdings_lines(await services.personal_data.of(NAMED.user_id))
    assert {"1 event joined", "1 event opened"} <= {*lines}
    await services.personal_data.remove(NAMED.user_id)
    assert await traces_in(services.store, NAMED) == []
