"""Direct messages refused by Discord: they stop, and the member is mentioned in the match."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import datetime

from club.matches.match import has_turn
from club.outbox import notices
from club.outbox.claims import Claim
from club.outbox.kinds import DigestPost, DirectPost
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.members import people


class RefusedMessages:
    """Handles direct messages that could not be delivered."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def note(self, claim: Claim[DirectPost | DigestPost]) -> None:
        """Stop direct messages to a member and mention them in place of this one."""
        post, now = claim.post, self._clock()

        async def note(tx: Transaction) -> None:
            # Locking order: a match before a person.
            match = None
            if isinstance(post, DirectPost):
                match = await stored_matches.present(tx, post.match_id, locked=True)
            person = await people.get(tx, post.user_id, locked=True)
            await people.save(tx, dataclasses.replace(person, refused_at=now, digest_at=None))
            if not isinstance(post, DirectPost) or match is None or match.state != "running":
                return
            if post.why == "offer" or has_turn(match, post.user_id):
                occasion = f"d{claim.entry.id}"
                await notices.show_in_place(tx, match, now, [post.user_id], post.why, occasion)

        await self._store.writing(note)
