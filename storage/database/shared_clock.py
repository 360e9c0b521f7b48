"""A common clock for all processes on a database, which is the database's own.

Times such as leases and deadlines are compared between processes, whose machines' clocks differ. A
single process uses its machine's clock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

from sqlalchemy import func, select

from storage.database.store import Store
from storage.database.tables import Moment
from storage.database.transaction import NotStoredError

log = logging.getLogger(__name__)


INTERVAL_SECONDS = 60.0


class SharedClock:
    """The time of the database, by the machine's clock and its difference at the latest query.

    The machine's clock goes on while the machine sleeps, `time.monotonic` doesn't.
    """

    def __init__(self, store: Store, machine_clock: Callable[[], datetime]) -> None:
        """:param machine_clock: the clock of the machine."""
        self._store = store
        self._machine_clock = machine_clock
        self._ahead = timedelta()
        """How far the database's clock is ahead of the machine's."""

    def __call__(self) -> datetime:
        return self._machine_clock() + self._ahead

    async def set(self) -> None:
        """Query the database's time, if it is shared."""
        if not self._store.is_shared:
            return
        async with self._store.read() as tx:
            requested_at = self._machine_clock()
            now = select(func.clock_timestamp(type_=Moment))
            database_time: datetime = (await tx.execute(now)).scalar_one()
            # The time was taken about halfway between request and response.
            self._ahead = database_time - requested_at - (self._machine_clock() - requested_at) / 2

    @asynccontextmanager
    async def synchronised(self) -> AsyncGenerator[None]:
        """Set the clock now and regularly within the block."""
        await self.set()
        task = asyncio.create_task(self._set_regularly())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _set_regularly(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            try:
                await self.set()
            except NotStoredError as error:
                log.warning("the clock can't reach the database: %s", error)
