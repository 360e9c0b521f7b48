"""Checking puzzles by the rules alone, without the code that finds them.

Every move is played against every reply without pruning, and only outcomes by the rules count.
Positions are cached, and moves that decided one position are tried first in the next.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar, Generic

from engine.puzzles.library import Node, Puzzle
from rules.notation import read
from rules.passtally.position import PasstallyPosition
from rules.position import Move, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import P
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.position import ScalusPosition


class CheckFailed(Exception):
    """A puzzle failed its check, for the reason in the message."""


class PuzzleCheck(Generic[P]):
    """The check of one game's puzzles. Games override parts of it."""

    to_the_end: ClassVar[bool] = False
    """Whether every line is played to the end of the match, in any number of turns."""

    def place(self, position: P) -> Hashable:
        """Return the relevant part of a position.

        This leaves out its history, because a puzzle starts afresh and takes only a few turns.
        """
        return position

    def max_turns(self, position: P, turns: int) -> int:
        """Return the maximum number of the solver's turns in any line of a solution."""
        return turns

    def check_solution(self, puzzle: Puzzle) -> int:
        """Check that the solution answers every defence, and that each line reaches the goal.

        :returns: the number of lines.
        :raises CheckFailed: if the check fails.
        """
        position = _start(puzzle)
        try:
            return self.check_lines(puzzle, position)
        except Refusal as refusal:
            words = f"{puzzle.key}: the solution has an illegal move: {refusal.words}"
            raise CheckFailed(words) from None

    def check_uniqueness(self, puzzle: Puzzle) -> int:
        """Check that only the first moves of the solution reach the goal, and none in fewer turns.

        Along the main line, the same is checked for each of its moves.

        :returns: the number of legal first moves.
        :raises CheckFailed: if the check fails.
        """
        return self.check_first_moves(puzzle, _start(puzzle))

    def check_lines(self, puzzle: Puzzle, position: P) -> int:
        """Check all lines from the first position, and return their number."""
        turns = self.max_turns(position, puzzle.turns)
        return _lines(puzzle, position, puzzle.solution, _mover(position), turns, [])

    def check_first_moves(self, puzzle: Puzzle, position: P) -> int:
        """Check all first moves, and return their number."""
        search = _Search(self, _mover(position))
        if not self.to_the_end:
            wins_sooner = search.wins(position, puzzle.turns - 1)
            require(puzzle, not wins_sooner, f"it is won in {puzzle.turns - 1} turns")
        _check_played(puzzle, search, position, puzzle.solution, puzzle.turns)
        return len(position.moves())


def require(puzzle: Puzzle, is_met: bool, words: str) -> None:
    """Check a condition on a puzzle.

    :raises CheckFailed: if it doesn't hold.
    """
    if not is_met:
        raise CheckFailed(f"{puzzle.key}: {words}.")


def _start(puzzle: Puzzle) -> Any:
    """Return the first position, after checking it."""
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    require(puzzle, position.encode() == puzzle.start, "the start isn't written as it should be")
    is_open = position.to_move is not None and not position.is_mid_turn and puzzle.solution
    require(puzzle, bool(is_open), "there is nothing to solve")
    return position


def _mover(position: Position) -> int:
    assert position.to_move is not None
    return position.to_move


def _lines(
    puzzle: Puzzle, position: Position, node: Node, seat: int, turns: int, won: list[Move]
) -> int:
    """Check the lines of a solution from here, and return their number.

    :param won: moves that won at once in other lines, latest first. They mostly win again.
    """
    require(puzzle, turns > 0, "a line takes too many turns")
    lines = 0
    for step in node:
        after = position.play(read(position, step.move))
        if after.outcome is not None:
            require(puzzle, _is_won(after, seat), f"{step.move} ends it without a win")
            lines += 1
            continue
        left = _turns_left(after, seat, turns)
        replies = dict(_replies(after, seat))
        require(puzzle, replies.keys() >= step.answers.keys(), "an answer belongs to no reply")
        require(puzzle, ";".join(step.defence) in replies, "the defence isn't legal")
        for reply, then in replies.items():
            answer = step.answers.get(reply)
            if answer is not None:
                lines += _lines(puzzle, then, answer, seat, left, won)
                continue
            wins = _is_won(then, seat) or (left > 0 and bool(reply) and _wins_now(then, seat, won))
            require(puzzle, wins, f"nothing answers {reply} after {step.move}")
            lines += 1
    return lines


