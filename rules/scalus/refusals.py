"""Refusals of illegal moves of Scalus, with reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from language.lists import Listed, all_of, and_more, any_of, row_of, sentences
from language.texts import N_, Text
from language.texts import lazy_gettext as _
from rules.position import Move
from rules.refusal import Refusal, quoted
from rules.scalus.board import (
    BITS,
    BOARD,
    CROSS,
    FIGURES,
    KINDS,
    LINE,
    NO_PIVOT,
    REACHING,
    RECTANGLE,
    TRIANGLE,
    Cell,
    beside,
    cell_named,
    ends_of,
    group_between,
    is_on_board,
    name_of,
    names_in,
    seat_name,
    text_of,
)
from rules.scalus.groups import Group, steps_of
from rules.scalus.movement import group_moves

_HOW_TO_WRITE = N_(
    "Type a single move like e8-f9, a line by its two ends and the pivot like e4-e7(e4), a "
    "rectangle by its four corners and the pivot like d13-f13-f15-d15(f15), and () for no "
    "pivot."
)

_HOW_TO_WRITE_FIGURES = N_(
    "Type a cross by its four ends and the pivot like c4-d3-e4-d5(d4), and a triangle by its "
    "three corners and the pivot like d4-f4-d6(d4)."
)

_POINT = r"[a-z](?:0|[1-9][0-9]{0,2})"
_STEP = re.compile(
    rf"(?P<pivot>\((?:{_POINT})?\))|(?:(?P<kind>{'|'.join(KINDS)}){REACHING})?(?P<point>{_POINT})"
)

_MAX_LISTED = 8


@dataclass(frozen=True, slots=True)
class _Sides:
    """The stones and the names of the refused player and of the opponent."""

    own: int
    enemy: int
    you: Text
    they: Text
    all_patterns: bool

    def owns(self, cell: Cell) -> bool:
        """Whether a stone of the player is on the point."""
        return bool(self.own & BITS[name_of(cell)])

    def all_owned(self, cells: Iterable[Cell]) -> bool:
        """Whether stones of the player are on all the points."""
        return all(map(self.owns, cells))

    def what_is_on(self, cell: Cell) -> Text:
        """ "e6 is empty", "e6 is your own stone" or "e6 is White's stone"."""
        name = name_of(cell)
        if BITS[name] & self.enemy:
            return _("{cell} is {seat}'s stone", cell=name, seat=self.they)
        if self.owns(cell):
            return _("{cell} is your own stone", cell=name)
        return _("{cell} is empty", cell=name)


def refusal(seat: int, own: int, enemy: int, steps: Move, *, all_patterns: bool) -> Refusal:
    """Return the refusal of steps, which can be any strings but a legal move.

    :param seat: the seat to move.
    :param own: its stones, as a set of points.
    """
    sides = _Sides(own, enemy, seat_name(seat), seat_name(3 - seat), all_patterns)
    read = [_STEP.fullmatch(step) for step in steps]
    readings = [each for each in read if each]
    points = [reading["point"] for reading in readings if reading["point"]]
    kinds = [reading["kind"] for reading in readings if reading["point"]]
    pivots = [reading["pivot"] for reading in readings if reading["pivot"]]
    if (
        not points
        or None in read
        or pivots not in ([], [*steps[-1:]])
        or any(kinds[:1] + kinds[2:])
    ):
        words = _("“{typed}” isn't a move in Scalus.", typed=quoted(" ".join(steps)))
        return Refusal("unreadable", sentences(words, *_how_to_write(sides)))
    pivot = pivots[0] if pivots else None
    for name in (*points, *(each.strip("()") for each in pivots)):
        if name and not is_on_board(cell_named(name)):
            words = _("{cell} isn't on the board. Its lines are a to j and 1 to 19.", cell=name)
            return Refusal("off_board", words)
    if not any(kinds):
        # Ends and corners in any order may mean a group move.
        group = group_between(points, pivot)
        if group is None:
            return _against_points(sides, points, pivot)
        kind, first, last = group
    elif len(points) == 2:
        kind, (first, last) = kinds[1], map(cell_named, points)
        first, last = (first, last) if kind in FIGURES else sorted((first, last))
    else:
        return _too_many_steps(sides)
    if kind in FIGURES:
        return _against_figure(sides, kind, first, last, pivot)
    if kind == LINE:
        return _against_line(sides, first, last, pivot)
    return _against_rectangle(sides, *_box(first, last), pivot)


def _against_points(sides: _Sides, points: Sequence[str], pivot: str | None) -> Refusal:
    """Refuse points, possibly with a pivot, that are neither a line nor a rectangle."""
    if pivot is None and len(points) < 3:
        return _against_single(sides, *points)
    if len(points) < 2:
        words = _("One stone isn't a group. A group needs at least two.")
        return Refusal("not_a_group", sentences(words, *_how_to_write(sides)))
    if len(points) > 4 or (pivot is None and len(points) == 3):
        return _too_many_steps(sides)
    cells = sorted(map(cell_named, points))
    if 1 in (len({file for file, _ in cells}), len({rank for _, rank in cells})):
        line = f"{name_of(cells[0])}-{name_of(cells[-1])}{pivot or ''}"
        words = _("Type a line as its two ends: {line}.", line=line)
        return Refusal("not_a_rectangle", words)
    return _against_ends(sides, cells) if sides.all_patterns else _not_a_rectangle(cells)


def _not_a_rectangle(cells: Iterable[Cell]) -> Refusal:
    words = _(
        "{cells} aren't the four corners of a rectangle along the lines of the board. Type all "
        "four corners, or the two ends of a line.",
        cells=_all(map(name_of, cells)),
    )
    return Refusal("not_a_rectangle", words)


def _against_ends(sides: _Sides, cells: Sequence[Cell]) -> Refusal:
    """Refuse three or four points, sorted, that are the corners or ends of nothing."""
    points = _all(map(name_of, cells))
    if len(cells) == 3:
        words = _(
            "{cells} aren't the corners of a triangle. A triangle has a right angle and two "
            "equally long legs along the lines of the board.",
            cells=points,
        )
        return Refusal("not_a_triangle", words)
    (left, rank), (file, low), (above, high), (right, same) = cells
    if file == above and rank == same and left < file < right and low < rank < high:
        arms = [file - left, rank - low, right - file, high - rank]
        shortest = cells[(0, 1, 3, 2)[arms.index(min(arms))]]
        words = _(
            "The four arms of a cross are equally long. The one to {cell} is too short.",
            cell=name_of(shortest),
        )
        corner = file + min(arms), rank + min(arms)
        possible = _scalings_of(sides, steps_of(Group(CROSS, (file, rank), corner, 1), None)[:2])
        return Refusal("arm_too_short", sentences(words, _instead(possible)))
    words = _(
        "{cells} are neither the four corners of a rectangle nor the four ends of a cross.",
        cells=points,
    )
    return Refusal("not_a_rectangle", words)


def _against_single(sides: _Sides, start: str, end: str | None = None) -> Refusal:
    if reason := _not_yours(sides, [cell_named(start)]):
        return reason
    free = names_in(beside(BITS[start]) & BOARD & ~(sides.own | sides.enemy))
    choices: Listed = _("{cell} has no empty neighbour.", cell=start)
    if free:
        choices = _("{cell} can go to {cells}.", cell=start, cells=_any(free))
    if end is None:
        words = _("No legal move starts with {cell}.", cell=start)
        groups = _("Start a group with its lower left stone.")
        if sides.all_patterns:
            groups = _(
                "Start a line or rectangle with its lower left stone, a triangle with its right "
                "angle, and a cross with its centre."
            )
        return Refusal("no_move_there", sentences(words, choices, groups))
    first, last = sorted((cell_named(start), cell_named(end)))
    if lines := _scalings_of(sides, (name_of(first), f"{LINE}{REACHING}{name_of(last)}")):
        scale = _("To stretch or shrink the line, add the pivot: {moves}.", moves=_any(lines))
        choices = sentences(choices, scale)
    if max(abs(last[0] - first[0]), abs(last[1] - first[1])) != 1:
        words = _(
            "{end} isn't next to {start}. A single stone moves by one point.",
            end=end,
            start=start,
        )
        return Refusal("not_adjacent", sentences(words, choices))
    words = _(
        "{what}: a single stone only moves to an empty point and never captures.",
        what=sides.what_is_on(cell_named(end)),
    )
    return Refusal("occupied", sentences(words, choices))


def _against_line(sides: _Sides, first: Cell, last: Cell, pivot: str | None) -> Refusal:
    across, up = last[0] - first[0], abs(last[1] - first[1])
    if first == last:
        words = _(
            "{cell} alone isn't a group. A group needs at least two stones.", cell=name_of(first)
        )
        return Refusal("not_a_group", words)
    if across and up and across != up:
        words = _(
            "{first} and {last} aren't on one line. A rectangle needs its four corners: "
            "{corners}, and the pivot.",
            first=name_of(first),
            last=name_of(last),
            corners="-".join(map(name_of, ends_of(RECTANGLE, *_box(first, last)))),
        )
        return Refusal("not_a_line", words)
    if reason := _not_yours(sides, [first, last]):
        return reason
    between = Group(LINE, first, last, 1).box()[1:-1]
    has_friend_as_pivot = any(
        pivot == f"({name_of(each)})" and sides.owns(each) for each in between
    )
    longest = 2 if pivot in (None, NO_PIVOT) else 1
    if across and up and (len(between) > longest or has_friend_as_pivot):
        words = _(
            "On a diagonal, a group is exactly two stones: next to each other or one point "
            "apart (without a pivot, also two points apart)."
        )
        return Refusal("diagonal_too_long", words)
    return _against_group(sides, LINE, first, last, pivot)


def _against_rectangle(sides: _Sides, low: Cell, high: Cell, pivot: str | None) -> Refusal:
    if low[0] == high[0] or low[1] == high[1]:
        words = _(
            "{first} and {last} aren't opposite corners of a rectangle: type {first}-{last} "
            "and the pivot.",
            first=name_of(low),
            last=name_of(high),
        )
        return Refusal("not_a_rectangle", words)
    if reason := _not_yours(sides, ends_of(RECTANGLE, low, high)):
        return reason
    return _against_group(sides, RECTANGLE, low, high, pivot)


def _against_figure(
    sides: _Sides, kind: str, first: Cell, last: Cell, pivot: str | None
) -> Refusal:
    """Refuse a cross or a triangle."""
    ends = ends_of(kind, first, last)
    length = abs(last[0] - first[0])
    if not length or length != abs(last[1] - first[1]) or not all(map(is_on_board, ends)):
        return Refusal("unreadable", sentences(*_how_to_write(sides)))
    if not sides.all_patterns:
        words = _("Crosses and triangles aren't groups in this match.")
        refusal = _not_a_rectangle(ends)
        return Refusal(refusal.code, sentences(words, refusal.message))
    if kind == CROSS:
        for end in ends:
            if not sides.owns(end):
                words = _(
                    "{what}, so that arm of the cross is too short. All four are equally long, "
                    "and every point needs one of your stones.",
                    what=sides.what_is_on(end),
                )
                return Refusal("arm_too_short", words)
    elif reason := _not_yours(sides, ends):
        return reason
    return _against_group(sides, kind, first, last, pivot)


def _against_group(sides: _Sides, kind: str, first: Cell, last: Cell, pivot: str | None) -> Refusal:
    """Refuse a group with the player's stones at its ends or corners."""
    lengths = {abs(last[0] - first[0]), abs(last[1] - first[1])} - {0}
    dense, spaced = (Group(kind, first, last, step) for step in (1, 2))
    is_even = all(length % 2 == 0 for length in lengths)
    diagonal = kind == LINE and first[0] != last[0] and first[1] != last[1]
    is_smallest = lengths == {1} and kind != CROSS
    if (sides.all_owned(dense.stones()) and not diagonal) or is_smallest:
        group = dense
    elif is_even and sides.all_owned(spaced.stones()):
        group = spaced
    elif lengths == {3} and pivot in (None, NO_PIVOT) and kind not in FIGURES:
        group = Group(kind, first, last, 3)
    else:
        return _not_filled(sides, dense, spaced if is_even else None)
    stones = group.stones()
    possible = _scalings_of(sides, steps_of(group, None)[:2])
    instead = _instead(possible)
    if pivot is None:
        if possible:
            words = _("The pivot is missing. Type {moves}.", moves=_any(possible))
            return Refusal("incomplete", words)
        about = group.pivots()[0]
    else:
        about = None if pivot == NO_PIVOT else cell_named(pivot.strip("()"))
    if about is not None and about not in stones:
        words = _(
            "The pivot is one of the stones of the group, {cells}.",
            cells=_any(map(name_of, stones)),
        )
        return Refusal("pivot_not_in_group", sentences(words, instead))
    if about is None and None not in group.pivots():
        words = _(
            "Only a pair or a 2 × 2 square can move without a pivot, with no points or two "
            "points between the stones. This group needs one."
        )
        return Refusal("no_pivot_only_for_pairs_and_squares", sentences(words, instead))
    return _against_scaling(sides, group, about, instead)


