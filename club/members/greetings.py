"""The greeting with which the bot introduces itself once in a server that it has just joined.

It goes through the outbox, whose keys prevent a second one, also after a restart.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from club.outbox import outbox, posts
from storage.database.store import Store

NEWS = timedelta(days=1)
"""How long after joining the bot still introduces itself; less than the outbox remembers."""


class Greetings:
    """The greetings of all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._seen: set[int] = set()

    def is_done(self, guild_id: int) -> bool:
        """Whether this process has already dealt with a server."""
        return guild_id in self._seen

    async def queue(
        self, guild_id: int, channel_id: int | None, joined_at: datetime | None
    ) -> None:
        """Queue the greeting of a server if the bot has joined it lately.

        :param channel_id: where it may be posted, None for nowhere.
        """
        now = self._clock()
        if channel_id is not None and joined_at is not None and now - joined_at <= NEWS:
            async with self._store.write() as tx:
                await outbox.enqueue(tx, posts.greeting(guild_id, channel_id, now))
        self._seen.add(guild_id)

    def forget(self, guild_id: int) -> None:
        """Deal with a server anew should the bot come back to it."""
        self._seen.discard(guild_id)
