"""Sentences on turns of Scala: refusals, remarks, descriptions and endings.

Source: rules: scala. A refusal names the first error and, if it helps, a legal turn instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from language.lists import Listed, all_of, row_of, sentences
from language.texts import Text, lazy_ngettext
from language.texts import lazy_gettext as _
from rules.notation import examples, match_over, question
from rules.position import Move, Outcome, Position
from rules.refusal import Refusal, quoted
from rules.scala.board import (
    BITS,
    CELLS,
    COLUMNS,
    FIRST_CELLS,
    GOALS,
    HOLE,
    QUIET_TURNS,
    ROW_LENGTHS,
    SEAT_NAMES,
    Stones,
    column_and_row,
    groups,
    is_a_cell,
    names_in,
    reach,
    steps_named,
    stones_after,
    way_and_captures,
)
from rules.teaching import Remark


def refusal(position: Position, stones: Stones, steps: Move) -> Refusal:
    """Return the refusal of steps, which can be any strings but a legal turn."""
    moves, seat = position.moves(), position.to_move
    if seat is None:
        return match_over()
    way, captures = way_and_captures(steps)
    if not all(map(is_a_cell, way)):
        words = _("“{typed}” isn't a turn in Scala.", typed=quoted("-".join(steps)))
        return Refusal("unreadable", sentences(words, examples(position, moves)))
    wrong = _against_cells(way)
    if wrong:
        return wrong
    if not way:
        return Refusal("incomplete", question(position.input.to_decide(()), _movable(moves)))
    start, *others = way
    wrong = _against_start(seat, stones, moves, start)
    if wrong:
        return wrong
    if not others:
        return Refusal("incomplete", _possible(moves, start))
    if len(others) > 1:
        wrong = _against_way(position, seat, stones, way)
        if wrong:
            return wrong
    if captures is not None and (start, others[-1]) in moves:
        return _against_captures(position, way)
    if len(others) > 1:
        words = _("Type just two cells: where the stone starts, and where it ends.")
        return Refusal("too_many_steps", words)
    return _against_turn(seat, stones, moves, start, others[0])


def _against_way(
    position: Position, seat: int, stones: Stones, cells: Sequence[str]
) -> Refusal | None:
    """The refusal of a way through three or more cells, or None if it is legal."""
    way = quoted("-".join(cells))
    jumps = [_distance(*hop) != 1 for hop in _hops(cells)]
    if not any(jumps):
        words = _("{way} is more than one step.", way=way)
        return Refusal("several_steps", sentences(words, _right_way(position, cells)))
    if not all(jumps):
        start, end = _hops(cells)[jumps.index(False)]
        words = _(
            "{way} mixes steps and jumps: {start}-{end} is a step.", way=way, start=start, end=end
        )
        return Refusal("mixed_step_and_jump", sentences(words, _right_way(position, cells)))
    for start, end in _hops(cells):
        wrong = _against_jump(seat, stones, start, end, vacated=cells[0])
        if wrong:
            stop = _("{way} stops at {cell}: {why}", way=way, cell=start, why=wrong.message)
            return Refusal(wrong.code, sentences(stop, _right_way(position, cells)))
    return None


def _against_captures(position: Position, way: Move) -> Refusal:
    """The refusal of wrong captures for a legal turn."""
    typed, right = quoted("-".join(way)), position.text((way[0], way[-1]))
    _way, captures = way_and_captures(steps_named(right))
    if captures is None:
        words = _("{typed} removes nothing. Type {right}.", typed=typed, right=right)
        return Refusal("wrong_captures", words)
    captured = captures.strip("(:)")
    words = _("{typed} removes {cells}. Type {right}.", typed=typed, cells=captured, right=right)
    return Refusal("wrong_captures", words)


def _against_cells(steps: Sequence[str]) -> Refusal | None:
    for step in steps:
        if step in HOLE:
            words = _(
                "{cell} is in the hole. {cells} aren't cells of the board.",
                cell=step,
                cells=" ".join(HOLE),
            )
            return Refusal("hole", words)
        if step not in BITS:
            words = _("The board has no cell “{cell}”.", cell=quoted(step))
            return Refusal("off_board", sentences(words, _extent(step)))
    return None


def _against_start(seat: int, stones: Stones, moves: Sequence[Move], start: str) -> Refusal | None:
    if BITS[start] & stones[seat - 1]:
        return None
    yours = _(
        "You are {seat}: {stones} can move.",
        seat=SEAT_NAMES[seat - 1],
        stones=_movable(moves),
    )
    if BITS[start] & stones[2 - seat]:
        words = _("{cell} is {seat}'s stone.", cell=start, seat=SEAT_NAMES[2 - seat])
        return Refusal("wrong_colour", sentences(words, yours))
    return Refusal("empty_cell", sentences(_("There is no stone on {cell}.", cell=start), yours))


def _against_turn(
    seat: int, stones: Stones, moves: Sequence[Move], start: str, end: str
) -> Refusal:
    possible = _possible(moves, start)
    if start == end:
        words = _("A turn can't end where it starts.")
        return Refusal("same_cell", sentences(words, possible))
    if dict(reach(seat, stones))[BITS[start]] & BITS[end]:
        return _against_groups(seat, stones, start, end, possible)
    wrong = _against_end(seat, stones, end)
    if wrong is None and _distance(start, end) == 2:
        wrong = _against_jump(seat, stones, start, end, vacated=start)
    if wrong is None:
        words = _("{start} can't reach {end} by one step or by jumps.", start=start, end=end)
        return Refusal("not_reachable", sentences(words, possible))
    words = _("{start} can't reach {end}: {why}", start=start, end=end, why=wrong.message)
    return Refusal(wrong.code, sentences(words, possible))


def _against_groups(seat: int, stones: Stones, start: str, end: str, possible: Text) -> Refusal:
    first, second = stones_after(seat, stones, start, end)
    mixed = sorted(
        (names_in(group) for group in groups(first | second) if group & first and group & second),
        key=len,
    )
    if not mixed:
        words = _("{start}-{end} would leave no group with both colours.", start=start, end=end)
        return Refusal("colours_separated", sentences(words, possible))
    tied = [group for group in mixed if len(group) == len(mixed[-1])]
    move, size = f"{start}-{end}", len(tied[0])
    shown_groups = all_of([f"({' '.join(group)})" for group in tied])
    if len(tied) == 2:
        words = _(
            "After {move}, two groups with both colours would tie at {stones} stones: {groups}.",
            move=move,
            stones=size,
            groups=shown_groups,
        )
    else:
        words = lazy_ngettext(
            "After {move}, {count} group with both colours would tie at {stones} stones: {groups}.",
            "After {move}, {count} groups with both colours would tie at {stones} stones: "
            "{groups}.",
            len(tied),
            move=move,
            stones=size,
            groups=shown_groups,
        )
    return Refusal("tie", sentences(words, possible))


def _against_end(seat: int, stones: Stones, end: str) -> Refusal | None:
    if end == FIRST_CELLS[seat]:
        words = _(
            "{cell} is {seat}'s own tip. {seat}'s stones can never enter it, not even in the "
            "middle of a chain.",
            cell=end,
            seat=SEAT_NAMES[seat - 1],
        )
        return Refusal("own_first_cell", words)
    if BITS[end] & (stones[0] | stones[1]):
        return Refusal("occupied", _("{cell} is occupied.", cell=end))
    return None


def _against_jump(
    seat: int, stones: Stones, start: str, end: str, *, vacated: str
) -> Refusal | None:
    """The reason why a stone from `vacated` can't jump from one cell to another."""
    wrong = _against_end(seat, stones, end) if end != vacated else None
    if wrong:
        return wrong
    over = _middle(start, end)
    if over is None:
        words = _("{cell} isn't two cells away in a straight line.", cell=end)
        return Refusal("not_in_line", words)
    if over in HOLE:
        words = _(
            "{cell} between {start} and {end} is in the hole.", cell=over, start=start, end=end
        )
        return Refusal("hole", words)
    if not BITS.get(over, 0) & (stones[0] | stones[1]):
        words = _("{cell} is empty, so there is nothing to jump over.", cell=over)
        return Refusal("nothing_to_jump", words)
    return None


