"""A store whose process can die before, within or after a transaction."""

from __future__ import annotations

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

    async def _write(self, work: Work[T]) -> T:
        async def mortal_work(tx: Transaction) -> T:
            result = await work(tx)
            self._survive()
            return result

        self._survive()
        result = await super()._write(mortal_work)
        self._survive()
        return result
