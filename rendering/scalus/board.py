"""The empty board of Scalus as a layer, with grid, headquarters and coordinates, and its places.

Line 1 is at the left and line a at the bottom, so Black plays to the right and White to the left. A
small picture is upright, with line a at the left and line 1 at the bottom, which makes its stones
twice as large. Each line has its letter or number at both ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from language.lists import row_of
from language.texts import gettext
from rendering.drawing import palette
from rendering.drawing.canvas import Box, Canvas, Point, Spot
from rendering.drawing.palette import Colour
from rendering.scalus.words import StepKind, change_of, is_figure, kind_of, point_of
from rendering.scenes import heading
from rendering.scenes.scene import (
    Circle,
    Layout,
    Place,
    Scene,
)
from rendering.scenes.stones import StoneBoard, stone_layout
from rendering.text.lettering import write
from rules.position import Move
from rules.scalus.board import (
    BITS,
    FILES,
    HEADQUARTERS,
    NO_PIVOT,
    RANKS,
    cell_named,
    name_of,
)
from rules.scalus.groups import Group
from rules.scalus.position import ScalusPosition

FOOTING = 52
"""Height of the line below the board, in a picture 900 wide."""

STONE = 0.45
"""The radius of a stone, as a share of the gap between points."""
NAME, LONG_NAME = 0.46, 0.41
"""The size of a name of two and of three characters, as a share of the gap between points."""

_MARGIN, _BAND, _FRAME, _LABEL_SIZE = 1.5, 25.0, 4.0, 25.0
_RIM = 0.53
"""Distance of the outer lines from the frame, as a share of the gap between points."""

HEADQUARTERS_LOOKS: dict[int, tuple[Colour, Colour]] = {
    1: ((88, 95, 110), (226, 230, 238)),
    2: ((246, 240, 226), (122, 110, 92)),
}
"""The ground of each seat's headquarters and the ink on it."""


@lru_cache(maxsize=6)
def drawn_board(width: int, *, is_upright: bool) -> StoneBoard:
    """Return the cached empty board on a picture `width` pixels wide."""
    unit = width / 900
    across, down = len(FILES), RANKS
    if not is_upright:
        across, down = down, across
    band, frame = (_MARGIN + _BAND) * unit, _FRAME * unit
    # Whole pixels, so that all lines look alike.
    gap = int((width - 2 * (band + frame)) / (across - 1 + 2 * _RIM))
    left = (width - (across - 1) * gap) // 2
    top = round((heading.HEIGHT + _BAND) * unit + frame + _RIM * gap)
    bottom = top + (down - 1) * gap
    height = round(bottom + _RIM * gap + frame + (_BAND + FOOTING) * unit)
    middles: dict[str, Spot] = {}
    for name in BITS:
        file, rank = cell_named(name)
        x, y = (file, rank) if is_upright else (rank, file)
        middles[name] = left + (x - 1) * gap, bottom - (y - 1) * gap

    def draw() -> Image.Image:
        canvas = Canvas(width, height, (0.5, 0.5), palette.BACKGROUND)
        rim = _RIM * gap
        box = left - rim, top - rim, left + (across - 1) * gap + rim, bottom + rim
        for grown, colour in ((frame + 1.5 * unit, palette.FRAME_EDGE), (frame, palette.FRAME)):
            canvas.rectangle(_grown(box, grown), colour, 10 * unit + grown)
        canvas.rectangle(box, palette.WOOD_EDGE, 10 * unit)
        canvas.rectangle((box[0] + 1, box[1] + 2 * unit, box[2], box[3]), palette.WOOD, 10 * unit)
        _draw_lines(canvas, middles, gap)
        for seat in HEADQUARTERS:
            _draw_headquarters(canvas, seat, middles, gap)
        layer = canvas.layer().crop((0, 0, width, height))
        away = frame + _BAND * unit * 0.5
        _write_labels(layer, middles, _grown(box, away), _LABEL_SIZE * unit, is_upright=is_upright)
        return layer

    return StoneBoard(
        width,
        height,
        draw,
        gap,
        middles,
        gap * NAME,
        gap * STONE,
        lambda middle: Circle(middle, gap * 0.5),
    )


def spot_between(board: StoneBoard, position: ScalusPosition, prefix: Move, step: str) -> Spot:
    """Return the place between stones that chooses no pivot, or a cross or triangle.

    That of a triangle is on its longest side, that of a cross beside its upper or lower end, so
    that no two of one stone meet.
    """
    if step == NO_PIVOT:
        return _spot_without_pivot(board, position.group_of(prefix))
    group = position.group_of((*prefix, step))
    (across, up), (far, high) = group.first, group.last
    if kind_of(step) is StepKind.TRIANGLE:
        inwards, upwards = (1 if far < across else -1), (1 if high > up else -1)
        ends = (far, up), (far + inwards, up + upwards)
    else:
        end = high if high < RANKS else 2 * up - high
        ends = (across, end), (across + 1, end + (1 if high < RANKS else -1))
    (x, y), (to_x, to_y) = (board.middles[name_of(each)] for each in ends)
    return (x + to_x) // 2, (y + to_y) // 2


