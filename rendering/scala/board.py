"""The empty board of Scala as a layer: stairs up and down, the hole, the two goals, coordinates.

The board leaves the picture's corners free: the heading stands in the upper ones, what else is
to be said in the lower ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Box, Canvas, Point, Spot
from rendering.text.lettering import write
from rules.scala.board import CELLS, COLUMNS, HOLE, ROW_LENGTHS, column_and_row

_CELL, _TOP, _BOTTOM, _PLATE, _LABEL_SIZE = 66.0, 18.0, 46.0, 9.0, 25.0

_ROW_COUNT = len(ROW_LENGTHS)


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBoard:
    """A board layer and where things lie on it, in pixels. Shared between threads: copy to draw."""

    layer: Image.Image
    cell: float
    """From one cell to the next."""
    middles: Mapping[str, Spot]
    """By the name of a cell."""
    name_size: float
    """Of the letters in a cell."""


@lru_cache(maxsize=3)
def drawn_board(width: int) -> DrawnBoard:
    """The empty board on a picture `width` pixels wide, drawn once and kept."""
    unit = width / 900
    cell = _CELL * unit
    height = round(_ROW_COUNT * cell + (_TOP + _BOTTOM) * unit)
    middles = {name: _middle(name, width, unit) for name in (*CELLS, *HOLE)}

    canvas = Canvas(width, height, (0, 0), palette.BACKGROUND)
    for grown, colour in ((_PLATE + 2, palette.FRAME_EDGE), (_PLATE, palette.FRAME)):
        for middle in middles.values():
            canvas.rectangle(_square(middle, cell / 2 + grown * unit), colour, 8 * unit)
    _draw_hole(canvas, [middles[name] for name in HOLE], cell, unit)
    for name in CELLS:
        _draw_cell(canvas, middles[name], sum(column_and_row(name)) % 2 == 0, cell)
    _draw_goals(canvas, middles, cell)
    layer = canvas.layer().crop((0, 0, width, height))

    name_size = max(9.0, cell * 0.3)
    for name in CELLS:
        if name not in ("f1", "f14"):
            write(layer, middles[name], name, name_size, palette.ENGRAVED, weight="SemiBold")
    _write_labels(layer, middles, cell, unit)
    spots = {name: (round(middles[name][0]), round(middles[name][1])) for name in CELLS}
    return DrawnBoard(layer, cell, spots, name_size)


def _middle(name: str, width: int, unit: float) -> Point:
    column, row = column_and_row(name)
    x = width / 2 + (column - (len(COLUMNS) + 1) / 2) * _CELL * unit
    return x, (_TOP + (_ROW_COUNT - row + 0.5) * _CELL) * unit


def _square(middle: Point, half: float) -> Box:
    x, y = middle
    return x - half, y - half, x + half, y + half


def _draw_cell(canvas: Canvas, middle: Point, is_dark: bool, cell: float) -> None:
    x, y = middle
    half, corner = cell * 0.475, cell * 0.09
    canvas.rectangle(_square(middle, half), palette.WOOD_EDGE, corner)
    ground = palette.WOOD_SHADE if is_dark else palette.WOOD
    canvas.rectangle((x - half + 1, y - half + cell * 0.03, x + half, y + half), ground, corner)


def _draw_hole(canvas: Canvas, middles: list[Point], cell: float, unit: float) -> None:
    """A recess down to the ground: its upper and left walls in shade, the others lit."""
    half = cell / 2 - _PLATE * unit * 0.2
    left, top = (min(point[axis] for point in middles) - half for axis in (0, 1))
    right, bottom = (max(point[axis] for point in middles) + half for axis in (0, 1))
    deep = cell * 0.12
    canvas.rectangle((left, top, right, bottom), palette.FRAME_EDGE, cell * 0.14)
    canvas.rectangle((left, top, right - 2 * unit, bottom - 2 * unit), (58, 39, 23), cell * 0.14)
    canvas.rectangle(
        (left + deep * 0.5, top + deep, right - 2 * unit, bottom - 2 * unit),
        palette.HOLE,
        cell * 0.12,
    )
    canvas.rectangle(
        (left + deep, top + 1.9 * deep, right - 2 * unit, bottom - 2 * unit),
        palette.BACKGROUND,
        cell * 0.1,
    )


def _draw_goals(canvas: Canvas, middles: Mapping[str, Point], cell: float) -> None:
    """Each goal in the look of who wants it: O's light with a ring, X's dark with a cross."""
    half, corner = cell * 0.475, cell * 0.09
    light, dark = middles["f14"], middles["f1"]
    canvas.rectangle(_square(light, half), palette.LIGHT_STONE[1], corner)
    canvas.ring(light, cell * 0.34, cell * 0.05, (122, 110, 92))
    canvas.ring(light, cell * 0.19, cell * 0.075, (122, 110, 92))
    canvas.rectangle(_square(dark, half), palette.DARK_STONE[1], corner)
    ink, arm = (214, 220, 230), cell * 0.13
    canvas.ring(dark, cell * 0.34, cell * 0.05, ink)
    x, y = dark
    canvas.bar((x - arm, y - arm), (x + arm, y + arm), cell * 0.075, ink)
    canvas.bar((x - arm, y + arm), (x + arm, y - arm), cell * 0.075, ink)


def _write_labels(
    layer: Image.Image, middles: Mapping[str, Point], cell: float, unit: float
) -> None:
    """One kind of label a flight of stairs, so that no two meet in a corner of a stair.

    Rows have theirs at the left, the lowest five at the right; columns below, the last five above.
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
