"""The legal turns of a position of Scala, as starts with sets of ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from rules.position import Move
from rules.scala.board import BITS, names_in


class LegalTurns(Sequence[Move]):
    """All legal turns, as starts in text order, each with the set of its ends.

    The turns themselves are created lazily, because random play needs only one.
    """

    __slots__ = ("_ends", "_length")

    def __init__(self, ends: Sequence[tuple[str, int]]) -> None:
        """:param ends: starts, in text order, each with a set of ends that is not empty."""
        self._ends = ends
        self._length = sum([each.bit_count() for _, each in ends])

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        for start, ends in self._ends:
            for end in names_in(ends):
                yield start, end

    def __contains__(self, move: object) -> bool:
        match move:
            case (str(start), str(end)):
                return bool(BITS.get(end, 0) & self.ends_from(start))
            case _:
                return False

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = index if index >= 0 else index + self._length
        if left >= 0:
            for start, ends in self._ends:
                count = ends.bit_count()
                if left < count:
                    return start, names_in(ends)[left]
                left -= count
        raise IndexError(index)

    def ends_from(self, start: str) -> int:
        """Return the ends of the turns from this cell. Any text is allowed."""
        return next((ends for other, ends in self._ends if other == start), 0)
