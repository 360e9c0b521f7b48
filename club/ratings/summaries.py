"""Monthly summaries of a server: activity, climbers and the match of the month."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from club.calendar import bounds_of, month_before
from club.members.membership import Membership
from club.outbox import posts, queue
from club.parts import LoadedParts
from rules.registry import GAMES
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import StoredMatch
from storage.ratings import summaries
from storage.ratings.ratings import Standing, whole_points
from storage.ratings.summaries import Active, Upset
from storage.servers import settings

FIRST_DAYS = 7
"""Days of a month during which the previous month's summary is posted."""

MAX_AT_ONCE = 50
"""Maximum number of summaries queued per round."""

MAX_NAMED = 3
"""Maximum number of people per heading."""

MAX_CANDIDATES = 20
"""Number of people or matches fetched as candidates, before filtering."""

MIN_UPSET = 100
"""Minimum rating difference of an upset to be the match of the month."""

OPEN_UNTIL: LoadedParts[tuple[Transaction, str, datetime], int] = LoadedParts()
"""The servers with something open at a moment that counts for the summary of a month."""

IsOpen = Callable[[int], bool]
"""Whether a channel, by its id, is visible to everyone who will see the summary."""


@dataclass(frozen=True, slots=True)
class MonthlySummary:
    """The activity of a server in one month."""

    counts: dict[str, int]
    """Finished matches by game, most played first."""
    active: tuple[Active, ...]
    """The most active members."""
    climbers: tuple[Standing, ...]
    """The members whose ratings rose most."""
    names: dict[int, str]
    """The current names of these members."""
    match: StoredMatch | None
    """The match of the month."""
    upset: Upset | None
    """The upset in it, or None if it was chosen as the longest match."""


class MonthlySummaries:
    """The summaries of all servers."""

    def __init__(self, store: Store, membership: Membership, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._membership = membership
        self._clock = clock

    async def queue_due(self) -> None:
        """Queue the summaries of the previous month, once per server.

        They wait for what is still open in the month, such as its last daily puzzle.
        """
        now = self._clock()
        if now.astimezone(UTC).day > FIRST_DAYS:
            return
        month = month_before(now)
        async with self._store.read() as tx:
            waiting = await OPEN_UNTIL.of((tx, month, now))
            guild_ids = await settings.without_summary(tx, month, waiting, MAX_AT_ONCE)
        for guild_id in guild_ids:
            await self._queue(guild_id, month, now)

    @transactional
    async def _queue(self, tx: Transaction, guild_id: int, month: str, now: datetime) -> None:
        channel_id = await settings.claim_summary(tx, guild_id, month)
        if channel_id is not None and not self._membership.deleted(guild_id, [channel_id]):
            await queue.enqueue(tx, posts.summary(guild_id, channel_id, month, now))

    async def of(self, guild_id: int, month: str, is_open: IsOpen) -> MonthlySummary | None:
        """Return the summary of a month (`2026-10`), or None if no match was finished.

        :param is_open: restricts the match of the month to such channels.
        """
        time = guild_id, *bounds_of(month)
        async with self._store.read() as tx:
            counts = await summaries.counts(tx, *time)
            if not counts:
                return None
            active = await summaries.most_active(tx, *time, MAX_CANDIDATES)
            climbers = await summaries.climbers(tx, guild_id, month, list(GAMES), MAX_CANDIDATES)
            match, upset = await _match_of_the_month(tx, guild_id, month, is_open)
        names = await self._present(guild_id, {each.user_id: each.name for each in active})
        names |= await self._present(
            guild_id, {climber.user_id: climber.name for climber in climbers}
        )
        rose = [
            climber
            for climber in climbers
            if whole_points(climber.mu) > whole_points(climber.mu_before)
        ]
        return MonthlySummary(
            counts,
            _named(active, names),
            _named(rose, names),
            names,
            match,
            upset,
        )

    async def _present(self, guild_id: int, names: dict[int, str]) -> dict[int, str]:
        """Return the names of users who are still in the server and may be named."""
        await self._membership.check(guild_id, names)
        return await self._membership.present(guild_id, names)


async def _match_of_the_month(
    tx: Transaction, guild_id: int, month: str, is_open: IsOpen
) -> tuple[StoredMatch | None, Upset | None]:
    """Return the biggest upset if it is big enough, else the longest match."""
    time = guild_id, *bounds_of(month)
    upsets = await summaries.upsets(tx, *time, MAX_CANDIDATES)
    ids = await summaries.longest(tx, *time, MAX_CANDIDATES)
    numbers = {*ids, *(upset.match_id for upset in upsets)}
    matches = {
        match.id: match
        for match in await match_lists.by_numbers(tx, numbers)
        if is_open(match.place.forum_id or match.place.channel_id)
    }
    upset = next((each for each in upsets if each.match_id in matches), None)
    if upset is not None and upset.points >= MIN_UPSET:
        return matches[upset.match_id], upset
    longest = next((match_id for match_id in ids if match_id in matches), None)
    return (None if longest is None else matches[longest]), None


Named = TypeVar("Named", Active, Standing)


def _named(people: Sequence[Named], names: dict[int, str]) -> tuple[Named, ...]:
    """Return the first few people who may be named."""
    return tuple([person for person in people if person.user_id in names][:MAX_NAMED])
