"""Puzzles of Scalas: endings with only one winning move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from random import Random

from engine.games.scalas import CALM, COVER, ENGINE, FORCED_CELLS, LAST_CUBES
from engine.puzzles.library import WINS, Puzzle, Theme, main_line
from engine.puzzles.refuting import Prover, WorkExceeded
from making.puzzles.kinds import WinFinder, distinct
from rules.notation import read
from rules.position import Move, Position
from rules.replay import Played
from rules.scalas.game import Scalas
from rules.scalas.position import ScalasPosition

TURNS = (2, 3, 4)
"""Own turns of the main line."""

WORK = 1_500
"""Maximum number of positions searched to solve an ending."""

SLIPS = 300
"""Random moves tried in the last positions of a match."""

FULLEST_HANDS = 6
"""Maximum number of both players' cubes in an ending."""

_EMPTIEST_HANDS = 4

_FULLEST_BEFORE_SLIPS = 7
"""The same for the positions in which random moves are tried."""

_MIN_CHOICES = 7
"""Minimum number of legal moves for a position to be a puzzle."""

_FEW_CHOICES = 8
"""Maximum number of legal moves that the figures mention."""

_MAX_LEAD = 2
"""Maximum lead of either side, in tops and cubes in hand. With more, hardly any ending has exactly
one winning move."""


class ScalasPuzzles(WinFinder[ScalasPosition]):
    """Endings, played to the last cube."""

    game = "scalas"
    options = ({"size": 5}, {"size": 5}, {"size": 5}, {"size": 6})
    levels = (2,)

    def themes_of(self, line: Sequence[Played[ScalasPosition]]) -> Iterator[Theme]:
        first, seat = line[0], line[0].seat
        reasons = self.facts.hard(first.before, first.move, first.after)
        covers = any(reason.code.startswith("covers") for reason in reasons)
        if covers:
            yield COVER
        if len(first.before.placed_cubes(first.move)) > 1:
            yield FORCED_CELLS
        if any(played.seat == seat and not played.before.hands[2 - seat] for played in line):
            yield LAST_CUBES
        if not covers:
            yield CALM

    def find_puzzles(
        self, positions: Sequence[ScalasPosition], random: Random, *, min_turns: int
    ) -> Iterator[Puzzle]:
        endings = self._endings(positions, random)
        return distinct(each for each in endings if each.turns >= min_turns)

    def features(self, puzzle: Puzzle) -> Iterator[str]:
        choices = len(Scalas().decode(puzzle.start).moves())
        if choices <= _FEW_CHOICES:
            yield f"{choices} legal moves"

    def revised(self, puzzle: Puzzle) -> Puzzle | None:
        """Return None if there are too few legal moves."""
        position = Scalas().decode(puzzle.start)
        return puzzle if len(position.moves()) >= _MIN_CHOICES else None

    def _endings(self, positions: Sequence[ScalasPosition], random: Random) -> Iterator[Puzzle]:
        last = [each for each in positions if sum(each.hands) <= _FULLEST_BEFORE_SLIPS]
        slipped = (self.slip(random.choice(last), random) for _ in range(SLIPS if last else 0))
        seen: set[ScalasPosition] = set()
        for position in chain(random.sample(last, len(last)), slipped):
            if position is None or position in seen or not _is_late(position):
                continue
            seen.add(position)
            with suppress(WorkExceeded):
                puzzle = self._won_ending(position)
                if puzzle is not None:
                    yield puzzle

    def _won_ending(self, position: ScalasPosition) -> Puzzle | None:
        """Return the puzzle of an ending with only one winning move, if it is one.

        :raises WorkExceeded: if it takes too much work to be solved.
        """
        # Without immediate wins, because the moves are all tried anyway.
        prover = Prover[ScalasPosition](position.seat, lambda _: None, WORK, to_the_end=True)
        greedy = self.greedy_moves(position)
        winning: list[Move] = []
        # Greedy moves come first, because if one of them wins, there is no puzzle.
        for move in (*greedy, *(each for each in position.moves() if each not in greedy)):
            if prover.wins_by(position, move, 1):
                winning.append(move)
                if len(winning) > 1 or move in greedy:
                    return None
        if not winning:
            return None
        node, _ = self.planner(position.seat, WORK).plan(position, 1, is_main_line=True)
        puzzle = Puzzle("", self.game, position.encode(), 1, WINS, node)
        turns = _own_turns(puzzle, position)
        return replace(puzzle, turns=turns) if turns in TURNS else None


def _is_late(position: ScalasPosition) -> bool:
    """Whether a turn begins with a choice and few cubes left, and either side may win."""
    if position.is_mid_turn or not _EMPTIEST_HANDS <= sum(position.hands) <= FULLEST_HANDS:
        return False
    red, blue = map(sum, zip(position.tops, position.hands, strict=True))
    return (
        position.hands[position.seat - 1] > 1
        and not position.is_solo
        and abs(red - blue) <= _MAX_LEAD
        and len(position.moves()) >= _MIN_CHOICES
    )


def _own_turns(puzzle: Puzzle, position: Position) -> int:
    """The number of the solver's turns in the main line."""
    seat, turns = position.to_move, 0
    for text in main_line(puzzle):
        turns += position.to_move == seat and not position.is_mid_turn
        position = position.play(read(position, text))
    return turns


FINDER = ScalasPuzzles(ENGINE)
