"""Boards seen in a mirror, turned, or with the sides changed: what makes two puzzles alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations
from typing import cast

from rules.passtally.board import CELL_NUMBERS, CELLS, SIZE, SPOTS
from rules.passtally.position import PasstallyPosition
from rules.position import Position
from rules.scala.board import COLUMNS
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.board import FILES, RANKS
from rules.scalus.position import ScalusPosition
from rules.skirt.board import hexagon_of
from rules.skirt.position import SkirtPosition

Turned = Callable[[str], str]
"""Where a cell comes to lie."""


def likeness(position: Position) -> str:
    """The same text for all positions that are alike under the symmetries of board and sides."""
    match position:
        case ScalaPosition():
            return min(_scala(position))
        case ScalusPosition():
            return min(_scalus(position))
        case SkirtPosition():
            return min(_skirt(position))
        case ScalasPosition():
            return min(_scalas(position))
        case _:
            return min(_passtally(cast(PasstallyPosition, position)))


def _scala(position: ScalaPosition) -> Iterator[str]:
    """The halves are mirrored, and each side may be the other, seen from the other end."""
    mirrored = COLUMNS[::-1]
    own, other = position.stones(position.seat), position.stones(3 - position.seat)
    flips = position.seat == 2
    for mirrors in (False, True):

        def turned(cell: str, mirrors: bool = mirrors) -> str:
            column, row = cell[0], int(cell[1:])
            column = mirrored[COLUMNS.index(column)] if mirrors else column
            return f"{column}{15 - row if flips else row}"

        yield _text(own, other, turned)


def _scalus(position: ScalusPosition) -> Iterator[str]:
    """As in Scala."""
    own, other = position.stones(position.seat), position.stones(3 - position.seat)
    flips = position.seat == 2
    for mirrors in (False, True):

        def turned(point: str, mirrors: bool = mirrors) -> str:
            file, rank = point[0], int(point[1:])
            file = FILES[::-1][FILES.index(file)] if mirrors else file
            return f"{file}{RANKS + 1 - rank if flips else rank}"

        yield _text(own, other, turned)


def _skirt(position: SkirtPosition) -> Iterator[str]:
    """Six turns, each mirrored too; colours are alike after the first turn."""
    names = position.hexagon.names
    seat = position.to_move
    own = [name for name, owner in zip(names, position.stones, strict=True) if owner == seat]
    other = [
        name for name, owner in zip(names, position.stones, strict=True) if owner not in (0, seat)
    ]
    for places in _hexagon_turns(position.size):
        yield f"{position.size} {_text(own, other, places.__getitem__)}"


@cache
def _hexagon_turns(size: int) -> tuple[dict[str, str], ...]:
    """Where each cell comes to lie, by the twelve symmetries of the board."""
    hexagon = hexagon_of(size)
    # With these coordinates, which add up to nothing, turning exchanges them and their signs.
    cubes: dict[str, tuple[int, int, int]] = {}
    for y, row in enumerate(hexagon.rows):
        for place, cell in enumerate(row):
            x = place + max(0, y - size + 1) - (size - 1)
            up = y - (size - 1)
            cubes[hexagon.names[cell]] = (x, -up, up - x)
    names = {cube: name for name, cube in cubes.items()}
    return tuple(
        {
            name: names[sign * cube[order[0]], sign * cube[order[1]], sign * cube[order[2]]]
            for name, cube in cubes.items()
        }
        for order in permutations(range(3))
        for sign in (1, -1)
    )


def _scalas(position: ScalasPosition) -> Iterator[str]:
    """The square's eight symmetries; the colours by whether they are the mover's."""
    colours = str.maketrans("RB", "MO" if position.seat == 1 else "OM")
    own, other = position.hands[position.seat - 1], position.hands[2 - position.seat]
    number = position.grid.number
    for turn in _square_turns(position.size):
        towers = [position.towers[number[turn(cell)]].translate(colours) for cell in position.cells]
        yield f"{own} {other} {'/'.join(towers)}"


def _square_turns(size: int) -> Iterator[Turned]:
    for swaps in (False, True):
        for left in (False, True):
            for down in (False, True):

                def turned(
                    cell: str, swaps: bool = swaps, left: bool = left, down: bool = down
                ) -> str:
                    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
                    column, row = (row, column) if swaps else (column, row)
                    column = size - 1 - column if left else column
                    row = size - 1 - row if down else row
                    return f"{chr(ord('a') + column)}{row + 1}"

                yield turned


def _passtally(position: PasstallyPosition) -> Iterator[str]:
    """Four quarter turns, each mirrored too, which makes B of A; the piles in any order."""
    seat = position.seat
    owners = {0: ".", seat: "M"}
    laid = [(name, position.board.cell(name)) for name in CELLS]
    for mirrors in (False, True):
        kinds = [kind or "-" for kind in position.face_up]
        if mirrors:
            # What is mirrored has its halves the other way round.
            kinds = [kind.translate(_EXCHANGED)[::-1] for kind in kinds]
        tiles = ",".join(sorted(min(kind, kind[::-1]) for kind in kinds))
        for quarter in range(4):
            ring = [""] * len(SPOTS)
            for spot, owner in enumerate(position.ring):
                place = (29 - spot if mirrors else spot) + 6 * quarter
                ring[place % len(SPOTS)] = owners.get(owner, "O")

            def turned(cell: str, mirrors: bool = mirrors, quarter: int = quarter) -> str:
                column, row = divmod(CELL_NUMBERS[cell], SIZE)
                column = SIZE - 1 - column if mirrors else column
                for _ in range(quarter):
                    column, row = row, SIZE - 1 - column
                return CELLS[column * SIZE + row]

            tops = [
                f"{turned(name)}{cell.height}"
                f"{cell.half.translate(_EXCHANGED) if mirrors != quarter % 2 else cell.half}"
                f"{turned(cell.other_half) if cell.other_half else ''}"
                for name, cell in laid
                if cell.height
            ]
            yield f"{tiles} {''.join(ring)} {' '.join(sorted(tops))}"


_EXCHANGED = str.maketrans("AB", "BA")


def _text(own: Iterable[str], other: Iterable[str], turned: Turned) -> str:
    return f"{','.join(sorted(map(turned, own)))} {','.join(sorted(map(turned, other)))}"
