"""Entering moves of Passtally step by step, with suggestions.

The functions take the steps chosen so far as `prefix`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.language import Text, gettext, lazy_gettext
from rules.listing import any_of
from rules.passtally.board import CELL_NUMBERS, PILES, SIDE_NAMES
from rules.passtally.tiles import SHAPES, UNKNOWN, looks_the_same_turned
from rules.passtally.tiling import Tiling
from rules.position import Move

BEST = 3
"""The number of suggestions."""

_CLOCKWISE = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The positions of the second half of a tile: above, right, below and left of the first."""


class _Position(Protocol):
    @property
    def to_move(self) -> int | None: ...
    @property
    def seat(self) -> int: ...
    @property
    def board(self) -> Tiling: ...
    @property
    def ring(self) -> tuple[int, ...]: ...
    @property
    def placing_markers(self) -> bool: ...
    @property
    def open_sides(self) -> str: ...
    @property
    def face_up(self) -> tuple[str | None, ...]: ...
    def moves(self) -> Sequence[Move]: ...


def to_decide(position: _Position, prefix: Move) -> Text:
    """Return the sentence that asks for the next choice."""
    if position.to_move is None:
        return lazy_gettext("The match is over")
    if prefix in position.moves():
        return lazy_gettext("The move is complete")
    if position.placing_markers:
        sides = any_of([lazy_gettext(SIDE_NAMES[side]) for side in position.open_sides])
        return lazy_gettext("Choose a free spot at the {sides}", sides=sides)
    if not prefix:
        return lazy_gettext("Take a tile from a pile or choose a marker to move")
    first, *cells = prefix
    if first not in PILES:
        return lazy_gettext("Choose the marker's new spot")
    if cells:
        return lazy_gettext("Choose the cell of the second half")
    kind = _kind_on(position, first)
    if looks_the_same_turned(kind):
        return lazy_gettext("Choose the cell of the lower or left half of {tile}", tile=kind)
    return lazy_gettext("Choose the cell of the first half of {tile}", tile=kind)


def label(position: _Position, prefix: Move, step: str) -> str:
    """Return the label of a step's control."""
    if position.placing_markers or prefix:
        return step
    if step.isdigit():
        return gettext(SHAPES[_kind_on(position, step)], pile=step)
    return gettext("marker {spot}", spot=step)


def piece(position: _Position, prefix: Move, step: str) -> str | None:
    """Return the kind of the tile that a step takes, if it takes a known one."""
    if position.placing_markers or prefix or step not in PILES:
        return None
    kind = _kind_on(position, step)
    return None if kind == UNKNOWN else kind


def choice_rows(position: _Position, prefix: Move) -> tuple[tuple[Move, ...], ...]:
    """Return the tiles in one row, then a row for each marker."""
    if prefix or position.placing_markers or position.to_move is None:
        return ()
    moves = position.moves()
    tiles = tuple((pile,) for pile in PILES if any(move[0] == pile for move in moves))
    markers: dict[str, list[Move]] = {}
    for move in moves:
        if len(move) == 2:
            markers.setdefault(move[0], []).append(move)
    return tuple(row for row in (tiles, *map(tuple, markers.values())) if row)


def suggested(position: _Position, prefix: Move) -> tuple[Move, ...]:
    """Return the best placements in passes, of the chosen tile or of all tiles."""
    return () if len(prefix) > 1 else _best(position, _placements(position, prefix))


def turned(position: _Position, prefix: Move) -> Move | None:
    """Return the placement turned clockwise, or at first the one with the most passes."""
    if len(prefix) < 2 or prefix[0] not in PILES:
        return None
    ways = _placements(position, prefix[:2])
    if prefix not in ways:
        return next(iter(_best(position, ways)), None)
    ways.sort(key=lambda move: _CLOCKWISE.index(_direction(move)))
    return ways[(ways.index(prefix) + 1) % len(ways)]


def _kind_on(position: _Position, pile: str) -> str:
    return position.face_up[PILES.index(pile)] or UNKNOWN


def _placements(position: _Position, prefix: Move) -> list[Move]:
    return [move for move in position.moves() if len(move) == 3 and move[: len(prefix)] == prefix]


def _best(position: _Position, placements: Sequence[Move]) -> tuple[Move, ...]:
    """Return the placements that put the seat to move furthest ahead in passes, best first."""
    spots: dict[int, list[int]] = {position.seat: []}
    for spot, owner in enumerate(position.ring):
        if owner:
            spots.setdefault(owner, []).append(spot)

    def lead(move: Move) -> int:
        pile, first, second = move
        kind = _kind_on(position, pile)
        laid = position.board.lay(kind, CELL_NUMBERS[first], CELL_NUMBERS[second])
        passes = {owner: laid.passes_between(own) for owner, own in spots.items()}
        return passes.pop(position.seat) - max(passes.values(), default=0)

    return tuple(sorted(placements, key=lambda move: (-lead(move), move))[:BEST])


def _direction(move: Move) -> tuple[int, int]:
    """Return the columns and rows from the first half of a tile to the second."""
    _, first, second = move
    return ord(second[0]) - ord(first[0]), int(second[1]) - int(first[1])
