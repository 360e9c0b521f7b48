"""The empty board of Scala as a layer, with stairs, hole, goals and coordinates, and its places.

The board leaves the picture's corners free for the heading and the counts. On phones it has larger
cells and no labels around it, since every cell bears its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from language.lists import row_of
from language.texts import gettext
from rendering.drawing import palette
from rendering.drawing.canvas import Box, Canvas, Point
from rendering.drawing.palette import Colour
from rendering.scenes.scene import (
    Layout,
    Scene,
    square,
)
from rendering.scenes.stones import StoneBoard, stone_layout
from rendering.text.lettering import write
from rules.scala.board import CELLS, COLUMNS, GOALS, HOLE, ROW_LENGTHS, column_and_row
from rules.scala.position import ScalaPosition

STONE = 0.41
"""The radius of a stone, as a share of the side of a cell."""

_CELL, _BOTTOM = 66.0, 46.0
_SMALL_CELL, _SMALL_BOTTOM = 79.0, 18.0
_TOP, _PLATE, _LABEL_SIZE = 18.0, 9.0, 25.0

_ROW_COUNT = len(ROW_LENGTHS)
_FIRST_LEVEL, _LAST_LEVEL = 6, 9
"""The rows beside the hole, from which the board climbs to both goals."""
_HOLE_STEPS: tuple[tuple[Colour, Colour], ...] = (
    ((46, 31, 19), (70, 49, 32)),
    ((36, 26, 18), (56, 41, 30)),
    ((26, 22, 19), (45, 37, 33)),
    (palette.HOLE, palette.BACKGROUND),
)
"""The shaded side and the tread of each step down into the hole."""


@lru_cache(maxsize=6)
def drawn_board(width: int, *, is_small: bool) -> StoneBoard:
    """Return the cached empty board on a picture `width` pixels wide.

    :param is_small: whether it is drawn for a phone.
    """
    unit = width / 900
    cell = (_SMALL_CELL if is_small else _CELL) * unit
    bottom = _SMALL_BOTTOM if is_small else _BOTTOM
    height = round(_ROW_COUNT * cell + (_TOP + bottom) * unit)
    middles = {name: _middle(name, width, cell) for name in (*CELLS, *HOLE)}
    name_size = max(9.0, cell * 0.3)

    def draw() -> Image.Image:
        canvas = Canvas(width, height, (0, 0), palette.BACKGROUND)
        for grown, colour in ((_PLATE + 2, palette.FRAME_EDGE), (_PLATE, palette.FRAME)):
            for middle in middles.values():
                canvas.rectangle(_square(middle, cell / 2 + grown * unit), colour, 8 * unit)
        _draw_hole(canvas, [middles[name] for name in HOLE], cell, unit)
        for name in CELLS:
            _draw_cell(canvas, name, middles[name], cell)
        _draw_goals(canvas, middles, cell)
        layer = canvas.layer().crop((0, 0, width, height))

        for name in CELLS:
            if name not in ("f1", "f14"):
                write(layer, middles[name], name, name_size, palette.ENGRAVED, weight="SemiBold")
        if not is_small:
            _write_labels(layer, middles, cell, unit)
        return layer

    spots = {name: (round(middles[name][0]), round(middles[name][1])) for name in CELLS}
    return StoneBoard(
        width,
        height,
        draw,
        cell,
        spots,
        name_size,
        cell * STONE,
        lambda middle: square(middle, cell / 2),
    )


def _middle(name: str, width: int, cell: float) -> Point:
    column, row = column_and_row(name)
    x = width / 2 + (column - (len(COLUMNS) + 1) / 2) * cell
    return x, _TOP * width / 900 + (_ROW_COUNT - row + 0.5) * cell


def _square(middle: Point, half: float) -> Box:
    x, y = middle
    return x - half, y - half, x + half, y + half


def _draw_cell(canvas: Canvas, name: str, middle: Point, cell: float) -> None:
    """Draw a step of the stairs, lighter the higher, with its visible front."""
    x, y = middle
    half, corner = cell * 0.475, cell * 0.09
    column, row = column_and_row(name)
    steps = max(row - _LAST_LEVEL, _FIRST_LEVEL - row, 0)
    ground = palette.WOOD_SHADE if (column + row) % 2 == 0 else palette.WOOD
    front = palette.WOOD_DEEP if row > _LAST_LEVEL else palette.WOOD_EDGE
    canvas.rectangle(_square(middle, half), front if steps else palette.WOOD_EDGE, corner)
    top = y - half + cell * 0.03
    if row > _LAST_LEVEL:
        canvas.rectangle((x - half, y - half, x + half, y + half * 0.8), palette.WOOD_EDGE, corner)
        box = x - half + 1, top, x + half, y + half - cell * 0.055
    else:
        box = x - half + 1, top + cell * 0.03 * (steps > 0), x + half, y + half
    canvas.rectangle(box, palette.mixed(ground, palette.WOOD_EDGE, steps * 0.07), corner)


def _draw_hole(canvas: Canvas, middles: list[Point], cell: float, unit: float) -> None:
    """Draw stairs down to the ground, their upper and left sides shaded, the others lit."""
    half = cell / 2 - _PLATE * unit * 0.2
    left, top = (min(point[axis] for point in middles) - half for axis in (0, 1))
    right, bottom = (max(point[axis] for point in middles) + half for axis in (0, 1))
    canvas.rectangle((left, top, right, bottom), palette.FRAME_EDGE, cell * 0.14)
    for step, (wall, tread) in enumerate(_HOLE_STEPS):
        away, corner = cell * 0.16 * step, cell * (0.14 - 0.03 * step)
        box = (left + away, top + away, right - away - 2 * unit, bottom - away - 2 * unit)
        canvas.rectangle(box, wall, corner)
        thickness = cell * 0.045
        canvas.rectangle((box[0] + thickness, box[1] + thickness, box[2], box[3]), tread, corner)


def _draw_goals(canvas: Canvas, middles: Mapping[str, Point], cell: float) -> None:
    """Draw a flag on each goal in its seat's colours, light for O and dark for X."""
    half, corner = cell * 0.475, cell * 0.09
    light, dark = middles["f14"], middles["f1"]
    canvas.rectangle(_square(light, half), palette.LIGHT_STONE[1], corner)
    _draw_flag(canvas, light, cell, (122, 110, 92))
    canvas.rectangle(_square(dark, half), palette.DARK_STONE[1], corner)
    _draw_flag(canvas, dark, cell, (214, 220, 230))


