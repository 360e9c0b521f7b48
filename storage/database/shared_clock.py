"""One clock for all processes on a database: the database's own.

Where several processes compare times, as of a lease or a deadline, machines whose clocks differ
would disagree. A process that is alone has the clock of its machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import func, select

from storage.database.schema import Moment
from storage.database.store import Store


class SharedClock:
    """Tells the time of the database, as far as it was asked; it is asked again and again."""

    def __init__(self, store: Store, own: Callable[[], datetime]) -> None:
        """:param own: the clock of the machine."""
        self._store = store
        self._own = own
        self._set_at: tuple[datetime, float] | None = None
        """What the database said, and the moment of that by `time.monotonic`."""

    def __call__(self) -> datetime:
        if self._set_at is None:
            return self._own()
        then, at = self._set_at
        return then + timedelta(seconds=time.monotonic() - at)

    async def set(self) -> None:
        """Ask the database, where others ask it too."""
        if not self._store.is_shared:
            return
        async with self._store.read() as tx:
            asked_at = time.monotonic()
            now = select(func.clock_timestamp(type_=Moment))
            then: datetime = (await tx.execute(now)).scalar_one()
            # It was said about half-way between question and answer.
            self._set_at = then, (asked_at + time.monotonic()) / 2
