"""The layout of the cells of Scala agrees with their names."""

from __future__ import annotations

import pytest

from rendering import WIDTHS
from rendering.scala.board import drawn_board
from rules.scala.board import CELLS, column_and_row


@pytest.mark.parametrize("width", WIDTHS)
def test_cells_of_scala_are_drawn_in_their_column_and_row(width: int) -> None:
    drawn = drawn_board(width, is_small=False)
    assert drawn.middles.keys() == set(CELLS)
    x_of, y_of = drawn.middles["a6"][0], drawn.middles["f1"][1]
    for name, (x, y) in drawn.middles.items():
        column, row = column_and_row(name)
        assert abs(x - (x_of + (column - 1) * drawn.cell)) <= 1
        assert abs(y - (y_of - (row - 1) * drawn.cell)) <= 1
