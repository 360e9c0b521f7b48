"""Positions that are alike under the symmetries of the board and the sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import blake2b

from rules.position import Position, View

EMPTY = "."

Turn = Mapping[str, int]
"""The place of each cell's target in the order of all cells."""

_KEY_BYTES = 8


def likeness(position: Position) -> View:
    """Return a value that is equal for positions of one game that are alike."""
    return min(position.views())


def key_of(game: str, position: Position) -> int:
    """Return a number of 64 bits, with its sign, that is equal for positions that are alike.

    Different positions have the same number with a probability that can be neglected. The middle
    of a turn is unlike its beginning.
    """
    return _number((game, str(position.seats), str(position.is_mid_turn), *likeness(position)))


def exact_key_of(position: Position) -> int:
    """Return such a number for one position alone, which those that are alike don't share."""
    return _number((position.encode(),))


def _number(parts: Iterable[str]) -> int:
    digest = blake2b("\n".join(parts).encode(), digest_size=_KEY_BYTES).digest()
    return int.from_bytes(digest, "big", signed=True)


def turn_of(cells: Iterable[str], target: Callable[[str], str]) -> Turn:
    """Return the turn of a board, given the target of each cell."""
    places = {cell: place for place, cell in enumerate(cells)}
    return {cell: places[target(cell)] for cell in places}


def board_and_mirror(
    cells: Iterable[str], target: Callable[..., str], *, flips: bool
) -> tuple[Turn, Turn]:
    """Return the turns of a board and of its mirror image.

    :param target: gives the target of a cell, by `mirrors` and `flips`.
    :param flips: whether the ends of the board are exchanged.
    """
    names = tuple(cells)
    return (
        turn_of(names, partial(target, mirrors=False, flips=flips)),
        turn_of(names, partial(target, mirrors=True, flips=flips)),
    )


def turned(marks: Mapping[str, str], turn: Turn) -> View:
    """Return the marks of all cells in order, each moved to its target."""
    view = [EMPTY] * len(turn)
    for cell, mark in marks.items():
        view[turn[cell]] = mark
    return tuple(view)


def owned(own: Iterable[str], other: Iterable[str]) -> dict[str, str]:
    """Return the marks of the mover's and the other side's stones."""
    return {**dict.fromkeys(own, "M"), **dict.fromkeys(other, "O")}
