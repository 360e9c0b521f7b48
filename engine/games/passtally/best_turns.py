"""The turns of Passtally that score the most points with the visible tiles."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.passtally.lines import Lines
from engine.puzzles.puzzle import Node, Step
from rules.passtally.board import CELL_NUMBERS, PILES, SPOT_NUMBERS
from rules.passtally.position import PasstallyPosition
from rules.passtally.scoring import points
from rules.position import Move

MIN_TILES = 2
"""Minimum tiles in each pile, so that no move ends the match in the middle of a turn."""


def passes_by(position: PasstallyPosition) -> Iterator[tuple[Move, int]]:
    """Yield each move with the passes of the seat to move after it."""
    lines = Lines(position.board)
    seat = position.seat
    own = [spot for spot, owner in enumerate(position.ring) if owner == seat]
    for move in position.moves():
        if len(move) == 3:
            pile, first, second = move
            kind = position.face_up[PILES.index(pile)]
            assert kind is not None
            cells = CELL_NUMBERS[first], CELL_NUMBERS[second]
            ((passes, _),) = lines.joined_with_tile(kind, *cells, [own])
        else:
            spots = [spot for spot in own if spot != SPOT_NUMBERS[move[0]]]
            spots.append(SPOT_NUMBERS[move[1]])
            ((passes, _),) = lines.joined([spots])
        yield move, passes


def best_turns(position: PasstallyPosition) -> tuple[int, dict[Move, list[Move]]]:
    """Return the most points of a whole turn, and its best second moves by first move.

    :param position: the position at the beginning of a turn, as its seat sees it.
    """
    most = -1
    best: dict[Move, list[Move]] = {}
    for first in position.moves():
        for second, passes in passes_by(position.play(first)):
            scored = points(passes)
            if scored > most:
                most, best = scored, {}
            if scored == most:
                best.setdefault(first, []).append(second)
    return most, best


def is_one_result(position: PasstallyPosition, best: dict[Move, list[Move]]) -> bool:
    """Whether all these turns lead to the same board and markers."""
    results = {
        (after.board.heights, after.board.halves, after.ring, after.tiles_left)
        for first, seconds in best.items()
        for after in map(position.play(first).play, seconds)
    }
    return len(results) == 1


def greedy_points(position: PasstallyPosition) -> int:
    """Return the points of a player who takes the most passes with each move."""
    firsts = list(passes_by(position))
    most = max(passes for _, passes in firsts)
    return max(
        points(passes)
        for first, reached in firsts
        if reached == most
        for _, passes in passes_by(position.play(first))
    )


def solution(position: PasstallyPosition, best: dict[Move, list[Move]]) -> Node:
    """Return the best turns as the solution of a puzzle."""
    steps: list[Step] = []
    for first, seconds in best.items():
        after = position.play(first)
        last = tuple(Step(after.text(second), (), {}) for second in seconds)
        steps.append(Step(position.text(first), (), {"": last}))
    return tuple(steps)
