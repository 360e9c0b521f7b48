"""Sentences on moves of Scalas: refusals, remarks, descriptions and endings.

Source: rules: scalas, "The stair rule", "Forced placement" and "Running out".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from language.lists import Listed, and_more, any_of, row_of, sentences
from language.texts import Text, lazy_ngettext
from language.texts import lazy_gettext as _
from rules.notation import examples, match_over
from rules.position import Move, Outcome, Position
from rules.refusal import Refusal, quoted
from rules.scalas.board import CHOSEN, Grid, cell_of, is_a_step, seat_name
from rules.scalas.stairs import Levels, PlacedCube, dead_end, leads_down, levels_of, raised
from rules.teaching import Remark

_MAX_NAMED = 3
"""Maximum number of named cells of a dead end."""


def refusal(
    position: Position, grid: Grid, towers: Sequence[str], hands: tuple[int, int], steps: Move
) -> Refusal:
    """Return the refusal of steps, which can be any strings but a legal move.

    :param towers: the cubes of each cell.
    :param hands: the remaining cubes of each seat.
    """
    moves, seat = position.moves(), position.to_move
    if seat is None:
        return match_over()
    if not steps:
        words = _("{prompt}.", prompt=position.input.to_decide(()))
        return Refusal("incomplete", sentences(words, examples(position, moves)))
    for step in steps:
        if not is_a_step(step):
            words = _("“{typed}” isn't a move in Scalas.", typed=quoted(step))
            return Refusal("unreadable", sentences(words, examples(position, moves)))
        if cell_of(step) not in grid.number:
            words = _(
                "{cell} isn't on the board. Its cells are a1 to {last}.",
                cell=quoted(cell_of(step)),
                last=grid.cells[-1],
            )
            return Refusal("off_board", words)
    step, *others = steps
    if others:
        is_continued = all(other.startswith(CHOSEN) for other in others)
        if is_continued and (step,) in moves:
            return _wrong_continuation(position, hands[seat - 1], steps)
        words = _(
            "A move is one decision. Type {step} now; forced cubes follow automatically.",
            step=step,
        )
        return Refusal("too_many_steps", words)
    cell = cell_of(step)
    if position.is_mid_turn:
        return _not_forced(moves, cell)
    without_cubes = None if all(hands) else 3 - seat
    if step == cell:
        return _not_buildable(grid, towers, without_cubes, cell)
    if (cell,) in moves:
        instead = _("A normal placement has no +: type {cell}.", cell=cell)
    else:
        instead = _(
            "You can't build on {cell} either: {why}",
            cell=cell,
            why=_not_buildable(grid, towers, without_cubes, cell).message,
        )
    words = _("There's no forced cell to choose right now.")
    return Refusal("nothing_forced", sentences(words, instead))


def _wrong_continuation(position: Position, hand: int, steps: Move) -> Refusal:
    """The refusal of a wrong continuation, with the right one.

    :param hand: the remaining cubes of the seat to move.
    """
    decision = steps[0]
    right = position.text((decision,))
    after = position.play((decision,))
    typed = quoted("".join(steps))
    if right == decision:
        words = _(
            "{typed}: nothing is filled automatically after {right}. Type {right}.",
            typed=typed,
            right=right,
        )
    else:
        words = _(
            "{typed}: after {decision}, {follows} follows automatically. Type {right}.",
            typed=typed,
            decision=decision,
            follows=right.removeprefix(decision),
            right=right,
        )
    then: Text | None = None
    if after.is_mid_turn:
        forced = any_of([move[0] for move in after.moves()])
        then = _("Then choose {cells} as your next move.", cells=forced)
    elif hand == 1 + right.count(CHOSEN, 1):
        then = _("That uses your last cube.")
    return Refusal("wrong_continuation", sentences(words, then))


def _not_forced(moves: Sequence[Move], cell: str) -> Refusal:
    """The refusal of a cell that isn't forced, with the forced ones."""
    if (f"{CHOSEN}{cell}",) in moves:
        words = _("{cell} is filled as a forced cell: type +{cell}.", cell=cell)
    else:
        words = _(
            "{cell} isn't a forced cell. Fill a forced cell first: {cells}.",
            cell=cell,
            cells=any_of([move[0] for move in moves]),
        )
    return Refusal("must_fill_forced", words)


