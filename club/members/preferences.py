"""Personal preferences: notifications, confirmation of moves, daily digests."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import datetime, timedelta

from club.outbox import posts, queue
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.matches import following
from storage.members import preferences
from storage.members.preferences import Notice, Preferences, Switch

DAY = timedelta(days=1)
"""Interval between two digests."""

MAX_DIGESTS = 100
"""Maximum number of digests queued per round."""


MOVES_UNTIL_OFFER = 3
"""The confirmed move with which skipping confirmation is offered, once."""


def is_offered_skipping(person: Preferences) -> bool:
    """Whether skipping confirmation is offered with the player's next confirmed move."""
    return person.confirms and person.confirmed_moves == MOVES_UNTIL_OFFER - 1


class PersonalPreferences:
    """Reads and changes personal preferences and queues daily digests."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, user_id: int) -> Preferences:
        """Return a user's preferences."""
        return await self._store.read(lambda tx: preferences.get(tx, user_id))

    async def set_notice(self, user_id: int, notice: Notice) -> Preferences:
        """Set how a user is notified of turns, and clear a refused direct message."""
        return await self._change(
            user_id, lambda person: dataclasses.replace(person, notice=notice, refused_at=None)
        )

    async def set_digest(self, user_id: int, is_on: bool) -> Preferences:
        """Turn the daily digest on, at this time of day, or off.

        Turning it on also clears a refused direct message.
        """
        if not is_on:
            return await self._end_digests(user_id)
        digest_at = self._clock() + DAY
        return await self._change(
            user_id,
            lambda person: dataclasses.replace(person, digest_at=digest_at, refused_at=None),
        )

    @transactional
    async def _end_digests(self, tx: Transaction, user_id: int) -> Preferences:
        """Turn the daily digest off, after a last one if results wait for it."""
        now = self._clock()
        person = await preferences.get(tx, user_id, locked=True)
        if person.digest_at and await following.matches_of(tx, user_id, are_over=True):
            await queue.enqueue(tx, posts.digest(user_id, now, now))
        person = dataclasses.replace(person, digest_at=None)
        await preferences.save(tx, person)
        return person

    async def turn(self, user_id: int, switch: Switch, *, is_on: bool) -> Preferences:
        """Turn a preference on or off."""
        return await self._change(
            user_id, lambda person: dataclasses.replace(person, **{switch: is_on})
        )

    async def count_confirmed_move(self, user_id: int) -> None:
        """Count a confirmed move, up to the one with which skipping is offered."""
        if (await self.of(user_id)).confirmed_moves < MOVES_UNTIL_OFFER:
            await self._change(
                user_id,
                lambda person: dataclasses.replace(
                    person, confirmed_moves=min(person.confirmed_moves + 1, MOVES_UNTIL_OFFER)
                ),
            )

    @transactional
    async def queue_digests(self, tx: Transaction) -> None:
        """Queue due digests and schedule the next ones, a day later at the same time."""
        now = self._clock()
        for person in await preferences.digests_due(tx, now, MAX_DIGESTS):
            assert person.digest_at is not None
            days = (now - person.digest_at) // DAY + 1
            await preferences.save(
                tx, dataclasses.replace(person, digest_at=person.digest_at + days * DAY)
            )
            await queue.enqueue(tx, posts.digest(person.user_id, person.digest_at, now))

    @transactional
    async def _change(
        self, tx: Transaction, user_id: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        person = change(await preferences.get(tx, user_id, locked=True))
        await preferences.save(tx, person)
        return person
