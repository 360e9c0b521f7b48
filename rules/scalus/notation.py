"""The notation of Scalus, which converts texts to the steps of a move and back.

The steps of a single move are its two points, `("e8", "f9")`. Those of a group move are the first
stone, the other end or corner, and the pivot: `("e4", "line to e7", "(e4)")`,
`("d13", "rectangle to f15", "()")`. The first stone of a line is the one with the lower file, then
the lower rank. The first stone of a rectangle is the lower left one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.position import Move
from rules.scalus.board import Cell, cell_named, name_of
from rules.scalus.numbering import LINE, REACHING, RECTANGLE

_POINT = re.compile(r"([a-z])([0-9]+)")
_TEXT = re.compile(
    r"(?P<points>(?:[a-z][0-9]+[-–, ]*)*)(?P<pivot>\( *(?:[a-z][0-9]+)? *\))?", re.ASCII
)


def steps_named(text: str) -> Move:
    """Return the steps that a typed text names. Any other text is one step."""
    match = _TEXT.fullmatch(text.casefold())
    if match is None:
        return (text,)
    pivot = None if match["pivot"] is None else f"({''.join(_points_in(match['pivot']))})"
    return steps_with(_points_in(match["points"]), pivot)


def steps_with(points: Sequence[str], pivot: str | None) -> Move:
    """Return the steps for points in any order, with the pivot in its brackets if there is one."""
    ending = () if pivot is None else (pivot,)
    group = group_between(points, pivot)
    if group is None:
        return *points, *ending
    kind, first, last = group
    return name_of(first), f"{kind}{REACHING}{name_of(last)}", *ending


def group_between(points: Sequence[str], pivot: str | None) -> tuple[str, Cell, Cell] | None:
    """Return the kind of the group with these ends or corners, and its first and last stone.

    Two points and a pivot are always a line. A rectangle needs its four corners (rules: scalus,
    "Typing a move"). None if it is neither.
    """
    cells = sorted(map(cell_named, points))
    if len(cells) == 2 and pivot is not None:
        return LINE, cells[0], cells[1]
    if len(cells) == 4 and cells == _corners(cells[0], cells[3]):
        return RECTANGLE, cells[0], cells[3]
    return None


def text_of(move: Move) -> str:
    """The canonical text of a move: `d13-f13-f15-d15(f15)`."""
    if len(move) < 3:
        return "-".join(move)
    first, other, pivot = move
    kind, _, last = other.partition(REACHING)
    if kind == LINE:
        return f"{first}-{last}{pivot}"
    return f"{first}-{last[0]}{first[1:]}-{last}-{first[0]}{last[1:]}{pivot}"


def _points_in(text: str) -> list[str]:
    return [f"{letter}{int(digits)}" for letter, digits in _POINT.findall(text)]


def _corners(low: Cell, high: Cell) -> list[Cell] | None:
    """The sorted corners of the rectangle between two cells. None on a line."""
    if low[0] == high[0] or low[1] == high[1]:
        return None
    return sorted((file, rank) for file in (low[0], high[0]) for rank in (low[1], high[1]))
