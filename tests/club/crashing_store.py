"""A store whose process can die before, within or after a transaction."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar

from storage.database.store import Store
from storage.database.transaction import Transaction, Work

T = TypeVar("T")


class SimulatedCrash(BaseException):
    """Simulates the death of a process."""


class CrashingStore(Store):
    """A store whose process can die before, within or after a transaction."""

    crash_after = -1
    """The crash points to survive, three per transaction, or negative to survive all."""

    def _survive(self) -> None:
        if self.crash_after == 0:
            self.crash_after = -1
            raise SimulatedCrash
        self.crash_after -= self.crash_after > 0

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """A transaction that is rolled back if the process dies in it."""
        self._survive()
        async with super().write() as tx:
            yield tx
            self._survive()
        self._survive()

    async def writing(self, work: Work[T]) -> T:
        """Do work in a transaction, before or after which the process may die."""
        self._survive()
        result = await super().writing(work)
        self._survive()
        return result
