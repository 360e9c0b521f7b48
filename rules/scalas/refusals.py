"""Why steps are no legal move of Scalas, in words; what is legal is not decided here.

Source: rules: scalas, "Placing: the stair rule", "Forced placement" and "Running out".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

from rules.notation import examples
from rules.position import Asked, Move
from rules.refusal import Refusal, shown
from rules.scalas.board import SEAT_NAMES, Grid, Span
from rules.scalas.notation import CHOSEN, cell_of, is_a_step
from rules.scalas.stairs import Levels, dead_end, leads_down, levels_of, raised

_UNREACHABLE = "is higher or 2 or more lower"
_MOST_NAMED = 3
"""Cells of a dead end that are named one by one."""


class _Position(Asked, Protocol):
    @property
    def grid(self) -> Grid: ...
    @property
    def cells(self) -> tuple[str, ...]: ...
    @property
    def towers(self) -> tuple[str, ...]: ...
    @property
    def hands(self) -> tuple[int, int]: ...
    @property
    def seat(self) -> int: ...
    @property
    def pending(self) -> tuple[Span, ...]: ...
    @property
    def forced(self) -> tuple[str, ...]: ...
    @property
    def is_solo(self) -> bool: ...
    def play(self, move: Move) -> Self: ...


def refusal(position: _Position, steps: Move) -> Refusal:
    """Why these steps, any strings, are not a move of the position."""
    if position.to_move is None:
        return Refusal("over", "The match is over; no more moves can be made.")
    if not steps:
        words = f"{position.prompt(())}. {examples(position, position.moves())}"
        return Refusal("incomplete", words)
    for step in steps:
        if not is_a_step(step):
            words = f"“{shown(step)}” isn't a move in Scalas."
            return Refusal("unreadable", f"{words} {examples(position, position.moves())}")
        if cell_of(step) not in position.cells:
            words = f"{shown(cell_of(step))} is not on the board"
            return Refusal("off_board", f"{words}; its cells are a1 to {position.cells[-1]}.")
    step, *others = steps
    if others:
        is_continued = all(other.startswith(CHOSEN) for other in others)
        if is_continued and (step,) in position.moves():
            return _wrong_continuation(position, steps)
        words = f"A move is one decision: write {step} now; what it forces follows on its own."
        return Refusal("too_many_steps", words)
    cell = cell_of(step)
    if position.pending:
        return _not_forced(position, cell)
    if step == cell:
        return _not_buildable(position, cell)
    words = "There is no forced cell to choose now."
    if (cell,) in position.moves():
        words = f"{words} A normal placement has no +: write {cell}."
    else:
        words = f"{words} Nor can you build on {cell}: {_not_buildable(position, cell).words}"
    return Refusal("nothing_forced", words)


def _wrong_continuation(position: _Position, steps: Move) -> Refusal:
    """That a legal decision does not force what follows it here, and what it does force."""
    decision, *_ = steps
    right = position.text((decision,))
    after = position.play((decision,))
    typed = shown("".join(steps))
    if right == decision:
        words = f"{typed}: nothing is filled on its own after {right}. Write {right}."
    else:
        follows = right.removeprefix(decision)
        words = f"{typed}: after {decision}, {follows} follows on its own. Write {right}."
    if after.pending:
        words += f" Then choose {_either([f'+{cell}' for cell in after.forced])} as your next move."
    elif not after.hands[position.seat - 1]:
        words += " It takes your last cube."
    return Refusal("wrong_continuation", words)


def _not_forced(position: _Position, cell: str) -> Refusal:
    """That the mover has to choose a forced cell, and how."""
    if cell in position.forced:
        words = f"{cell} is filled as a forced cell: write +{cell}."
    else:
        choices = _either([f"+{forced}" for forced in position.forced])
        words = f"{cell} is not forced. First fill a forced cell: choose {choices}."
    return Refusal("must_fill_forced", words)


def _not_buildable(position: _Position, cell: str) -> Refusal:
    """Which check of a normal placement fails."""
    grid = position.grid
    number = grid.number[cell]
    height = len(position.towers[number])
    if position.is_solo and not height:
        other = SEAT_NAMES[2 - position.seat]
        words = f"{cell} is bare. {other} has no cubes left, so build only on cells that hold one."
        return Refusal("bare_cell_alone", words)
    levels = levels_of(grid, [len(tower) for tower in position.towers])
    bottom = min(len(tower) for tower in position.towers)
    if not leads_down(grid, levels, grid.bits[number]):
        standing = f"Standing on {cell} (height {height}),"
        return Refusal("no_way_down_before", _way_ends(grid, levels, cell, bottom, standing))
    levels = raised(levels, grid.bits[number], height - bottom)
    standing = f"With one more cube, {cell} has height {height + 1} and"
    return Refusal("no_way_down_after", _way_ends(grid, levels, cell, bottom, standing))


def _way_ends(grid: Grid, levels: Levels, cell: str, bottom: int, standing: str) -> str:
    """The sentence that says where the way down from a cell ends.

    :param bottom: the height of the lowest of these levels.
    """
    above, reached = dead_end(grid, levels, grid.bits[grid.number[cell]])
    ends = grid.named(reached)
    if ends == [cell]:
        return f"{standing} no way leads down: every neighbour {_UNREACHABLE}."
    named = ", ".join(ends[:_MOST_NAMED])
    if len(ends) > _MOST_NAMED:
        named += f" and {len(ends) - _MOST_NAMED} more"
    neighbours = "every neighbour" if len(ends) == 1 else "every cell around them"
    return (
        f"{standing} the way down ends at {named} (height {bottom + above}): "
        f"{neighbours} {_UNREACHABLE}."
    )


def _either(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
