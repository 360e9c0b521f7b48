"""Alpha–beta search for two-seat games without hidden information.

It deepens iteratively until its work is spent, with a transposition table (Knuth and Moore, "An
analysis of alpha-beta pruning", 1975; Slate and Atkin, "Chess 4.5", 1977), and tries the best move
of a shallower search first. Positions that aren't quiet, such as under a threat to win at once, are
searched beyond the depth before they are evaluated. One move before the horizon, moves that can't
gain enough are skipped (futility pruning; Heinz, "Extended futility pruning", 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from enum import Enum
from math import exp
from random import Random
from typing import Generic, NamedTuple, Protocol

from engine.search import Finding, P, P_contra, Search, values_of_win
from rules.position import Move

WIN = 1_000_000.0
"""The value of an immediate win. Later wins count one less per move."""

_PROVEN = WIN - 1_000
DEEPEST = 40
EXTENSIONS = 4
"""Maximum number of moves beyond the depth while a position is not quiet."""

NARROW = 0.001
"""The width of a null window."""

FULL_DEPTH_MOVES = 8
"""Moves of a position searched to full depth. Later ones are first searched a move less."""


class Judge(Protocol[P_contra]):
    """The evaluation of a game. Values are from the view of the seat to move."""

    scale: float
    """The evaluation of winning 73 of 100 matches, as in the logistic function."""

    def evaluate(self, position: P_contra) -> float:
        """Return the value of a position that is not over, far below `WIN`, with 0 for even."""
        ...

    def mover(self, position: P_contra) -> int:
        """Return the seat to move, or any if the match is over."""
        ...

    def is_over(self, position: P_contra) -> bool:
        """Whether the match is over, if that can be determined quickly."""
        ...

    def ordered(self, position: P_contra, moves: Sequence[Move]) -> list[Move]:
        """Return the moves, most promising first."""
        ...

    def gains(self, position: P_contra) -> Callable[[Move], float] | None:
        """Return a function for the maximum gain of a move in its mover's evaluation.

        The gain needn't be right for moves that win at once. Return None if the function would be
        slow.
        """
        return None

    def winning_move(self, position: P_contra) -> Move | None:
        """Return an immediate win if one is quickly found. It may overlook some."""
        ...

    def is_quiet(self, position: P_contra) -> bool:
        """Whether an evaluation is reliable, because nothing decisive is about to happen."""
        ...

    def key(self, position: P_contra) -> Hashable:
        """Return a key that is equal for equivalent positions, whatever their history."""
        ...


class _Bound(Enum):
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2


class _Entry(NamedTuple):
    """An entry of the table, with a position's value as seen from there, not from the root."""

    depth: int
    bound: _Bound
    value: float
    line: tuple[Move, ...]

    def decides(self, value: float, alpha: float, beta: float) -> bool:
        """Whether this value, as seen from the root, settles this window."""
        if self.bound is _Bound.EXACT:
            return True
        return value >= beta if self.bound is _Bound.AT_LEAST else value <= alpha


class _WorkExceededError(Exception):
    """The work budget ran out in the middle of an iteration."""


class AlphaBeta(Search[P]):
    """The search with one game's judge. It keeps no state between calls.

    Its proofs ignore draws by repetition, since the table doesn't count occurrences.
    """

    def __init__(self, judge: Judge[P]) -> None:
        self._judge = judge

    def find(self, position: P, work: int, random: Random) -> Finding:
        """:param work: positions to visit. The first depth, each move once, is always finished."""
        seat = position.to_move
        assert seat is not None
        assert position.seats == 2
        win = self._judge.winning_move(position)
        if win is not None:
            return Finding((win,), values_of_win(seat, 2), 1, is_proven=True)
        run = _Run(self._judge, work)
        moves = list(position.moves())
        random.shuffle(moves)
        moves = self._judge.ordered(position, moves)
        value, line = -WIN, (moves[0],)
        for depth in range(1, DEEPEST + 1):
            deepest = run.root(position, moves, depth)
            if deepest:
                value, line = deepest
                # The best move of one depth is tried first in the next.
                moves.remove(line[0])
                moves.insert(0, line[0])
            if run.is_spent or abs(value) >= _PROVEN:
                break
        is_proven = abs(value) >= _PROVEN
        share = float(value > 0) if is_proven else 1 / (1 + exp(-value / self._judge.scale))
        values = (share, 1 - share) if seat == 1 else (1 - share, share)
        return Finding(line, values, run.visited, is_proven)

    def greedy_move(self, position: P, random: Random) -> Move:
        moves = list(position.moves())
        random.shuffle(moves)
        priors = self.priors(position, moves, random)
        return moves[priors.index(max(priors))]

    def priors(self, position: P, moves: Sequence[Move], random: Random) -> list[float]:
        values: list[float] = []
        for move in moves:
            after = position.play(move)
            value = self._judge.evaluate(after)
            moves_again = self._judge.mover(after) == self._judge.mover(position)
            values.append(value if moves_again else -value)
        return values

    def winning_move(self, position: P) -> Move | None:
        return self._judge.winning_move(position)


