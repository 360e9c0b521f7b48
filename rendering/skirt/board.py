"""The empty board of Skirt as a layer, with its six sides and coordinates.

Opposite sides share a colour and a shape on their rim. Row letters are at the left. Each slanted
line has a number at both ends, the upper one for cells above the middle row and the lower one for
those below. Each cell also has its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin, sqrt

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Point, Spot, around, hexagon
from rendering.scenes import heading
from rendering.text.lettering import write
from rules.skirt.board import Hexagon, hexagon_of

_RIM, _LABEL_GAP, _LABEL_SIZE, _MARGIN = 20.0, 17.0, 25.0, 12.0
_SIDE_DEGREES = (90, 30, -30, -90, -150, 150)
"""The direction of each of `Hexagon.sides` from the middle, clockwise from the right."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBoard:
    """A board layer and the places on it, in pixels. Shared between threads, so copy it to draw."""

    layer: Image.Image
    cell_radius: float
    """Distance of a cell's corners from its middle."""
    middles: Mapping[str, Spot]
    """The middle of a cell, by its name."""
    name_size: float
    """Size of the letters in a cell."""


@lru_cache(maxsize=6)
def drawn_board(size: int, width: int) -> DrawnBoard:
    """Return the empty board with `size` cells along a side, on a picture `width` pixels wide."""
    unit = width / 900
    board = hexagon_of(size)
    rim, gap, label = _RIM * unit, _LABEL_GAP * unit, _LABEL_SIZE * unit
    # Labels are on a line from the middle of an outer cell, slanted by 30 degrees, so a distance
    # from the side grows by 1 / cos 30 degrees.
    room = width / 2 - _MARGIN * unit - label * 0.4 - (rim + gap) / cos(radians(30))
    radius = room / ((size - 1) * sqrt(3) + 1.06 / cos(radians(30)))
    inside = 1.5 * radius * (size - 1) + 1.06 * radius
    top = heading.HEIGHT * unit
    half = inside + rim + gap + label * 0.5
    height = round(top + 2 * half + 4 * unit)
    centre = (width / 2, top + half)

    middles = _middles(board, radius, centre)
    canvas = Canvas(width, height, (0, 0), palette.BACKGROUND)
    _draw_sides(canvas, centre, inside, rim, size, unit)
    for name, middle in middles.items():
        outer = board.sides[board.number[name]] > 0
        edge = palette.WOOD_DEEP_EDGE if outer else palette.WOOD_EDGE
        canvas.polygon(hexagon(middle, radius * 0.955), edge)
        canvas.polygon(
            hexagon((middle[0], middle[1] + radius * 0.02), radius * 0.905),
            palette.WOOD_DEEP if outer else palette.WOOD,
        )
    layer = canvas.layer().crop((0, 0, width, height))

    _write_labels(layer, board, middles, 1.06 * radius + rim + gap, label)
    name_size = max(9.0, radius * 0.46)
    for name, middle in middles.items():
        outer = board.sides[board.number[name]] > 0
        ink = palette.ENGRAVED_DEEP if outer else palette.ENGRAVED
        write(layer, middle, name, name_size, ink, weight="SemiBold")
    spots = {name: (round(x), round(y)) for name, (x, y) in middles.items()}
    return DrawnBoard(layer, radius, spots, name_size)


def _middles(board: Hexagon, radius: float, centre: Point) -> dict[str, Point]:
    across = sqrt(3) * radius
    middles: dict[str, Point] = {}
    for height, row in enumerate(board.rows):
        y = centre[1] + 1.5 * radius * (board.size - 1 - height)
        left = centre[0] - across * (len(row) - 1) / 2
        for place, cell in enumerate(row):
            middles[board.names[cell]] = (left + across * place, y)
    return middles


def _draw_sides(
    canvas: Canvas, centre: Point, inside: float, rim: float, size: int, unit: float
) -> None:
    """Draw the rim, with a colour and shape per pair of opposite sides, and the ground."""
    to_corner = 1 / cos(radians(30))
    edge = 2.0 * unit
    canvas.polygon(_big_hexagon(centre, (inside + rim + edge) * to_corner), palette.HOLE)
    for side, turn in enumerate(_SIDE_DEGREES):
        outer = around(centre, (inside + rim) * to_corner, (turn - 30, turn + 30))
        inner = around(centre, inside * to_corner, (turn + 30, turn - 30))
        canvas.polygon([*outer, *inner], palette.PAIRS[side % 3])
    for corner in range(0, 360, 60):
        start, end = (
            around(centre, distance * to_corner, (corner,))[0]
            for distance in (inside, inside + rim)
        )
        canvas.bar(start, end, 2.5 * unit, palette.HOLE)
    canvas.polygon(_big_hexagon(centre, (inside + edge / 2) * to_corner), palette.FRAME)
    length = inside * to_corner
    for side, turn in enumerate(_SIDE_DEGREES):
        middle = around(centre, inside + rim / 2, (turn,))[0]
        along = (-sin(radians(turn)), cos(radians(turn)))
        for place in range(size - 1):
            away = (place - (size - 2) / 2) * length / (size - 1)
            at = (middle[0] + along[0] * away, middle[1] + along[1] * away)
            _draw_shape(canvas, at, rim * 0.3, side % 3, turn)


def _draw_shape(canvas: Canvas, at: Point, radius: float, pair: int, turn: float) -> None:
    if pair == 0:
        canvas.circle(at, radius, palette.BACKGROUND)
    elif pair == 1:
        square = (turn + 45, turn + 135, turn + 225, turn + 315)
        canvas.polygon(around(at, radius * 1.25, square), palette.BACKGROUND)
    else:
        outward = (turn, turn + 120, turn + 240)
        canvas.polygon(around(at, radius * 1.4, outward), palette.BACKGROUND)


def _big_hexagon(centre: Point, radius: float) -> list[Point]:
    return around(centre, radius, range(0, 360, 60))


def _write_labels(
    layer: Image.Image, board: Hexagon, middles: Mapping[str, Point], away: float, size: float
) -> None:
    """Write row letters at the left, and numbers at the lower and the upper right.

    :param away: distance of a label from the middle of its outer cell, square to the side.
    """
    distance = away / cos(radians(30))
    rows = len(board.rows)
    for height, row in enumerate(board.rows):
        first, last = board.names[row[0]], board.names[row[-1]]
        x, y = middles[first]
        write(layer, (x - distance, y), first[0], size, palette.INK)
        ends = [last]
        if height in (0, rows - 1):
            ends = [board.names[cell] for cell in row]
        for name in ends:
            x, y = middles[name]
            # The middle row ends lines in both directions.
            for slant in (60,) * (height <= rows // 2) + (-60,) * (height >= rows // 2):
                turn = radians(slant)
                at = (x + distance * cos(turn), y + distance * sin(turn))
                write(layer, at, name[1:], size * 0.92, palette.QUIET_INK)
