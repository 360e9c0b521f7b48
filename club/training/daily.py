"""Choosing, queueing and closing the daily puzzle of each server.

It is queued in the transaction that claims the day (`stored_settings.puzzle_day`), so only one
process posts it, and a crash leaves it in the outbox.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from club import calendar
from club.members.membership import Membership
from club.outbox import posts, queue
from engine.puzzles import Puzzle, puzzles
from rules.registry import GAMES
from storage.database.shards import Shards
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.members import preferences
from storage.members.preferences import Preferences
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings
from storage.training import daily
from storage.training.daily import DailyPuzzle, DailySolver, Solved

MAX_AT_ONCE = 500
"""Maximum number of servers whose puzzles are queued per round."""

MAX_NAMED = 20
"""Maximum number of solvers named on a card."""

MAX_IN_TABLE = 10
"""Maximum number of solvers in a monthly table."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a daily puzzle."""

    tried: int
    solved: int
    """The number of members who solved it on the first try."""
    named: tuple[DailySolver, ...]
    """The solvers who agreed to be named, earliest first."""


@dataclass(frozen=True, slots=True)
class MonthlyTable:
    """The results of a server's daily puzzles in a month."""

    posted: int
    solved: int
    """Total number of solutions on the first try."""
    best: tuple[Solved, ...]
    """The best of the solvers who agreed to be named."""


class DailyPuzzles:
    """The daily puzzles of all servers."""

    def __init__(
        self,
        store: Store,
        membership: Membership,
        clock: Callable[[], datetime],
        shards: Shards,
    ) -> None:
        """:param shards: the shards whose servers get puzzles from this process."""
        self._store = store
        self._membership = membership
        self._clock = clock
        self._shards = shards

    async def queue_due(self) -> None:
        """Queue due puzzles, and the solutions of those whose day is over."""
        await self._close_due()
        now = self._clock().astimezone(UTC)
        day, day_before = calendar.latest_day(now, 0), calendar.latest_day(now, 24)
        async with self._store.read() as tx:
            guild_ids = await stored_settings.without_puzzle(
                tx, now.hour, day, day_before, MAX_AT_ONCE, self._shards
            )
        for guild_id in guild_ids:
            await self._queue(guild_id)

    async def of(self, guild_id: int, day: str) -> DailyPuzzle | None:
        """Return the daily puzzle of a server, if any."""
        return await self._store.read(lambda tx: daily.get(tx, guild_id, day))

    async def set_message(self, guild_id: int, day: str, message_id: int) -> None:
        """Store the message of a puzzle's card."""
        await self._store.write(lambda tx: daily.set_message(tx, guild_id, day, message_id))

    async def results(self, guild_id: int, day: str) -> Results:
        """Return the results of a daily puzzle so far."""
        async with self._store.read() as tx:
            tried, solved = await daily.tries(tx, guild_id, day)
            named = await daily.named(tx, guild_id, day, MAX_NAMED)
            return Results(tried, solved, named)

    async def table(self, guild_id: int, month: str) -> MonthlyTable | None:
        """Return the results of a month's daily puzzles, or None if there were none.

        Also None until the last one is over.

        :param month: formatted like `2026-10`.
        """
        first, last = f"{month}-01", f"{month}-31"
        async with self._store.read() as tx:
            posted, solved = await daily.totals(tx, guild_id, first, last)
            if not posted or await daily.is_any_open(tx, guild_id, first, last, self._clock()):
                return None
            best = await daily.table(tx, guild_id, first, last, MAX_IN_TABLE)
            return MonthlyTable(posted, solved, best)

    @transactional
    async def set_named_as_solver(self, tx: Transaction, user_id: int, is_on: bool) -> Preferences:
        """Set whether a user is named as a solver on the cards of daily puzzles."""
        person = await preferences.get(tx, user_id, locked=True)
        person = dataclasses.replace(person, named_as_solver=is_on)
        await preferences.save(tx, person)
        return person

    @transactional
    async def _queue(self, tx: Transaction, guild_id: int) -> None:
        """Choose and queue the latest puzzle of a server, unless another process already has."""
        settings = await stored_settings.get(tx, guild_id)
        now = self._clock()
        day = calendar.latest_day(now, settings.puzzle_hour)
        claimed = await stored_settings.claim_puzzle(tx, guild_id, day)
        if claimed is None:
            return
        claimed = self._membership.existing(claimed)
        if claimed.puzzle_channel_id is None:
            return
        puzzle = await _choose(tx, claimed, day)
        if puzzle is None:
            return
        closes_at = calendar.moment_of(day, settings.puzzle_hour) + calendar.DAY
        await daily.add(
            tx,
            DailyPuzzle(
                guild_id,
                day,
                claimed.puzzle_channel_id,
                puzzle.game,
                puzzle.key,
                closes_at,
            ),
        )
        await queue.enqueue(tx, posts.puzzle(guild_id, claimed.puzzle_channel_id, day, now))

    async def _close_due(self) -> None:
        now = self._clock()
        ended = await self._store.read(lambda tx: daily.over(tx, now, MAX_AT_ONCE))
        for puzzle in ended:
            await self._close(puzzle, now)

    @transactional
    async def _close(self, tx: Transaction, puzzle: DailyPuzzle, now: datetime) -> None:
        if not await daily.close(tx, puzzle.guild_id, puzzle.day):
            return
        # Its card may have been posted in the meantime.
        current = await daily.get(tx, puzzle.guild_id, puzzle.day)
        if current is not None and current.message_id is not None:
            post = posts.puzzle_over(puzzle.guild_id, puzzle.channel_id, puzzle.day, now)
            await queue.enqueue(tx, post)


async def _choose(tx: Transaction, settings: GuildSettings, day: str) -> Puzzle | None:
    """Choose the puzzle of a day deterministically.

    It is one that the server has had least often, from the game that has not come up for longest.
    """
    games = [key for key in settings.puzzle_games or GAMES if key in GAMES and puzzles(key)]
    times = await daily.times_given(tx, settings.guild_id)
    candidates = [puzzle for key in games for puzzle in puzzles(key)]
    if not candidates:
        return None
    fewest = min(times.get(candidate.key, 0) for candidate in candidates)
    remaining = [candidate for candidate in candidates if times.get(candidate.key, 0) == fewest]
    random = Random(f"{settings.guild_id} {day}")
    random.shuffle(remaining)
    latest = await daily.latest(tx, settings.guild_id, len(GAMES))
    return max(remaining, key=lambda each: _days_since(latest, each.game))


def _days_since(latest: Sequence[DailyPuzzle], game: str) -> int:
    """Return how many puzzles ago a server had one of a game, at most the number of `latest`."""
    return next((place for place, each in enumerate(latest) if each.game == game), len(latest))