def _check_played(puzzle: Puzzle, search: _Search[P], position: P, node: Node, turns: int) -> None:
    """Check that exactly the moves of a solution win, here and along the main line."""
    right = {step.move for step in node}
    for move in position.moves():
        text = position.text(move)
        wins = search.is_won(position.play(move), turns)
        require(puzzle, wins == (text in right), f"{text} {'wins too' if wins else 'wins nothing'}")
    for step in node:
        after = position.play(read(position, step.move))
        child = step.answers.get(";".join(step.defence))
        if child is not None:
            left = _turns_left(after, search.seat, turns)
            for reply in step.defence:
                after = after.play(read(after, reply))
            _check_played(puzzle, search, after, child, left)


class _Search(Generic[P]):
    """An exhaustive search for a seat's wins."""

    def __init__(self, check: PuzzleCheck[P], seat: int) -> None:
        self.seat = seat
        self._check = check
        self._seen: dict[Hashable, bool] = {}
        self._deciding: dict[tuple[bool, int], list[Move]] = {}
        """Moves that won or escaped, by side and remaining turns, latest first."""

    def wins(self, position: P, turns: int) -> bool:
        """Whether the seat to move wins within these turns."""
        if turns < 1 and not self._check.to_the_end:
            return False
        return self._some_move_decides(position, turns, is_own=True)

    def is_won(self, after: P, turns: int) -> bool:
        """Whether the seat wins after its own move, which counts as one of these turns."""
        if after.outcome is not None:
            return _is_won(after, self.seat)
        return self._wins_from(after, _turns_left(after, self.seat, turns))

    def _wins_from(self, position: P, turns: int) -> bool:
        """Whether the seat wins from here, with either side to move."""
        if position.outcome is not None:
            return _is_won(position, self.seat)
        if position.to_move == self.seat:
            return self.wins(position, turns)
        if turns < 1 and not self._check.to_the_end:
            return False
        return not self._some_move_decides(position, turns, is_own=False)

    def _some_move_decides(self, position: P, turns: int, *, is_own: bool) -> bool:
        """Whether some move wins, if the seat is to move, or escapes, if the other side is."""
        left = 0 if self._check.to_the_end else turns
        key = self._check.place(position), left
        answer = self._seen.get(key)
        if answer is not None:
            return answer
        deciding = self._deciding.setdefault((is_own, left), [])
        answer = False
        for move in _with_first(position.moves(), deciding):
            after = position.play(move)
            if self.is_won(after, turns) if is_own else not self._wins_from(after, turns):
                _move_to_front(deciding, move)
                answer = True
                break
        self._seen[key] = answer
        return answer


_DECIDING = 12
"""Number of cached decisive moves."""


def _with_first(moves: Sequence[Move], first: Sequence[Move]) -> Iterator[Move]:
    """Yield all moves, starting with those of `first`."""
    legal = set(moves)
    preferred = [move for move in first if move in legal]
    yield from preferred
    yield from (move for move in moves if move not in preferred)


def _move_to_front(moves: list[Move], move: Move) -> None:
    if move in moves:
        moves.remove(move)
    moves.insert(0, move)
    del moves[_DECIDING:]


def _turns_left(after: Position, seat: int, turns: int) -> int:
    return turns if after.to_move == seat and after.is_mid_turn else turns - 1


def _replies(after: Position, seat: int) -> Iterator[tuple[str, Position]]:
    """Yield all turns of the other side, as written in a solution."""
    if after.to_move in (None, seat):
        yield "", after
        return
    for move in after.moves():
        for rest, position in _replies(after.play(move), seat):
            yield ";".join(filter(None, (after.text(move), rest))), position


def _is_won(position: Position, seat: int) -> bool:
    return position.outcome is not None and position.outcome.winners == (seat,)