_INSIDE = {
    CROSS: N_("Your own stone on {cell} is on an arm of the cross, so the group can't shrink."),
    LINE: N_("Your own stone on {cell} is between the stones, so the group can't shrink."),
    RECTANGLE: N_("Your own stone on {cell} is inside the rectangle, so the group can't shrink."),
    TRIANGLE: N_("Your own stone on {cell} is in the triangle, so the group can't shrink."),
}


def _against_scaling(
    sides: _Sides, group: Group, pivot: Cell | None, instead: Text | None
) -> Refusal:
    stones, box = group.stones(), group.box()
    moved = list(zip(stones, group.destinations(pivot), strict=True))
    for stone, end in moved:
        if not is_on_board(end):
            return Refusal("leaves_the_board", sentences(_beyond_edge(stone, end), instead))
    for stone, end in moved:
        is_inside = group.step > 1 and end in box
        if end not in stones and not is_inside and sides.owns(end):
            words = _(
                "{start} would go to {end}, where you have another stone.",
                start=name_of(stone),
                end=name_of(end),
            )
            return Refusal("own_stone_at_destination", sentences(words, instead))
    friends = [name_of(cell) for cell in box if cell not in stones and sides.owns(cell)]
    if group.step > 1 and friends:
        words = _(_INSIDE[group.kind], cell=friends[0])
        return Refusal("friend_inside", sentences(words, instead))
    words = _("Type {move}.", move=text_of(steps_of(group, pivot)))
    return Refusal("unreadable", words)


