"""Independent verification of each kind of reason, by playing on.

It uses neither the search nor the facts behind the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.facts import Reason
from engine.search import any_winning_move
from rules.notation import read
from rules.passtally.position import PasstallyPosition
from rules.position import Move, Position
from rules.scala.board import CELLS, GOALS, column_and_row
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.board import HEADQUARTERS, NAMES, cell_named
from rules.scalus.position import ScalusPosition
from rules.skirt.board import SIDES
from rules.skirt.position import SkirtPosition

Check = Callable[[Any, Move, Reason], bool]
"""Whether a reason for a move holds in the position before it."""

StonePosition = ScalaPosition | ScalusPosition


def pass_turn(position: Position) -> Any:
    """The same stones with the other seat to move."""
    assert position.to_move is not None
    other = 3 - position.to_move
    if isinstance(position, ScalaPosition):
        return ScalaPosition.set_up(position.stones(1), position.stones(2), other)
    if isinstance(position, ScalusPosition):
        return ScalusPosition.set_up(
            position.stones(1), position.stones(2), other, all_patterns=position.all_patterns
        )
    assert isinstance(position, SkirtPosition)
    white, black = (stones_of(position, seat) for seat in (1, 2))
    return SkirtPosition.set_up(position.size, white, black, other)


def stones_of(position: SkirtPosition, seat: int) -> list[str]:
    names = position.hexagon.names
    return [name for name, owner in zip(names, position.stones, strict=True) if owner == seat]


def is_won_by(position: Position, seat: int | None) -> bool:
    return position.outcome is not None and position.outcome.winners == (seat,)


def wins_in_two(position: Position, move: Move) -> bool:
    """Whether every reply to the move leaves a winning move."""
    seat, after = position.to_move, position.play(move)
    return after.to_move not in (None, seat) and all(
        then.to_move == seat and any_winning_move(then) is not None
        for then in map(after.play, after.moves())
    )


# All games.


def wins(before: Position, move: Move, reason: Reason) -> bool:
    return is_won_by(before.play(move), before.to_move) or (
        reason.number == 2 and wins_in_two(before, move)
    )


def stops(before: Position, move: Move, reason: Reason) -> bool:
    then, after = pass_turn(before), before.play(move)
    threat = read(then, reason.line[0])
    if reason.number == 1:
        return is_won_by(then.play(threat), then.to_move) and any_winning_move(after) is None
    could_win = wins_in_two(then, threat)
    can_win = threat in after.moves() and wins_in_two(after, threat)
    return could_win and not can_win and any_winning_move(after) is None


def threatens(before: Position, move: Move, reason: Reason) -> bool:
    then = pass_turn(before.play(move))
    return is_won_by(then.play(read(then, reason.line[1])), before.to_move)


def only_legal(before: Position, move: Move, reason: Reason) -> bool:
    return list(before.moves()) == [move]


def only_move(before: Position, move: Move, reason: Reason) -> bool:
    others = [other for other in before.moves() if other != move]
    return (
        reason.number == len(others)
        and any_winning_move(before.play(move)) is None
        and all(any_winning_move(before.play(other)) is not None for other in others)
    )


# Scala and Scalus.


def losses(position: StonePosition, move: Move) -> tuple[set[str], int]:
    """The enemy stones captured by a move, and the number of own stones lost."""
    seat, after = position.seat, position.play(move)
    enemies = set(position.stones(3 - seat)) - set(after.stones(3 - seat))
    return enemies, len(position.stones(seat)) - len(after.stones(seat))


def captures(before: StonePosition, move: Move, reason: Reason) -> bool:
    enemies, own = losses(before, move)
    return enemies == set(reason.cells) and own == 0 < reason.number == len(enemies)


def trades(before: StonePosition, move: Move, reason: Reason) -> bool:
    enemies, own = losses(before, move)
    return enemies == set(reason.cells) and 0 < own == reason.number < len(enemies)


def can_capture(position: StonePosition) -> bool:
    return any(losses(position, move)[0] for move in position.moves())


def saves(before: StonePosition, move: Move, reason: Reason) -> bool:
    then = pass_turn(before)
    taken, _ = losses(then, read(then, reason.line[0]))
    is_true = taken == set(reason.cells) and len(taken) == reason.number
    return is_true and not can_capture(before.play(move))


def threatens_capture(before: StonePosition, move: Move, reason: Reason) -> bool:
    then = pass_turn(before.play(move))
    taken, own = losses(then, read(then, reason.line[1]))
    return taken == set(reason.cells) and len(taken) == reason.number > own


def safe(before: StonePosition, move: Move, reason: Reason) -> bool:
    return not can_capture(before.play(move))


def steps_from(targets: list[tuple[int, int]], cells: dict[str, tuple[int, int]]) -> dict[str, int]:
    """The distance in steps from each cell to the nearest target."""
    steps = {name: 0 for name, place in cells.items() if place in targets}
    reached = list(steps)
    for name in reached:
        x, y = cells[name]
        for other, (a, b) in cells.items():
            if other not in steps and max(abs(a - x), abs(b - y)) == 1:
                steps[other] = steps[name] + 1
                reached.append(other)
    return steps


SCALA_PLACES = {cell: column_and_row(cell) for cell in CELLS}
SCALA_STEPS = {seat: steps_from([SCALA_PLACES[GOALS[seat]]], SCALA_PLACES) for seat in (1, 2)}
SCALUS_PLACES = {name: cell_named(name) for name in NAMES.values()}
SCALUS_STEPS = {
    seat: steps_from([SCALUS_PLACES[name] for name in HEADQUARTERS[3 - seat]], SCALUS_PLACES)
    for seat in (1, 2)
}


def nearer_in_scala(before: ScalaPosition, move: Move, reason: Reason) -> bool:
    steps, (start, end) = SCALA_STEPS[before.seat], move
    still_there = reason.cells == (end,) and end in before.play(move).stones(before.seat)
    return still_there and steps[start] - steps[end] == reason.number > 0


def nearer_in_scalus(before: ScalusPosition, move: Move, reason: Reason) -> bool:
    steps, change = SCALUS_STEPS[before.seat], before.displacement(move)
    after = before.play(move).stones(before.seat)
    gained = {
        end: steps[start] - steps[end]
        for start, end in zip(change.starts, change.ends, strict=True)
    }
    return reason.number > 0 and all(
        cell in after and gained[cell] == reason.number for cell in reason.cells
    )


# Skirt.


def chain_at(position: SkirtPosition, cell: str, seat: int) -> set[str]:
    """The seat's stones connected to the one on a cell."""
    hexagon, own = position.hexagon, set(stones_of(position, seat))
    chain, reached = {cell}, [cell]
    for each in reached:
        for number in hexagon.neighbours[hexagon.number[each]]:
            name = hexagon.names[number]
            if name in own and name not in chain:
                chain.add(name)
                reached.append(name)
    return chain


