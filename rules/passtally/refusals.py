"""Refusals of illegal moves of Passtally, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.language import Text, lazy_ngettext
from rules.language import lazy_gettext as _
from rules.listing import Listed, any_of, row_of, sentences
from rules.notation import examples, match_over
from rules.passtally.board import (
    CELL_NUMBERS,
    CELLS,
    PILES,
    PLACES,
    PLACES_AT,
    SIDE_NAMES,
    SIDES,
    SPOT_NUMBERS,
    SPOTS,
    reach,
    seat_name,
)
from rules.passtally.notation import is_a_number, is_a_step
from rules.passtally.tiles import UNKNOWN
from rules.passtally.tiling import Tiling
from rules.position import Explainable, Move
from rules.refusal import Refusal, quoted


class _Position(Explainable, Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def board(self) -> Tiling: ...
    @property
    def ring(self) -> tuple[int, ...]: ...
    @property
    def markers(self) -> dict[str, int]: ...
    @property
    def placing_markers(self) -> bool: ...
    @property
    def open_sides(self) -> str: ...
    @property
    def face_up(self) -> tuple[str | None, ...]: ...
    @property
    def tiles_left(self) -> tuple[int, ...]: ...


def refusal(position: _Position, steps: Move) -> Refusal:
    """Return the refusal of steps, which can be any strings but a legal move."""
    if position.to_move is None:
        return match_over()
    if not steps:
        return Refusal("incomplete", sentences(_("The move is empty."), _example(position)))
    if not all(map(is_a_step, steps)):
        words = _("“{typed}” isn't a move in Passtally.", typed=quoted(" ".join(steps)))
        return Refusal("unreadable", sentences(words, _example(position)))
    first, *others = steps
    if position.placing_markers:
        return _placement(position, first, others)
    if is_a_number(first):
        return _tile(position, first, others)
    if any(step in SPOT_NUMBERS for step in steps) or first[0] in SIDES:
        return _marker(position, first, others)
    return _cells_without_a_pile(position, steps)


def _placement(position: _Position, spot: str, others: Sequence[str]) -> Refusal:
    where = _spots_to_choose(position)
    if is_a_number(spot) or others:
        words = _("Markers are still being placed. Write one spot.")
        return Refusal("placement_first", sentences(words, where))
    if spot not in SPOT_NUMBERS:
        return _unknown_spot(spot, where)
    if spot[0] not in position.open_sides:
        words = _(
            "{spot} is on the wrong side. This marker goes to the {sides}.",
            spot=spot,
            sides=_sides(position),
        )
        return Refusal("wrong_side", sentences(words, where))
    owner = position.ring[SPOT_NUMBERS[spot]]
    if owner == position.seat:
        words = _("{spot} is taken by your own marker.", spot=spot)
    else:
        words = _("{spot} is taken by {seat}'s marker.", spot=spot, seat=seat_name(owner))
    return Refusal("spot_taken", sentences(words, where))


def _marker(position: _Position, first: str, others: Sequence[str]) -> Refusal:
    own = [spot for spot, seat in position.markers.items() if seat == position.seat]
    yours = _("Your markers are on {spots}.", spots=row_of(own))
    for spot in (first, *others):
        if spot not in SPOT_NUMBERS:
            return _unknown_spot(spot, yours)
    if len(others) > 1:
        words = _(
            "A marker's move is two spots, from and to. Your second action is a separate move."
        )
        return Refusal("too_many_steps", sentences(words, _example(position)))
    start = SPOT_NUMBERS[first]
    owner = position.ring[start]
    if owner == 0 and not others:
        words = _("All markers are placed. Move one of them, or lay a tile.")
        return Refusal("placement_over", sentences(words, _example(position)))
    if owner == 0:
        words = _("There is no marker on {spot}.", spot=first)
        return Refusal("empty_spot", sentences(words, yours))
    if owner != position.seat:
        words = _("{seat}'s marker is on {spot}.", spot=first, seat=seat_name(owner))
        return Refusal("not_your_marker", sentences(words, yours))
    where = _("From {spot} it can go to {spots}.", spot=first, spots=_reached(position, start))
    if not others:
        words = _("Name the marker's new spot.")
        return Refusal("incomplete", sentences(words, where))
    target = others[0]
    if target == first:
        words = _("The marker is already on {spot}. Staying there isn't an action.", spot=first)
        return Refusal("same_spot", sentences(words, where))
    owner = position.ring[SPOT_NUMBERS[target]]
    if owner:
        if owner == position.seat:
            words = _(
                "{spot} is taken by your own marker. You can jump markers, but not land on them.",
                spot=target,
            )
        else:
            words = _(
                "{spot} is taken by {seat}'s marker. You can jump markers, but not land on them.",
                spot=target,
                seat=seat_name(owner),
            )
        return Refusal("landing_taken", sentences(words, where))
    words = _("{spot} is more than 2 free spots away from {start}.", spot=target, start=first)
    return Refusal("too_far", sentences(words, where))


def _tile(position: _Position, pile: str, cells: Sequence[str]) -> Refusal:
    filled = [name for name, left in zip(PILES, position.tiles_left, strict=True) if left]
    piles_left = lazy_ngettext(
        "There are tiles in pile {piles}.",
        "There are tiles in piles {piles}.",
        len(filled),
        piles=row_of(filled),
    )
    if pile not in PILES:
        words = _("The piles are numbered 1 to 3.")
        return Refusal("no_such_pile", sentences(words, piles_left))
    if pile not in filled:
        return Refusal("pile_empty", sentences(_("Pile {pile} is used up.", pile=pile), piles_left))
    if position.face_up[PILES.index(pile)] == UNKNOWN:
        words = _(
            "The tile that is now face up on pile {pile} isn't known here. Take one from another "
            "pile, or move a marker.",
            pile=pile,
        )
        return Refusal("unknown_tile", words)
    example = examples(position, [move for move in position.moves() if move[0] == pile])
    for cell in cells:
        if cell not in CELL_NUMBERS:
            words = _("{cell} isn't a cell of the board, a1 to f6.", cell=quoted(cell))
            return Refusal("off_board", sentences(words, example))
    if len(cells) > 2:
        words = _("A tile covers two cells. Your second action is a separate move.")
        return Refusal("too_many_steps", sentences(words, example))
    if not cells:
        words = _("Name the two cells that the tile covers.")
        return Refusal("incomplete", sentences(words, example))
    if len(cells) < 2:
        words = _("Name the two cells that the tile covers at {cell}.", cell=cells[0])
        return Refusal("incomplete", sentences(words, example))
    return _tile_on(position, pile, CELL_NUMBERS[cells[0]], CELL_NUMBERS[cells[1]], example)


def _tile_on(position: _Position, pile: str, first: int, second: int, example: Listed) -> Refusal:
    tiling = position.board
    one, other = CELLS[first], CELLS[second]
    neighbours = sorted(
        CELLS[cell] for place in PLACES_AT[first] for cell in PLACES[place] if cell != first
    )
    free = [cell for cell in neighbours if tiling.may_lay(first, CELL_NUMBERS[cell])]
    where = example
    if free:
        where = _("A tile can cover {cell} and {cells}.", cell=one, cells=any_of(free))
    if other not in neighbours:
        words = _(
            "{cell} and {other} don't share an edge. Beside {cell} are {cells}.",
            cell=one,
            other=other,
            cells=row_of(neighbours),
        )
        return Refusal("cells_not_adjacent", sentences(words, where))
    heights = tiling.heights[first], tiling.heights[second]
    if heights[0] != heights[1]:
        words = _(
            "{cell} has height {height} and {other} has {other_height}. Both must be equally high.",
            cell=one,
            height=heights[0],
            other=other,
            other_height=heights[1],
        )
        return Refusal("heights_differ", sentences(words, where))
    if not tiling.may_lay(first, second):
        words = _(
            "{cell} and {other} show the same tile. A tile must lie on two different ones.",
            cell=one,
            other=other,
        )
        return Refusal("one_tile_below", sentences(words, where))
    canonical = position.text((pile, *sorted((one, other))))
    words = _("This tile looks the same when turned by 180°. Write it as {move}.", move=canonical)
    return Refusal("other_order", words)


def _cells_without_a_pile(position: _Position, move: Move) -> Refusal:
    for cell in move:
        if cell not in CELL_NUMBERS:
            words = _("Cells are a1 to f6, spots N1 to N6, E1 to E6, S1 to S6 and W1 to W6.")
            return Refusal("off_board", sentences(words, _example(position)))
    words = _("First write the pile of the tile, then its two cells.")
    return Refusal("incomplete", sentences(words, _example(position)))


def _unknown_spot(spot: str, where: Text) -> Refusal:
    words = _(
        "{spot} isn't a spot. Spots are N1 to N6, E1 to E6, S1 to S6 and W1 to W6.",
        spot=quoted(spot),
    )
    return Refusal("unknown_spot", sentences(words, where))


def _spots_to_choose(position: _Position) -> Text:
    if len(position.open_sides) > 1:
        # No seat has a marker on a side that can still be chosen.
        return _("Choose any spot at the {sides}.", sides=_sides(position))
    spots = [
        spot
        for spot, owner in zip(SPOTS, position.ring, strict=True)
        if not owner and spot[0] in position.open_sides
    ]
    return _("Choose {spots}.", spots=any_of(spots))


def _sides(position: _Position) -> Listed:
    """ "left" or "top, right, bottom or left"."""
    return any_of([_(SIDE_NAMES[side]) for side in position.open_sides])


def _reached(position: _Position, spot: int) -> Listed:
    return row_of(sorted(SPOTS[target] for target in reach(position.ring, spot)))


def _example(position: _Position) -> Listed:
    """A legal tile move and a legal marker move."""
    moves = position.moves()
    return examples(position, [moves[0], moves[-1]])
