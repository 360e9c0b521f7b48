"""A store whose process can die before, within or after a transaction."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar

from storage.database.store import Store
from storage.database.transaction import Transaction, Work

T = TypeVar("T")


class Died(BaseException):
    """A process ended here."""


class MortalStore(Store):
    """A store whose process can die before, within or after a transaction."""

    lives = -1
    """Moments that are left, three a transaction; negative for any number."""

    def _lives_on(self) -> None:
        if self.lives == 0:
            self.lives = -1
            raise Died
        self.lives -= self.lives > 0

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """A transaction that leaves nothing where the process dies in it."""
        self._lives_on()
        async with super().write() as tx:
            yield tx
            self._lives_on()
        self._lives_on()

    async def writing(self, work: Work[T]) -> T:
        """The same for work that is done as a whole."""
        self._lives_on()
        result = await super().writing(work)
        self._lives_on()
        return result
