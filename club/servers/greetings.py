"""The bot's introduction to a server it has just joined.

It goes through the outbox, whose keys prevent duplicates, even after a restart.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from club.outbox import posts
from club.outbox import queue as outbox
from storage.database.store import Store

NEWS = timedelta(days=1)
"""Time after joining in which the bot introduces itself, less than the outbox keeps keys."""


class Greetings:
    """The greetings of all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._seen: set[int] = set()

    def is_done(self, guild_id: int) -> bool:
        """Whether this process has already handled a server."""
        return guild_id in self._seen

    async def queue(
        self, guild_id: int, channel_id: int | None, joined_at: datetime | None
    ) -> None:
        """Queue the greeting of a server that the bot has joined recently.

        :param channel_id: the channel to post in, or None if there is none.
        """
        now = self._clock()
        if channel_id is not None and joined_at is not None and now - joined_at <= NEWS:
            await self._store.write(
                lambda tx: outbox.enqueue(tx, posts.greeting(guild_id, channel_id, now))
            )
        self._seen.add(guild_id)

    def forget(self, guild_id: int) -> None:
        """Forget a server, so that it is handled again if the bot rejoins."""
        self._seen.discard(guild_id)
