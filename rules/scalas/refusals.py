"""Why steps are no legal move of Scalas, in words; what is legal is not decided here.

Source: rules: scalas, "Placing: the stair rule", "Forced placement" and "Running out".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.notation import examples
from rules.position import Move
from rules.refusal import Refusal, shown
from rules.scalas.board import Board
from rules.scalas.forced import SEAT_NAMES
from rules.scalas.stairs import Levels, dead_end, leads_down, levels_of, raised

if TYPE_CHECKING:
    from rules.scalas.game import ScalasPosition

_STEP = re.compile(r"\+?([a-z][0-9]+)")
_UNREACHABLE = "is higher or 2 or more lower"
_MOST_NAMED = 3
"""Cells of a dead end that are named one by one."""


def refusal(position: ScalasPosition, steps: Move) -> Refusal:
    """Why these steps, any strings, are not a move of the position."""
    if position.to_move is None:
        return Refusal("over", "The match is over; no more moves can be made.")
    if not steps:
        return Refusal(
            "incomplete", f"{position.prompt(())}. {examples(position, position.moves())}"
        )
    named = [_STEP.fullmatch(step) for step in steps]
    for step, match in zip(steps, named, strict=True):
        if match is None:
            return Refusal(
                "unreadable",
                f"“{shown(step)}” is no move of Scalas. {examples(position, position.moves())}",
            )
        if match[1] not in position.cells:
            return Refusal(
                "off_board",
                f"{shown(match[1])} is not on the board; its cells are a1 to {position.cells[-1]}.",
            )
    step, *others = steps
    if others:
        return Refusal(
            "too_many_steps",
            f"A move is one decision: write {step} now; what it forces follows on its own.",
        )
    cell = step.removeprefix("+")
    if position.pending:
        choices = _either([f"+{forced}" for forced in position.forced])
        if cell in position.forced:
            words = f"{cell} is filled as a forced cell: write +{cell}."
        else:
            words = f"{cell} is not forced. First fill a forced cell: choose {choices}."
        return Refusal("must_fill_forced", words)
    if step != cell:
        words = "No forced cell is to be chosen now."
        if (cell,) in position.moves():
            words = f"{words} A normal placement has no +: write {cell}."
        else:
            words = f"{words} Nor can you build on {cell}: {_not_buildable(position, cell).words}"
        return Refusal("nothing_forced", words)
    return _not_buildable(position, cell)


def wrong_continuation(
    position: ScalasPosition, move: Move, continuation: Sequence[str]
) -> Refusal:
    """That a legal decision does not force these cells, and what it does force."""
    right = position.text(move)
    after = position.play(move)
    typed = shown("+".join((*move, *continuation)))
    if right == move[0]:
        words = f"{typed}: nothing is filled after {right} without a choice. Write {right}."
    else:
        filled = right.removeprefix(move[0])
        words = f"{typed}: after {move[0]}, {filled} follows without a choice. Write {right}."
    if after.pending:
        words += f" Then choose {_either([f'+{cell}' for cell in after.forced])} as your next move."
    elif not after.hands[position.seat - 1]:
        words += " It takes your last cube."
    return Refusal("wrong_continuation", words)


def _not_buildable(position: ScalasPosition, cell: str) -> Refusal:
    """Which check of a normal placement fails."""
    board = position.board
    number = board.number[cell]
    height = len(position.towers[number])
    if position.is_solo and not height:
        other = SEAT_NAMES[2 - position.seat]
        words = f"{cell} is bare. {other} has no cubes left, so build only on cells that hold one."
        return Refusal("bare_cell_alone", words)
    levels = levels_of(board, [len(tower) for tower in position.towers])
    bottom = min(len(tower) for tower in position.towers)
    if not leads_down(board, levels, board.bits[number]):
        standing = f"Standing on {cell} (height {height}),"
        return Refusal("no_way_down_before", _way_ends(board, levels, cell, bottom, standing))
    levels = raised(levels, board.bits[number], height - bottom)
    standing = f"With one more cube, {cell} has height {height + 1} and"
    return Refusal("no_way_down_after", _way_ends(board, levels, cell, bottom, standing))


def _way_ends(board: Board, levels: Levels, cell: str, bottom: int, standing: str) -> str:
    """The sentence that says where the way down from a cell ends.

    :param bottom: the height of the lowest of these levels.
    """
    above, reached = dead_end(board, levels, board.bits[board.number[cell]])
    ends = board.named(reached)
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
