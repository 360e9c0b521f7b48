"""What is stored of a person: told to them, handed out as a file, removed when they wish it.

Whoever is removed is replaced by a stand-in in the matches that others have played too, so that
their records and ratings stay what they were.
"""

from __future__ import annotations

import dataclasses
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from club.events.events import Events
from club.matches.matches import Matches
from club.members.languages import Languages
from club.outbox import outbox, posts
from club.references import DELETED
from rules.refusal import Refusal
from storage.database.errors import Outdated
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.events import events as stored_events
from storage.matches import challenges as stored_challenges
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.members import people, personal_data
from storage.members.people import Preferences
from storage.ratings import live_leaderboards
from storage.ratings import ratings as stored_ratings

MOST_ROUNDS = 20
"""Attempts at resigning whatever somebody plays, should they begin new matches meanwhile."""

EXACT = 2**53
"""Above it, a program that reads a file may take a number for another one."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much is stored of a person, by kind, and what they wish."""

    counts: Mapping[str, int]
    person: Preferences
    running: int
    """Matches that they play."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is stored of them."""
        return not any(self.counts.values())


@dataclass(frozen=True, slots=True)
class Removed:
    """What came with a person's removal."""

    resigned: int
    """Matches."""
    cancelled: int
    """Open challenges."""


class PersonalData:
    """Counts, hands out, hides and removes what is stored of a person, as they ask."""

    def __init__(
        self,
        store: Store,
        matches: Matches,
        events: Events,
        languages: Languages,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._matches = matches
        self._events = events
        self._languages = languages
        self._clock = clock

    async def of(self, user_id: int) -> Holdings:
        """How much is stored of somebody."""
        async with self._store.read() as tx:
            running = await match_lists.running_of(tx, user_id)
            person = await people.get(tx, user_id)
            return Holdings(await personal_data.counts(tx, user_id), person, len(running))

    async def export(self, user_id: int) -> bytes:
        """All that is stored of somebody, as a JSON file."""
        async with self._store.read() as tx:
            found = await personal_data.of_person(tx, user_id)
        whole = {"user_id": user_id, "exported_at": self._clock(), **found}
        text = json.dumps(_plain(whole), ensure_ascii=False, indent=1)
        return text.encode()

    async def show_everywhere(self, user_id: int, is_everywhere: bool) -> None:
        """Be shown on the leaderboards over all servers, or not."""
        async with self._store.write() as tx:
            person = await people.get(tx, user_id, locked=True)
            await people.save(tx, dataclasses.replace(person, is_everywhere=is_everywhere))
            await stored_ratings.hide(tx, user_id, stored_ratings.EVERYWHERE, not is_everywhere)

    async def remove(self, user_id: int) -> Removed:
        """Resign what somebody plays, leave their events, cancel what they have asked for, and
        forget them. Events that they played in stay whole, without the name.

        What began meanwhile is given up too. Whatever breaks this off, it can be asked for again.
        """
        resigned = 0
        for _ in range(MOST_ROUNDS):
            await self._events.leave_all(user_id)
            resigned += await self._resign_all(user_id)
            try:
                async with self._store.write() as tx:
                    cancelled = await self._removed(tx, user_id)
            except Outdated as error:
                log.info("user %s is removed in another attempt: %s", user_id, error)
                continue
            if cancelled is not None:
                self._languages.forget(user_id)
                log.info("a user was removed, with %d matches resigned", resigned)
                return Removed(resigned, cancelled)
        raise RuntimeError(f"user {user_id} began matches faster than they could be resigned")

    async def _resign_all(self, user_id: int) -> int:
        resigned = 0
        async with self._store.read() as tx:
            running = await match_lists.running_of(tx, user_id)
        for match in running:
            try:
                await self._matches.resign(match.id, user_id)
                resigned += 1
            except Refusal as refusal:
                log.info("match %s was not resigned: %s", match.id, refusal.code)
        return resigned

    async def _removed(self, tx: Transaction, user_id: int) -> int | None:
        """Forget somebody, in one transaction.

        :returns: how many open challenges that closed; None where they play a match after all.
        :raises Outdated: where somebody else has just changed one of the challenges.
        """
        now = self._clock()
        await stored_events.take_all_of(tx, user_id)
        if await stored_events.of_user(tx, user_id):
            raise Outdated(f"the events of user {user_id}", 0)
        # What ends one of these matches waits, and rates the stand-in.
        left = await personal_data.running_left_by(tx, user_id)
        for match_id in left:
            await stored_matches.get(tx, match_id, locked=True)
        # Whoever else stores something of this person alone waits too; as everywhere, matches are
        # taken before a person.
        await people.get(tx, user_id, locked=True)
        if await match_lists.running_of(tx, user_id, limit=1):
            return None
        if await personal_data.running_left_by(tx, user_id) != left:
            raise Outdated(f"the matches of user {user_id}", len(left))
        closed = await personal_data.open_challenges_of(tx, user_id)
        for challenge_id in closed:
            challenge = await stored_challenges.get(tx, challenge_id)
            assert challenge is not None
            state = "cancelled" if challenge.challenger_id == user_id else "declined"
            challenge = await stored_challenges.change(
                tx, challenge_id, challenge.version, state=state, closed_at=now
            )
            await outbox.enqueue(tx, posts.challenge(challenge, now))
        rated_in = await personal_data.rated_in(tx, user_id)
        await outbox.forget_person(tx, user_id)
        await personal_data.replace(tx, user_id, DELETED)
        for guild_id in rated_in:
            await live_leaderboards.make_due(tx, guild_id)
        return len(closed)


def _plain(value: Any) -> Any:
    """A value as JSON can hold it, and as every reader understands it."""
    if isinstance(value, Mapping):
        entries = cast(Mapping[object, Any], value)
        return {str(key): _plain(each) for key, each in entries.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in cast(Sequence[Any], value)]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, int) and abs(value) > EXACT:
        return str(value)
    return value
