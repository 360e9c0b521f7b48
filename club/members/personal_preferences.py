"""What people wish for themselves: how to be told of their turns, whether to confirm their moves;
and the daily digests that are due."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import datetime, timedelta

from club.outbox import outbox, posts
from storage.database.store import Store
from storage.members import people
from storage.members.people import Notice, Preferences

DAY = timedelta(days=1)
"""Between two digests."""

MOST_DIGESTS = 100
"""Digests queued in one round."""


MOVES_UNTIL_OFFER = 3
"""Skipping the confirmation is offered once, with this move of a player."""


def is_offered_skipping(person: Preferences) -> bool:
    """Whether the move that a player is about to confirm comes with the offer to skip that."""
    return person.confirms and person.confirmed_moves == MOVES_UNTIL_OFFER - 1


class PersonalPreferences:
    """Keeps what each person wishes, and queues the daily digests."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, user_id: int) -> Preferences:
        """What somebody wishes."""
        async with self._store.read() as tx:
            return await people.get(tx, user_id)

    async def be_told(self, user_id: int, notice: Notice) -> Preferences:
        """Be told of one's turns in this way; a refused direct message is forgotten."""
        return await self._changed(
            user_id, lambda person: dataclasses.replace(person, notice=notice, refused_at=None)
        )

    async def take_digest(self, user_id: int, wanted: bool) -> Preferences:
        """Get a digest every day at this time of the day, or none any more.

        Who wants one takes direct messages again, should they have refused one.
        """
        if not wanted:
            return await self._changed(
                user_id, lambda person: dataclasses.replace(person, digest_at=None)
            )
        digest_at = self._clock() + DAY
        return await self._changed(
            user_id,
            lambda person: dataclasses.replace(person, digest_at=digest_at, refused_at=None),
        )

    async def confirm_moves(self, user_id: int, wanted: bool) -> Preferences:
        """Be asked once more before a move is played in the Play panel, or not."""
        return await self._changed(
            user_id, lambda person: dataclasses.replace(person, confirms=wanted)
        )

    async def note_confirmed(self, user_id: int) -> None:
        """Count a move that was confirmed, up to the one with which skipping is offered."""
        if (await self.of(user_id)).confirmed_moves < MOVES_UNTIL_OFFER:
            await self._changed(
                user_id,
                lambda person: dataclasses.replace(
                    person, confirmed_moves=min(person.confirmed_moves + 1, MOVES_UNTIL_OFFER)
                ),
            )

    async def queue_digests(self) -> None:
        """Queue the digests that are due; the next comes a day later, at the same time."""
        now = self._clock()
        async with self._store.write() as tx:
            for person in await people.digests_due(tx, now, MOST_DIGESTS):
                assert person.digest_at is not None
                days = (now - person.digest_at) // DAY + 1
                await people.save(
                    tx, dataclasses.replace(person, digest_at=person.digest_at + days * DAY)
                )
                await outbox.enqueue(tx, posts.digest(person.user_id, person.digest_at, now))

    async def _changed(
        self, user_id: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        async with self._store.write() as tx:
            person = change(await people.get(tx, user_id, locked=True))
            await people.save(tx, person)
            return person
