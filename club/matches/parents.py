"""The channels that threads belong to, for matches stored before this was noted.

Until it is known, only the players of such a match may know of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.matches import parents

AT_ONCE = 20
"""Places asked about in one round."""

AskParent = Callable[[int, int], Awaitable[int | None]]
"""Return the channel of a place, by the ids of its server and itself; None if unknown for now."""


class Parents:
    """Asks once about each place."""

    def __init__(self, store: Store, shards: Shards = ALL) -> None:
        """:param shards: the shards whose servers are asked about."""
        self._store = store
        self._shards = shards
        self._last: int | None = 0

    async def learn(self, ask: AskParent) -> None:
        """Ask about the next places, and store the answers."""
        if self._last is None:
            return
        async with self._store.read() as tx:
            places = await parents.unknown(tx, self._last, AT_ONCE, self._shards)
        for guild_id, place_id in places:
            parent_id = await ask(guild_id, place_id)
            if parent_id is not None:
                async with self._store.write() as tx:
                    await parents.put(tx, place_id, parent_id)
            self._last = place_id
        if len(places) < AT_ONCE:
            self._last = None
