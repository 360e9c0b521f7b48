"""The layout of the board of Passtally agrees with the names of its parts."""

from __future__ import annotations

import pytest

from rendering import WIDTHS
from rendering.drawing import palette
from rendering.passtally.board import drawn_board
from rules.passtally.board import CELLS, SPOTS, Tiling


@pytest.mark.parametrize("width", WIDTHS)
def test_cells_are_drawn_in_their_column_and_row(width: int) -> None:
    drawn = drawn_board(width, is_small=False)
    assert drawn.middles.keys() == set(CELLS)
    left, low = drawn.middles["a1"]
    for name, middle in drawn.middles.items():
        right, up = "abcdef".index(name[0]), int(name[1]) - 1
        assert middle == (left + right * drawn.cell, low - up * drawn.cell)


@pytest.mark.parametrize("width", WIDTHS)
def test_both_spots_of_a_bare_row_or_column_lie_in_line_with_its_cells(width: int) -> None:
    drawn = drawn_board(width, is_small=False)
    assert drawn.spots.keys() == set(SPOTS)
    for line in Tiling.bare().lines():
        ends = [drawn.spots[line.start], drawn.spots[line.end]]
        way = [ends[0], *(drawn.middles[crossing.cell] for crossing in line.path), ends[1]]
        along = 0 if len({y for _, y in way}) == 1 else 1
        assert len({spot[1 - along] for spot in way}) == 1
        assert len({spot[along] for spot in way}) == 8
        assert way in (sorted(way), sorted(way, reverse=True))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_board_stays_inside_its_picture(width: int) -> None:
    layer = drawn_board(width, is_small=False).layer
    assert layer.width == width
    border = [(x, y) for x in (0, layer.width - 1) for y in range(layer.height)]
    border += [(x, y) for y in (0, layer.height - 1) for x in range(layer.width)]
    assert {layer.getpixel(spot) for spot in border} == {palette.BACKGROUND}
