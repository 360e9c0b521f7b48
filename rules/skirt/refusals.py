"""Why steps are no legal move of Skirt, in words; what is legal is not decided here.

Source: rules: skirt, "Turns". A refusal names the first thing that is wrong, and what would be
right in its place, out of the legal moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import dropwhile
from typing import Protocol

from rules.notation import examples
from rules.position import Asked, Move, Outcome
from rules.refusal import Refusal, shown
from rules.skirt.board import SEAT_NAMES, Hexagon
from rules.skirt.notation import cell_of, is_a_step


class _After(Protocol):
    @property
    def outcome(self) -> Outcome | None: ...


class _Position(Asked, Protocol):
    hexagon: Hexagon
    stones: bytes

    @property
    def is_first_turn(self) -> bool: ...
    def play(self, move: Move) -> _After: ...


def refusal(position: _Position, steps: Move) -> Refusal:
    """Why these steps, any strings, are not a move of the position."""
    moves = position.moves()
    if not moves:
        return Refusal("over", "The match is over; no more moves can be made.")
    if not steps:
        return Refusal("incomplete", f"{position.prompt(())}: {_origins(moves)}.")
    for step in steps:
        if not is_a_step(step):
            words = f"“{shown(step)}” is not how a move of Skirt is written."
            return Refusal("unreadable", f"{words} {examples(position, moves)}")
        if cell_of(step) not in position.hexagon.number:
            return _off_board(position.hexagon, cell_of(step))
    origin, *ends = steps
    if len(ends) > 1:
        return _too_many_steps(moves, steps)
    if steps[::-1] in moves:
        words = f"The outer cell comes first: write {'-'.join(steps[::-1])}."
        return Refusal("not_outer", words)
    wrong_origin = _wrong_origin(position, moves, origin, ends)
    if wrong_origin:
        return wrong_origin
    if ends:
        return _wrong_end(position, moves, origin, ends[0])
    return _wrong_alone(moves, origin)


def _too_many_steps(moves: Sequence[Move], steps: Move) -> Refusal:
    for whole in (steps[:1], steps[:2]):
        if whole in moves:
            words = f"{'-'.join(whole)} is a whole turn; nothing may follow it."
            return Refusal("too_many_steps", words)
    words = "A turn is two stones at most: one on an outer cell, then one on an inner cell."
    return Refusal("too_many_steps", words)


def _wrong_origin(
    position: _Position, moves: Sequence[Move], origin: str, ends: list[str]
) -> Refusal | None:
    """What is wrong with the first step; None where it names a cell that it may name."""
    name = cell_of(origin)
    cell = position.hexagon.number[name]
    owner = position.stones[cell]
    instead = f"You can start from {_origins(moves)}."
    if not position.hexagon.sides[cell]:
        return Refusal(
            "not_outer", f"{name} is an inner cell. A turn starts at an outer cell. {instead}"
        )
    if owner and owner != position.to_move:
        you = SEAT_NAMES[2 - owner]
        words = f"{name} is {SEAT_NAMES[owner - 1]}'s stone. You are {you}. {instead}"
        return Refusal("occupied" if origin == name else "wrong_colour", words)
    if owner and origin == name:
        example = _example(moves, f"({name})", ends)
        advice = f"; to start from it write {example}." if example else f". {instead}"
        return Refusal("own_stone_here", f"{name} is already your stone{advice}")
    if not owner and origin != name:
        example = _example(moves, name, ends)
        advice = f"To place a stone there write {example}." if example else instead
        return Refusal(
            "empty_origin", f"{name} is empty, so no turn starts from a stone there. {advice}"
        )
    return None


def _wrong_alone(moves: Sequence[Move], origin: str) -> Refusal:
    """What is wrong with a turn of one step that names a cell it may name."""
    ends = _ends(moves, origin)
    if ends:
        words = f"A turn takes both steps. From {cell_of(origin)} go on to {_some(ends)}."
        return Refusal("must_place_two", words)
    return _no_second_step(moves, origin)


def _wrong_end(position: _Position, moves: Sequence[Move], origin: str, end: str) -> Refusal:
    """What is wrong with a turn of two steps, the first of which names a cell it may name."""
    hexagon = position.hexagon
    start, name = cell_of(origin), cell_of(end)
    cell = hexagon.number[name]
    owner = position.stones[cell]
    if (origin,) in moves:
        return _nothing_may_follow(position, origin)
    ends = _ends(moves, origin)
    if not ends:
        return _no_second_step(moves, origin)
    instead = f"From {start} you can reach {_some(ends)}."
    if hexagon.sides[cell]:
        words = f"{name} is an outer cell. The second stone goes on an inner cell. {instead}"
        return Refusal("not_inner", words)
    if owner:
        whose = "your" if owner == position.to_move else f"{SEAT_NAMES[owner - 1]}'s"
        return Refusal("occupied", f"{name} is taken by {whose} stone. {instead}")
    line = next((ray for ray in hexagon.rays[hexagon.number[start]] if cell in ray), None)
    if line is None:
        words = f"{name} is not on a straight line with {start}. {instead}"
        return Refusal("not_on_line", words)
    if end != name:
        words = f"Only a stone that a turn starts from is written in parentheses. {instead}"
        return Refusal("parentheses", words)
    between = line[: line.index(cell)]
    holder = position.stones.__getitem__
    beyond_the_row = dropwhile(holder, between)
    blocking = next(filter(holder, beyond_the_row), cell)
    what = f"{hexagon.names[blocking]}, {SEAT_NAMES[holder(blocking) - 1]}'s stone,"
    if holder(line[0]):
        words = f"Only the row next to {start} is jumped; {what} stops you beyond it. {instead}"
        return Refusal("only_one_row_is_jumped", words)
    words = f"{what} is in the way from {start} to {name}. Only a row next to {start} is jumped."
    return Refusal("blocked", f"{words} {instead}")


def _nothing_may_follow(position: _Position, outer: str) -> Refusal:
    """An outer cell that is a whole turn was followed by more."""
    if position.is_first_turn:
        words = f"The first turn is just one stone, on an outer cell: {outer}."
        return Refusal("first_turn_one_stone", words)
    if position.play((outer,)).outcome:
        words = f"{outer} wins at once, so nothing may follow it: write {outer}."
        return Refusal("outer_stone_wins_alone", words)
    words = f"You have no second step left, so the outer stone is the whole turn: {outer}."
    return Refusal("no_full_turn", words)


def _no_second_step(moves: Sequence[Move], origin: str) -> Refusal:
    if origin != cell_of(origin) and all(len(move) == 1 for move in moves):
        words = f"You have no second step left, so place an outer stone only: {_origins(moves)}."
        return Refusal("no_full_turn", words)
    words = f"No second stone can be placed in line with {cell_of(origin)}."
    return Refusal("no_second_step", f"{words} You can start from {_origins(moves)}.")


def _off_board(hexagon: Hexagon, name: str) -> Refusal:
    letters = [hexagon.names[row[0]][0] for row in hexagon.rows]
    where = f"The board has the rows {letters[0]} to {letters[-1]}, from the bottom."
    for letter, row in zip(letters, hexagon.rows, strict=True):
        if name[:1] == letter:
            where = f"Row {letter} has the cells {letter}1 to {hexagon.names[row[-1]]}."
    return Refusal("off_board", f"There is no cell “{shown(name)}”. {where}")


def _example(moves: Sequence[Move], origin: str, ends: list[str]) -> str | None:
    """A legal move from this origin, to the same end if it can be; None where there is none."""
    from_there = [move for move in moves if move[0] == origin]
    same_end = [move for move in from_there if [*move[1:]] == ends]
    return next(("-".join(move) for move in [*same_end, *from_there]), None)


def _ends(moves: Iterable[Move], origin: str) -> list[str]:
    return [move[1] for move in moves if move[0] == origin and len(move) == 2]


def _origins(moves: Iterable[Move]) -> str:
    return _some(list(dict.fromkeys(move[0] for move in moves)))


def _some(steps: Sequence[str], most: int = 8) -> str:
    shown = ", ".join(steps[:most])
    return f"{shown} …" if len(steps) > most else shown
