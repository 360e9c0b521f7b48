"""The empty board of Scalas as a layer, with names along its edges and a column beside it.

Each cell is seen from above and a little from the front, and holds its whole tower, so nothing is
hidden. The column shows the hands and the turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Point, Spot
from rendering.scenes import heading
from rendering.text.lettering import write
from rules.scalas.board import Grid, grid_of

_SIDE, _LEFT, _RIM, _LABEL_ROOM = 644.0, 52.0, 12.0, 44.0
_COLUMN_LEFT, _COLUMN_RIGHT = 722.0, 889.0
_HAND_HEIGHT, _HAND_GAP = 134.0, 12.0
_LABEL_SIZE = 26.0

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBoard:
    """A layer and the places on it, in pixels. Shared between threads, so copy it to draw."""

    layer: Image.Image
    squares: Mapping[str, Spot]
    """The middle of each cell, by its name."""
    square: int
    """Distance of neighbouring cells."""
    name_size: float
    """Size of the letters in bare cells."""
    hands: tuple[PixelBox, PixelBox]
    """The panel of each seat."""
    notes: PixelBox
    """The panel of the turn, below the hands."""

    @property
    def unit(self) -> float:
        """The scale, 1 on a picture 900 wide."""
        return self.layer.width / 900


@lru_cache(maxsize=9)
def drawn_board(size: int, width: int) -> DrawnBoard:
    """Return the empty board with `size` cells along a side, on a picture `width` pixels wide."""
    unit = width / 900
    board = grid_of(size)
    square = int(_SIDE * unit / size)
    left, top = round(_LEFT * unit), round((heading.HEIGHT + 4 + _RIM) * unit)
    bottom = top + size * square
    squares: dict[str, Spot] = {}
    for index, name in enumerate(board.cells):
        column, row = divmod(index, size)
        squares[name] = left + column * square + square // 2, bottom - row * square - square // 2
    # The same for all sizes, although the cells don't fill it to the pixel.
    height = round((heading.HEIGHT + 4 + _SIDE + 2 * _RIM + _LABEL_ROOM) * unit)
    frame_top, frame_bottom = top - round(_RIM * unit), bottom + round(_RIM * unit)
    hands, notes = _column(frame_top, frame_bottom, unit)

    canvas = Canvas(width, height, (0.5, 0.5), palette.BACKGROUND)
    _draw_plan(canvas, board, squares, square, unit)
    for x, y, right, low in hands:
        canvas.rectangle((x, y, right, low), palette.PANEL, 14 * unit)
    layer = canvas.layer().crop((0, 0, width, height))
    name_size = max(9.0, square * 0.24)
    for name, spot in squares.items():
        write(layer, spot, name, name_size, palette.ENGRAVED, weight="SemiBold")
    _write_labels(layer, squares, square)
    return DrawnBoard(layer, squares, square, name_size, hands, notes)


def rhombus(middle: Point, across: float, down: float) -> list[Point]:
    """Return the left, back, right and front corners of a rhombus."""
    x, y = middle
    return [(x - across, y), (x, y - down), (x + across, y), (x, y + down)]


def _column(top: int, bottom: int, unit: float) -> tuple[tuple[PixelBox, PixelBox], PixelBox]:
    left, right = round(_COLUMN_LEFT * unit), round(_COLUMN_RIGHT * unit)
    height, gap = round(_HAND_HEIGHT * unit), round(_HAND_GAP * unit)
    second = top + height + gap
    hands = (left, top, right, top + height), (left, second, right, second + height)
    return hands, (left, second + height + gap, right, bottom)


def _draw_plan(
    canvas: Canvas, board: Grid, squares: Mapping[str, Spot], square: int, unit: float
) -> None:
    """Draw a frame with alternately light and dark cells."""
    (left, bottom), (right, top) = squares[board.cells[0]], squares[board.cells[-1]]
    for grown, colour in ((_RIM, palette.FRAME_EDGE), (_RIM - 2, palette.FRAME)):
        reach = square / 2 + grown * unit
        box = left - reach, top - reach, right + reach, bottom + reach
        canvas.rectangle(box, colour, (grown + 4) * unit)
    for name, (x, y) in squares.items():
        half = square * 0.475
        is_dark = (ord(name[0]) + int(name[1:])) % 2 == 0
        canvas.rectangle((x - half, y - half, x + half, y + half), palette.WOOD_EDGE, square * 0.08)
        box = x - half + unit, y - half + square * 0.02, x + half, y + half
        ground = palette.WOOD_SHADE if is_dark else palette.WOOD
        canvas.rectangle(box, ground, square * 0.08)


def _write_labels(layer: Image.Image, squares: Mapping[str, Spot], square: int) -> None:
    """Write letters below the columns and numbers beside the rows."""
    unit = layer.width / 900
    size = _LABEL_SIZE * unit
    for name, (x, y) in squares.items():
        if name.endswith("1"):
            at = x, y + square / 2 + (_RIM + 20) * unit
            write(layer, at, name[0], size, palette.INK)
        if name.startswith("a"):
            write(layer, (x - square / 2 - (_RIM + 17) * unit, y), name[1:], size, palette.INK)
