"""Wins in three turns, made from wins in two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import ClassVar, Protocol, cast

from engine.facts import Facts
from engine.puzzles.proving import WorkExceeded
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.standing import main_line
from engine.search import P
from rules.position import Move
from rules.registry import GAMES

_MAX_TRIES = 6
"""Maximum number of positions per win in two that are searched with all moves."""

_PLACE = re.compile(r"[a-z]+\d+")


class Lengthener(Protocol[P]):
    """The part of a game's kind of puzzles that this module needs."""

    facts: Facts[P]

    defenders: ClassVar[int]

    def without_history(self, position: P) -> P: ...
    def stones(self, position: P, seat: int) -> int: ...
    def immediate_win(self, position: P) -> Move | None: ...
    def threats(self, position: P) -> list[Move]: ...
    def most_solutions(self, moves: Sequence[Move]) -> int: ...
    def quickly_winning(
        self, position: P, turns: int, moves: Sequence[Move], most: int
    ) -> list[Move]: ...
    def win_in(
        self, position: P, turns: int, threats: Sequence[Move]
    ) -> tuple[Puzzle | None, bool]: ...


def lengthened(kind: Lengthener[P], source: Puzzle) -> Iterator[Puzzle]:
    """Yield the wins in three turns that arise from a win in two by a free move of the solver.

    The free move is made with a stone of the main line, so that it often undoes a step of the
    attack. The winning move must also start from a cell of the main line or of the free move.
    """
    position = cast(P, GAMES[source.game].decode(source.start))
    line = {place for text in main_line(source)[::2] for place in _places(text)}
    tries = _MAX_TRIES
    for variation, places in _after_free_moves(kind, position, line):
        if tries == 0:
            return
        with suppress(WorkExceeded):
            if _may_win_in_three(kind, variation, places):
                tries -= 1
                puzzle, _ = kind.win_in(variation, 3, kind.threats(variation))
                if puzzle is not None:
                    yield puzzle


def _after_free_moves(
    kind: Lengthener[P], position: P, line: AbstractSet[str]
) -> Iterator[tuple[P, AbstractSet[str]]]:
    """Yield the position after each free move from a cell of a line, with the same side to move.

    Each comes with the cells of the line and the move.
    """
    for move in position.moves():
        places = _places(position.text(move))
        after = position.play(move)
        passed = kind.facts.passed(after) if after.outcome is None else None
        if passed is not None and passed.outcome is None and places[0] in line:
            yield kind.without_history(passed), line | set(places)


def _may_win_in_three(kind: Lengthener[P], position: P, places: AbstractSet[str]) -> bool:
    """Whether a quick search finds a win in three turns by a move from these cells.

    There may not be too many of them, nor a threat that wins in two.

    :raises WorkExceeded: if that takes too much work.
    """
    seat = position.to_move
    assert seat is not None
    if kind.stones(position, 3 - seat) < kind.defenders or kind.immediate_win(position) is not None:
        return False
    threats = kind.threats(position)
    if not threats or kind.quickly_winning(position, 2, threats, 0):
        return False
    moves = position.moves()
    most = kind.most_solutions(moves)
    if len(kind.quickly_winning(position, 3, threats, most)) > most:
        return False
    near = [move for move in moves if _places(position.text(move))[0] in places]
    return 0 < len(kind.quickly_winning(position, 3, near, most)) <= most


def _places(text: str) -> list[str]:
    """The cells in the text of a move, in order."""
    return _PLACE.findall(text)
