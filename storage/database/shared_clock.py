"""A common clock for all processes on a database, which is the database's own.

Times such as leases and deadlines are compared between processes, whose machines' clocks differ. A
single process uses its machine's clock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

from sqlalchemy import func, select

from storage.database.errors import NotStored
from storage.database.schema import Moment
from storage.database.store import Store

EVERY_SECONDS = 60.0

log = logging.getLogger(__name__)


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
        """Query the database's time, if it is shared."""
        if not self._store.is_shared:
            return
        async with self._store.read() as tx:
            asked_at = time.monotonic()
            now = select(func.clock_timestamp(type_=Moment))
            then: datetime = (await tx.execute(now)).scalar_one()
            # The time was taken about halfway between request and response.
            self._set_at = then, (asked_at + time.monotonic()) / 2

    @asynccontextmanager
    async def kept_set(self) -> AsyncGenerator[None]:
        """Set the clock now and regularly within the block."""
        await self.set()
        setting = asyncio.create_task(self._keep_setting())
        try:
            yield
        finally:
            setting.cancel()
            with suppress(asyncio.CancelledError):
                await setting

    async def _keep_setting(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.set()
            except NotStored as error:
                log.warning("the clock waits for the database: %s", error)
