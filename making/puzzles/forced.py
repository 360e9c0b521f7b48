"""Puzzles that ask for a win by force within two to four turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import ClassVar, cast

from engine.puzzles.library import (
    BETWEEN_REPLIES,
    BLOCK,
    CAPTURE,
    FORK,
    QUIET,
    RACE,
    SACRIFICE,
    SINGLE_THREAT,
    WINS,
    Node,
    Puzzle,
    Step,
    Theme,
    branches,
    main_line,
)
from engine.puzzles.refuting import Prover, WorkExceeded
from engine.search import P, win_in_two
from making.puzzles.kinds import WinFinder, distinct
from rules.notation import read
from rules.position import Move, Position
from rules.registry import GAMES
from rules.replay import Played

TURNS = (2, 3, 4)
"""Own turns that a win by force may take."""

WORK = {2: 400, 3: 400, 4: 1_500}
"""Maximum number of positions for proving a win, each with all moves and replies, by turns."""

MAX_SOLUTIONS = 6
"""Maximum number of winning first moves, if there may be several."""

_SEARCHED_FOR_FOUR = 0.06
"""The share of matches searched for wins in four turns."""

_LONG = 0.3
"""The share of matches searched for wins in three turns."""

_FERTILE = 0.8
"""The share of random moves that start from a position with threats."""


def _themes_of_threats(threats: Sequence[int]) -> Iterator[Theme]:
    """Themes from the wins that each move but the last threatens."""
    if max(threats) > 1:
        yield FORK
    elif max(threats) == 1:
        yield SINGLE_THREAT
    if not threats[0]:
        yield QUIET


class ForcedWins(WinFinder[P]):
    """Puzzles won by force. A game sets the amount of search and further conditions."""

    last: ClassVar[int] = 16
    """The number of searched positions before the end of a match."""
    deep: ClassVar[int] = 6
    """Positions of a match searched for wins in more than two turns."""
    slips: ClassVar[int] = 240
    """Number of random moves tried in these positions, so that most matches have some puzzles."""
    tempting: ClassVar[int] = 2
    """Minimum number of wrong moves that threaten to win at once."""
    share: ClassVar[float] = 0.0
    """Maximum share of winning moves, or 0 for exactly one."""
    defenders: ClassVar[int] = 0
    """Minimum number of the other side's stones at the start."""

    def themes_of(self, line: Sequence[Played[P]]) -> Iterator[Theme]:
        """Yield the themes common to all games with wins by force. A game adds its own."""
        first, seat = line[0], line[0].seat
        own = [played for played in line if played.seat == seat]
        threats = [self._wins_next(played) for played in own[:-1]]
        yield from _themes_of_threats(threats)
        passed = self.facts.passed(first.before)
        if passed is not None:
            if self.search.winning_move(passed) is not None:
                yield BLOCK
            elif win_in_two(passed, self.search.winning_move) is not None:
                yield RACE
        other = 3 - seat
        if self.stones(first.after, other) < self.stones(first.before, other):
            yield CAPTURE
        if any(self.stones(p.after, seat) < self.stones(p.before, seat) for p in own):
            yield SACRIFICE

    def _wins_next(self, played: Played[P]) -> int:
        """Return the number of moves with which the seat would win if it moved again."""
        again = self.facts.passed(played.after) if played.after.outcome is None else None
        if again is None or self.search.winning_move(again) is None:
            return 0
        return sum(_wins(again, move) for move in again.moves())

    def revised(self, puzzle: Puzzle) -> Puzzle | None:
        position = cast(P, GAMES[self.game].decode(puzzle.start))
        if not self.has_defenders(position):
            return None
        planner = self.planner(_mover(position), None)
        node, _ = planner.with_new_defences(position, puzzle.solution, puzzle.turns)
        return replace(puzzle, solution=node)

    def may_show_idea(self, position: P, move: Move) -> bool:
        """Whether a win in two by this move may show the game's idea, by a quick test."""
        return True

    def has_defenders(self, position: P) -> bool:
        """Whether the other side has enough stones for a puzzle."""
        return self.stones(position, 3 - _mover(position)) >= self.defenders

    def find_puzzles(
        self, positions: Sequence[P], random: Random, *, min_turns: int
    ) -> Iterator[Puzzle]:
        last = positions[-self.last :]
        if min_turns > TURNS[0]:
            return distinct(self._longer_wins(last, random))
        return distinct(self._forced_wins(last, random))

    def _longer_wins(self, positions: Sequence[P], random: Random) -> Iterator[Puzzle]:
        """Yield wins in three turns or more, most of them made from wins in two."""
        for puzzle in self._forced_wins(positions, random):
            if puzzle.turns > TURNS[0]:
                yield puzzle
            else:
                yield from lengthened(self, puzzle)

    def most_solutions(self, moves: Sequence[Move]) -> int:
        """Return the maximum number of winning moves among these first moves of a puzzle."""
        return min(MAX_SOLUTIONS, max(1, int(len(moves) * self.share)))

    def _forced_wins(self, positions: Sequence[P], random: Random) -> Iterator[Puzzle]:
        """Yield wins in two turns, and in some matches longer ones, which take longer to find."""
        backwards = [self.without_history(position) for position in reversed(positions[:-1])]
        kind = random.random()
        if kind < _SEARCHED_FOR_FOUR:
            longest = self._long_win(backwards)
            if longest is not None:
                yield longest
            return
        tries = self.deep if kind < _LONG else 0
        for position, threats in self._threatening(backwards, random):
            with suppress(WorkExceeded):
                puzzle, is_won = self.win_in(position, TURNS[0], threats)
                if not is_won and tries > 0:
                    tries -= 1
                    puzzle, _ = self.win_in(position, TURNS[1], threats)
                if puzzle is not None:
                    yield puzzle

    def _threatening(
        self, positions: Sequence[P], random: Random
    ) -> Iterator[tuple[P, Sequence[Move]]]:
        """Yield positions in which the mover threatens to win, and the threatening moves.

        The mover can't win at once. Positions of the match come first, then positions after random
        moves. Most of these start from positions with threats, because threats are rare and a
        random move seldom removes one.
        """
        visited: set[str] = set()
        fertile: list[P] = []

        def threats_in(position: P) -> Sequence[Move]:
            code = position.encode()
            if (
                code in visited
                or not self.has_defenders(position)
                or self.refuter.immediate_win(position) is not None
            ):
                return ()
            visited.add(code)
            threats = self.threats(position)
            if threats:
                fertile.append(position)
            return threats

        for position in random.sample(positions, len(positions)):
            if threats := threats_in(position):
                yield position, threats
        for _ in range(self.slips if positions else 0):
            often = fertile and random.random() < _FERTILE
            slipped = self.slip(random.choice(fertile if often else positions), random)
            if slipped is not None and (threats := threats_in(slipped)):
                yield slipped, threats

    def threats(self, position: P) -> list[Move]:
        """Return the moves after which the seat would win if it moved again."""
        threats: list[Move] = []
        for move in position.moves():
            after = position.play(move)
            again = self.facts.passed(after) if after.outcome is None else None
            if again is not None and self.search.winning_move(again) is not None:
                threats.append(move)
        return threats

    def _long_win(self, backwards: Sequence[P]) -> Puzzle | None:
        """Return the longest win near the end of a match.

        Wins in four turns are only searched if a later position has one in three.
        """
        longest: Puzzle | None = None
        for position in filter(self.has_defenders, backwards[: self.deep]):
            threats = (
                () if self.refuter.immediate_win(position) is not None else self.threats(position)
            )
            for turns in TURNS if threats else ():
                if turns == TURNS[-1] and (longest is None or longest.turns < turns - 1):
                    break
                try:
                    puzzle, is_won = self.win_in(position, turns, threats)
                except WorkExceeded:
                    break
                if puzzle is not None and (longest is None or puzzle.turns > longest.turns):
                    longest = puzzle
                if is_won:
                    break
            if longest is not None and longest.turns == TURNS[-1]:
                break
        return longest

    def win_in(
        self, position: P, turns: int, threats: Sequence[Move]
    ) -> tuple[Puzzle | None, bool]:
        """Return the puzzle to win in this number of turns, and whether a win was found at all.

        A win in fewer turns, one with too many solutions, an easy one, and one that doesn't show
        the game's idea give no puzzle.

        :param position: without an immediate win.
        :param threats: the moves that threaten to win.
        :raises WorkExceeded: if the proof takes too much work.
        """
        moves = position.moves()
        most = self.most_solutions(moves)
        tempts = len(threats) - most >= self.tempting
        if turns == TURNS[0] and not tempts:
            # Few moves threaten anything, so wins are easy to see.
            return None, False
        if turns > TURNS[0] and self.quickly_winning(position, turns - 1, moves, 0):
            return None, True
        candidates = threats if turns == TURNS[0] else moves
        winning = self.quickly_winning(position, turns, candidates, most)
        if len(winning) > most:
            return None, True
        if not winning:
            return None, False
        if turns == TURNS[0] and not any(self.may_show_idea(position, move) for move in winning):
            return None, True
        if turns == TURNS[0] and any(move in winning for move in self.greedy_moves(position)):
            return None, True
        # The quick search may overlook wins, so the other moves are tried again.
        planner = self.planner(_mover(position), WORK[turns])
        if planner.win(position, turns - 1) is not None:
            return None, True
        if any(move not in winning and planner.wins_by(position, move, turns) for move in moves):
            return None, True
        node, length = planner.plan(position, turns, is_main_line=True)
        assert length == turns
        if self._is_solved_by_greed(position, node):
            return None, True
        puzzle = Puzzle("", self.game, position.encode(), turns, WINS, node)
        if not self.shows_idea(main_line(puzzle)[::2]) or (not tempts and not branches(node)):
            return None, True
        return puzzle, True

    def _is_solved_by_greed(self, position: P, node: Node) -> bool:
        """Whether a player who looks one move ahead may make every move of the main line."""
        steps = {step.move: step for step in node}
        for move in self.greedy_moves(position):
            step = steps.get(position.text(move))
            if step is None:
                continue
            answer = step.answers.get(BETWEEN_REPLIES.join(step.defence))
            if answer is None:
                return True
            reached = position.play(move)
            for reply in step.defence:
                reached = reached.play(read(reached, reply))
            if self._is_solved_by_greed(reached, answer):
                return True
        return False

    def quickly_winning(
        self, position: P, turns: int, moves: Sequence[Move], most: int
    ) -> list[Move]:
        """Return the winning moves found by a quick search, but no more than `most` plus one."""
        quick = Prover(
            _mover(position), self.search.winning_move, WORK[turns], key=self.refuter.key
        )
        winning: list[Move] = []
        for move in moves:
            if quick.wins_by(position, move, turns):
                winning.append(move)
                if len(winning) > most:
                    break
        return winning


