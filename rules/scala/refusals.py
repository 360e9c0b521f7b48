"""Why steps are no legal turn of Scala, in words; what is legal is not decided here.

Source: rules: scala. A refusal names the first thing that is wrong, and where it helps what would
be right in its place, out of the legal turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from rules.notation import examples
from rules.position import Asked, Move
from rules.refusal import Refusal, shown
from rules.scala.board import (
    BITS,
    CELLS,
    COLUMNS,
    FIRST_CELLS,
    HOLE,
    ROW_LENGTHS,
    SEAT_NAMES,
    column_and_row,
)
from rules.scala.notation import is_a_cell, way_and_captures


class _Position(Asked, Protocol):
    @property
    def seat(self) -> int: ...
    def stones(self, seat: int) -> tuple[str, ...]: ...
    def ends_from(self, start: str) -> tuple[str, ...]: ...
    def can_reach(self, start: str, end: str) -> bool: ...
    def captures(self, move: Move) -> tuple[str, ...]: ...
    def groups_after(self, move: Move) -> tuple[tuple[str, ...], ...]: ...


def refusal(position: _Position, steps: Move) -> Refusal:
    """Why these steps, any strings, are not a turn of the position."""
    if position.to_move is None:
        return Refusal("over", "The match is over; no more moves can be made.")
    way, captures = way_and_captures(steps)
    if not all(map(is_a_cell, way)):
        words = f"“{shown('-'.join(steps))}” isn't a turn in Scala."
        return Refusal("unreadable", f"{words} {examples(position, position.moves())}")
    wrong = _against_cells(way)
    if wrong:
        return wrong
    if not way:
        return Refusal("incomplete", f"{position.prompt(())}: {_movable(position)}.")
    start, *others = way
    wrong = _against_start(position, start)
    if wrong:
        return wrong
    if not others:
        return Refusal("incomplete", _possible(position, start))
    if len(others) > 1:
        wrong = _against_way(position, way)
        if wrong:
            return wrong
    if captures is not None and (start, others[-1]) in position.moves():
        return _against_captures(position, way)
    if len(others) > 1:
        words = f"A turn is two cells, a stone's start and its end, not {len(way)} cells."
        return Refusal("too_many_steps", words)
    return _against_turn(position, start, others[0])


def _against_way(position: _Position, cells: Sequence[str]) -> Refusal | None:
    """Why a stone can't go through these three or more cells one after the other, if it can't."""
    way = shown("-".join(cells))
    jumps = [_distance(*hop) != 1 for hop in _hops(cells)]
    if not any(jumps):
        words = f"{way} is more than one step."
        return Refusal("several_steps", f"{words} {_right_way(position, cells)}")
    if not all(jumps):
        start, end = _hops(cells)[jumps.index(False)]
        words = f"{way} mixes steps and jumps: {start}-{end} is a step."
        return Refusal("mixed_step_and_jump", f"{words} {_right_way(position, cells)}")
    for start, end in _hops(cells):
        wrong = _against_jump(position, start, end, vacated=cells[0])
        if wrong:
            stop = f"{way} stops at {start}: {wrong.words}"
            return Refusal(wrong.code, f"{stop} {_right_way(position, cells)}")
    return None


def _against_captures(position: _Position, way: Move) -> Refusal:
    """That a legal turn does not capture what it is said to."""
    move = way[0], way[-1]
    what = " ".join(position.captures(move)) or "nothing"
    words = f"{shown('-'.join(way))} captures {what}. Write it {position.text(move)}."
    return Refusal("wrong_captures", words)


def _against_cells(steps: Sequence[str]) -> Refusal | None:
    for step in steps:
        if step in HOLE:
            words = f"{step} is in the hole: {' '.join(HOLE)} are not cells of the board."
            return Refusal("hole", words)
        if step not in BITS:
            return Refusal("off_board", f"The board has no cell “{shown(step)}”. {_extent(step)}")
    return None


def _against_start(position: _Position, start: str) -> Refusal | None:
    mover = position.seat
    if start in position.stones(mover):
        return None
    yours = f"You are {SEAT_NAMES[mover - 1]}: {_movable(position)} can move."
    if start in position.stones(3 - mover):
        words = f"{start} is {SEAT_NAMES[2 - mover]}'s stone. {yours}"
        return Refusal("wrong_colour", words)
    return Refusal("empty_cell", f"There is no stone on {start}. {yours}")


def _against_turn(position: _Position, start: str, end: str) -> Refusal:
    if start == end:
        words = f"A turn can't end where it starts. {_possible(position, start)}"
        return Refusal("same_cell", words)
    if position.can_reach(start, end):
        return _against_groups(position, start, end)
    wrong = _against_end(position, end)
    if wrong is None and _distance(start, end) == 2:
        wrong = _against_jump(position, start, end, vacated=start)
    code = wrong.code if wrong else "not_reachable"
    why = f"{start} can't get to {end}" + (
        f": {wrong.words}" if wrong else " by one step or jumps."
    )
    return Refusal(code, f"{why} {_possible(position, start)}")


def _against_groups(position: _Position, start: str, end: str) -> Refusal:
    mixed = sorted(position.groups_after((start, end)), key=len)
    if not mixed:
        words = f"{start}-{end} would leave no group with both colours."
        return Refusal("colours_separated", f"{words} {_possible(position, start)}")
    tied = [group for group in mixed if len(group) == len(mixed[-1])]
    count = "two" if len(tied) == 2 else len(tied)
    shown = " and ".join(f"({' '.join(group)})" for group in tied)
    words = f"{count} groups with both colours would tie at {len(tied[0])} stones: {shown}."
    return Refusal("tie", f"After {start}-{end}, {words} {_possible(position, start)}")


def _against_end(position: _Position, end: str) -> Refusal | None:
    if end == FIRST_CELLS[position.seat]:
        words = "which its stones never enter, not even on the way."
        owner = SEAT_NAMES[position.seat - 1]
        return Refusal("own_first_cell", f"{end} is {owner}'s own first cell, {words}")
    if end in position.stones(1) + position.stones(2):
        return Refusal("occupied", f"{end} is occupied.")
    return None


def _against_jump(position: _Position, start: str, end: str, vacated: str) -> Refusal | None:
    """Why a stone that came from `vacated` can't jump, not step, from one cell to another."""
    wrong = _against_end(position, end) if end != vacated else None
    if wrong:
        return wrong
    over = _middle(start, end)
    if over is None:
        words = f"{end} is not two cells away in a straight line."
        return Refusal("not_in_line", words)
    if over in HOLE:
        return Refusal("hole", f"{over} between {start} and {end} is in the hole.")
    if over not in position.stones(1) + position.stones(2):
        return Refusal("nothing_to_jump", f"{over} is empty, so there is nothing to jump.")
    return None


