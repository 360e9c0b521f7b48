"""Where cells are drawn agrees with the rules: names, neighbours, and the way up."""

from __future__ import annotations

from itertools import pairwise
from math import dist, sqrt

import pytest

from rendering import WIDTHS
from rendering.scala import board as scala_board
from rendering.skirt import board as skirt_board
from rules.scala import board as scala_rules
from rules.skirt.board import SIZES, hexagon_of


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", SIZES)
def test_neighbours_in_skirt_are_drawn_one_cell_apart(size: int, width: int) -> None:
    board, drawn = hexagon_of(size), skirt_board.drawn_board(size, width)
    assert drawn.middles.keys() == set(board.names)
    across = drawn.cell_radius * sqrt(3)
    for cell, name in enumerate(board.names):
        beside = {
            other
            for other in board.names
            if other != name and dist(drawn.middles[name], drawn.middles[other]) < across * 1.3
        }
        assert beside == set(board.named(board.neighbours[cell]))


@pytest.mark.parametrize("size", SIZES)
def test_rows_of_skirt_are_lettered_upwards_and_numbered_to_the_right(size: int) -> None:
    board, drawn = hexagon_of(size), skirt_board.drawn_board(size, 900)
    heights: list[int] = []
    for row in board.rows:
        spots = [drawn.middles[name] for name in board.named(row)]
        assert len({y for _, y in spots}) == 1
        assert all(x < right for (x, _), (right, _) in pairwise(spots))
        heights.append(spots[0][1])
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 2 * size - 1


@pytest.mark.parametrize("width", WIDTHS)
def test_cells_of_scala_are_drawn_in_their_column_and_row(width: int) -> None:
    drawn = scala_board.drawn_board(width)
    assert drawn.middles.keys() == set(scala_rules.CELLS)
    x_of, y_of = drawn.middles["a6"][0], drawn.middles["f1"][1]
    for name, (x, y) in drawn.middles.items():
        column, row = scala_rules.column_and_row(name)
        assert abs(x - (x_of + (column - 1) * drawn.cell)) <= 1
        assert abs(y - (y_of - (row - 1) * drawn.cell)) <= 1


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_of_a_board_lies_outside_its_picture(width: int) -> None:
    for drawn in (scala_board.drawn_board(width), skirt_board.drawn_board(8, width)):
        across, down = drawn.layer.size
        assert all(0 < x < across and 0 < y < down for x, y in drawn.middles.values())
        edge = drawn.layer.getpixel((0, 0))
        border = [(x, y) for x in (0, across - 1) for y in range(down)]
        border += [(x, y) for y in (0, down - 1) for x in range(across)]
        assert {drawn.layer.getpixel(spot) for spot in border} == {edge}
