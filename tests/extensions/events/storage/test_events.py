"""Stored events: when one is due."""

from __future__ import annotations

from extensions.events.storage import entering, events, rounds
from extensions.events.storage.entering import NewEntrant
from extensions.events.storage.events import EventTerms, NewEvent
from extensions.events.storage.rounds import NewPairing
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches
from storage.matches.match import StoredMatch
from tests.storage.samples import ADA, BEN, CHANNEL, EVE, GUILD, MINUTE, NOON, add_match


async def add_event(tx: Transaction) -> tuple[int, StoredMatch]:
    """Add a cup with one table of three that is being played. It isn't due for a minute."""
    event = await events.add(
        tx,
        NewEvent(
            guild_id=GUILD,
            channel_id=CHANNEL,
            format="cup",
            game="scala",
            name="Cup",
            terms=EventTerms({}, pace="1d", days=7, rounds=0, most=3, vacation_days=0),
            opened_by=ADA,
            opened_by_name="Ada",
            created_at=NOON,
            entries_close_at=None,
            wakes_at=NOON + MINUTE,
        ),
    )
    users = (ADA, BEN, EVE)
    for user_id in users:
        await entering.add(tx, event.id, NewEntrant(user_id, f"player {user_id}", 1500.0), NOON)
    await rounds.begin(tx, event.id, 1, "scala", NOON, None)
    pairing = await rounds.pair(tx, event.id, NewPairing(1, 1, (1, 2, 3)), NOON)
    match = await add_match(tx, players=users)
    await rounds.start(tx, pairing, match.id)
    return event.id, match


async def test_an_event_is_due_when_a_match_of_its_own_has_ended(store: Store) -> None:
    async with store.write() as tx:
        event_id, match = await add_event(tx)
        other = await add_match(tx)
        await matches.change(tx, other.id, other.version, state="over", ended_at=NOON)
        assert await events.due(tx, NOON, 9) == ()
        await matches.change(tx, match.id, match.version, state="over", ended_at=NOON)
        assert await events.due(tx, NOON, 9) == (event_id,)


async def test_an_event_is_due_when_someone_left_a_table_without_a_move(store: Store) -> None:
    async with store.write() as tx:
        event_id, match = await add_event(tx)
        assert await events.due(tx, NOON, 9) == ()
        await matches.leave(tx, match.id, 2)
        assert await events.due(tx, NOON, 9) == (event_id,)
