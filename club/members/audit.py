"""The audit of a server: what its admins and moderators have changed, for its admins to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.members import audit
from storage.members.audit import Change, NewChange

KEPT = timedelta(days=365)
"""How long a change can be read."""

MATCH = "match"
"""What was changed where a moderator has ended a match; it was running before."""


AuditValue = str | int | bool | list[int] | list[str] | None
"""A setting as the audit keeps it: codes, numbers and ids, no words."""


@dataclass(frozen=True, slots=True)
class Admin:
    """Who changes something, and what they are called."""

    user_id: int
    name: str


async def note(
    tx: Transaction, guild_id: int, admin: Admin, at: datetime, what: str, before: Any, after: Any
) -> None:
    """Keep what somebody changes, in the transaction that changes it; nothing where it stays as it
    was."""
    if before == after:
        return
    change = NewChange(guild_id, at, admin.user_id, admin.name, what, before, after)
    await audit.add(tx, change)


class Audit:
    """What was changed in all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of_guild(
        self, guild_id: int, limit: int, *, before: int | None = None
    ) -> tuple[Change, ...]:
        """The latest changes of a server, the latest first.

        :param before: the number of a change; only those before it.
        """
        async with self._store.read() as tx:
            return await audit.of_guild(tx, guild_id, limit, before=before)

    async def forget_old(self) -> None:
        """Remove what nobody needs to know any more."""
        async with self._store.write() as tx:
            await audit.forget(tx, self._clock() - KEPT)
