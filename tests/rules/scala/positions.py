"""Positions of Scala for tests, as drawn boards or lists of stones."""

from __future__ import annotations

from rules.notation import read
from rules.scala.board import CELLS, column_and_row
from rules.scala.position import ScalaPosition


def standing(o: str, x: str, seat: int = 1) -> ScalaPosition:
    return ScalaPosition.set_up(o.split(), x.split(), seat)


def drawn(board: str, seat: int = 1) -> ScalaPosition:
    """The position on a board. Each line is a row's number and its cells from the left."""
    stones: dict[str, list[str]] = {".": [], "O": [], "X": []}
    for line in board.strip().splitlines():
        row, *owners = line.split()
        cells = [cell for cell in CELLS if column_and_row(cell)[1] == int(row)]
        for cell, owner in zip(cells, owners, strict=True):
            stones[owner].append(cell)
    return ScalaPosition.set_up(stones["O"], stones["X"], seat)


def texts(position: ScalaPosition) -> list[str]:
    return [position.text(move) for move in position.moves()]


def after(position: ScalaPosition, *moves: str) -> ScalaPosition:
    for text in moves:
        position = position.play(read(position, text))
    return position
