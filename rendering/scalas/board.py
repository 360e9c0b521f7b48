"""The empty boards of Scalas as a layer: the same cells seen from a corner, and from above.

Cubes are stacked on the *stage*, which is seen from the corner between the last column and row 1:
columns run along its left front edge, rows along its right one. Tall towers can hide cells there,
so the *plan* in the corner below shows every cell from above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Point, Spot
from rendering.drawing.palette import Colour
from rendering.scenes import heading
from rendering.text.lettering import write
from rules.scalas.board import Grid, grid_of

HEIGHT = 976
"""Of a picture 900 wide, in pixels."""

_STAGE_HALF, _STAGE_MIDDLE = 346.0, (534.0, 443.0)
_FLATNESS = 0.56
"""How high a cell of the stage is drawn, of its width."""
_RISE = 0.66
"""How high a cube is drawn where there is room, of half its width."""
_RIM, _SLAB = 13.0, 18.0
_PLAN_SIDE, _PLAN_LEFT, _PLAN_BOTTOM = 320.0, 46.0, 929.0
_SLAB_LEFT: Colour = (66, 45, 27)
_SLAB_RIGHT: Colour = (50, 34, 20)
_LABEL_SIZE = 25.0


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBoard:
    """A layer and where things lie on it, in pixels. Shared between threads: copy to draw."""

    layer: Image.Image
    floors: Mapping[str, Spot]
    """The middle of each cell of the stage, on the bare board, by its name."""
    half: tuple[int, int]
    """From there to the right and to the front corner of the cell."""
    squares: Mapping[str, Spot]
    """The middle of each cell of the plan."""
    square: int
    """From one cell of the plan to the next."""
    name_sizes: tuple[float, float]
    """Of the letters in bare cells, on the stage and on the plan."""

    @property
    def unit(self) -> float:
        """How large all is drawn, 1 on a picture 900 wide."""
        return self.layer.width / 900

    def rise(self, heights: Sequence[int]) -> int:
        """How high to draw a cube, lower than usual where a tower would reach the heading.

        :param heights: of the towers, in the order of `floors`, which is that of the board.
        """
        usual = round(self.half[0] * _RISE)
        room = [
            y - self.half[1] - (heading.HEIGHT + 4) * self.unit for _, y in self.floors.values()
        ]
        least = [int(free / height) for free, height in zip(room, heights, strict=True) if height]
        return max(1, min([usual, *least]))


@lru_cache(maxsize=9)
def drawn_board(size: int, width: int) -> DrawnBoard:
    """The empty boards with `size` cells along a side, on a picture `width` pixels wide."""
    unit = width / 900
    board = grid_of(size)
    across = int(_STAGE_HALF * unit / size)
    half = across, round(across * _FLATNESS)
    centre = round(_STAGE_MIDDLE[0] * unit), round(_STAGE_MIDDLE[1] * unit)
    floors: dict[str, Spot] = {}
    for index, name in enumerate(board.cells):
        column, row = divmod(index, size)
        floors[name] = (
            centre[0] + (column + row - size + 1) * half[0],
            centre[1] + (column - row) * half[1],
        )
    square = int(_PLAN_SIDE * unit / size)
    left, bottom = round(_PLAN_LEFT * unit), round(_PLAN_BOTTOM * unit)
    squares: dict[str, Spot] = {}
    for index, name in enumerate(board.cells):
        column, row = divmod(index, size)
        squares[name] = left + column * square + square // 2, bottom - row * square - square // 2

    height = round(HEIGHT * unit)
    canvas = Canvas(width, height, (0.5, 0.5), palette.BACKGROUND)
    _draw_stage(canvas, centre, floors, half, unit)
    _draw_plan(canvas, board, squares, square, unit)
    layer = canvas.layer().crop((0, 0, width, height))
    name_sizes = max(9.0, half[0] * 0.34), max(9.0, square * 0.34)
    for spots, name_size in zip((floors, squares), name_sizes, strict=True):
        for name, spot in spots.items():
            write(layer, spot, name, name_size, palette.ENGRAVED, weight="SemiBold")
    _write_labels(layer, floors, half, squares, square)
    return DrawnBoard(layer, floors, half, squares, square, name_sizes)


def rhombus(middle: Point, across: float, down: float) -> list[Point]:
    """The corners of a cell of the stage: left, back, right, front."""
    x, y = middle
    return [(x - across, y), (x, y - down), (x + across, y), (x, y + down)]


def _draw_stage(
    canvas: Canvas, centre: Spot, floors: Mapping[str, Spot], half: Spot, unit: float
) -> None:
    """A slab with a rim, and the cells on it."""
    size = round(len(floors) ** 0.5)
    across, down = half[0] * size + _RIM * unit, (half[0] * size + _RIM * unit) * half[1] / half[0]
    left, back, right, front = rhombus(centre, across, down)
    deep = _SLAB * unit
    low = front[0], front[1] + deep
    canvas.polygon([left, front, low, (left[0], left[1] + deep)], _SLAB_LEFT)
    canvas.polygon([right, front, low, (right[0], right[1] + deep)], _SLAB_RIGHT)
    canvas.polygon([left, back, right, front], palette.FRAME_EDGE)
    inner = across - 2.5 * unit
    canvas.polygon(rhombus(centre, inner, inner * half[1] / half[0]), palette.FRAME)
    for middle in floors.values():
        canvas.polygon(rhombus(middle, half[0] * 0.965, half[1] * 0.965), palette.WOOD_EDGE)
        x, y = middle
        canvas.polygon(rhombus((x, y + unit), half[0] * 0.94, half[1] * 0.94), palette.WOOD)


def _draw_plan(
    canvas: Canvas, board: Grid, squares: Mapping[str, Spot], square: int, unit: float
) -> None:
    """A frame, and the cells in it."""
    (left, bottom), (right, top) = squares[board.cells[0]], squares[board.cells[-1]]
    for grown, colour in ((10, palette.FRAME_EDGE), (8, palette.FRAME)):
        reach = square / 2 + grown * unit
        box = left - reach, top - reach, right + reach, bottom + reach
        canvas.rectangle(box, colour, grown * unit)
    for x, y in squares.values():
        half = square * 0.475
        canvas.rectangle((x - half, y - half, x + half, y + half), palette.WOOD_EDGE, square * 0.08)
        box = x - half + unit, y - half + square * 0.03, x + half, y + half
        canvas.rectangle(box, palette.WOOD, square * 0.08)


def _write_labels(
    layer: Image.Image,
    floors: Mapping[str, Spot],
    half: Spot,
    squares: Mapping[str, Spot],
    square: int,
) -> None:
    """Letters and numbers on the two front edges of the stage, and below and beside the plan."""
    unit = layer.width / 900
    size = _LABEL_SIZE * unit
    last = max(name[0] for name in floors)
    away = 0.5 + (_RIM + 17) * unit / half[0]
    for name in floors:
        x, y = floors[name]
        at_x, at_y = squares[name]
        if name.endswith("1"):
            at = x - half[0] * away, y + half[1] * away + _SLAB * unit * 0.9
            write(layer, at, name[0], size, palette.INK)
            write(layer, (at_x, at_y + square / 2 + 26 * unit), name[0], size * 0.92, palette.INK)
        if name.startswith(last):
            at = x + half[0] * away, y + half[1] * away + _SLAB * unit * 0.9
            write(layer, at, name[1:], size, palette.INK)
        if name.startswith("a"):
            write(layer, (at_x - square / 2 - 25 * unit, at_y), name[1:], size * 0.92, palette.INK)