def _not_buildable(
    grid: Grid, towers: Sequence[str], without_cubes: int | None, cell: str
) -> Refusal:
    """The failed check of a normal placement.

    :param without_cubes: the seat whose hand is empty, if one is.
    """
    number = grid.number[cell]
    height = len(towers[number])
    if without_cubes and not height:
        words = _(
            "{cell} is bare. {seat} has no cubes left, so place only on cells with a cube.",
            cell=cell,
            seat=seat_name(without_cubes),
        )
        return Refusal("bare_cell_alone", words)
    levels = levels_of(grid, [len(tower) for tower in towers])
    bottom = min(len(tower) for tower in towers)
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
            "There's no way down from {cell} (height {height}): every neighbour is higher, or "
            "lower by 2 or more.",
            cell=cell,
            height=height,
        )
    return lazy_ngettext(
        "From {cell} (height {height}), the way down ends at {ends} (height {end_height}): "
        "every neighbour is higher, or lower by 2 or more.",
        "From {cell} (height {height}), the way down ends at {ends} (height {end_height}): "
        "every cell around them is higher, or lower by 2 or more.",
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
            "With one more cube, {cell} would be {height} high, with no way down: every neighbour "
            "is higher, or lower by 2 or more.",
            cell=cell,
            height=height,
        )
    return lazy_ngettext(
        "With one more cube, {cell} would be {height} high, and the way down would end at {ends} "
        "(height {end_height}): every neighbour is higher, or lower by 2 or more.",
        "With one more cube, {cell} would be {height} high, and the way down would end at {ends} "
        "(height {end_height}): every cell around them is higher, or lower by 2 or more.",
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


def covered(owner: int, cell: str) -> Remark:
    """Describe a seat's top cube that was covered by the other seat."""
    other = seat_name(3 - owner)
    return Remark(
        "covered",
        owner,
        _(
            "Your cube on {cell} was covered, so that cell now counts for {other}.",
            cell=cell,
            other=other,
        ),
        _(
            "{seat}'s cube on {cell} was covered, so that cell now counts for {other}.",
            seat=seat_name(owner),
            cell=cell,
            other=other,
        ),
    )


def forced(seat: int, cube: PlacedCube) -> Remark:
    """Describe a cell that had to be filled."""
    text = _("{cell} had to be filled: {pairs}.", cell=cube.cell, pairs=cube.pairs)
    return Remark("forced", seat, text, text)


Tops = tuple[int, int]
"""The top cubes, by seat."""


def described(name: str, cell: str, forced: int, tops: tuple[Tops, Tops], seat: int) -> Listed:
    """Describe a placed cube and those it forced.

    :param cell: the cell of the first cube.
    :param forced: the number of forced cubes.
    :param tops: the tops before and after the turn.
    :param seat: the mover.
    """
    if forced:
        placed = lazy_ngettext(
            "{name} placed a cube on {cell}, forcing {count} more.",
            "{name} placed a cube on {cell}, forcing {count} more.",
            forced,
            name=name,
            cell=cell,
        )
    else:
        placed = _("{name} placed a cube on {cell}.", name=name, cell=cell)
    before, after = tops
    covers_others = after[2 - seat] < before[2 - seat]
    if not forced and not covers_others:
        return placed
    return sentences(placed, _("Tops: {scores}.", scores=f"{after[0]}:{after[1]}"))


@dataclass(frozen=True, slots=True)
class ScalasOutcome(Outcome):
    """The outcome, with the reason `tops`, `towers` or `draw`. The scores are the top cubes.

    The values of `towers` are the decisive `height`, and who has `more` and `fewer` there.
    """

    @property
    def text(self) -> Text:
        tops = self.scores or (0, 0)
        if self.reason == "draw":
            return lazy_ngettext(
                "Both have {count} top cube, and the same number at every height.",
                "Both have {count} top cubes, and the same number at every height.",
                tops[0],
            )
        (winner,) = self.winners
        if self.reason == "tops":
            return lazy_ngettext(
                "{winner} has {count} top cube, {loser} {least}.",
                "{winner} has {count} top cubes, {loser} {least}.",
                max(tops),
                winner=seat_name(winner),
                loser=seat_name(3 - winner),
                least=min(tops),
            )
        return lazy_ngettext(
            "Both have {count} top cube; at height {height}, {winner} has {more}, {loser} {fewer}.",
            "Both have {count} top cubes; at height {height}, {winner} has {more}, "
            "{loser} {fewer}.",
            tops[0],
            winner=seat_name(winner),
            loser=seat_name(3 - winner),
            **self.values,
        )
