"""A fair queue between heavy and light users."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Queues of items, which take turns to give their oldest item.

    A new queue comes after the existing ones.
    """

    def __init__(self) -> None:
        self._lines: dict[int, deque[Item]] = {}
        """The queues that aren't empty, next one first."""

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, item: Item, line: int) -> None:
        """Append an item to a queue."""
        self._lines.setdefault(line, deque()).append(item)

    def take(self) -> Item:
        """Remove and return the next item.

        :raises StopIteration: if the queues are empty.
        """
        number = next(iter(self._lines))
        line = self._lines.pop(number)
        item = line.popleft()
        if line:
            self._lines[number] = line
        return item

    def discard(self, item: Item, line: int) -> None:
        """Remove an item if it is waiting."""
        items = self._lines.get(line)
        if items is not None and item in items:
            items.remove(item)
            if not items:
                del self._lines[line]

    def count_ahead(self, item: Item, line: int) -> int:
        """Return how many items come before this one if no more are added.

        :raises ValueError: if it isn't waiting.
        """
        rounds = self._lines[line].index(item)
        count = rounds
        comes_later = False
        for number, others in self._lines.items():
            if number == line:
                comes_later = True
            else:
                count += min(len(others), rounds if comes_later else rounds + 1)
        return count
