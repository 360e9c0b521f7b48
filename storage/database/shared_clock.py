"""One clock for all processes on a database: the database's.

Times such as leases and deadlines are compared between processes, whose machines' clocks differ. A
single process uses its machine's clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import func, select

from storage.database.schema import Moment
from storage.database.store import Store


class SharedClock:
    """The time of the database, extrapolated from regular queries."""

    def __init__(self, store: Store, own: Callable[[], datetime]) -> None:
        """:param own: the clock of the machine."""
        self._store = store
        self._own = own
        self._set_at: tuple[datetime, float] | None = None
        """The database's time, and `time.monotonic` at that moment."""

    def __call__(self) -> datetime:
        if self._set_at is None:
            return self._own()
        then, at = self._set_at
        return then + timedelta(seconds=time.monotonic() - at)

    async def set(self) -> None:
        """Ask the database for its time, if it is shared."""
        if not self._store.is_shared:
            return
        async with self._store.read() as tx:
            asked_at = time.monotonic()
            now = select(func.clock_timestamp(type_=Moment))
            then: datetime = (await tx.execute(now)).scalar_one()
            # The answer was given about half-way between request and response.
            self._set_at = then, (asked_at + time.monotonic()) / 2