class _Run(Generic[P]):
    """One search, with its table, its killer moves and the work done so far."""

    def __init__(self, judge: Judge[P], work: int) -> None:
        self._judge = judge
        self._work = work
        self._table: dict[Hashable, _Entry] = {}
        self._killers: dict[int, list[Move]] = {}
        self._can_stop = False
        self.visited = 0
        self.is_spent = False

    def root(
        self, position: P, moves: Sequence[Move], depth: int
    ) -> tuple[float, tuple[Move, ...]] | None:
        """The best move at this depth with its value, or None if none was finished.

        If the work runs out, it is the best of those searched.
        """
        self._can_stop = depth > 1
        extended = 0 if self._can_stop else EXTENSIONS
        best: tuple[float, tuple[Move, ...]] | None = None
        alpha = -WIN
        try:
            for move in moves:
                beta = WIN if best is None else alpha + NARROW
                value, line = self._searched(position, move, depth, alpha, beta, 1, extended)
                if best is None or value > alpha:
                    missed = best is not None
                    best = value, (move, *line)
                    if missed:
                        value, line = self._searched(position, move, depth, alpha, WIN, 1, extended)
                        best = value, (move, *line)
                alpha = max(alpha, value)
        except _WorkExceededError:
            self.is_spent = True
        return best

    def _searched(
        self,
        position: P,
        move: Move,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        extended: int,
    ) -> tuple[float, tuple[Move, ...]]:
        """The value of a move for its mover, and its continuation."""
        after = position.play(move)
        if self._judge.mover(after) == self._judge.mover(position):
            return self._value(after, depth - 1, alpha, beta, ply, extended)
        value, line = self._value(after, depth - 1, -beta, -alpha, ply, extended)
        return -value, line

    def _value(
        self, position: P, depth: int, alpha: float, beta: float, ply: int, extended: int
    ) -> tuple[float, tuple[Move, ...]]:
        """The value of a position for the seat to move, and its line."""
        self.visited += 1
        if self._can_stop and self.visited > self._work:
            raise _WorkExceededError
        if self._judge.is_over(position):
            return self._ended(position, ply), ()
        win = self._judge.winning_move(position)
        if win is not None:
            return WIN - ply - 1, (win,)
        if depth <= 0:
            if extended >= EXTENSIONS or self._judge.is_quiet(position):
                return self._judge.evaluate(position), ()
            extended += 1
            depth = 1
        key = self._judge.key(position)
        entry = self._table.get(key)
        if entry is not None and entry.depth >= depth:
            value = _at_ply(entry.value, ply)
            if entry.decides(value, alpha, beta):
                return value, entry.line
        moves = self._judge.ordered(position, position.moves())
        if not moves:
            return self._ended(position, ply), ()
        first = entry.line[:1] if entry is not None else ()
        self._promote(moves, (*self._killers.get(ply, ()), *first))
        best, line = self._best(position, moves, depth, alpha, beta, ply, extended)
        bound = (
            _Bound.AT_LEAST if best >= beta else _Bound.EXACT if best > alpha else _Bound.AT_MOST
        )
        self._table[key] = _Entry(depth, bound, _from_ply(best, ply), line)
        return best, line

    def _best(
        self,
        position: P,
        moves: Sequence[Move],
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        extended: int,
    ) -> tuple[float, tuple[Move, ...]]:
        """The value of the best of these moves, and its line, within the window."""
        best, best_line = -WIN, ()
        floor = alpha
        gains = self._judge.gains(position) if depth == 1 else None
        static_value = self._judge.evaluate(position) if gains is not None else 0.0
        for number, move in enumerate(moves):
            if gains is not None and number:
                upper_bound = static_value + gains(move)
                if upper_bound <= floor:
                    best = max(best, upper_bound)
                    continue
            reduced = depth >= 3 and number >= FULL_DEPTH_MOVES
            ceiling = min(beta, floor + NARROW) if number else beta
            value, line = self._searched(
                position, move, depth - reduced, floor, ceiling, ply + 1, extended
            )
            if reduced and value > floor:
                value, line = self._searched(
                    position, move, depth, floor, ceiling, ply + 1, extended
                )
            if ceiling <= value < beta:
                value, line = self._searched(position, move, depth, floor, beta, ply + 1, extended)
            if value > best:
                best, best_line = value, (move, *line)
            if value > floor:
                floor = value
            if floor >= beta:
                self._remember_killer(ply, move)
                break
        return best, best_line

    def _ended(self, position: P, ply: int) -> float:
        outcome = position.outcome
        assert outcome is not None
        if not outcome.winners:
            return 0.0
        is_won = outcome.winners == (self._judge.mover(position),)
        return WIN - ply if is_won else ply - WIN

    def _promote(self, moves: list[Move], favourites: tuple[Move, ...]) -> None:
        """Move the legal favourites to the front, the last one first."""
        for favourite in favourites:
            if favourite in moves:
                moves.remove(favourite)
                moves.insert(0, favourite)

    def _remember_killer(self, ply: int, move: Move) -> None:
        """Keep the last two moves that caused a cutoff at this ply."""
        killers = self._killers.setdefault(ply, [])
        if move not in killers:
            killers.append(move)
            del killers[:-2]


def _from_ply(value: float, ply: int) -> float:
    """A value as seen from the position itself, with wins counted from there."""
    return value + ply if value >= _PROVEN else value - ply if value <= -_PROVEN else value


def _at_ply(value: float, ply: int) -> float:
    return value - ply if value >= _PROVEN else value + ply if value <= -_PROVEN else value
