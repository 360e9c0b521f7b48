"""Skirt as a picture: the empty board as a layer, its places, stones and marks, and icons.

Opposite sides share a colour and a shape on their rim. Row letters are at the left. Each slanted
line has a number at both ends, the upper one for cells above the middle row and the lower one for
those below. Each cell also has its name, so boards for phones do without the labels.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sin, sqrt

from PIL import Image

from language.texts import gettext
from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Point, Sprite, around, hexagon, sprite_canvas
from rendering.drawing.pieces import (
    Icons,
    choice_ring,
    icon_canvas,
    put_marked,
    ring,
    stone,
)
from rendering.scenes import heading
from rendering.scenes.scene import (
    Layout,
    Polygon,
    Scene,
)
from rendering.scenes.stones import (
    Looks,
    StoneBoard,
    choice_ink,
    last_ink,
    put_name,
    put_stone_heading,
    put_stones,
    stone_icons,
    stone_layout,
    stone_specimen,
)
from rendering.text.lettering import write
from rules.skirt.board import Hexagon, hexagon_of
from rules.skirt.position import SkirtPosition, winning_chain

LOOKS: Looks = {1: ("light", ""), 2: ("dark", "")}
STONE = 0.72
"""The radius of a stone, as a share of the distance of a cell's corners."""

_RIM, _LABEL_GAP, _LABEL_SIZE, _MARGIN = 20.0, 17.0, 25.0, 12.0
_SIDE_DEGREES = (90, 30, -30, -90, -150, 150)
"""The direction of each of `Hexagon.sides` from the middle, clockwise from the right."""


@lru_cache(maxsize=12)
def drawn_board(size: int, width: int, *, is_small: bool) -> StoneBoard:
    """Return the empty board with `size` cells along a side, on a picture `width` pixels wide.

    :param is_small: whether it is drawn for a phone.
    """
    unit = width / 900
    board = hexagon_of(size)
    rim, gap, label = _RIM * unit, _LABEL_GAP * unit, _LABEL_SIZE * unit
    if is_small:
        gap = label = 0.0
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
    name_size = max(9.0, radius * 0.46)

    def draw() -> Image.Image:
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

        if not is_small:
            _write_labels(layer, board, middles, 1.06 * radius + rim + gap, label)
        for name, middle in middles.items():
            outer = board.sides[board.number[name]] > 0
            ink = palette.ENGRAVED_DEEP if outer else palette.ENGRAVED
            write(layer, middle, name, name_size, ink, weight="SemiBold")
        return layer

    spots = {name: (round(x), round(y)) for name, (x, y) in middles.items()}
    return StoneBoard(
        width,
        height,
        draw,
        radius,
        spots,
        name_size,
        radius * STONE,
        lambda middle: Polygon(tuple(hexagon(middle, radius))),
    )


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


@lru_cache(maxsize=16)
def choice_outline(radius: float) -> Sprite:
    """The outline of a selectable empty cell.

    :param radius: the radius of the cell, to its corners.
    """
    canvas = sprite_canvas(radius)
    for reach, thickness, colour in ((0.76, 0.1, palette.INK), (0.87, 0.13, palette.CHOICE)):
        corners = hexagon((0, 0), radius * reach)
        for start, end in pairwise((*corners, corners[0])):
            canvas.bar(start, end, radius * thickness, colour)
    return canvas.sprite()


@lru_cache(maxsize=16)
def chosen_ground(radius: float) -> Sprite:
    """The ground of a cell chosen for a stone."""
    canvas = sprite_canvas(radius)
    canvas.polygon(hexagon((0, 0), radius * 0.955), palette.CHOICE)
    canvas.polygon(hexagon((0, 0), radius * 0.82), palette.CHOICE_TINT)
    return canvas.sprite()


@lru_cache(maxsize=16)
def won_ground(radius: float) -> Sprite:
    """The ground of a winning chain."""
    canvas = sprite_canvas(radius * 1.05)
    canvas.polygon(hexagon((0, 0), radius * 1.02), palette.WIN_DEEP)
    canvas.polygon(hexagon((0, 0), radius * 0.93), palette.WIN)
    return canvas.sprite()


