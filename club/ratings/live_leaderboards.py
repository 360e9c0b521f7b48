"""Live leaderboards, each kept up to date in one channel of a server.

A rated match makes it due. A front claims it, shows it and reports the message. An unreported claim
expires when the next update is due. Each message is updated at most once in ten minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from club import audit
from club.audit import Admin
from club.outbox import posts, queue
from storage.database.shards import ALL, Shards
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.ratings import leaderboards
from storage.ratings.leaderboards import LiveLeaderboard

UPDATE_INTERVAL = timedelta(minutes=10)
"""Minimum time between two updates of a message."""

RETRY_DELAY = timedelta(hours=1)
"""Delay before retrying if the bot can't post or the channel is gone."""

MAX_AT_ONCE = 20
"""Maximum number of leaderboards shown per round."""


@dataclass(frozen=True, slots=True)
class LeaderboardClaim:
    """A leaderboard claimed by a process that is about to show it."""

    live: LiveLeaderboard
    """The leaderboard when it was claimed."""
    at: datetime
    until: datetime
    """When the claim expires, which also identifies it."""

    @property
    def may_be_shown_already(self) -> bool:
        """Whether an earlier claim may have posted a message that it could not report."""
        return self.live.message_id is None and self.live.state == "showing"


class LiveLeaderboards:
    """The live leaderboards of all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime], shards: Shards = ALL) -> None:
        """:param shards: the shards whose servers `due` covers."""
        self._store = store
        self._clock = clock
        self._shards = shards

    async def of(self, guild_id: int) -> LiveLeaderboard | None:
        """Return a server's live leaderboard, or None if it has none."""
        return await self._store.read(lambda tx: leaderboards.get(tx, guild_id))

    @transactional
    async def move(
        self, tx: Transaction, guild_id: int, channel_id: int | None, admin: Admin
    ) -> None:
        """Move a leaderboard to another channel, or switch it off and delete its former message."""
        now = self._clock()
        former = await leaderboards.get(tx, guild_id)
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
        live = LiveLeaderboard(guild_id, channel_id, game, None, "due", now)
        await leaderboards.save(tx, live)

    @transactional
    async def choose(self, tx: Transaction, guild_id: int, game: str | None, admin: Admin) -> None:
        """Change the game of a leaderboard, or None for the overview of all games."""
        now = self._clock()
        former = await leaderboards.get(tx, guild_id)
        if former is not None and former.game != game:
            await audit.note(tx, guild_id, admin, now, "leaderboard_game", former.game, game)
            live = replace(former, game=game, state="due", next_at=now)
            await leaderboards.save(tx, live)

    async def due(self) -> tuple[LiveLeaderboard, ...]:
        """Return due leaderboards, up to a limit."""
        async with self._store.read() as tx:
            now = self._clock()
            return await leaderboards.to_show(tx, now, MAX_AT_ONCE, self._shards)

    async def claim(self, live: LiveLeaderboard) -> LeaderboardClaim | None:
        """Claim a leaderboard, or None if another process has claimed it or it has changed."""
        now = self._clock()
        claim = LeaderboardClaim(live, now, now + UPDATE_INTERVAL)
        is_claimed = await self._store.write(
            lambda tx: leaderboards.claim(tx, live, now, claim.until)
        )
        return claim if is_claimed else None

    async def note_refused(self, claim: LeaderboardClaim) -> None:
        """Postpone a leaderboard because the bot can't post in its channel."""
        until = claim.at + RETRY_DELAY
        await self._store.write(
            lambda tx: leaderboards.postpone(tx, claim.live, until, claim.until)
        )

    @transactional
    async def note_shown(self, tx: Transaction, claim: LeaderboardClaim, message_id: int) -> None:
        """Store the message of a leaderboard, or queue its deletion if it is no longer wanted."""
        live = claim.live
        is_wanted = await leaderboards.mark_shown(tx, live, message_id, claim.until)
        if not is_wanted and message_id != live.message_id:
            # It was moved or switched off while the message was being sent.
            removal = posts.remove_message(live.guild_id, live.channel_id, message_id, claim.at)
            await queue.enqueue(tx, removal)
