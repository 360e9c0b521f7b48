"""The puzzle of each day in a server: chosen, queued once, closed a day later.

What is posted is queued in the transaction that takes the day (`guild_settings.puzzle_day`), so of
several processes one posts it, and one that dies leaves it in the outbox.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from club.outbox import outbox, posts
from club.puzzles import days
from engine.puzzles import Puzzle, puzzles
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.members import guild_settings, people
from storage.members.guild_settings import GuildSettings
from storage.members.people import Preferences
from storage.puzzles import daily
from storage.puzzles.daily import DailyPuzzle, DailySolver, Solved

MOST_AT_ONCE = 500
"""Servers whose puzzles are queued in one round."""

MOST_NAMED = 20
"""Solvers named on a card."""

MOST_IN_TABLE = 10
"""Solvers in the table of a month."""


@dataclass(frozen=True, slots=True)
class Results:
    """How a daily puzzle went."""

    tried: int
    solved: int
    """On the first try."""
    named: tuple[DailySolver, ...]
    """Those of them who wish to be named, the first first."""


@dataclass(frozen=True, slots=True)
class MonthlyTable:
    """How the daily puzzles of a month went in a server."""

    posted: int
    solved: int
    """How often one was solved on the first try."""
    best: tuple[Solved, ...]
    """Who solved most so, of those who wish to be named."""


class DailyPuzzles:
    """Those of all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def queue_due(self) -> None:
        """Queue the puzzles whose hour has come, and the solutions of those whose day is over."""
        await self._close_due()
        now = self._clock().astimezone(UTC)
        day, day_before = days.latest_day(now, 0), days.latest_day(now, 24)
        async with self._store.read() as tx:
            guild_ids = await guild_settings.without_puzzle(
                tx, now.hour, day, day_before, MOST_AT_ONCE
            )
        for guild_id in guild_ids:
            async with self._store.write() as tx:
                await self._queue(tx, guild_id)

    async def of(self, guild_id: int, day: str) -> DailyPuzzle | None:
        """The puzzle of a day."""
        async with self._store.read() as tx:
            return await daily.get(tx, guild_id, day)

    async def posted(self, guild_id: int, day: str, message_id: int) -> None:
        """Say what message its card has become."""
        async with self._store.write() as tx:
            await daily.set_message(tx, guild_id, day, message_id)

    async def results(self, guild_id: int, day: str) -> Results:
        """How many have tried it so far, and who has solved it."""
        async with self._store.read() as tx:
            tried, solved = await daily.tries(tx, guild_id, day)
            named = await daily.named(tx, guild_id, day, MOST_NAMED)
            return Results(tried, solved, named)

    async def table(self, guild_id: int, month: str) -> MonthlyTable | None:
        """How the puzzles of a month went, None where there were none.

        :param month: as in `2026-10`.
        """
        first, last = f"{month}-01", f"{month}-31"
        async with self._store.read() as tx:
            posted, solved = await daily.totals(tx, guild_id, first, last)
            if not posted:
                return None
            best = await daily.table(tx, guild_id, first, last, MOST_IN_TABLE)
            return MonthlyTable(posted, solved, best)

    async def be_named(self, user_id: int, wanted: bool) -> Preferences:
        """Be named as a solver on the cards of daily puzzles, or not."""
        async with self._store.write() as tx:
            person = await people.get(tx, user_id, locked=True)
            person = dataclasses.replace(person, named_as_solver=wanted)
            await people.save(tx, person)
            return person

    async def _queue(self, tx: Transaction, guild_id: int) -> None:
        """Choose and queue the latest puzzle of a server, unless another process has."""
        settings = await guild_settings.get(tx, guild_id)
        now = self._clock()
        day = days.latest_day(now, settings.puzzle_hour)
        taken = await guild_settings.claim_puzzle(tx, guild_id, day)
        if taken is None or taken.puzzle_channel_id is None:
            return
        found = await _chosen(tx, taken, day)
        if found is None:
            return
        closes_at = days.moment_of(day, settings.puzzle_hour) + days.DAY
        await daily.add(
            tx,
            DailyPuzzle(guild_id, day, taken.puzzle_channel_id, found.game, found.key, closes_at),
        )
        await outbox.enqueue(tx, posts.puzzle(guild_id, taken.puzzle_channel_id, day, now))

    async def _close_due(self) -> None:
        now = self._clock()
        async with self._store.read() as tx:
            over = await daily.over(tx, now, MOST_AT_ONCE)
        for each in over:
            async with self._store.write() as tx:
                if not await daily.close(tx, each.guild_id, each.day):
                    continue
                # Its card may have been posted since.
                present = await daily.get(tx, each.guild_id, each.day)
                if present is not None and present.message_id is not None:
                    over_post = posts.puzzle_over(each.guild_id, each.channel_id, each.day, now)
                    await outbox.enqueue(tx, over_post)


async def _chosen(tx: Transaction, settings: GuildSettings, day: str) -> Puzzle | None:
    """The puzzle of a day: one of those that the server was given least often, of the game whose
    turn has not come for longest; the same whoever asks."""
    games = [key for key in settings.puzzle_games or GAMES if key in GAMES and puzzles(key)]
    times = await daily.times_given(tx, settings.guild_id)
    candidates = [each for key in games for each in puzzles(key)]
    if not candidates:
        return None
    fewest = min(times.get(each.key, 0) for each in candidates)
    left = [each for each in candidates if times.get(each.key, 0) == fewest]
    random = Random(f"{settings.guild_id} {day}")
    random.shuffle(left)
    latest = await daily.latest(tx, settings.guild_id, len(GAMES))
    return max(left, key=lambda each: _days_since(latest, each.game))


def _days_since(latest: Sequence[DailyPuzzle], game: str) -> int:
    """How many puzzles ago a server had one of a game; of those that it had not lately, as many as
    were looked at."""
    return next((place for place, each in enumerate(latest) if each.game == game), len(latest))
