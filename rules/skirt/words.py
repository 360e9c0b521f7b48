"""Sentences on turns of Skirt: refusals, remarks, descriptions and endings.

Source: rules: skirt, "Turn". A refusal names the first error, and a legal move instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from language.lists import Listed, all_of, row_of, sentences
from language.texts import Text, lazy_ngettext, lazy_pgettext
from language.texts import lazy_gettext as _
from rules.notation import examples, match_over, question
from rules.position import Move, Outcome, Position
from rules.refusal import Refusal, quoted
from rules.skirt.board import Hexagon, cell_of, is_a_step, seat_name
from rules.teaching import Remark


def refusal(position: Position, hexagon: Hexagon, stones: bytes, steps: Move) -> Refusal:
    """Return the refusal of steps, which can be any strings but a legal move.

    :param stones: the seat whose stone stands on each cell, 0 if it is empty.
    """
    moves, seat = position.moves(), position.to_move
    if seat is None:
        return match_over()
    if not steps:
        return Refusal("incomplete", question(position.input.to_decide(()), _origins(moves)))
    for step in steps:
        if not is_a_step(step):
            words = _("“{typed}” isn't a move in Skirt.", typed=quoted(step))
            return Refusal("unreadable", sentences(words, examples(position, moves)))
        if cell_of(step) not in hexagon.number:
            return _off_board(hexagon, cell_of(step))
    origin, *ends = steps
    if len(ends) > 1:
        return _too_many_steps(moves, steps)
    if steps[::-1] in moves:
        words = _("The outer cell comes first: type {move}.", move="-".join(steps[::-1]))
        return Refusal("not_outer", words)
    wrong_origin = _wrong_origin(hexagon, stones, seat, moves, origin, ends)
    if wrong_origin:
        return wrong_origin
    if not ends:
        return _wrong_alone(moves, origin)
    if (origin,) in moves:
        return _nothing_may_follow(position, origin, is_first_turn=not any(stones))
    return _wrong_end(hexagon, stones, seat, moves, origin, ends[0])


def _too_many_steps(moves: Sequence[Move], steps: Move) -> Refusal:
    for whole in (steps[:1], steps[:2]):
        if whole in moves:
            words = _("{move} is a whole turn. Type just that.", move="-".join(whole))
            return Refusal("too_many_steps", words)
    words = _("A turn is two stones at most: one on an outer cell, then one on an inner cell.")
    return Refusal("too_many_steps", words)


def _wrong_origin(
    hexagon: Hexagon,
    stones: bytes,
    seat: int,
    moves: Sequence[Move],
    origin: str,
    ends: list[str],
) -> Refusal | None:
    """The refusal of the first step, or None if it is legal."""
    name = cell_of(origin)
    cell = hexagon.number[name]
    owner = stones[cell]
    instead = _("You can start from {cells}.", cells=_origins(moves))
    if not hexagon.sides[cell]:
        words = _("{cell} is an inner cell. A turn starts at an outer cell.", cell=name)
        return Refusal("not_outer", sentences(words, instead))
    if owner and owner != seat:
        words = _(
            "{cell} is {owner}'s stone. You are {seat}.",
            cell=name,
            owner=seat_name(owner),
            seat=seat_name(3 - owner),
        )
        code = "occupied" if origin == name else "wrong_colour"
        return Refusal(code, sentences(words, instead))
    if owner and origin == name:
        example = _example(moves, f"({name})", ends)
        if example is None:
            words = _("{cell} is already your stone.", cell=name)
            return Refusal("own_stone_here", sentences(words, instead))
        words = _(
            "{cell} is already your stone; to start from it, type {move}.",
            cell=name,
            move=example,
        )
        return Refusal("own_stone_here", words)
    if not owner and origin != name:
        example = _example(moves, name, ends)
        advice = _("To place a stone there, type {move}.", move=example) if example else instead
        words = _("{cell} is empty, so you can't start from it.", cell=name)
        return Refusal("empty_origin", sentences(words, advice))
    return None


def _wrong_alone(moves: Sequence[Move], origin: str) -> Refusal:
    """The refusal of a turn of one step on a legal cell."""
    ends = _ends(moves, origin)
    if ends:
        words = _(
            "This turn needs a second stone. From {cell} you can reach {cells}.",
            cell=cell_of(origin),
            cells=_some(ends),
        )
        return Refusal("must_place_two", words)
    return _no_second_step(moves, origin)


def _wrong_end(
    hexagon: Hexagon, stones: bytes, seat: int, moves: Sequence[Move], origin: str, end: str
) -> Refusal:
    """The refusal of a turn of two steps, the first of which is legal but no turn by itself."""
    start, name = cell_of(origin), cell_of(end)
    cell = hexagon.number[name]
    owner = stones[cell]
    ends = _ends(moves, origin)
    if not ends:
        return _no_second_step(moves, origin)
    instead = _("From {cell} you can reach {cells}.", cell=start, cells=_some(ends))
    if hexagon.sides[cell]:
        words = _("{cell} is an outer cell. The second stone goes on an inner cell.", cell=name)
        return Refusal("not_inner", sentences(words, instead))
    if owner == seat:
        words = _("{cell} is already your stone.", cell=name)
        return Refusal("occupied", sentences(words, instead))
    if owner:
        words = _("{cell} is taken by {seat}'s stone.", cell=name, seat=seat_name(owner))
        return Refusal("occupied", sentences(words, instead))
    line = next((ray for ray in hexagon.rays[hexagon.number[start]] if cell in ray), None)
    if line is None:
        words = _("{cell} isn't on a straight line with {start}.", cell=name, start=start)
        return Refusal("not_on_line", sentences(words, instead))
    if end != name:
        words = _("Only put parentheses around the stone you start from.")
        return Refusal("parentheses", sentences(words, instead))
    return _blocked(hexagon, stones, start, line[: line.index(cell) + 1], instead)


def _blocked(
    hexagon: Hexagon, stones: bytes, start: str, way: Sequence[int], instead: Text
) -> Refusal:
    """The refusal of a second step beyond stones that can't be jumped over.

    :param way: the cells from the one after the start to the end.
    """
    *between, end = way
    names, holder = hexagon.names, stones.__getitem__
    beyond_the_row = dropwhile(holder, between)
    blocking = next(filter(holder, beyond_the_row), end)
    stone, owner = names[blocking], seat_name(holder(blocking))
    if holder(way[0]):
        words = _(
            "You can only jump the run of stones next to {start}. Beyond it, {cell} ({seat}'s "
            "stone) is in the way.",
            start=start,
            cell=stone,
            seat=owner,
        )
        return Refusal("only_one_run_is_jumped", sentences(words, instead))
    words = _(
        "{cell}, {seat}'s stone, is in the way from {start} to {end}. You can only jump stones "
        "right next to {start}.",
        cell=stone,
        seat=owner,
        start=start,
        end=names[end],
    )
    return Refusal("blocked", sentences(words, instead))


def _nothing_may_follow(position: Position, outer: str, *, is_first_turn: bool) -> Refusal:
    """The refusal of further steps after a complete turn."""
    if is_first_turn:
        words = _("The first turn is just one stone, on an outer cell: {cell}.", cell=outer)
        return Refusal("first_turn_one_stone", words)
    if position.play((outer,)).outcome:
        words = _("{cell} wins at once, so the turn ends there: type {cell}.", cell=outer)
        return Refusal("outer_stone_wins_alone", words)
    words = _("There's no place for a second stone, so type just the first: {cell}.", cell=outer)
    return Refusal("no_full_turn", words)


def _no_second_step(moves: Sequence[Move], origin: str) -> Refusal:
    if origin != cell_of(origin) and all(len(move) == 1 for move in moves):
        words = _(
            "There's no place for a second stone, so type just an empty outer cell: {cells}.",
            cells=_origins(moves),
        )
        return Refusal("no_full_turn", words)
    words = _("No second stone can be placed in line with {cell}.", cell=cell_of(origin))
    instead = _("You can start from {cells}.", cells=_origins(moves))
    return Refusal("no_second_step", sentences(words, instead))


def _off_board(hexagon: Hexagon, name: str) -> Refusal:
    letters = [hexagon.names[row[0]][0] for row in hexagon.rows]
    where = _(
        "The board has rows {first} to {last}, from the bottom.",
        first=letters[0],
        last=letters[-1],
    )
    for letter, row in zip(letters, hexagon.rows, strict=True):
        if name[:1] == letter:
            where = _(
                "Row {row} has cells {first} to {last}.",
                row=letter,
                first=f"{letter}1",
                last=hexagon.names[row[-1]],
            )
    words = _("There is no cell “{cell}”.", cell=quoted(name))
    return Refusal("off_board", sentences(words, where))


def _example(moves: Sequence[Move], origin: str, ends: list[str]) -> str | None:
    """A legal move from this origin, to the same end if possible. None if there is none."""
    from_there = [move for move in moves if move[0] == origin]
    same_end = [move for move in from_there if [*move[1:]] == ends]
    return next(("-".join(move) for move in [*same_end, *from_there]), None)


def _ends(moves: Iterable[Move], origin: str) -> list[str]:
    return [move[1] for move in moves if move[0] == origin and len(move) == 2]


def _origins(moves: Iterable[Move]) -> Listed:
    return _some(list(dict.fromkeys(move[0] for move in moves)))


def _some(steps: Sequence[str], limit: int = 8) -> Listed:
    named = row_of(steps[:limit])
    return lazy_pgettext("list", "{cells}…", cells=named) if len(steps) > limit else named


def jumped(seat: int, outer: str, row: Sequence[str], end: str) -> Remark:
    """Describe the jumped run of stones next to the outer one."""
    cells = all_of(row)
    return Remark(
        "jumped",
        seat,
        lazy_ngettext(
            "You jumped the stone next to {outer} ({cells}) and placed on {end}.",
            "You jumped the stones next to {outer} ({cells}) and placed on {end}.",
            len(row),
            outer=outer,
            cells=cells,
            end=end,
        ),
        lazy_ngettext(
            "{seat} jumped the stone next to {outer} ({cells}) and placed on {end}.",
            "{seat} jumped the stones next to {outer} ({cells}) and placed on {end}.",
            len(row),
            seat=seat_name(seat),
            outer=outer,
            cells=cells,
            end=end,
        ),
    )


def described(name: str, move: Move) -> Text:
    """Describe stones placed, the second in line with the first or with one already there."""
    first, *others = map(cell_of, move)
    if not others:
        return _("{name} placed a stone on {cell}.", name=name, cell=first)
    (second,) = others
    if move[0] != first:
        return _(
            "{name} placed a stone on {cell}, in line with their stone on {first}.",
            name=name,
            cell=second,
            first=first,
        )
    return _("{name} placed stones on {first} and {second}.", name=name, first=first, second=second)


@dataclass(frozen=True, slots=True)
class SkirtOutcome(Outcome):
    """The outcome, with the reason `opposite_sides` or `three_sides`."""

    @property
    def text(self) -> Text:
        seat = seat_name(self.winners[0])
        if self.reason == "opposite_sides":
            return _("{seat} connects two opposite sides.", seat=seat)
        return _("{seat} connects three sides, no two of them next to each other.", seat=seat)
