"""Why a try is wrong: proofs of wins by force, and the other side's reply.

Every move is tried against every reply, with a transposition table. Earlier refutations are tried
first, so a move without threats takes only a reply or two.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Generic

from engine.facts import Reason
from engine.search import P, Search, any_winning_move, win_in_two
from rules.position import Move

LOSES = "loses"
"""The other side wins by force in `number` of its turns, starting with `line`."""
ESCAPES = "escapes"
"""After the reply in `line` there is no win within the remaining `number` turns."""
LOST = "lost"
"""The move itself ends the match, and doesn't win it."""
POINTS = "points"
"""The turn scores at most `number` points now, by `line`."""
BETTER = "better"
"""The best turn, `line`, scores `number` points."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The refutation of a wrong try."""

    line: tuple[Move, ...]
    """The try and its punishment."""
    reasons: tuple[Reason, ...]
    """Reasons with the codes of this module."""
    loser: int | None = None
    """The seat that loses by it, if that is proven."""
    is_proven: bool = True


class Refuter(ABC, Generic[P]):
    """Finds out why a try is wrong in one game."""

    @abstractmethod
    def refutation(self, position: P, move: Move, turns: int) -> Refutation:
        """Return the punishment of a wrong move.

        :param turns: own turns for a win, including the wrong move's.
        """


class WorkExceeded(Exception):
    """The work was used up without a proof."""


class Prover(Generic[P]):
    """A prover for one seat in one game, with its table."""

    def __init__(
        self,
        seat: int,
        winning_move: Callable[[P], Move | None],
        work: int | None = None,
        *,
        key: Callable[[P], Hashable] = lambda position: position,
        to_the_end: bool = False,
    ) -> None:
        """:param winning_move: finds immediate wins. What it overlooks is overlooked here too.
        :param work: maximum number of positions before `WorkExceeded` is raised, or None.
        :param key: returns a key that is equal for equivalent positions.
        :param to_the_end: whether each line is played until the match is over, in any number of
            turns.
        """
        self._seat = seat
        self._winning_move = winning_move
        self._work = work
        self._key = key
        self._to_the_end = to_the_end
        self._wins: dict[tuple[Hashable, int], Move | None] = {}
        self._refuting: dict[int, list[Move]] = {}

    def win(self, position: P, turns: int) -> Move | None:
        """Return a move by which the seat to move wins within these turns, or None."""
        immediate_win = self._winning_move(position) if turns else None
        if immediate_win is not None or (turns <= 1 and not self._to_the_end):
            return immediate_win
        key = self._key(position), turns
        if key not in self._wins:
            self._count_work()
            self._wins[key] = next(self.wins(position, turns), None)
        return self._wins[key]

    def wins(self, position: P, turns: int) -> Iterator[Move]:
        """Yield all moves by which the seat wins within these turns, including the current one."""
        for move in position.moves():
            if self.wins_by(position, move, turns):
                yield move

    def wins_by(self, position: P, move: Move, turns: int) -> bool:
        """Whether the seat wins by this move within these turns against any reply."""
        after = position.play(move)
        return self._is_won(after, self._turns_left(after, turns))

    def _turns_left(self, after: P, turns: int) -> int:
        """The remaining turns after the seat's move."""
        is_the_same_turn = after.to_move == self._seat and after.is_mid_turn
        return turns if self._to_the_end or is_the_same_turn else turns - 1

    def _is_won(self, after: P, turns: int) -> bool:
        outcome = after.outcome
        if outcome is not None:
            return outcome.winners == (self._seat,)
        if after.to_move == self._seat:
            return self.win(after, turns) is not None
        return bool(turns) and self.refutation(after, turns) is None

    def refutation(self, after: P, turns: int) -> Move | None:
        """Return a move of the other side that leaves the seat no win within these turns, if any.

        :param after: a position with the other side to move.
        """
        refuting = self._refuting.setdefault(turns, [])
        moves = after.moves()
        first = [move for move in refuting if move in moves]
        for move in (*first, *(move for move in moves if move not in first)):
            if not self._is_won(after.play(move), turns):
                if move in refuting:
                    refuting.remove(move)
                refuting.insert(0, move)
                del refuting[_REFUTING:]
                return move
        return None

    def _count_work(self) -> None:
        if self._work is not None:
            self._work -= 1
            if self._work < 0:
                raise WorkExceeded


_REFUTING = 6
"""Number of cached refutations per number of remaining turns."""


_REFUTING_WORK = 3_000
"""Maximum number of positions for proving that a reply escapes."""


@dataclass(frozen=True)
class WinRefuter(Refuter[P]):
    """Refutes tries in puzzles that are solved by winning the match.

    It is for two-seat games without hidden information.
    """

    search: Search[P]
    immediate_win: Callable[[P], Move | None] = any_winning_move
    """Returns an immediate win, if there is one. Unlike a search, this overlooks none."""
    key: Callable[[P], Hashable] = lambda position: position
    """Returns a key that is equal for equivalent positions.

    Repetitions don't matter, because no position can occur three times within a puzzle.
    """
    to_the_end: bool = False
    """Whether each line is played until the match is over, in any number of turns."""
    reply_work: int = 400
    """The search's work for a reply that couldn't be proven."""

    def refutation(self, position: P, move: Move, turns: int) -> Refutation:
        seat = position.to_move
        assert seat is not None
        after = position.play(move)
        replies, reason = self._punishment(after, seat, turns)
        loser = seat if reason.code in (LOSES, LOST) else None
        return Refutation((move, *replies), (reason,), loser)

    def _punishment(self, after: P, seat: int, turns: int) -> tuple[tuple[Move, ...], Reason]:
        if after.outcome is not None:
            return (), Reason(LOST)
        other = 3 - seat
        if after.to_move == other:
            win = any_winning_move(after)
            if win is not None:
                return (win,), Reason(LOSES, 1)
            if not self.to_the_end:
                line = win_in_two(after, self.search.winning_move)
                if line is not None:
                    return line, Reason(LOSES, 2)
        left = turns if after.to_move == seat and after.is_mid_turn else turns - 1
        return self._escape(after, seat, left), Reason(ESCAPES, max(left, 0))

    def _escape(self, after: P, seat: int, left: int) -> tuple[Move, ...]:
        """Return the other side's moves that prevent a win.

        If that takes too long to prove, these are the engine's moves.
        """
        if self.to_the_end:
            left = max(left, 1)
        if not left:
            return ()
        prover = Prover(
            seat, self.immediate_win, _REFUTING_WORK, key=self.key, to_the_end=self.to_the_end
        )
        line: list[Move] = []
        position = after
        while position.to_move not in (None, seat):
            move = _escaping_move(position, left, prover)
            if move is None:
                move = self.search.find(position, self.reply_work, Random(0)).move
            line.append(move)
            position = position.play(move)
        return tuple(line)


def _escaping_move(position: P, left: int, prover: Prover[P]) -> Move | None:
    try:
        return prover.refutation(position, left)
    except WorkExceeded:
        return None
