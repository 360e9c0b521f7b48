"""Numbers of the moves of Scalus in text order, because numbers sort faster than steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast, overload

from rules.position import Move
from rules.scalus.board import BITS

LINE = "line"
RECTANGLE = "rectangle"
REACHING = " to "
"""The text between the kind of a group and its other end or corner: `line to e7`."""

NO_PIVOT = "()"

_POINTS = sorted(BITS)
_SECOND_STEPS = [
    *_POINTS,
    *(f"{LINE}{REACHING}{point}" for point in _POINTS),
    *(f"{RECTANGLE}{REACHING}{point}" for point in _POINTS),
]
_PIVOTS = [NO_PIVOT, *(f"({point})" for point in _POINTS)]

_PLACES = {step: place for steps in (_SECOND_STEPS, _PIVOTS) for place, step in enumerate(steps)}
_FIRST, _SECOND = 1 << 18, 1 << 8
"""The weights of the first two steps' indices in a number. The pivot's weight is 1."""


def number_of(move: Move) -> int:
    """The number of a move. Numbers have the same order as the moves' steps."""
    number = _PLACES[move[0]] * _FIRST + _PLACES[move[1]] * _SECOND
    return number if len(move) == 2 else number + _PLACES[move[2]] + 1


class _Moves(dict[int, Move]):
    """The move of each number, created lazily."""

    def __missing__(self, number: int) -> Move:
        first, rest = divmod(number, _FIRST)
        second, pivot = divmod(rest, _SECOND)
        steps = (_POINTS[first], _SECOND_STEPS[second])
        move = self[number] = (*steps, _PIVOTS[pivot - 1]) if pivot else steps
        return move


_MOVES = _Moves()


class NumberedMoves(Sequence[Move]):
    """Moves in text order, created lazily."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: list[int]) -> None:
        """:param numbers: the numbers of the moves, in any order."""
        numbers.sort()
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Move]:
        return map(_MOVES.__getitem__, self._numbers)

    def __contains__(self, move: object) -> bool:
        try:
            number = number_of(cast(Move, move))
        except (KeyError, IndexError, TypeError):
            return False
        return number in self._numbers and _MOVES[number] == move

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(map(_MOVES.__getitem__, self._numbers[index]))
        return _MOVES[self._numbers[index]]