def _spot_without_pivot(board: StoneBoard, group: Group) -> Spot:
    """Return the place that chooses no pivot, between a group's ends.

    For a pair it is off their line, so that it doesn't cover the names on the stones.
    """
    (left, top), (right, bottom) = (
        board.middles[name_of(cell)] for cell in (group.first, group.last)
    )
    x, y, half = (left + right) // 2, (top + bottom) // 2, int(board.cell) // 2
    if top == bottom:
        y += half if y < board.height / 2 else -half
    elif left == right:
        x += half if x < board.width / 2 else -half
    return x, y


def _grown(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def _draw_lines(canvas: Canvas, middles: Mapping[str, Spot], gap: int) -> None:
    for file in FILES:
        thickness = 0.05 if file in "aj" else 0.032
        canvas.bar(middles[f"{file}1"], middles[f"{file}{RANKS}"], gap * thickness, palette.GROOVE)
    for rank in range(1, RANKS + 1):
        thickness = 0.05 if rank in (1, RANKS) else 0.032
        canvas.bar(middles[f"a{rank}"], middles[f"j{rank}"], gap * thickness, palette.GROOVE)
    for file in "ch":
        for rank in (5, 10, 15):
            canvas.circle(middles[f"{file}{rank}"], gap * 0.085, palette.GROOVE)


def _draw_headquarters(canvas: Canvas, seat: int, middles: Mapping[str, Spot], gap: int) -> None:
    """Draw a plate in the owner's colour under its two points, with a target on each."""
    ground, ink = HEADQUARTERS_LOOKS[seat]
    points: list[Point] = [middles[name] for name in HEADQUARTERS[seat]]
    half = gap * 0.47
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
    canvas.rectangle(_grown(box, gap * 0.05), palette.FRAME, gap * 0.2)
    canvas.rectangle(box, ground, gap * 0.16)
    for point in points:
        draw_target(canvas, point, gap, ink)


def draw_target(canvas: Canvas, middle: Point, gap: float, ink: Colour) -> None:
    """Draw the sign of a goal, to the scale of `gap`."""
    canvas.ring(middle, gap * 0.33, gap * 0.055, ink)
    canvas.ring(middle, gap * 0.17, gap * 0.085, ink)


def _write_labels(
    layer: Image.Image, middles: Mapping[str, Spot], band: Box, size: float, *, is_upright: bool
) -> None:
    """Write letters and numbers at both ends of each line.

    :param band: their distance from the board.
    """
    left, top, right, bottom = band
    letters = [(middles[f"{file}1"], file, size) for file in FILES]
    numbers = [(middles[f"a{rank}"], str(rank), size * 0.92) for rank in range(1, RANKS + 1)]
    across, down = (letters, numbers) if is_upright else (numbers, letters)
    for (x, _), label, high in across:
        for y in (top, bottom):
            write(layer, (x, y), label, high, palette.INK)
    for (_, y), label, high in down:
        for x in (left, right):
            write(layer, (x, y), label, high, palette.INK)


def layout(scene: Scene[ScalusPosition], width: int) -> Layout:
    """Return the points of a scene, and the places between them that can be chosen."""

    def contents(name: str, stone: str) -> str:
        headquarters = [
            gettext("headquarters of {seat}", seat=scene.name_of(seat))
            for seat, points in HEADQUARTERS.items()
            if name in points
        ]
        return str(row_of([stone or gettext("empty"), *headquarters]))

    position = scene.position
    board = drawn_board(width, is_upright=scene.is_small)
    owners = {point: seat for seat in HEADQUARTERS for point in position.stones(seat)}
    changes = map(change_of, scene.last)
    changed = (point for change in changes for point in (*change.starts, *change.ends))
    points = stone_layout(scene, board, owners, changed, contents)
    between = [step for step in scene.choices if step == NO_PIVOT or is_figure(step)]
    if not between:
        return points

    def places_between() -> list[Place]:
        return [
            Place(
                step,
                Circle(spot_between(board, position, scene.prefix, step), board.cell * 0.35),
                "",
                title=position.input.label(scene.prefix, step),
            )
            for step in between
        ]

    # After the points, so that they are on top of them.
    return replace(points, find_places=lambda: (*points.places, *places_between()))


def place_of(step: str) -> str:
    """Return the point that a step names, or itself if its place is between points."""
    return point_of(step) or step
