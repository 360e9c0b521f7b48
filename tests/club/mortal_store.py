"""A store whose process can die before, within or after a transaction."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar

from storage.database.store import Store
from storage.database.transaction import Transaction, Work

T = TypeVar("T")


class Died(BaseException):
    """Simulates the death of a process."""


class MortalStore(Store):
    """A store whose process can die before, within or after a transaction."""

    lives = -1
    """The crash points to survive, three per transaction, or negative to survive all."""

    def _lives_on(self) -> None:
        if self.lives == 0:
            self.lives = -1
            raise Died
        self.lives -= self.lives > 0

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """A transaction that is rolled back if the process dies in it."""
        self._lives_on()
        async with super().write() as tx:
            yield tx
            self._lives_on()
        self._lives_on()

    async def writing(self, work: Work[T]) -> T:
        """Do work in a transaction, before or after which the process may die."""
        self._lives_on()
        result = await super().writing(work)
        self._lives_on()
        return result