def _not_filled(sides: _Sides, dense: Group, spaced: Group | None) -> Refusal:
    """Refuse ends or corners with stones missing between."""
    groups = [dense] if spaced is None else [dense, spaced]
    missing = [[cell for cell in group.stones() if not sides.owns(cell)] for group in groups]
    fewest = min(missing, key=len)
    inner = sum(map(sides.owns, dense.stones())) - len(dense.ends())
    if (not inner and dense.kind not in FIGURES) or _is_uneven(sides, dense):
        possible = _scalings_of(sides, steps_of(dense, None)[:2])
        words = _(
            "The stones of a group are either all neighbours or all on every other point (both "
            "ways in a rectangle). Only pairs and 2 × 2 squares that move without a pivot may "
            "be two points apart."
        )
        return Refusal("neither_dense_nor_spaced", sentences(words, _instead(possible)))
    words = _(
        "{what}, but every point of a group needs one of your stones. Missing: {cells}.",
        what=sides.what_is_on(fewest[0]),
        cells=_all(map(name_of, fewest)),
    )
    return Refusal("not_a_group", words)


def _is_uneven(sides: _Sides, dense: Group) -> bool:
    """Whether the stones are neighbours in one direction of a rectangle and spaced in the other."""
    (left, low), (right, high) = dense.first, dense.last
    return dense.kind == RECTANGLE and any(
        (right - left) % across == (high - low) % up == 0
        and sides.all_owned(
            (file, rank)
            for file in range(left, right + 1, across)
            for rank in range(low, high + 1, up)
        )
        for across, up in ((1, 2), (2, 1))
    )


