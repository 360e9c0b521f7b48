"""The evaluation of Scalus by the progress of stones and their reach, and its immediate wins.

The wins are complete, and found faster than by checking each outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from math import exp

from engine.alpha_beta import Judge
from engine.search import any_winning_move
from rules.position import Move
from rules.scalus.board import (
    BITS,
    BOARD,
    HEADQUARTERS,
    NAMES,
    Cell,
    beside,
    bits,
    cell_named,
    is_on_board,
    name_of,
    set_of,
)
from rules.scalus.movement import group_moves, scaling_of
from rules.scalus.position import ScalusPosition

STONE = 40.0
"""The value of a stone anywhere."""

NEARNESS = 60.0
"""The additional value of a stone next to the enemy headquarters."""

FADING = 4.0
"""Steps from the headquarters over which nearness loses two thirds of its value."""

_TARGETS = {seat: set_of(HEADQUARTERS[3 - seat]) for seat in HEADQUARTERS}
"""The points where each seat's stones win."""

Reached = dict[Move, tuple[int, float]]
"""The destinations of each group move and its gain in value."""


def _bands(seat: int) -> Iterator[tuple[int, float]]:
    """Yield the points at each distance from the winning points, with a stone's value there."""
    band, within, steps = _TARGETS[seat], _TARGETS[seat], 0
    while band:
        yield band, STONE + NEARNESS * exp(-steps / FADING)
        band = beside(within) & ~within
        within |= band
        steps += 1


_BANDS = {seat: tuple(_bands(seat)) for seat in HEADQUARTERS}
_WORTHS = {
    seat: {
        name: next(worth for band, worth in _BANDS[seat] if band & bit)
        for name, bit in BITS.items()
    }
    for seat in HEADQUARTERS
}
"""The value of a stone by seat and point."""


def _partners(seat: int) -> dict[int, int]:
    """Return, by point, where another stone helps a stone there onto a winning point.

    A stone in the set may be the pivot of the move. The point itself is in the set if one step, or
    a scaling without a pivot, is enough.
    """
    table: dict[int, int] = {}
    targets = [cell_named(name) for name in HEADQUARTERS[3 - seat]]
    for name, bit in BITS.items():
        file, rank = cell_named(name)
        pivots: list[Cell] = []
        for across, up in targets:
            pivots += [(2 * file - across, 2 * rank - up), (2 * across - file, 2 * up - rank)]
        partners = set_of({name_of(pivot) for pivot in pivots if is_on_board(pivot)} - {name})
        if beside(bit) & _TARGETS[seat]:
            partners |= bit
        if partners:
            table[bit] = partners
    return table


_PARTNERS = {seat: _partners(seat) for seat in HEADQUARTERS}


class ScalusJudge(Judge[ScalusPosition]):
    """Adds up the values of stones, which are greatest near the enemy headquarters."""

    scale = 60.0

    def evaluate(self, position: ScalusPosition) -> float:
        value = _worth(1, position.black) - _worth(2, position.white)
        return value if position.seat == 1 else -value

    def ordered(self, position: ScalusPosition, moves: Sequence[Move]) -> list[Move]:
        return sorted(moves, key=self.gains(position), reverse=True)

    def gains(self, position: ScalusPosition) -> Callable[[Move], float]:
        """Return the exact gains of moves, because the evaluation is the sum of stones' values."""
        seat = position.seat
        own, enemy = _sides(position, seat)
        worths = _WORTHS[seat]
        reached = _reached(seat, own, position.all_patterns)

        def gain_of(move: Move) -> float:
            if len(move) == 2:
                return worths[move[1]] - worths[move[0]]
            ends, gain = reached[move]
            captures = ends & enemy
            return gain + _worth(3 - seat, captures) if captures else gain

        return gain_of

    def winning_move(self, position: ScalusPosition) -> Move | None:
        return winning_move_of(position, position.seat)

    def is_quiet(self, position: ScalusPosition) -> bool:
        """Whether the seat that has just moved doesn't threaten to reach the headquarters."""
        return winning_move_of(position, 3 - position.seat) is None

    def mover(self, position: ScalusPosition) -> int:
        return position.seat

    def is_over(self, position: ScalusPosition) -> bool:
        return position.outcome is not None

    def key(self, position: ScalusPosition) -> Hashable:
        return position.seat, position.black, position.white


@lru_cache(maxsize=1 << 14)
def _worth(seat: int, stones: int) -> float:
    """The value of a seat's stones."""
    return sum([worth * (stones & band).bit_count() for band, worth in _BANDS[seat]])


def _sides(position: ScalusPosition, seat: int) -> tuple[int, int]:
    """The stones of a seat and of the other seat."""
    black, white = position.black, position.white
    return (black, white) if seat == 1 else (white, black)


@lru_cache(maxsize=1 << 10)
def _reached(seat: int, own: int, all_patterns: bool) -> Reached:
    """All group moves of these stones."""
    result: Reached = {}
    for move in group_moves(own, all_patterns=all_patterns):
        scaling = scaling_of(move, own)
        gain = _worth(seat, scaling.destinations) - _worth(seat, scaling.stones)
        result[move] = scaling.destinations, gain
    return result


def winning_move_of(position: ScalusPosition, seat: int) -> Move | None:
    """Return a move onto the enemy headquarters for this seat if it were to move."""
    own, enemy = _sides(position, seat)
    partners = _PARTNERS[seat]
    if not any(bit in partners and partners[bit] & own for bit in bits(own)):
        return None
    targets = _TARGETS[seat]
    for bit in bits(own & beside(targets)):
        if free := beside(bit) & targets & ~enemy:
            return NAMES[bit], NAMES[free & -free]
    reached = _reached(seat, own, position.all_patterns)
    for move, (ends, _) in reached.items():
        if ends & targets:
            return move
    return None


_MAX_STONES = 5
"""Maximum number of enemy stones for trying all moves, since one may capture them all."""


def immediate_win(position: ScalusPosition) -> Move | None:
    """Return a move onto the headquarters, or one that leaves the opponent no stone or turn."""
    win = winning_move_of(position, position.seat)
    if win is not None:
        return win
    black, white = position.black, position.white
    own, enemy = (black, white) if position.seat == 1 else (white, black)
    # A move fills at most as many points as there are own stones, and captures at most as many.
    if enemy.bit_count() > own.bit_count():
        return None
    empty = BOARD & ~(black | white)
    if (beside(enemy) & empty).bit_count() > own.bit_count() and enemy.bit_count() > _MAX_STONES:
        return None
    return any_winning_move(position)
