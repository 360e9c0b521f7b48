"""Waiting in line, fairly between those who ask for much and those who ask for little."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Lines of items. One of each line is taken in turn, the oldest of its line.

    A line that begins anew comes after those that are there.
    """

    def __init__(self) -> None:
        self._lines: dict[int, deque[Item]] = {}
        """None is empty; the line whose turn it is comes first."""

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, item: Item, line: int) -> None:
        """Put an item at the end of a line."""
        self._lines.setdefault(line, deque()).append(item)

    def take(self) -> Item:
        """Remove the item whose turn it is.

        :raises StopIteration: where none waits.
        """
        number = next(iter(self._lines))
        line = self._lines.pop(number)
        item = line.popleft()
        if line:
            self._lines[number] = line
        return item

    def discard(self, item: Item, line: int) -> None:
        """Let an item wait no longer, if it does."""
        items = self._lines.get(line)
        if items is not None and item in items:
            items.remove(item)
            if not items:
                del self._lines[line]

    def before(self, item: Item, line: int) -> int:
        """How many would be taken before this item if no more were added.

        :raises ValueError: where it isn't in the line.
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
