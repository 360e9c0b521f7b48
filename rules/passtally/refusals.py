"""Why a move of Passtally that is not legal is refused, and what would be right instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.notation import examples
from rules.passtally.board import (
    CELL_NUMBERS,
    CELLS,
    PILES,
    PLACES,
    PLACES_AT,
    SEAT_NAMES,
    SIDE_NAMES,
    SIDES,
    SPOT_NUMBERS,
    SPOTS,
    reach,
)
from rules.passtally.notation import is_a_number, is_a_step
from rules.passtally.tiles import UNKNOWN
from rules.passtally.tiling import Tiling
from rules.position import Asked, Move
from rules.refusal import Refusal, shown


class _Position(Asked, Protocol):
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
    """Why these steps, any strings, are not a move of the position."""
    if position.to_move is None:
        return Refusal("over", "The match is over; no more moves can be made.")
    if not steps:
        return Refusal("incomplete", f"The move is empty. {_example(position)}")
    if not all(map(is_a_step, steps)):
        words = f"“{shown(' '.join(steps))}” isn't a move in Passtally."
        return Refusal("unreadable", f"{words} {_example(position)}")
    first, *others = steps
    if position.placing_markers:
        return _placement(position, first, others)
    if is_a_number(first):
        return _tile(position, first, others)
    if any(step in SPOT_NUMBERS for step in steps) or first[0] in SIDES:
        return _marker(position, first, others)
    return _cells_without_a_pile(position, steps)


def _placement(position: _Position, spot: str, others: Sequence[str]) -> Refusal:
    where = f"Choose {_open_spots(position)}."
    if is_a_number(spot) or others:
        words = "The markers are still being placed: a move names one spot."
        return Refusal("placement_first", f"{words} {where}")
    if spot not in SPOT_NUMBERS:
        return _unknown_spot(spot, where)
    if spot[0] not in position.open_sides:
        words = f"{spot} is on the wrong side: this marker goes to the {_sides(position)}."
        return Refusal("wrong_side", f"{words} {where}")
    whose = _whose(position, position.ring[SPOT_NUMBERS[spot]])
    return Refusal("spot_taken", f"{spot} is taken by {whose}. {where}")


def _marker(position: _Position, first: str, others: Sequence[str]) -> Refusal:
    own = [spot for spot, seat in position.markers.items() if seat == position.seat]
    yours = f"Your markers are on {', '.join(own)}."
    for spot in (first, *others):
        if spot not in SPOT_NUMBERS:
            return _unknown_spot(spot, yours)
    if len(others) > 1:
        words = "A marker's move names two spots, from and to; your second action is a new move."
        return Refusal("too_many_steps", f"{words} {_example(position)}")
    start = SPOT_NUMBERS[first]
    owner = position.ring[start]
    if owner == 0 and not others:
        words = "All markers are placed. Move one of them, or lay a tile."
        return Refusal("placement_over", f"{words} {_example(position)}")
    if owner == 0:
        return Refusal("empty_spot", f"There is no marker on {first}. {yours}")
    if owner != position.seat:
        whose = _whose(position, owner)
        return Refusal("not_your_marker", f"On {first} is {whose}. {yours}")
    where = f"From {first} it can go to {_reached(position, start)}."
    if not others:
        return Refusal("incomplete", f"Name the spot that the marker goes to. {where}")
    target = others[0]
    if target == first:
        return Refusal(
            "same_spot",
            f"The marker is already on {first}; staying there is not an action. {where}",
        )
    owner = position.ring[SPOT_NUMBERS[target]]
    if owner:
        whose = _whose(position, owner)
        words = f"{target} is taken by {whose}; markers are jumped, never landed on."
        return Refusal("landing_taken", f"{words} {where}")
    words = f"{target} is more than 2 free spots away from {first}."
    return Refusal("too_far", f"{words} {where}")


def _tile(position: _Position, pile: str, cells: Sequence[str]) -> Refusal:
    filled = [name for name, left in zip(PILES, position.tiles_left, strict=True) if left]
    there = f"There are tiles in {'piles' if len(filled) > 1 else 'pile'} {', '.join(filled)}."
    if pile not in PILES:
        return Refusal("no_such_pile", f"The piles are numbered 1 to 3. {there}")
    if pile not in filled:
        return Refusal("pile_empty", f"Pile {pile} is used up. {there}")
    if position.face_up[PILES.index(pile)] == UNKNOWN:
        words = f"Which tile is now face up on pile {pile} isn't known here."
        return Refusal("unknown_tile", f"{words} Take one from another pile, or move a marker.")
    example = examples(position, [move for move in position.moves() if move[0] == pile])
    for cell in cells:
        if cell not in CELL_NUMBERS:
            return Refusal(
                "off_board", f"{shown(cell)} isn't a cell of the board, a1 to f6. {example}"
            )
    if len(cells) > 2:
        words = "A tile lies on two cells; your second action is a new move."
        return Refusal("too_many_steps", f"{words} {example}")
    if len(cells) < 2:
        at = f" at {cells[0]}" if cells else ""
        return Refusal("incomplete", f"Name the two cells that the tile covers{at}. {example}")
    return _tile_on(position, pile, CELL_NUMBERS[cells[0]], CELL_NUMBERS[cells[1]], example)


def _tile_on(position: _Position, pile: str, first: int, second: int, example: str) -> Refusal:
    tiling = position.board
    one, other = CELLS[first], CELLS[second]
    neighbours = sorted(
        CELLS[cell] for place in PLACES_AT[first] for cell in PLACES[place] if cell != first
    )
    free = [cell for cell in neighbours if tiling.may_lay(first, CELL_NUMBERS[cell])]
    where = f"A tile can cover {one} and {either(free)}." if free else example
    if other not in neighbours:
        words = f"{one} and {other} don't share an edge. Beside {one} are {', '.join(neighbours)}."
        return Refusal("cells_not_adjacent", f"{words} {where}")
    heights = tiling.heights[first], tiling.heights[second]
    if heights[0] != heights[1]:
        words = (
            f"{one} is {heights[0]} high and {other} is {heights[1]}; both must be equally high."
        )
        return Refusal("heights_differ", f"{words} {where}")
    if not tiling.may_lay(first, second):
        words = f"{one} and {other} show the same tile; a tile must rest on two different ones."
        return Refusal("one_tile_below", f"{words} {where}")
    canonical = position.text((pile, *sorted((one, other))))
    words = f"This tile looks the same when turned by 180°. Write it as {canonical}."
    return Refusal("other_order", words)


def _cells_without_a_pile(position: _Position, move: Move) -> Refusal:
    for cell in move:
        if cell not in CELL_NUMBERS:
            words = "Cells are a1 to f6, spots N1 to N6, E1 to E6, S1 to S6 and W1 to W6."
            return Refusal("off_board", f"{words} {_example(position)}")
    words = "Say which pile the tile comes from, then its two cells."
    return Refusal("incomplete", f"{words} {_example(position)}")


def _unknown_spot(spot: str, where: str) -> Refusal:
    words = f"{shown(spot)} isn't a spot; they are N1 to N6, E1 to E6, S1 to S6 and W1 to W6."
    return Refusal("unknown_spot", f"{words} {where}")


def _open_spots(position: _Position) -> str:
    if len(position.open_sides) > 1:
        # Nobody has been on a side that can still be chosen.
        return f"any spot at the {_sides(position)}"
    spots = [
        spot
        for spot, owner in zip(SPOTS, position.ring, strict=True)
        if not owner and spot[0] in position.open_sides
    ]
    return either(spots)


def _sides(position: _Position) -> str:
    """ "left" or "top, right, bottom or left"."""
    return either([SIDE_NAMES[side] for side in position.open_sides])


def either(names: Sequence[str]) -> str:
    """ "c3, c4 or d3"."""
    *before, last = names
    return f"{', '.join(before)} or {last}" if before else last


def _reached(position: _Position, spot: int) -> str:
    return ", ".join(sorted(SPOTS[target] for target in reach(position.ring, spot)))


def _whose(position: _Position, owner: int) -> str:
    return "your own marker" if owner == position.seat else f"{SEAT_NAMES[owner - 1]}'s marker"


def _example(position: _Position) -> str:
    """A tile move and a marker move that are legal here."""
    moves = position.moves()
    return examples(position, [moves[0], moves[-1]])
