"""Matches from their moves: replay, perft, random play, leaving and final places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Generic, Literal, TypeVar, cast

from rules.notation import read
from rules.position import Game, Move, Position, Setup

Cause = Literal["resigns", "times out"]
"""Why a seat left while others play on."""

_LEAVING = re.compile(r"(\d+) (resigns|times out)")

P = TypeVar("P", bound=Position)

if TYPE_CHECKING:
    # Type variables can have defaults since Python 3.13. Only type checkers need this one's.
    import typing_extensions

    P_co = typing_extensions.TypeVar("P_co", bound=Position, covariant=True, default=Position)
else:
    P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True)
class Played(Generic[P_co]):
    """A move as played, with the positions before and after it.

    If a seat left while others play on, `left` is that seat and there are no steps.
    """

    before: P_co
    move: Move
    after: P_co
    left: int | None = None
    cause: Cause = "resigns"

    @property
    def seat(self) -> int:
        """The seat that moved or left."""
        if self.left is not None:
            return self.left
        assert self.before.to_move is not None
        return self.before.to_move

    @cached_property
    def text(self) -> str:
        """Its canonical notation, or `2 resigns` or `2 times out` if seat 2 left."""
        return self.before.text(self.move) if self.left is None else f"{self.left} {self.cause}"


def leave(position: Position, seat: int, cause: Cause = "resigns") -> Played:
    """Let a seat leave a match of more than two.

    :raises ValueError: if no one could play on.
    """
    return Played(position, (), position.without(seat), seat, cause)


def leavers(played: Iterable[Played]) -> tuple[int, ...]:
    """Return the seats that left while others played on, in order."""
    return tuple(each.left for each in played if each.left is not None)


def replay(game: Game, setup: Setup, texts: Iterable[str]) -> Iterator[Played]:
    """Yield each move of a match, read from its text.

    :param texts: texts from `Played.text`, including those of seats that left.
    :raises Refusal: at the first illegal move.
    :raises ValueError: if a seat left and no one could play on.
    """
    position = game.start(setup)
    for text in texts:
        played = replay_one(position, text)
        yield played
        position = played.after


def replay_one(position: Position, text: str) -> Played:
    """Read one move from its text, as `replay` does.

    :raises Refusal: if it is not a legal move.
    :raises ValueError: if a seat left and no one could play on.
    """
    left = _LEAVING.fullmatch(text)
    if left is not None:
        return leave(position, int(left[1]), cast(Cause, left[2]))
    move = read(position, text)
    return Played(position, move, position.play(move))


def perft(position: Position, depth: int) -> int:
    """Return the number of legal move sequences of this length. 0 beyond the end of a match."""
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def random_play(position: P, random: Random) -> Iterator[Played[P]]:
    """Yield the moves of a random match from here to its end."""
    while moves := position.moves():
        move = moves[int(random.random() * len(moves))]
        after = position.play(move)
        yield Played(position, move, after)
        position = after


def places(
    seats: int,
    winners: Sequence[int],
    scores: Sequence[int] | None = None,
    leavers: Sequence[int] = (),
) -> tuple[int, ...]:
    """Return the place of each seat from 1, seat 1 first.

    In a decided match no place is shared. Winners come first, then seats that stayed, then those
    that left. Winners and seats that stayed are ordered by points, then by seat. The first to leave
    comes last of all (rules: passtally, "End"). In a draw, all who stayed share the first place.

    :param seats: the number of seats.
    :param winners: the winning seats, none in a draw.
    :param scores: the points of each seat, seat 1 first, in games with points.
    :param leavers: the seats that left while others played on, in order.
    """

    def rank(seat: int) -> tuple[int, ...]:
        if seat in winners:
            group = 0
        elif seat not in leavers:
            group = 1
        else:
            return 2, -leavers.index(seat)
        if not winners:
            return (group,)
        return group, -scores[seat - 1] if scores else 0, seat

    ranks = [rank(seat) for seat in range(1, seats + 1)]
    order = sorted(ranks)
    return tuple(order.index(each) + 1 for each in ranks)