def _hops(cells: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(cells))


def _distance(start: str, end: str) -> int:
    """The distance in steps on an empty board without a hole."""
    (column, row), (last_column, last_row) = column_and_row(start), column_and_row(end)
    return max(abs(last_column - column), abs(last_row - row))


def _middle(start: str, end: str) -> str | None:
    """The cell between two cells two apart in a straight line, possibly in the hole."""
    (column, row), (last_column, last_row) = column_and_row(start), column_and_row(end)
    if {abs(last_column - column), abs(last_row - row)} not in ({0, 2}, {2}):
        return None
    return f"{COLUMNS[(column + last_column) // 2 - 1]}{(row + last_row) // 2}"


def _right_way(position: Position, cells: Sequence[str]) -> Listed:
    """Legal alternatives to a way."""
    move = cells[0], cells[-1]
    if move in position.moves():
        return _("{move} gets there.", move=position.text(move))
    words = _("A turn is one step or a chain of jumps.")
    return sentences(words, _possible(position.moves(), cells[0]))


def _possible(moves: Sequence[Move], start: str) -> Text:
    ends = [end for origin, end in moves if origin == start]
    if ends:
        return _("{cell} can go to {cells}.", cell=start, cells=row_of(ends))
    return _("{cell} can't move. You can move {others}.", cell=start, others=_movable(moves))


