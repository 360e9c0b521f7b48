"""Puzzles of Passtally, which ask for the best turn with the visible tiles.

Hidden tiles rule out forced wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from engine.games.passtally import BREAK, ENGINE, MARGIN, MARKER, STACK, TWO_TILES
from engine.games.passtally.facts import best_turns, passes_by
from engine.puzzles.library import MOST_POINTS, Node, Puzzle, Step, Theme
from making.puzzles.kinds import PuzzleFinder
from rules.passtally.board import points
from rules.passtally.game import Passtally
from rules.passtally.position import PasstallyPosition
from rules.position import Move
from rules.replay import Played

_STEPS_OF_A_TILE = 3

MIN_POINTS = 2
"""Minimum points of the best turn."""

_GREEDY_PLAYERS = 6
"""Number of greedy players, each with its own tie-breaking."""

WIDE_MARGIN = 2
"""Minimum difference to the second best turn, in points, of a puzzle with the theme `MARGIN`."""

_TURNS = 12
"""Number of turns searched per match."""

MIN_TILES = 2
"""Minimum tiles in each pile, so that no move ends the match in the middle of a turn."""


class PasstallyPuzzles(PuzzleFinder[PasstallyPosition]):
    """Puzzles of finding the two moves with the most points. Any other turn scores fewer."""

    game = "passtally"
    options = ({"players": 2}, {"players": 3})
    levels = (1, 2)

    def find_puzzles(
        self, positions: Sequence[PasstallyPosition], random: Random, *, min_turns: int
    ) -> Iterator[Puzzle]:
        """Yield the turn with the widest margin, or else that gains most over greedy play."""
        turns = [each for each in positions if each.round > 2 and min(each.tiles_left) >= MIN_TILES]
        best_merit = 0, 0
        finest: Puzzle | None = None
        for position in random.sample(turns, min(_TURNS, len(turns))):
            visible = position.seen_by(position.seat)
            best = best_turns(visible)
            if best.points < MIN_POINTS or not is_one_result(visible, best.moves):
                continue
            gain = best.points - greedy_points(visible)
            merit = best.margin, gain
            if gain > 0 and merit > best_merit:
                node = solution(visible, best.moves)
                if self._is_greedy_turn(visible, node):
                    continue
                best_merit = merit
                finest = Puzzle("", self.game, visible.encode(), 1, MOST_POINTS, node)
        if finest is not None:
            yield finest

    def themes_of(self, line: Sequence[Played[PasstallyPosition]]) -> Iterator[Theme]:
        tiles = [played for played in line if len(played.move) == _STEPS_OF_A_TILE]
        if any(played.after.board.cell(played.move[1]).height > 1 for played in tiles):
            yield STACK
        if len(tiles) < len(line):
            yield MARKER
        if len(tiles) == len(line):
            yield TWO_TILES
        before, after = line[0].before, line[-1].after
        others = (seat for seat in range(1, before.players + 1) if seat != before.seat)
        if any(after.passes(seat) < before.passes(seat) for seat in others):
            yield BREAK
        if best_turns(before).margin >= WIDE_MARGIN:
            yield MARGIN

    def features(self, puzzle: Puzzle) -> Iterator[str]:
        yield f"{Passtally().decode(puzzle.start).players} players"

    def revised(self, puzzle: Puzzle) -> Puzzle | None:
        """Return None if another turn scores as many points."""
        position = Passtally().decode(puzzle.start)
        best = best_turns(position)
        if best.points < MIN_POINTS or not is_one_result(position, best.moves):
            return None
        if best.points <= greedy_points(position):
            return None
        return replace(puzzle, goal=MOST_POINTS, solution=solution(position, best.moves))

    def _is_greedy_turn(self, position: PasstallyPosition, node: Node) -> bool:
        """Whether a player who looks one move ahead, twice, may make this turn."""
        for seed in range(_GREEDY_PLAYERS):
            reached, left = position, node
            while left:
                move = self._greedy_move(reached, Random(seed))
                step = next((each for each in left if each.move == reached.text(move)), None)
                if step is None:
                    break
                left, reached = step.answers.get("", ()), reached.play(move)
            else:
                return True
        return False

    def _greedy_move(self, position: PasstallyPosition, random: Random) -> Move:
        visible = position.seen_by(position.to_move)
        return ENGINE.search.winning_move(visible) or ENGINE.search.greedy_move(visible, random)


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


FINDER = PasstallyPuzzles()
