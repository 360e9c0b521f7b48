"""Checks puzzles by the rules alone, sharing no code with what finds them.

Nothing is pruned: every move is played, against every reply, and only the outcomes that the rules
give count. Positions that were seen are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from engine.puzzles.puzzle import MOST_PASSES, Node, Puzzle
from rules.notation import read
from rules.passtally.position import PasstallyPosition
from rules.position import Move, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.position import ScalusPosition


class Untrue(Exception):
    """A puzzle isn't what it claims to be; the text says why."""


def check_solution(puzzle: Puzzle) -> int:
    """Replay the whole solution: every defence is answered, and each line ends in a win in time.

    :returns: the number of lines.
    :raises Untrue: where that isn't so.
    """
    position, seat = _start(puzzle)
    turns = puzzle.turns
    if isinstance(position, ScalasPosition):
        # Only the end of the match tells, and beside the main line it may come later.
        turns = sum(position.hands)
    try:
        if puzzle.goal == MOST_PASSES:
            return _check_passes(puzzle, position)
        return _lines(puzzle, position, puzzle.solution, seat, turns, [])
    except Refusal as refusal:
        raise Untrue(f"{puzzle.key}: the solution has an illegal move: {refusal.words}") from None


def check_uniqueness(puzzle: Puzzle) -> int:
    """Try every first move: those of the solution win, no other does within the turns, and none
    does in fewer. The same where the solution leads, as it is played.

    :returns: the number of first moves.
    :raises Untrue: where that isn't so.
    """
    position, seat = _start(puzzle)
    if isinstance(position, PasstallyPosition):
        return _check_best(puzzle, position)
    search = _Search(seat, ends=isinstance(position, ScalasPosition))
    if not search.ends:
        sooner = search.wins(position, puzzle.turns - 1)
        _demand(puzzle, not sooner, f"it is won in {puzzle.turns - 1} turns")
    _check_played(puzzle, search, position, puzzle.solution, puzzle.turns)
    return len(position.moves())


def _start(puzzle: Puzzle) -> tuple[Position, int]:
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    seat = position.to_move
    _demand(puzzle, position.encode() == puzzle.start, "the start isn't written as it should be")
    if seat is None or position.is_mid_turn or not puzzle.solution:
        raise Untrue(f"{puzzle.key}: there is nothing to solve")
    return position, seat


def _lines(
    puzzle: Puzzle, position: Position, node: Node, seat: int, turns: int, won: list[Move]
) -> int:
    """The lines of a solution from here on.

    :param won: moves that have won at once in other lines, the latest first; they mostly do again.
    """
    _demand(puzzle, turns > 0, "a line takes too many turns")
    lines = 0
    for step in node:
        after = position.play(read(position, step.move))
        if after.outcome is not None:
            _demand(puzzle, _is_won(after, seat), f"{step.move} ends it without a win")
            lines += 1
            continue
        left = _left(after, seat, turns)
        replies = dict(_replies(after, seat))
        _demand(puzzle, replies.keys() >= step.answers.keys(), "an answer is to no reply")
        _demand(puzzle, ";".join(step.defence) in replies, "the defence isn't legal")
        for reply, then in replies.items():
            answer = step.answers.get(reply)
            if answer is not None:
                lines += _lines(puzzle, then, answer, seat, left, won)
                continue
            wins = _is_won(then, seat) or (left > 0 and bool(reply) and _wins_now(then, seat, won))
            _demand(puzzle, wins, f"nothing answers {reply} after {step.move}")
            lines += 1
    return lines


def _check_played(
    puzzle: Puzzle, search: _Search, position: Position, node: Node, turns: int
) -> None:
    """The moves of a solution are all that win, here and wherever the defence leads."""
    right = {step.move for step in node}
    for move in position.moves():
        text = position.text(move)
        wins = search.wins_by(position, text, turns)
        _demand(puzzle, wins == (text in right), f"{text} {'wins too' if wins else 'wins nothing'}")
    for step in node:
        after = position.play(read(position, step.move))
        child = step.answers.get(";".join(step.defence))
        if child is not None:
            left = _left(after, search.seat, turns)
            for reply in step.defence:
                after = after.play(read(after, reply))
            _check_played(puzzle, search, after, child, left)


