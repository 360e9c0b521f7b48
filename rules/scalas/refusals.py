"""Refusals of illegal moves of Scalas, with reasons.

Source: rules: scalas, "The stair rule", "Forced placement" and "Running out".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

from rules.language import Text, lazy_ngettext
from rules.language import lazy_gettext as _
from rules.listing import Listed, and_more, any_of, row_of, sentences
from rules.notation import examples, match_over
from rules.position import Explainable, Move
from rules.refusal import Refusal, quoted
from rules.scalas.board import Grid, Span, seat_name
from rules.scalas.notation import CHOSEN, cell_of, is_a_step
from rules.scalas.stairs import Levels, dead_end, leads_down, levels_of, raised

_MAX_NAMED = 3
"""Maximum number of named cells of a dead end."""


class _Position(Explainable, Protocol):
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
    """Return the refusal of steps, which can be any strings but a legal move."""
    if position.to_move is None:
        return match_over()
    if not steps:
        words = _("{prompt}.", prompt=position.to_decide(()))
        return Refusal("incomplete", sentences(words, examples(position, position.moves())))
    for step in steps:
        if not is_a_step(step):
            words = _("“{typed}” isn't a move in Scalas.", typed=quoted(step))
            return Refusal("unreadable", sentences(words, examples(position, position.moves())))
        if cell_of(step) not in position.cells:
            words = _(
                "{cell} isn't on the board. Its cells are a1 to {last}.",
                cell=quoted(cell_of(step)),
                last=position.cells[-1],
            )
            return Refusal("off_board", words)
    step, *others = steps
    if others:
        is_continued = all(other.startswith(CHOSEN) for other in others)
        if is_continued and (step,) in position.moves():
            return _wrong_continuation(position, steps)
        words = _(
            "A move is one decision. Write {step} now; forced cubes follow automatically.",
            step=step,
        )
        return Refusal("too_many_steps", words)
    cell = cell_of(step)
    if position.pending:
        return _not_forced(position, cell)
    if step == cell:
        return _not_buildable(position, cell)
    if (cell,) in position.moves():
        instead = _("A normal placement has no +: write {cell}.", cell=cell)
    else:
        instead = _(
            "Nor can you build on {cell}: {why}",
            cell=cell,
            why=_not_buildable(position, cell).message,
        )
    words = _("There is no forced cell to choose now.")
    return Refusal("nothing_forced", sentences(words, instead))


def _wrong_continuation(position: _Position, steps: Move) -> Refusal:
    """The refusal of a wrong continuation, with the right one."""
    decision = steps[0]
    right = position.text((decision,))
    after = position.play((decision,))
    typed = quoted("".join(steps))
    if right == decision:
        words = _(
            "{typed}: nothing is filled automatically after {right}. Write {right}.",
            typed=typed,
            right=right,
        )
    else:
        words = _(
            "{typed}: after {decision}, {follows} follows automatically. Write {right}.",
            typed=typed,
            decision=decision,
            follows=right.removeprefix(decision),
            right=right,
        )
    then: Text | None = None
    if after.pending:
        forced = any_of([f"+{cell}" for cell in after.forced])
        then = _("Then choose {cells} as your next move.", cells=forced)
    elif not after.hands[position.seat - 1]:
        then = _("It takes your last cube.")
    return Refusal("wrong_continuation", sentences(words, then))


def _not_forced(position: _Position, cell: str) -> Refusal:
    """The refusal of a cell that isn't forced, with the forced ones."""
    if cell in position.forced:
        words = _("{cell} is filled as a forced cell: write +{cell}.", cell=cell)
    else:
        words = _(
            "{cell} is not forced. First fill a forced cell: choose {cells}.",
            cell=cell,
            cells=any_of([f"+{forced}" for forced in position.forced]),
        )
    return Refusal("must_fill_forced", words)


def _not_buildable(position: _Position, cell: str) -> Refusal:
    """The failed check of a normal placement."""
    grid = position.grid
    number = grid.number[cell]
    height = len(position.towers[number])
    if position.is_solo and not height:
        words = _(
            "{cell} is bare. {seat} has no cubes left, so place only on cells with a cube.",
            cell=cell,
            seat=seat_name(3 - position.seat),
        )
        return Refusal("bare_cell_alone", words)
    levels = levels_of(grid, [len(tower) for tower in position.towers])
    bottom = min(len(tower) for tower in position.towers)
    if not leads_down(grid, levels, grid.bits[number]):
        return Refusal("no_way_down_before", _no_way_from(grid, levels, cell, bottom, height))
    levels = raised(levels, grid.bits[number], height - bottom)
    words = _no_way_after(grid, levels, cell, bottom, height + 1)
    return Refusal("no_way_down_after", words)


def _no_way_from(grid: Grid, levels: Levels, cell: str, bottom: int, height: int) -> Text:
    """The end of the way down from a cell at its present height.

    :param bottom: the height of the lowest of these levels.
    """
    above, ends = _way_end(grid, levels, cell)
    if ends == [cell]:
        return _(
            "Standing on {cell} (height {height}), no way leads down: "
            "every neighbour is higher or 2 or more lower.",
            cell=cell,
            height=height,
        )
    return lazy_ngettext(
        "Standing on {cell} (height {height}), the way down ends at {ends} (height {end_height}): "
        "every neighbour is higher or 2 or more lower.",
        "Standing on {cell} (height {height}), the way down ends at {ends} (height {end_height}): "
        "every cell around them is higher or 2 or more lower.",
        len(ends),
        cell=cell,
        height=height,
        ends=_named(ends),
        end_height=bottom + above,
    )


def _no_way_after(grid: Grid, levels: Levels, cell: str, bottom: int, height: int) -> Text:
    """The end of the way down from a cell with one more cube on it."""
    above, ends = _way_end(grid, levels, cell)
    if ends == [cell]:
        return _(
            "With one more cube, {cell} has height {height} and no way leads down: "
            "every neighbour is higher or 2 or more lower.",
            cell=cell,
            height=height,
        )
    return lazy_ngettext(
        "With one more cube, {cell} has height {height} and the way down ends at {ends} "
        "(height {end_height}): every neighbour is higher or 2 or more lower.",
        "With one more cube, {cell} has height {height} and the way down ends at {ends} "
        "(height {end_height}): every cell around them is higher or 2 or more lower.",
        len(ends),
        cell=cell,
        height=height,
        ends=_named(ends),
        end_height=bottom + above,
    )


def _way_end(grid: Grid, levels: Levels, cell: str) -> tuple[int, list[str]]:
    """The level and cells where the way down from a cell ends."""
    above, reached = dead_end(grid, levels, grid.bits[grid.number[cell]])
    return above, grid.named(reached)


def _named(cells: Sequence[str]) -> Listed:
    named = row_of(cells[:_MAX_NAMED])
    more = len(cells) - _MAX_NAMED
    return and_more(named, more) if more > 0 else named
