"""The audit log of a server: changes by its admins and moderators, readable by admins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.servers import audit
from storage.servers.audit import AuditCode, Change, NewChange

RETENTION = timedelta(days=365)
"""How long changes are kept."""

MATCH: Final = "match"
"""The code of a match ended by a moderator."""


@dataclass(frozen=True, slots=True)
class Admin:
    """An admin or moderator and their name."""

    user_id: int
    name: str


async def note(
    tx: Transaction,
    guild_id: int,
    admin: Admin,
    at: datetime,
    what: AuditCode,
    before: Any,
    after: Any,
) -> None:
    """Log a change in the transaction that makes it, unless the value stays the same.

    The values are codes, numbers and ids, no words.
    """
    if before == after:
        return
    change = NewChange(guild_id, at, admin.user_id, admin.name, what, before, after)
    await audit.add(tx, change)


class Audit:
    """Reads the audit logs of all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of_guild(
        self, guild_id: int, limit: int, *, before: int | None = None
    ) -> tuple[Change, ...]:
        """Return changes of a server, latest first.

        :param before: the number of a change, for earlier ones only.
        """
        return await self._store.read(lambda tx: audit.of_guild(tx, guild_id, limit, before=before))

    async def forget_old(self) -> None:
        """Delete old changes."""
        await self._store.write(lambda tx: audit.forget(tx, self._clock() - RETENTION))
