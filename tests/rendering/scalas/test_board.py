"""The layout of the board of Scalas agrees with the names of its parts."""

from __future__ import annotations

import pytest

from rendering import WIDTHS
from rendering.drawing import palette
from rendering.scalas.board import drawn_board
from rules.scalas.board import SIZES


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", SIZES)
def test_the_plan_has_columns_to_the_right_and_rows_upwards(size: int, width: int) -> None:
    board = drawn_board(size, width)
    left, bottom = board.squares["a1"]
    for name, (x, y) in board.squares.items():
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        assert (x - left, bottom - y) == (column * board.square, row * board.square)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_inside_its_picture(size: int, width: int) -> None:
    layer = drawn_board(size, width).layer
    assert layer.width == width
    border = [(x, y) for x in (0, layer.width - 1) for y in range(layer.height)]
    border += [(x, y) for y in (0, layer.height - 1) for x in range(layer.width)]
    assert {layer.getpixel(spot) for spot in border} == {palette.BACKGROUND}


@pytest.mark.parametrize("width", WIDTHS)
def test_pictures_of_all_sizes_have_one_height(width: int) -> None:
    assert len({drawn_board(size, width).layer.size for size in SIZES}) == 1
