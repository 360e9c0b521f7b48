"""The interface and results of searches, values of ended matches, and exact wins in two moves.

Unlike a search that samples, or stops in the middle of a depth, the exact wins overlook nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from rules.position import Move, Outcome, Position

P = TypeVar("P", bound=Position)
"""The positions of one game."""

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)
"""The positions of one game, for parameters only."""

Values = tuple[float, ...]
"""The expected share of the win of each seat, seat 1 first. The shares add up to 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The best move of a search, with its values."""

    line: tuple[Move, ...]
    """The expected continuation, starting with the move. It is never empty."""
    values: Values
    """The expected shares if the move is played."""
    work: int
    """Simulations or nodes, by the game's search."""
    is_proven: bool = False
    """Whether the values are exact, because the line ends that way against any play."""

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.line[0]


def calibrated(values: Values, confidence: float) -> Values:
    """Return the chances for a search's expectations (see `Engine.confidence`)."""
    weights = [value**confidence for value in values]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def texts_of(position: Position, line: Iterable[Move]) -> tuple[str, ...]:
    """Return the canonical texts of moves in sequence from here."""
    texts: list[str] = []
    for move in line:
        texts.append(position.text(move))
        position = position.play(move)
    return tuple(texts)


class Search(Protocol[P_contra]):
    """A way to find moves in one game."""

    def find(self, position: P_contra, work: int, random: Random) -> Finding:
        """Return the best move after this much work, in a position that is not over.

        The same arguments, with `random` in the same state, give the same finding.
        """
        ...

    def greedy_move(self, position: P_contra, random: Random) -> Move:
        """Return the game's favourite move, without any search."""
        ...

    def priors(self, position: P_contra, moves: Sequence[Move], random: Random) -> list[float]:
        """Return the game's weights of some moves, without any search."""
        ...

    def winning_move(self, position: P_contra) -> Move | None:
        """Return an immediate win if one is quickly found. It may overlook some."""
        ...


def values_at_the_end(outcome: Outcome, seats: int) -> Values:
    """Return the shares of a finished match. The winners share the win, in a draw all seats."""
    winners = outcome.winners or tuple(range(1, seats + 1))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(1, seats + 1))


def values_of_win(winner: int, seats: int) -> Values:
    """The whole win for one seat."""
    return tuple(float(seat == winner) for seat in range(1, seats + 1))


WinningMove = Callable[[Position], Move | None]
"""A function that returns a winning move for the seat to move, or None if it finds none."""


def any_winning_move(position: Position) -> Move | None:
    """Return the first move that wins at once. Slow but exact, because it checks every outcome."""
    seat = position.to_move
    for move in position.moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winners == (seat,):
            return move
    return None


def win_in_turn(position: P, winning_move: Callable[[P], Move | None]) -> tuple[Move, ...] | None:
    """Return two moves of one seat in a row, the second of which wins, or None."""
    seat = position.to_move
    for move in position.moves():
        after = position.play(move)
        if after.to_move == seat:
            win = winning_move(after)
            if win is not None:
                return move, win
    return None


def win_in_two(position: P, winning_move: Callable[[P], Move | None]) -> tuple[Move, ...] | None:
    """Return a line of three moves, after the first of which every reply leaves a win in one.

    The reply in the line is one of many. A reply that refutes one move is tried first against the
    next, so moves without threats take only a reply or two.

    :param position: a position of a two-seat game without hidden information.
    :param winning_move: finds immediate wins. Those that it overlooks are overlooked here too.
    """
    seat = position.to_move
    refutation: Move | None = None
    for move in position.moves():
        threat = position.play(move)
        if threat.to_move in (None, seat) or winning_move(threat) is not None:
            continue
        replies = list(threat.moves())
        if refutation in replies:
            replies.remove(refutation)
            replies.insert(0, refutation)
        line: tuple[Move, ...] | None = None
        for reply in replies:
            after = threat.play(reply)
            win = winning_move(after) if after.to_move == seat else None
            if win is None:
                refutation = reply
                line = None
                break
            line = (move, reply, win)
        if line is not None:
            return line
    return None