def _mover(position: Position) -> int:
    assert position.to_move is not None
    return position.to_move


def _wins(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winners == (position.to_move,)


_MAX_TRIES = 6
"""Maximum number of positions per win in two that are searched with all moves."""

_PLACE = re.compile(r"[a-z]+\d+")


def lengthened(finder: ForcedWins[P], source: Puzzle) -> Iterator[Puzzle]:
    """Yield the wins in three turns that arise from a win in two by a free move of the solver.

    The free move is made with a stone of the main line, so that it often undoes a step of the
    attack. The winning move must also start from a cell of the main line or of the free move.
    """
    position = cast(P, GAMES[source.game].decode(source.start))
    line = {place for text in main_line(source)[::2] for place in _places(text)}
    tries = _MAX_TRIES
    for variation, places in _after_free_moves(finder, position, line):
        if tries == 0:
            return
        with suppress(WorkExceeded):
            if _may_win_in_three(finder, variation, places):
                tries -= 1
                puzzle, _ = finder.win_in(variation, 3, finder.threats(variation))
                if puzzle is not None:
                    yield puzzle


def _after_free_moves(
    finder: ForcedWins[P], position: P, line: AbstractSet[str]
) -> Iterator[tuple[P, AbstractSet[str]]]:
    """Yield the position after each free move from a cell of a line, with the same side to move.

    Each comes with the cells of the line and the move.
    """
    for move in position.moves():
        places = _places(position.text(move))
        after = position.play(move)
        passed = finder.facts.passed(after) if after.outcome is None else None
        if passed is not None and passed.outcome is None and places[0] in line:
            yield finder.without_history(passed), line | set(places)


def _may_win_in_three(finder: ForcedWins[P], position: P, places: AbstractSet[str]) -> bool:
    """Whether a quick search finds a win in three turns by a move from these cells.

    There may not be too many of them, nor a threat that wins in two, and one must show the idea.

    :raises WorkExceeded: if that takes too much work.
    """
    if not finder.has_defenders(position) or finder.refuter.immediate_win(position) is not None:
        return False
    threats = finder.threats(position)
    if not threats or finder.quickly_winning(position, 2, threats, 0):
        return False
    moves = position.moves()
    most = finder.most_solutions(moves)
    if len(finder.quickly_winning(position, 3, threats, most)) > most:
        return False
    near = [move for move in moves if _places(position.text(move))[0] in places]
    winning = finder.quickly_winning(position, 3, near, most)
    return len(winning) <= most and any(_win_shows_idea(finder, position, move) for move in winning)


def _win_shows_idea(finder: ForcedWins[P], position: P, move: Move) -> bool:
    """Whether the main line of a win in three by this move shows the game's idea."""
    steps = (Step(position.text(move), (), {}),)
    planner = finder.planner(_mover(position), WORK[3])
    node, _ = planner.with_new_defences(position, steps, 3)
    line = main_line(Puzzle("", finder.game, position.encode(), 3, WINS, node))
    return finder.shows_idea(line[::2])


def _places(text: str) -> list[str]:
    """The cells in the text of a move, in order."""
    return _PLACE.findall(text)