class _Search:
    """Whether a seat wins, by trying everything."""

    def __init__(self, seat: int, *, ends: bool) -> None:
        """:param ends: every line is followed to the end of the match, however many turns it
        takes."""
        self.seat = seat
        self.ends = ends
        self._seen: dict[Hashable, bool] = {}

    def wins(self, position: Position, turns: int) -> bool:
        """Whether the seat, which is to move, wins within these turns."""
        if turns < 1 and not self.ends:
            return False
        return self._remembered(
            position,
            turns,
            lambda: any(self._is_won(position.play(move), turns) for move in position.moves()),
        )

    def wins_by(self, position: Position, text: str, turns: int) -> bool:
        """Whether it does by this move."""
        return self._is_won(position.play(read(position, text)), turns)

    def _is_won(self, after: Position, turns: int) -> bool:
        """Whether it does after this move of its own, which was one of these turns."""
        if after.outcome is not None:
            return _is_won(after, self.seat)
        left = _left(after, self.seat, turns)
        return self._holds(after, left)

    def _holds(self, position: Position, turns: int) -> bool:
        if position.outcome is not None:
            return _is_won(position, self.seat)
        if position.to_move == self.seat:
            return self.wins(position, turns)
        if turns < 1 and not self.ends:
            return False
        return self._remembered(
            position,
            turns,
            lambda: all(self._holds(position.play(move), turns) for move in position.moves()),
        )

    def _remembered(self, position: Position, turns: int, found: Callable[[], bool]) -> bool:
        key = _place(position), 0 if self.ends else turns
        known = self._seen.get(key)
        if known is None:
            known = self._seen[key] = found()
        return known


def _place(position: Position) -> Hashable:
    """What counts of a position; how it came about doesn't within a few turns of a start without
    any history."""
    match position:
        case ScalaPosition():
            return position.seat, position.history[-1]
        case ScalusPosition():
            return position.seat, position.black, position.white
        case _:
            return position


def _left(after: Position, seat: int, turns: int) -> int:
    return turns if after.to_move == seat and after.is_mid_turn else turns - 1


def _replies(after: Position, seat: int) -> Iterator[tuple[str, Position]]:
    """All turns of the other side, as they are written in a solution."""
    if after.to_move in (None, seat):
        yield "", after
        return
    for move in after.moves():
        for further, then in _replies(after.play(move), seat):
            yield ";".join(filter(None, (after.text(move), further))), then


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


def _check_best(puzzle: Puzzle, position: PasstallyPosition) -> int:
    """Every turn of Passtally is made; the best are those of the solution, and one result."""
    _demand(puzzle, position == position.seen_by(position.seat), "it shows hidden tiles")
    most = -1
    best: set[tuple[str, str]] = set()
    results: set[Hashable] = set()
    for first in position.moves():
        after = position.play(first)
        _demand(puzzle, after.to_move == position.seat, "the turn has one move only")
        for second in after.moves():
            end = after.play(second)
            passes = end.passes(position.seat)
            if passes > most:
                most = passes
                best.clear()
                results.clear()
            if passes == most:
                best.add((position.text(first), after.text(second)))
                tiles = end.board.heights, end.board.halves, end.tiles_left
                results.add((*tiles, end.ring))
    right = {(step.move, last.move) for step in puzzle.solution for last in step.answers[""]}
    _demand(puzzle, best == right, "other turns are best")
    _demand(puzzle, len(results) == 1, "the best turns differ in what they lead to")
    return len(position.moves())


def _check_passes(puzzle: Puzzle, position: Position) -> int:
    """All turns of the solution count the same; gives their number."""
    counts: list[int] = []
    for step in puzzle.solution:
        after = position.play(read(position, step.move))
        for last in step.answers[""]:
            end = after.play(read(after, last.move))
            assert isinstance(position, PasstallyPosition)
            assert isinstance(end, PasstallyPosition)
            counts.append(end.passes(position.seat))
    _demand(puzzle, len(set(counts)) == 1, "the turns of the solution count different passes")
    return len(counts)


def _demand(puzzle: Puzzle, holds: bool, words: str) -> None:
    if not holds:
        raise Untrue(f"{puzzle.key}: {words}.")
