"""The layout of the board of Scalus agrees with the names of its parts."""

from __future__ import annotations

import pytest

from rendering import WIDTHS
from rendering.drawing import palette
from rendering.scalus.board import drawn_board
from rules.scalus.board import BITS, cell_named


@pytest.mark.parametrize("width", WIDTHS)
def test_numbers_run_to_the_right_and_letters_upwards(width: int) -> None:
    drawn = drawn_board(width, is_upright=False)
    assert drawn.middles.keys() == set(BITS)
    left, low = drawn.middles["a1"]
    for name, middle in drawn.middles.items():
        file, rank = cell_named(name)
        assert middle == (left + (rank - 1) * drawn.cell, low - (file - 1) * drawn.cell)


def test_upright_letters_run_to_the_right_and_numbers_upwards() -> None:
    drawn, across = drawn_board(600, is_upright=True), drawn_board(600, is_upright=False)
    left, low = drawn.middles["a1"]
    for name, middle in drawn.middles.items():
        file, rank = cell_named(name)
        assert middle == (left + (file - 1) * drawn.cell, low - (rank - 1) * drawn.cell)
    assert drawn.cell > 1.8 * across.cell


@pytest.mark.parametrize("width", WIDTHS)
def test_the_board_stays_inside_its_picture(width: int) -> None:
    layer = drawn_board(width, is_upright=False).layer
    assert layer.width == width
    border = [(x, y) for x in (0, layer.width - 1) for y in range(layer.height)]
    border += [(x, y) for y in (0, layer.height - 1) for x in range(layer.width)]
    assert {layer.getpixel(spot) for spot in border} == {palette.BACKGROUND}