def paint(scene: Scene[SkirtPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    board = drawn_board(scene.position.size, width, is_small=scene.is_small)
    picture = board.layer.copy()
    _put_grounds(picture, board, scene)
    _put_stones(picture, board, scene)
    _put_last_marks(picture, board, scene)
    put_marked(picture, board.middles, board.cell * 0.66, scene.marked)
    put_stone_heading(picture, scene, LOOKS, scene.news)
    return picture


def _owners(position: SkirtPosition) -> dict[str, int]:
    names = position.hexagon.names
    return {name: seat for name, seat in zip(names, position.stones, strict=True) if seat}


def _put_grounds(picture: Image.Image, board: StoneBoard, scene: Scene[SkirtPosition]) -> None:
    """Put selectable empty cells and the winning chain under the stones."""
    position, radius = scene.position, board.cell
    for cell in position.hexagon.named(winning_chain(position)):
        won_ground(radius).paste_on(picture, board.middles[cell])
    for choice in scene.choices:
        if not choice.startswith("("):
            choice_outline(radius).paste_on(picture, board.middles[choice])


def _put_stones(picture: Image.Image, board: StoneBoard, scene: Scene[SkirtPosition]) -> None:
    position, radius = scene.position, board.cell
    chain = position.hexagon.named(winning_chain(position))
    put_stones(
        picture, board, LOOKS, _owners(position), lambda name: bool(chain) and name not in chain
    )
    for choice in scene.choices:
        if choice.startswith("("):
            tone, _ = LOOKS[position.to_move or 2]
            cell = choice.strip("()")
            choice_ring(radius * 0.88, radius * 0.17).paste_on(picture, board.middles[cell])
            if scene.has_names:
                put_name(picture, board, cell, choice_ink(tone))
    for step in scene.prefix:
        middle = board.middles[step.strip("()")]
        if not step.startswith("(") and position.to_move:
            # Opaque, because a translucent white stone looks like the light cell under it.
            chosen_ground(radius).paste_on(picture, middle)
            stone(board.stone, *LOOKS[position.to_move]).paste_on(picture, middle)
        ring(radius * 0.86, radius * 0.16, palette.CHOICE).paste_on(picture, middle)


def _put_last_marks(picture: Image.Image, board: StoneBoard, scene: Scene[SkirtPosition]) -> None:
    """Ring and number the stones of the last turn, with a dashed ring around a standing origin."""
    if scene.prefix:
        return
    radius = board.cell
    number = 0
    for played in scene.last:
        colour = last_ink(LOOKS[played.seat][0])
        for step in played.move:
            middle = board.middles[step.strip("()")]
            if step.startswith("("):
                ring(radius * 0.58, radius * 0.12, colour, 7).paste_on(picture, middle)
                continue
            number += 1
            ring(radius * 0.58, radius * 0.11, colour).paste_on(picture, middle)
            if len(played.move) > 1 and not played.move[0].startswith("("):
                write(picture, middle, str(number), radius * 0.58, colour, weight="ExtraBold")


def layout(scene: Scene[SkirtPosition], width: int) -> Layout:
    """Return the cells of a scene."""
    position = scene.position
    cells = position.hexagon

    def contents(name: str, stone: str) -> str:
        is_outer = cells.sides[cells.number[name]]
        return stone or (gettext("empty outer cell") if is_outer else gettext("empty"))

    changed = (place_of(step) for played in scene.last for step in played.move)
    board = drawn_board(position.size, width, is_small=scene.is_small)
    return stone_layout(scene, board, _owners(position), changed, contents)


def place_of(step: str) -> str:
    """Return the cell that a step names."""
    return step.strip("()")


def icons() -> Icons:
    """Return the stone of each seat, and both together for the game."""
    canvas = icon_canvas()
    canvas.polygon(hexagon((0, 0), 64), palette.FRAME)
    canvas.polygon(hexagon((0, 0), 59), palette.WOOD_DEEP)
    return stone_icons(canvas.sprite(), LOOKS, 46, (31, 13, 22))


def specimen() -> Image.Image:
    """Return the board with everything that may be on it."""
    board = drawn_board(6, 900, is_small=False)
    radius = board.cell
    return stone_specimen(
        board,
        LOOKS,
        ring(radius * 0.58, radius * 0.11, palette.LAST),
        ring(radius * 0.58, radius * 0.11, palette.LAST_BRIGHT),
        ring(radius * 0.86, radius * 0.16, palette.CHOICE),
        choice_outline(radius),
        choice_ring(radius * 0.88, radius * 0.17),
        chosen_ground(radius),
        won_ground(radius),
    )