def _movable(moves: Sequence[Move]) -> Listed:
    return row_of(tuple(dict.fromkeys(move[0] for move in moves)))


def _extent(step: str) -> Text:
    """The existing cells, in the column of this step if it has one."""
    column = step[:1]
    if not column or column not in COLUMNS:
        return _(
            "Its columns are a to {column}, its rows 1 to {row}.",
            column=COLUMNS[-1],
            row=len(ROW_LENGTHS),
        )
    rows = sorted(int(cell[1:]) for cell in CELLS if cell[0] == column)
    return _(
        "Column {column} goes from {first} to {last}.",
        column=column,
        first=f"{column}{rows[0]}",
        last=f"{column}{rows[-1]}",
    )


def cut_off(seat: int, stones: Sequence[str]) -> Remark:
    """Describe stones of a seat that were removed where they stood."""
    cells = all_of(stones)
    return Remark(
        "cut_off",
        seat,
        lazy_ngettext(
            "Your stone on {cells} was cut off from the group that stays, so it was removed.",
            "Your stones on {cells} were cut off from the group that stays, so they were removed.",
            len(stones),
            cells=cells,
        ),
        lazy_ngettext(
            "{seat}'s stone on {cells} was cut off from the group that stays, so it was removed.",
            "{seat}'s stones on {cells} were cut off from the group that stays, so they were "
            "removed.",
            len(stones),
            seat=SEAT_NAMES[seat - 1],
            cells=cells,
        ),
    )


def landed_apart(seat: int, cell: str) -> Remark:
    """Describe the removal of the moved stone itself."""
    return Remark(
        "landed_apart",
        seat,
        _(
            "Your stone landed on {cell}, cut off from the group that stays, so it was removed.",
            cell=cell,
        ),
        _(
            "{seat}'s stone landed on {cell}, cut off from the group that stays, "
            "so it was removed.",
            seat=SEAT_NAMES[seat - 1],
            cell=cell,
        ),
    )


def described(name: str, move: Move, removed: int, own: int) -> Listed:
    """Describe the move of a stone and the stones cut off.

    :param removed: the number of stones of both seats.
    :param own: the number of the mover's stones among them.
    """
    start, end = move
    if not removed:
        return _("{name} moved {start} to {end}.", name=name, start=start, end=end)
    words = lazy_ngettext(
        "{name} moved {start} to {end} and cut off {count} stone.",
        "{name} moved {start} to {end} and cut off {count} stones.",
        removed,
        name=name,
        start=start,
        end=end,
    )
    return sentences(words, _own_words(removed, own) if own else None)


def _own_words(removed: int, own: int) -> Text:
    if own == removed:
        return lazy_ngettext("Their own.", "All their own.", own)
    return lazy_ngettext("{count} of them was their own.", "{count} of them were their own.", own)


@dataclass(frozen=True, slots=True)
class ScalaOutcome(Outcome):
    """The outcome, with the reason `goal`, `no_move`, `repetition` or `quiet`."""

    @property
    def text(self) -> Text:
        if self.reason == "repetition":
            return _("The same position came up for the third time.")
        if self.reason == "quiet":
            return _("No stone was removed in {count} turns in a row.", count=QUIET_TURNS)
        (winner,) = self.winners
        if self.reason == "goal":
            return _(
                "{seat} has a stone on its goal {cell}.",
                seat=SEAT_NAMES[winner - 1],
                cell=GOALS[winner],
            )
        return _("{seat} has no legal move.", seat=SEAT_NAMES[2 - winner])
