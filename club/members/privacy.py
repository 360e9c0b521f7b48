"""Reporting, exporting and deleting the stored data of a person on request.

A deleted person is replaced by a stand-in in matches with others, whose records and ratings stay
unchanged.
"""

from __future__ import annotations

import dataclasses
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from club.challenges.changes import close
from club.members.languages import Languages
from club.outbox import notices, queue
from club.references import DELETED
from rules.refusal import Refusal
from storage.challenges import challenges as stored_challenges
from storage.database.store import Store, transactional
from storage.database.transaction import Outdated, Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.members import preferences, privacy
from storage.members.preferences import Preferences
from storage.ratings import ratings as stored_ratings

log = logging.getLogger(__name__)


MAX_ROUNDS = 20
"""Maximum number of attempts to resign all matches, in case new ones keep starting."""

MAX_EXACT_INTEGER = 2**53
"""The largest integer that all JSON readers keep exact."""


Removal = Callable[[Transaction, int, datetime], Awaitable[object]]
"""A change in the transaction that deletes a user, before it locks challenges and matches."""

_REMOVALS: list[Removal] = []


def removes(removal: Removal) -> Removal:
    """Mark a change with which the deletion of a user begins."""
    _REMOVALS.append(removal)
    return removal


@dataclass(frozen=True, slots=True)
class StoredData:
    """The amount of data stored about a person, by kind, and their preferences."""

    counts: Mapping[str, int]
    person: Preferences
    running: int
    """The number of running matches."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is stored about them."""
        return not any(self.counts.values())


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """The effects of a person's deletion."""

    resigned: int
    """The number of resigned matches."""
    cancelled: int
    """The number of closed challenges."""


class PersonalData:
    """Reports, exports, hides and deletes the data of a person."""

    def __init__(
        self,
        store: Store,
        languages: Languages,
        clock: Callable[[], datetime],
        *,
        leave: Callable[[int], Awaitable[object]],
        resign: Callable[[int, int], Awaitable[object]],
    ) -> None:
        """
        :param leave: gets a user id.
        :param resign: gets the ids of a match and a user.
        """
        self._store = store
        self._leave = leave
        self._resign = resign
        self._languages = languages
        self._clock = clock

    async def of(self, user_id: int) -> StoredData:
        """Return how much is stored about a user."""
        async with self._store.read() as tx:
            running = await match_lists.running_of(tx, user_id)
            person = await preferences.get(tx, user_id)
            return StoredData(await privacy.counts(tx, user_id), person, len(running))

    async def export(self, user_id: int) -> bytes:
        """Return everything stored about a user, as a JSON file."""
        data = await self._store.read(lambda tx: privacy.of_person(tx, user_id))
        export = {"user_id": user_id, "exported_at": self._clock(), **data}
        text = json.dumps(_plain(export), ensure_ascii=False, indent=1)
        return text.encode()

    @transactional
    async def show_globally(self, tx: Transaction, user_id: int, is_shown_globally: bool) -> None:
        """Set whether a user is shown on global leaderboards."""
        person = await preferences.get(tx, user_id, locked=True)
        await preferences.save(tx, dataclasses.replace(person, is_shown_globally=is_shown_globally))
        await stored_ratings.hide(tx, user_id, stored_ratings.EVERYWHERE, not is_shown_globally)

    async def remove(self, user_id: int) -> RemovalResult:
        """Delete a user: leave everything they take part in, and remove their data.

        They leave events and teams, resign matches and close challenges. Events they have played in
        stay intact, without the name. Matches that start in the meantime are resigned too. If it is
        interrupted, it can be requested again.
        """
        resigned = 0
        for _ in range(MAX_ROUNDS):
            await self._leave(user_id)
            resigned += await self._resign_all(user_id)
            try:
                cancelled = await self._store.write(lambda tx: self._remove(tx, user_id))
            except Outdated as error:
                log.info("retrying to delete user %s: %s", user_id, error)
                continue
            if cancelled is not None:
                self._languages.forget(user_id)
                log.info("deleted a user and resigned %d matches", resigned)
                return RemovalResult(resigned, cancelled)
        raise RuntimeError(f"user {user_id} started matches faster than they could be resigned")

    async def _resign_all(self, user_id: int) -> int:
        resigned = 0
        running = await self._store.read(lambda tx: match_lists.running_of(tx, user_id))
        for match in running:
            try:
                await self._resign(match.id, user_id)
                resigned += 1
            except Refusal as refusal:
                log.info("could not resign match %s: %s", match.id, refusal.code)
        return resigned

    async def _remove(self, tx: Transaction, user_id: int) -> int | None:
        """Delete a user's data in one transaction.

        :returns: the number of closed challenges, or None if they have a running match again.
        :raises Outdated: after a conflicting change.
        """
        now = self._clock()
        for removal in _REMOVALS:
            await removal(tx, user_id, now)
        # Locking order: challenges before matches, matches before people.
        challenge_ids = await privacy.open_challenges_of(tx, user_id)
        await stored_challenges.lock(tx, challenge_ids)
        # The end of a match that they have left waits for this lock, and then rates the stand-in.
        match_ids = await privacy.matches_of(tx, user_id)
        await stored_matches.lock(tx, match_ids)
        # Other changes of this person wait too.
        await preferences.get(tx, user_id, locked=True)
        if await match_lists.running_of(tx, user_id, limit=1):
            return None
        if await privacy.matches_of(tx, user_id) != match_ids:
            raise Outdated(f"the matches of user {user_id}", len(match_ids))
        if await privacy.open_challenges_of(tx, user_id) != challenge_ids:
            raise Outdated(f"the challenges of user {user_id}", len(challenge_ids))
        for challenge_id in challenge_ids:
            challenge = await stored_challenges.get(tx, challenge_id)
            assert challenge is not None
            state = "cancelled" if challenge.challenger_id == user_id else "declined"
            await close(tx, challenge, state, now)
        rated_in = await privacy.rated_in(tx, user_id)
        direct_channels = await privacy.direct_channels(tx, user_id)
        await queue.forget_person(tx, user_id, direct_channels)
        await privacy.replace(tx, user_id, DELETED)
        for guild_id in rated_in:
            await notices.update_leaderboard(tx, guild_id, now)
        return len(challenge_ids)


def _plain(value: Any) -> Any:
    """Convert a value to JSON types that every reader understands."""
    if isinstance(value, Mapping):
        entries = cast(Mapping[object, Any], value)
        return {str(key): _plain(each) for key, each in entries.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in cast(Sequence[Any], value)]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, int) and abs(value) > MAX_EXACT_INTEGER:
        return str(value)
    return value
