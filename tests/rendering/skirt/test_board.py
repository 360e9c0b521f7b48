"""The layout of the cells of Skirt agrees with their neighbours and names."""

from __future__ import annotations

from itertools import pairwise
from math import dist, sqrt

import pytest

from rendering import WIDTHS
from rendering.skirt.picture import drawn_board
from rules.skirt.board import SIZES, hexagon_of


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", SIZES)
def test_neighbours_in_skirt_are_drawn_one_cell_apart(size: int, width: int) -> None:
    board, drawn = hexagon_of(size), drawn_board(size, width, is_small=False)
    assert drawn.middles.keys() == set(board.names)
    across = drawn.cell * sqrt(3)
    for cell, name in enumerate(board.names):
        beside = {
            other
            for other in board.names
            if other != name and dist(drawn.middles[name], drawn.middles[other]) < across * 1.3
        }
        assert beside == set(board.named(board.neighbours[cell]))


@pytest.mark.parametrize("size", SIZES)
def test_rows_of_skirt_are_lettered_upwards_and_numbered_to_the_right(size: int) -> None:
    board, drawn = hexagon_of(size), drawn_board(size, 900, is_small=False)
    heights: list[int] = []
    for row in board.rows:
        spots = [drawn.middles[name] for name in board.named(row)]
        assert len({y for _, y in spots}) == 1
        assert all(x < right for (x, _), (right, _) in pairwise(spots))
        heights.append(spots[0][1])
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 2 * size - 1