def _wins_now(position: Position, seat: int, won: list[Move]) -> bool:
    if position.to_move != seat:
        return False
    moves = position.moves()
    for move in (*(each for each in won if each in moves), *moves):
        if _is_won(position.play(move), seat):
            if move in won:
                won.remove(move)
            won.insert(0, move)
            return True
    return False


class ScalaCheck(PuzzleCheck[ScalaPosition]):
    """Treats positions with the same stones as equal."""

    def place(self, position: ScalaPosition) -> Hashable:
        return position.seat, position.history[-1]


class ScalasCheck(PuzzleCheck[ScalasPosition]):
    """Counts only the end of the match, which may come later than in the main line."""

    to_the_end = True

    def max_turns(self, position: ScalasPosition, turns: int) -> int:
        return sum(position.hands)


class ScalusCheck(PuzzleCheck[ScalusPosition]):
    """Treats positions with the same stones as equal."""

    def place(self, position: ScalusPosition) -> Hashable:
        return position.seat, position.black, position.white


WIDE_MARGIN = 2
"""Minimum points between the best and the next best turn of Passtally, with the theme "margin"."""


class PasstallyCheck(PuzzleCheck[PasstallyPosition]):
    """Checks that the turns of the solution score the most points, and no other turn does."""

    def check_lines(self, puzzle: Puzzle, position: PasstallyPosition) -> int:
        """Check that all turns of the solution score the same."""
        scored: list[int] = []
        for step in puzzle.solution:
            after = position.play(read(position, step.move))
            for last in step.answers[""]:
                end = after.play(read(after, last.move))
                scored.append(_scored(position, end))
        require(puzzle, len(set(scored)) == 1, "the turns of the solution score different points")
        return len(scored)

    def check_first_moves(self, puzzle: Puzzle, position: PasstallyPosition) -> int:
        """Check that the best turns are those of the solution, with one result.

        A wide margin, if the puzzle has this theme, is checked too.
        """
        require(puzzle, position == position.seen_by(position.seat), "it shows hidden tiles")
        most = next_best = -1
        best: set[tuple[str, str]] = set()
        results: set[Hashable] = set()
        for first in position.moves():
            after = position.play(first)
            require(puzzle, after.to_move == position.seat, "the turn has one move only")
            for second in after.moves():
                end = after.play(second)
                scored = _scored(position, end)
                if most > scored > next_best:
                    next_best = scored
                if scored > most:
                    most, next_best = scored, most
                    best.clear()
                    results.clear()
                if scored == most:
                    best.add((position.text(first), after.text(second)))
                    tiles = end.board.heights, end.board.halves, end.tiles_left
                    results.add((*tiles, end.ring))
        right = {(step.move, last.move) for step in puzzle.solution for last in step.answers[""]}
        require(puzzle, best == right, "other turns are best")
        require(puzzle, len(results) == 1, "the best turns differ in what they lead to")
        is_wide = most - max(next_best, 0) >= WIDE_MARGIN
        require(
            puzzle, is_wide or "margin" not in puzzle.themes, "another turn scores nearly as much"
        )
        return len(position.moves())


def _scored(before: PasstallyPosition, after: PasstallyPosition) -> int:
    """The points of a turn by the rules' own count."""
    return after.scores[before.seat - 1] - before.scores[before.seat - 1]


CHECKS: dict[str, PuzzleCheck[Any]] = {
    "scala": ScalaCheck(),
    "scalas": ScalasCheck(),
    "scalus": ScalusCheck(),
    "passtally": PasstallyCheck(),
}
"""The checks by the key of their game. Other games have the usual one."""


def check_solution(puzzle: Puzzle) -> int:
    """Check the solution of a puzzle, as in `PuzzleCheck.check_solution`."""
    return _check_of(puzzle).check_solution(puzzle)


def check_uniqueness(puzzle: Puzzle) -> int:
    """Check the first moves of a puzzle, as in `PuzzleCheck.check_uniqueness`."""
    return _check_of(puzzle).check_uniqueness(puzzle)


def _check_of(puzzle: Puzzle) -> PuzzleCheck[Any]:
    return CHECKS.get(puzzle.game) or PuzzleCheck[Any]()
