"""The order in which events and their matches are locked."""

from __future__ import annotations

from contextlib import AsyncExitStack

from sqlalchemy import select, update

from extensions.events.club.events import Events
from extensions.events.storage.rounds import PAIRINGS
from storage.matches import matches as stored_matches
from tests.club.test_locking import processes, waiting_for_locks
from tests.extensions.events.club.sample_events import ORGANISER, start_event


async def test_a_cancelled_event_locks_its_matches_by_number(
    postgresql_url: str, in_process_pairing: None
) -> None:
    async with processes(postgresql_url) as (one, other):
        event = await start_event(one, "cup", 4)
        pairing = PAIRINGS.c
        async with one.store.write() as tx:
            started = select(pairing.id, pairing.match_id).where(pairing.match_id.is_not(None))
            rows = await tx.execute(started.order_by(pairing.round, pairing.board))
            (board_1, low), (board_2, high), *_ = [tuple(row) for row in rows]
            assert low < high
            # As if the match of the second board had started first.
            for number, match_id in ((board_1, None), (board_2, low), (board_1, high)):
                await tx.execute(
                    update(PAIRINGS).where(pairing.id == number).values(match_id=match_id)
                )
        async with AsyncExitStack() as cancelling, other.store.write() as tx:
            await stored_matches.get(tx, low, locked=True)
            work = one.part(Events).organising.cancel(event.id, ORGANISER)
            await cancelling.enter_async_context(waiting_for_locks(other, work))
            await stored_matches.get(tx, high, locked=True)