def sides_of(position: SkirtPosition, chain: set[str]) -> set[str]:
    numbers = [position.hexagon.sides[position.hexagon.number[cell]] for cell in chain]
    return {name for side, name in enumerate(SIDES) if any(sides >> side & 1 for sides in numbers)}


def had_no_such_chain(position: SkirtPosition, seat: int, sides: tuple[str, ...]) -> bool:
    return not any(
        sides_of(position, chain_at(position, cell, seat)) >= set(sides)
        for cell in stones_of(position, seat)
    )


def joins(before: SkirtPosition, move: Move, reason: Reason) -> bool:
    seat, after = before.to_move, before.play(move)
    assert seat is not None
    chain = chain_at(after, reason.cells[0], seat)
    return (
        chain == set(reason.cells)
        and bool(chain.intersection(move))
        and len(chain) > 1
        and sides_of(after, chain) == set(reason.names)
        and len(reason.names) == reason.number > 1
        and had_no_such_chain(before, seat, reason.names)
    )


def keeps_apart(before: SkirtPosition, move: Move, reason: Reason) -> bool:
    assert before.to_move is not None
    other, (cell,) = 3 - before.to_move, reason.cells
    stones = {seat: stones_of(before, seat) for seat in (1, 2)}
    stones[other].append(cell)
    then = SkirtPosition.set_up(before.size, stones[1], stones[2])
    chain = chain_at(then, cell, other)
    return (
        cell in move
        and len(chain) > 1
        and sides_of(then, chain) == set(reason.names)
        and len(reason.names) == reason.number
        and had_no_such_chain(before, other, reason.names)
    )


def links(before: SkirtPosition, move: Move, reason: Reason) -> bool:
    seat, after = before.to_move, before.play(move)
    assert seat is not None
    chain = chain_at(after, reason.cells[0], seat)
    parts = {
        frozenset(chain_at(before, cell, seat)) for cell in chain & set(stones_of(before, seat))
    }
    return chain == set(reason.cells) and len(parts) == reason.number > 1


def lengthens(before: SkirtPosition, move: Move, reason: Reason) -> bool:
    seat, after = before.to_move, before.play(move)
    assert seat is not None
    chain = chain_at(after, reason.cells[0], seat)
    is_true = chain == set(reason.cells) and len(chain) == reason.number
    return is_true and sides_of(after, chain) == set(reason.names)


def begins(before: SkirtPosition, move: Move, reason: Reason) -> bool:
    seat, after = before.to_move, before.play(move)
    assert seat is not None
    alone = all(len(chain_at(after, cell, seat)) == 1 for cell in reason.cells)
    return alone and sides_of(after, set(reason.cells)) == set(reason.names)


