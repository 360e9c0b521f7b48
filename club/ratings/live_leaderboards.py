"""Live leaderboards, each kept up to date in one channel of a server.

A rated match queues a post. Each message is updated at most once in ten minutes, and once a day
even without matches, since people drop out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from club import audit
from club.audit import Admin
from club.outbox import posts, queue
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.ratings import leaderboards
from storage.ratings.leaderboards import LiveLeaderboard

UPDATE_INTERVAL = timedelta(minutes=10)
"""Minimum time between two updates of a message."""

REFRESHED_AFTER = timedelta(days=1)


class LiveLeaderboards:
    """The live leaderboards of all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, guild_id: int) -> LiveLeaderboard | None:
        """Return a server's live leaderboard, or None if it has none."""
        return await self._store.read(lambda tx: leaderboards.get(tx, guild_id))

    @transactional
    async def move(
        self, tx: Transaction, guild_id: int, channel_id: int | None, admin: Admin
    ) -> None:
        """Move a leaderboard to another channel, or switch it off and delete its former message."""
        now = self._clock()
        former = await leaderboards.get(tx, guild_id, locked=True)
        if former is not None and former.channel_id == channel_id:
            return
        before = None if former is None else former.channel_id
        await audit.note(tx, guild_id, admin, now, "leaderboard_channel_id", before, channel_id)
        if former is not None and former.message_id is not None:
            removal = posts.remove_message(guild_id, former.channel_id, former.message_id, now)
            await queue.enqueue(tx, removal)
        if channel_id is None:
            await leaderboards.remove(tx, guild_id)
            return
        game = None if former is None else former.game
        await self._save(tx, LiveLeaderboard(guild_id, channel_id, game, None, now), now)

    @transactional
    async def choose(self, tx: Transaction, guild_id: int, game: str | None, admin: Admin) -> None:
        """Change the game of a leaderboard, or None for the overview of all games."""
        now = self._clock()
        former = await leaderboards.get(tx, guild_id, locked=True)
        if former is not None and former.game != game:
            await audit.note(tx, guild_id, admin, now, "leaderboard_game", former.game, game)
            await self._save(tx, replace(former, game=game, next_at=now), now)

    @transactional
    async def begin(self, tx: Transaction, guild_id: int) -> LiveLeaderboard | None:
        """Return the leaderboard to be shown now. Later changes will queue another post."""
        now = self._clock()
        live = await leaderboards.get(tx, guild_id, locked=True)
        if live is not None:
            live = replace(live, next_at=now + UPDATE_INTERVAL)
            await leaderboards.save(tx, live)
        return live

    async def note_shown(
        self, tx: Transaction, live: LiveLeaderboard, message_id: int, now: datetime
    ) -> None:
        """Store the message of a leaderboard, or queue its deletion if it is no longer wanted."""
        if await leaderboards.set_message(tx, live, message_id):
            await queue.enqueue(tx, posts.leaderboard(live, now + REFRESHED_AFTER, now))
        elif message_id != live.message_id:
            removal = posts.remove_message(live.guild_id, live.channel_id, message_id, now)
            await queue.enqueue(tx, removal)

    async def _save(self, tx: Transaction, live: LiveLeaderboard, now: datetime) -> None:
        await leaderboards.save(tx, live)
        await queue.enqueue(tx, posts.leaderboard_now(live, now))
