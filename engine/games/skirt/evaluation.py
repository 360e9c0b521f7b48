"""The evaluation of Skirt: many random full boards at once, with the winners of each.

On a full board one player has connected, or both have, so filling the empty cells at random shows
who is closer without playing turn by turn. A *fill* is one such board. All fills of a batch are
evaluated together. A cell is an integer with one bit per fill, and connections spread from a side
through all of them by the same few operations.

This is only an estimate. It ignores turns and lines, and who connected first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from random import Random

from engine.tree_search import Assessment, Guide
from rules.position import Move
from rules.skirt.board import SIDES, WINS, hexagon_of
from rules.skirt.position import SkirtPosition

FILLS = 128
"""Full boards in a batch. Twice as many would take a quarter more time."""

_ALL = (1 << FILLS) - 1
_LANES = 2 * len(SIDES)
"""Lanes of an integer: the reach from each side by White, then by Black."""

_WHITE_LANES = sum(1 << FILLS * side for side in range(len(SIDES)))
"""The factor that repeats the fills of a cell for each side."""

_BLACK_LANES = _WHITE_LANES << FILLS * len(SIDES)


@dataclass(frozen=True, slots=True)
class Fills:
    """A batch of full boards."""

    white: tuple[int, ...]
    """The fills where White has each cell, one bit each. Black has it in the others."""
    won: tuple[int, int]
    """The fills where White has connected, and those where Black has, possibly both."""

    @property
    def share(self) -> float:
        """White's share of all wins. If both have connected, each has half a win."""
        white, black = self.won
        return 0.5 + (white.bit_count() - black.bit_count()) / (2 * FILLS)

    def gains(self, seat: int) -> list[float]:
        """Return how much more often the seat wins with each cell than in all fills.

        This is 0 for a cell that it has in all fills or in none.
        """
        won, lost = self.won if seat == 1 else self.won[::-1]
        share = self.share if seat == 1 else 1 - self.share
        gains: list[float] = []
        for fills in self.white:
            own = fills if seat == 1 else fills ^ _ALL
            count = own.bit_count()
            ahead = (own & won).bit_count() - (own & lost).bit_count()
            gains.append(0.5 + ahead / (2 * count) - share if count else 0.0)
        return gains


def random_fills(size: int, stones: Sequence[int], random: Random) -> Fills:
    """Return a batch that agrees with the stones on the board.

    :param stones: the seat that has each cell, 0 if empty.
    """
    white = tuple(
        random.getrandbits(FILLS) if not owner else _ALL if owner == 1 else 0 for owner in stones
    )
    return Fills(white, _connected(size, white))


def _connected(size: int, white: Sequence[int]) -> tuple[int, int]:
    """Return `Fills.won` for `Fills.white`."""
    tables = _tables_of(size)
    open_to = [fills * _WHITE_LANES | (fills ^ _ALL) * _BLACK_LANES for fills in white]
    # An extra entry stands for the missing neighbours of cells at the edge.
    reached = [fills & sides for fills, sides in zip(open_to, tables.sides, strict=True)] + [0]
    before: list[int] = []
    order, other_order = tables.upwards, tables.downwards
    while before != reached:
        before = reached.copy()
        for cell, one, two, three, four, five, six in order:
            reached[cell] |= open_to[cell] & (
                reached[one]
                | reached[two]
                | reached[three]
                | reached[four]
                | reached[five]
                | reached[six]
            )
        order, other_order = other_order, order
    won = [0, 0]
    for cell in tables.outer:
        lanes = [reached[cell] >> FILLS * lane & _ALL for lane in range(_LANES)]
        for colour, (a, b, c, d, e, f) in enumerate((lanes[:6], lanes[6:])):
            won[colour] |= a & d | b & e | c & f | a & c & e | b & d & f
    return won[0], won[1]


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    sides: tuple[int, ...]
    """All fills in the lanes of each cell's sides."""
    upwards: tuple[tuple[int, ...], ...]
    """Each cell with its six neighbours, from the bottom row up.

    The number of a missing neighbour is one past the last cell.
    """
    downwards: tuple[tuple[int, ...], ...]
    outer: tuple[int, ...]


@cache
def _tables_of(size: int) -> _Tables:
    hexagon = hexagon_of(size)
    none = len(hexagon.names)
    upwards = tuple(
        (cell, *neighbours, *(none,) * (len(SIDES) - len(neighbours)))
        for cell, neighbours in enumerate(hexagon.neighbours)
    )
    sides = tuple(
        sum(_ALL << FILLS * lane for lane in range(_LANES) if sides >> lane % len(SIDES) & 1)
        for sides in hexagon.sides
    )
    return _Tables(sides, upwards, upwards[::-1], hexagon.outer)


class SkirtGuide(Guide[SkirtPosition]):
    """Values from random full boards. The weight of a turn follows from its cells in them."""

    exploration = 1.0
    fpu_reduction = 0.0
    sharpness = 12.0
    """How strongly a turn's weight grows with the gains of its cells."""

    def assess(self, position: SkirtPosition, moves: Sequence[Move], random: Random) -> Assessment:
        seat = position.to_move
        assert seat is not None
        fills = random_fills(position.size, position.stones, random)
        gains = [*fills.gains(seat), 0.0]
        cells = _cells_of_steps(position.size)
        priors = [
            exp(self.sharpness * sum([gains[cells[step]] for step in move])) for move in moves
        ]
        total = sum(priors)
        return Assessment((fills.share, 1 - fills.share), [prior / total for prior in priors])

    def winning_move(self, position: SkirtPosition) -> Move | None:
        seat = position.to_move
        assert seat is not None
        cells = _cells_of_steps(position.size)
        sides = [*position.touching[seat - 1], 0]
        for move in position.moves():
            together = 0
            for step in move:
                together |= sides[cells[step]]
            # Two stones may touch enough sides without being connected.
            if WINS[together] and position.play(move).outcome is not None:
                return move
        return None

    def reveal(self, position: SkirtPosition, random: Random) -> SkirtPosition:
        return position


@cache
def _cells_of_steps(size: int) -> dict[str, int]:
    """Return the cell of each step, one past the last for an origin with a stone."""
    hexagon = hexagon_of(size)
    standing = {f"({name})": len(hexagon.names) for name in hexagon.names}
    return standing | dict(hexagon.number)