# Scalas.


def tops(position: ScalasPosition) -> dict[str, str]:
    return {cell: tower[-1:] for cell, tower in zip(position.cells, position.towers, strict=True)}


def covered(before: ScalasPosition, move: Move) -> set[str]:
    """The cells where a move covers the other seat's top."""
    own, other = "RB"[before.seat - 1], "RB"[2 - before.seat]
    then, now = tops(before), tops(before.play(move))
    return {cell for cell in then if then[cell] == other and now[cell] == own}


def covers(before: ScalasPosition, move: Move, reason: Reason) -> bool:
    return covered(before, move) == set(reason.cells) and len(reason.cells) == reason.number > 0


def covers_for_now(before: ScalasPosition, move: Move, reason: Reason) -> bool:
    return covers(before, move, reason) and keeps(before, move, reason)


def keeps(before: ScalasPosition, move: Move, reason: Reason) -> bool:
    """Whether the reason's cells keep the mover's tops through the other seat's turn."""
    own = "RB"[before.seat - 1]
    waiting = [before.play(move)]
    while waiting:
        now = waiting.pop()
        if any(tops(now)[cell] != own for cell in reason.cells):
            return False
        if now.to_move not in (None, before.seat):
            waiting += map(now.play, now.moves())
    return True


def forces(before: ScalasPosition, move: Move, reason: Reason) -> bool:
    spent = before.hands[before.seat - 1] - before.play(move).hands[before.seat - 1]
    return spent == reason.number + 1 and len(reason.cells) == reason.number


def takes(before: ScalasPosition, move: Move, reason: Reason) -> bool:
    own, after = "RB"[before.seat - 1], before.play(move)
    lead = after.tops[before.seat - 1] - after.tops[2 - before.seat]
    new_cells = {cell for cell, top in tops(before).items() if not top and tops(after)[cell] == own}
    return lead == reason.number and new_cells == set(reason.cells)


# Passtally.


def gain(before: PasstallyPosition, move: Move) -> int:
    return before.play(move).scores[before.seat - 1] - before.scores[before.seat - 1]


def scores(before: PasstallyPosition, move: Move, reason: Reason) -> bool:
    return gain(before, move) == reason.number > 0


def prepares(before: PasstallyPosition, move: Move, reason: Reason) -> bool:
    after = before.play(move)
    is_true = gain(after, read(after, reason.line[1])) == reason.number > 0
    return after.seat == before.seat and is_true


def breaks(before: PasstallyPosition, move: Move, reason: Reason) -> bool:
    seat = ("Amber", "Teal", "Violet").index(reason.names[0]) + 1
    return before.passes(seat) - before.play(move).passes(seat) == reason.number > 0


def own_lines(position: PasstallyPosition, seat: int) -> set[tuple[str, str, int]]:
    return {
        (line.start, line.end, line.passes)
        for line in position.lines()
        if position.markers.get(line.start) == position.markers.get(line.end) == seat
    }


def makes_line(before: PasstallyPosition, move: Move, reason: Reason) -> bool:
    start, end = reason.names
    line = start, end, reason.number
    return line in own_lines(before.play(move), before.seat) - own_lines(before, before.seat)


GENERAL_CHECKS: dict[str, Check] = {
    "wins": wins,
    "stops": stops,
    "threatens": threatens,
    "only_legal": only_legal,
    "only_move": only_move,
}
CAPTURE_CHECKS: dict[str, Check] = {
    "captures": captures,
    "saves": saves,
    "threatens_capture": threatens_capture,
    "safe": safe,
}
CHECKS_BY_GAME: dict[str, dict[str, Check]] = {
    "scala": {**CAPTURE_CHECKS, "trades": trades, "nearer": nearer_in_scala},
    "scalas": {
        "covers": covers,
        "covers_for_now": covers_for_now,
        "forces": forces,
        "keeps": keeps,
        "tops": takes,
    },
    "scalus": {**CAPTURE_CHECKS, "nearer": nearer_in_scalus},
    "skirt": {
        "joins": joins,
        "keeps_apart": keeps_apart,
        "links": links,
        "lengthens": lengthens,
        "begins": begins,
    },
    "passtally": {
        "scores": scores,
        "prepares": prepares,
        "breaks": breaks,
        "line": makes_line,
        "joins": makes_line,
    },
}


def is_true(game: str, before: Position, move: Move, reason: Reason) -> bool:
    """Whether a reason for a move is true.

    :raises KeyError: if there is no check for the reason's code.
    """
    return (GENERAL_CHECKS | CHECKS_BY_GAME.get(game, {}))[reason.code](before, move, reason)