def _not_yours(sides: _Sides, cells: Sequence[Cell]) -> Refusal | None:
    """Refuse the first point without a stone of the player."""
    for cell in cells:
        if not sides.owns(cell):
            code = "wrong_colour" if BITS[name_of(cell)] & sides.enemy else "empty_cell"
            words = _(
                "{what}. You are {seat}: {cells}.",
                what=sides.what_is_on(cell),
                seat=sides.you,
                cells=_all(names_in(sides.own), limit=4),
            )
            return Refusal(code, words)
    return None


def _scalings_of(sides: _Sides, group: Move) -> list[str]:
    """The legal moves, as texts, of the group with these first two steps."""
    moves = group_moves(sides.own, all_patterns=sides.all_patterns)
    return [text_of(move) for move in moves if move[:2] == group]


def _how_to_write(sides: _Sides) -> list[Text]:
    how = [_(_HOW_TO_WRITE)]
    return [*how, _(_HOW_TO_WRITE_FIGURES)] if sides.all_patterns else how


def _too_many_steps(sides: _Sides) -> Refusal:
    words = _("That is more than one move.")
    return Refusal("too_many_steps", sentences(words, *_how_to_write(sides)))


def _beyond_edge(stone: Cell, end: Cell) -> Text:
    """Refuse a stone that would leave the board to a cell, which may have no name."""
    file, rank = end
    if rank < 1:
        return _("{stone} would leave the board, below line 1.", stone=name_of(stone))
    if file < 1:
        return _("{stone} would leave the board, beyond line a.", stone=name_of(stone))
    return _("{stone} would leave the board, to {end}.", stone=name_of(stone), end=name_of(end))


def _box(one: Cell, other: Cell) -> tuple[Cell, Cell]:
    """The lower left and the upper right corner of the rectangle between two cells."""
    (left, right), (low, high) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return (left, low), (right, high)


def _instead(possible: Sequence[str]) -> Text | None:
    """A further sentence with possible moves, if there are any."""
    return _("Possible: {moves}.", moves=_any(possible)) if possible else None


def _any(names: Iterable[str]) -> Listed:
    """ "a, b or c", or "a, b and 7 more"."""
    named = list(names)
    return _cut(named, _MAX_LISTED) or any_of(named)


def _all(names: Iterable[str], limit: int = _MAX_LISTED) -> Listed:
    """ "a, b and c", or "a, b and 7 more"."""
    named = list(names)
    return _cut(named, limit) or all_of(named)


def _cut(names: Sequence[str], limit: int) -> Listed | None:
    if len(names) <= limit:
        return None
    return and_more(row_of(names[:limit]), len(names) - limit)
