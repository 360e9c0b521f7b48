"""Forced placement in Scalas: what one decision of the mover sets off.

Source: rules: scalas, "Forced placement". A pending pair is the line that it stands in: cubes are
only ever added, so its two cubes are covered exactly when one of the line's ends gets a cube.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.scalas.board import Board, Line

COLOURS = "RB"
"""The letter of each seat's cubes, seat 1 first."""

SEAT_NAMES = ("Red", "Blue")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two top cubes, two cells apart, of the same colour and height."""

    cells: tuple[str, str]
    colour: str
    """The letter of both cubes."""
    height: int
    """Of both towers, in cubes."""

    @property
    def words(self) -> str:
        """ "c3 and e3 are both red at height 2"."""
        first, last = self.cells
        colour = SEAT_NAMES[COLOURS.index(self.colour)].lower()
        return f"{first} and {last} are both {colour} at height {self.height}"


@dataclass(frozen=True, slots=True)
class Filling:
    """One cube of a move: where it is placed, and the pairs that force it there, if any do."""

    cell: str
    because: tuple[Pair, ...]

    @property
    def forced(self) -> bool:
        """Whether pairs force it, even if the mover chose it among several forced cells."""
        return bool(self.because)

    @property
    def words(self) -> str:
        """ "c4, forced: c3 and c5 are both red at height 1", or the cell alone."""
        if not self.because:
            return self.cell
        return f"{self.cell}, forced: {'; '.join(pair.words for pair in self.because)}"


@dataclass(frozen=True, slots=True)
class Course:
    """All that follows from one decision, up to the next one."""

    fillings: tuple[Filling, ...]
    """The cubes in the order placed."""
    towers: tuple[str, ...]
    hand: int
    """The mover's cubes that are left."""
    pending: tuple[Line, ...]
    """Pairs that leave the mover a choice between cells, sorted; empty when the turn is over."""


def course(
    board: Board,
    towers: Iterable[str],
    colour: str,
    hand: int,
    pending: Iterable[Line],
    cell: int,
) -> Course:
    """Place a cube of this colour on a cell, then fill forced cells while there is no choice."""
    towers = list(towers)
    pending = list(pending)
    fillings: list[Filling] = []
    while True:
        because = [_pair(board, towers, line) for line in pending if line[1] == cell]
        fillings.append(Filling(board.cells[cell], tuple(because)))
        towers[cell] += colour
        hand -= 1
        # A cube between its ends discharges a pair, a cube on one of its ends makes it lapse.
        pending = [line for line in pending if cell not in line]
        pending += pairs_made(board, towers, cell)
        between = {line[1] for line in pending}
        if not hand:
            pending = []
        if not hand or len(between) != 1:
            return Course(tuple(fillings), tuple(towers), hand, tuple(sorted(pending)))
        (cell,) = between


def pairs_made(board: Board, towers: Sequence[str], cell: int) -> list[Line]:
    """The lines in which the top cube of a tower makes a pair with another one."""
    height = len(towers[cell])
    colour = towers[cell][-1]
    return [
        line
        for other, line in board.lines[cell]
        if len(towers[other]) == height and towers[other][-1] == colour
    ]


def _pair(board: Board, towers: Sequence[str], line: Line) -> Pair:
    low, _, high = line
    return Pair((board.cells[low], board.cells[high]), towers[low][-1], len(towers[low]))