def _draw_flag(canvas: Canvas, middle: Point, cell: float, ink: Colour) -> None:
    x, y = middle[0] - cell * 0.14, middle[1]
    height = cell * 0.3
    canvas.bar((x, y - height), (x, y + height), cell * 0.065, ink)
    tip = (x + cell * 0.42, y - cell * 0.115)
    canvas.polygon([(x, y - height), tip, (x, y + cell * 0.07)], ink)


def _write_labels(
    layer: Image.Image, middles: Mapping[str, Point], cell: float, unit: float
) -> None:
    """Write one kind of label per flight of stairs, so that none meet in a corner.

    Row labels are at the left, the lowest five at the right. Column labels are below, the last five
    above.
    """
    size = _LABEL_SIZE * unit
    away = cell / 2 + (_PLATE + 8) * unit
    for row in range(1, _ROW_COUNT + 1):
        in_row = sorted(middles[name] for name in CELLS if column_and_row(name)[1] == row)
        if row < 6:
            x, y = in_row[-1]
            write(layer, (x + away, y), str(row), size, palette.INK, anchor="lm")
        else:
            x, y = in_row[0]
            write(layer, (x - away, y), str(row), size, palette.INK, anchor="rm")
    for column in COLUMNS:
        in_column = [middles[name] for name in CELLS if name[0] == column]
        x = in_column[0][0]
        if column < "g":
            y = max(y for _, y in in_column) + away + size * 0.36
        else:
            y = min(y for _, y in in_column) - away - size * 0.3
        write(layer, (x, y), column, size, palette.INK)


def layout(scene: Scene[ScalaPosition], width: int) -> Layout:
    """Return the cells of a scene."""

    def contents(name: str, stone: str) -> str:
        goals = [
            gettext("goal of {seat}", seat=scene.name_of(seat))
            for seat, goal in GOALS.items()
            if goal == name
        ]
        return str(row_of([stone or gettext("empty"), *goals]))

    owners = {cell: seat for seat in GOALS for cell in scene.position.stones(seat)}
    changed = (cell for played in scene.last for cell in played.move)
    return stone_layout(
        scene, drawn_board(width, is_small=scene.is_small), owners, changed, contents
    )


def place_of(step: str) -> str:
    """Return the cell that a step names."""
    return step
