"""Values that a front stores between runs."""

from __future__ import annotations

from collections.abc import Mapping

from storage.database import key_values
from storage.database.store import Store

INVITE = "invite"
"""The name of the link that invites the bot to a server."""


class FrontNotes:
    """Stores texts by name."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, name: str) -> str | None:
        """Return a text, or None if there is none."""
        async with self._store.read() as tx:
            return await key_values.get(tx, name)

    async def put(self, notes: Mapping[str, str]) -> None:
        """Store texts in one transaction."""
        async with self._store.write() as tx:
            for name, text in notes.items():
                await key_values.put(tx, name, text)
