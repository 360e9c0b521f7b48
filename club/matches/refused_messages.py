"""Direct messages that Discord refused: they stop, and the member is mentioned at the match."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import datetime

from club.matches.match_finder import has_turn
from club.outbox import posts
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches import outbox
from storage.matches.outbox import Entry
from storage.members import people


class RefusedMessages:
    """Handles direct messages that did not reach their member."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def note(self, user_id: int, post: Entry) -> None:
        """Send a member no more direct messages; mention them instead of this one."""
        now = self._clock()

        async def note(tx: Transaction) -> None:
            # As everywhere, a match is locked before a person.
            match = None
            if post.match_id is not None:
                match = await stored_matches.get(tx, post.match_id, locked=True)
            person = await people.get(tx, user_id, locked=True)
            await people.save(tx, dataclasses.replace(person, refused_at=now, digest_at=None))
            if match is None or match.state != "running":
                return
            why = post.payload["why"]
            if why == "offer" or has_turn(match, user_id):
                again = posts.board_in_place(match, now, [user_id], why, f"d{post.id}")
                await outbox.enqueue(tx, again)

        await self._store.writing(note)