def _hops(cells: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(cells))


def _distance(start: str, end: str) -> int:
    """Steps between two cells on an empty board without a hole."""
    (column, row), (last_column, last_row) = column_and_row(start), column_and_row(end)
    return max(abs(last_column - column), abs(last_row - row))


def _middle(start: str, end: str) -> str | None:
    """The place between two cells that are two apart in a straight line; maybe in the hole."""
    (column, row), (last_column, last_row) = column_and_row(start), column_and_row(end)
    if {abs(last_column - column), abs(last_row - row)} not in ({0, 2}, {2}):
        return None
    return f"{COLUMNS[(column + last_column) // 2 - 1]}{(row + last_row) // 2}"


def _right_way(position: _Position, cells: Sequence[str]) -> str:
    """What is right where the way through these cells is not."""
    move = cells[0], cells[-1]
    if move in position.moves():
        return f"{position.text(move)} gets there."
    return f"A turn is one step or a chain of jumps. {_possible(position, cells[0])}"


def _possible(position: _Position, start: str) -> str:
    ends = position.ends_from(start)
    if ends:
        return f"{start} can go to {_listed(ends)}."
    return f"{start} has no legal turn; {_movable(position)} can move."


def _movable(position: _Position) -> str:
    return _listed(tuple(dict.fromkeys(start for start, _ in position.moves())))


def _listed(cells: Sequence[str]) -> str:
    return ", ".join(cells)


def _extent(step: str) -> str:
    """What cells there are, in the column of this step if it has one."""
    column = step[:1]
    if not column or column not in COLUMNS:
        return f"Its columns are a to {COLUMNS[-1]}, its rows 1 to {len(ROW_LENGTHS)}."
    rows = sorted(int(cell[1:]) for cell in CELLS if cell[0] == column)
    return f"Column {column} goes from {column}{rows[0]} to {column}{rows[-1]}."
