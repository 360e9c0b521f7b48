"""What a search answers, and what an ended match is worth; the same for every search and game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from rules.position import Move, Outcome, Position

P = TypeVar("P", bound=Position)
"""The positions of one game."""

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)
"""The same, for what only takes positions."""

Values = tuple[float, ...]
"""By seat, seat 1 first: the share of the win that is expected, from 0 to 1; together 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The move that a search holds for best, and why."""

    line: tuple[Move, ...]
    """The expected continuation; its first move is the one to play, so it is never empty."""
    values: Values
    """What is expected if it is played."""
    work: int
    """Simulations or nodes that it took; each game counts one of the two."""
    is_proven: bool = False
    """The values are no estimate: the line ends so against any play."""

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.line[0]


class Search(Protocol[P_contra]):
    """A way to find a move in the positions of one game, with knowledge of that game."""

    def find(self, position: P_contra, work: int, random: Random) -> Finding:
        """The best move found by this much work, in a position that is not over.

        The same arguments, with `random` in the same state, give the same finding.
        """
        ...

    def glance(self, position: P_contra, random: Random) -> Move:
        """The move that the game's knowledge likes best, without any search."""
        ...

    def promises(self, position: P_contra, moves: Sequence[Move], random: Random) -> list[float]:
        """How much the game's knowledge likes each of some moves, without any search."""
        ...

    def winning_move(self, position: P_contra) -> Move | None:
        """A move that wins at once, if the game can tell quickly; it may overlook some."""
        ...


def values_at_the_end(outcome: Outcome, seats: int) -> Values:
    """The winners share the win; in a draw all do."""
    winners = outcome.winners or tuple(range(1, seats + 1))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(1, seats + 1))


def values_of_win(winner: int, seats: int) -> Values:
    """The whole win for one seat."""
    return tuple(float(seat == winner) for seat in range(1, seats + 1))
