"""The empty board of Scalas as a layer, its places, and the cubes, towers and marks on it.

Each cell is seen from above and a little from the front, and holds its whole tower, so nothing is
hidden. The column beside the board shows the hands and the turn. Sizes are pixels of the final
picture.

Red's tops carry a light disc, Blue's a dark square, and Red's cubes in a tower a light line, so
that they differ in more than hue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from language.texts import gettext, ngettext
from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Point, Spot, Sprite, around, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import GAME, Icons, assembled, seat_icon
from rendering.scalas.words import cell_views, turn_view
from rendering.scenes import heading
from rendering.scenes.scene import EmptyBoard, Layout, Place, Scene, in_reading_order, square
from rendering.text.lettering import write
from rules.scalas.board import COLOURS, Grid, grid_of
from rules.scalas.position import ScalasPosition

_SIDE, _LEFT, _RIM, _LABEL_ROOM = 644.0, 52.0, 12.0, 44.0
_COLUMN_LEFT, _COLUMN_RIGHT = 722.0, 889.0
_HAND_HEIGHT, _HAND_GAP = 134.0, 12.0
_LABEL_SIZE = 26.0

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels."""


@dataclass(frozen=True, eq=False)
class DrawnBoard(EmptyBoard):
    """The empty board and the places on it, in pixels."""

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
        return self.width / 900


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
    name_size = max(9.0, square * 0.24)

    def draw() -> Image.Image:
        canvas = Canvas(width, height, (0.5, 0.5), palette.BACKGROUND)
        _draw_plan(canvas, board, squares, square, unit)
        for x, y, right, low in hands:
            canvas.rectangle((x, y, right, low), palette.PANEL, 14 * unit)
        layer = canvas.layer().crop((0, 0, width, height))
        for name, spot in squares.items():
            write(layer, spot, name, name_size, palette.ENGRAVED, weight="SemiBold")
        _write_labels(layer, squares, square)
        return layer

    return DrawnBoard(width, height, draw, squares, square, name_size, hands, notes)


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


Sign = Literal["placed", "chosen", "forced"]
"""A badge's meaning: a cube of the last turn, of the half-entered move, or a forced one."""

FORCED = palette.PAIRS[0]
"""The colour of forced cubes and cells."""
ON_FORCED: Colour = (52, 32, 0)
SHADE: Colour = (22, 19, 24)
_VEIL = 0.45
"""The opacity of the veil."""

_HALF_TOWER, _FACE, _FOOT = 0.385, 0.51, 0.445
"""As shares of the cell's side: half a tower's width, its top face's height, and the distance of
its foot from the middle of the cell."""
_SLAB, _MAX_SLABS = 0.108, 0.405
"""The height of one cube of a tower, and the maximum of all together."""


@dataclass(frozen=True, slots=True)
class CubeLook:
    """The colours of a seat's cubes."""

    top: Colour
    left: Colour
    right: Colour
    shine: Colour
    """The lit edges."""
    plate: Colour
    """The plate on the top face, with the height."""
    ink: Colour
    """The digits on the plate."""
    is_round: bool
    """Whether the plate is a disc instead of a square."""


LOOKS: dict[str, CubeLook] = {
    "R": CubeLook(
        top=(222, 92, 72),
        left=(182, 62, 48),
        right=(126, 39, 34),
        shine=(252, 178, 158),
        plate=(255, 240, 230),
        ink=(104, 22, 14),
        is_round=True,
    ),
    "B": CubeLook(
        top=(84, 122, 192),
        left=(56, 86, 147),
        right=(35, 54, 102),
        shine=(164, 192, 236),
        plate=(20, 32, 66),
        ink=(240, 246, 255),
        is_round=False,
    ),
}
"""The looks of cubes, by their letter."""


@lru_cache(maxsize=128)
def cube(half: Spot, rise: int, colour: str, *, is_faint: bool = False) -> Sprite:
    """A cube seen from a corner, pasted by its middle.

    :param half: the distances from the middle of its top face to its right and front corner.
    """
    look = LOOKS[colour]
    top = -rise / 2
    canvas = _face_canvas(half, rise)
    wide, flat = half[0] * 0.985, half[1] * 0.985
    left, back, right, front = rhombus((0, top), wide, flat)
    sides = [(right[0], top + rise), (0, front[1] + rise), (left[0], top + rise)]
    canvas.polygon([left, back, right, *sides], SHADE)
    line = max(0.6, half[0] * 0.012)
    for end, side in ((left, look.left), (right, look.right)):
        outer = end[0] * (1 - line / wide)
        upper, lower = top + line, top + rise - line
        low = flat - line
        canvas.polygon([(outer, upper), (0, upper + low), (0, lower + low), (outer, lower)], side)
    canvas.polygon(rhombus((0, top), wide - line, flat - line * 0.6), look.shine)
    canvas.polygon(rhombus((0, top - line * 0.4), wide - 3.4 * line, flat - 2.1 * line), look.top)
    canvas.bar((0, front[1] + line), (0, front[1] + rise - 2 * line), line * 1.2, look.shine)
    _draw_plate(canvas, (0, top), half[0] * 0.5, half[1] * 0.5, look)
    sprite = canvas.sprite()
    return sprite.faded(0.74) if is_faint else sprite


def _face_canvas(half: Spot, rise: int = 0) -> Canvas:
    across, down = half[0] + 1, half[1] + rise // 2 + 2
    return Canvas(2 * across + 1, 2 * down + 1, (across + 0.5, down + 0.5))


def _draw_plate(canvas: Canvas, middle: Point, across: float, down: float, look: CubeLook) -> None:
    """Draw the plate on the top face, as an ellipse or a rhombus."""
    if look.is_round:
        x, y = middle
        circle = around((0, 0), 1, range(0, 360, 4))
        canvas.polygon([(x + across * right, y + down * low) for right, low in circle], look.plate)
    else:
        canvas.polygon(rhombus(middle, across * 1.24, down * 1.24), look.plate)


@lru_cache(maxsize=512)
def tower(square: int, cubes: str, *, is_faint: bool = False) -> Sprite:
    """A tower on a cell this wide, as a stack of slabs under the face of its top cube.

    :param cubes: the letters of its cubes, from bottom to top.
    """
    slab, half, corner = _slab(square, len(cubes)), square * _HALF_TOWER, square * 0.075
    line = max(0.7, square * 0.012)
    canvas = sprite_canvas(square * 0.62)
    low = square * _FOOT
    for colour in cubes:
        look = LOOKS[colour]
        # Each covers all but the front of the one below.
        canvas.rectangle((-half, low - slab - 2 * corner, half, low), SHADE, corner)
        front = look.top if look.is_round else look.left
        box = -half + line, low - slab - 2 * corner, half - line, low - line
        canvas.rectangle(box, front, corner - line)
        if look.is_round:
            middle, thin = low - slab * 0.5, slab * 0.13
            box = -half * 0.3, middle - thin, half * 0.3, middle + thin
            canvas.rectangle(box, look.plate, thin)
        low -= slab
    look = LOOKS[cubes[-1]]
    top = low - square * _FACE
    canvas.rectangle((-half, top, half, low), SHADE, corner)
    box = -half + line, top + line, half - line, low - line * 0.4
    canvas.rectangle(box, look.shine, corner - line)
    box = -half + 2 * line, top + 2.4 * line, half - 2 * line, low - 1.6 * line
    canvas.rectangle(box, look.top, corner - 2 * line)
    middle, plate = (top + low) / 2, square * 0.215
    if look.is_round:
        canvas.circle((0, middle), plate * 1.12, look.plate)
    else:
        canvas.rectangle((-plate, middle - plate, plate, middle + plate), look.plate, plate * 0.12)
    canvas.shadow((square * 0.02, square * 0.025), square * 0.022, 0.55)
    sprite = canvas.sprite()
    return sprite.faded(0.74) if is_faint else sprite


def face_lift(square: int, height: int) -> int:
    """Return the height of a tower's top face above the middle of its cell."""
    return round(_slab(square, height) * height + square * (_FACE / 2 - _FOOT))


def _slab(square: int, height: int) -> float:
    """The drawn height of a cube, lower in towers that would grow out of their cell."""
    return square * min(_SLAB, _MAX_SLABS / height)


@lru_cache(maxsize=64)
def square_frame(square: int, ink: Colour, edge: Colour) -> Sprite:
    """A frame along the edge of a cell, with thin edges on both sides."""
    half, line, width = square * 0.5, max(0.7, square * 0.013), square * 0.088
    canvas = sprite_canvas(half)
    canvas.frame((-half, -half, half, half), edge, width, square * 0.11)
    inner = half - line
    canvas.frame((-inner, -inner, inner, inner), ink, width - 2 * line, square * 0.1)
    return canvas.sprite()


@lru_cache(maxsize=16)
def choice_frame(square: int, *, is_inner: bool = False) -> Sprite:
    """The frame of a cell that can be chosen, with a light inner edge for dark towers.

    :param is_inner: whether it leaves room for another frame around it.
    """
    half, line = square * (0.43 if is_inner else 0.475), max(1.0, square * 0.05)
    canvas = sprite_canvas(half)
    canvas.frame((-half, -half, half, half), palette.CHOICE, line, square * 0.09)
    inner = half - line
    canvas.frame((-inner, -inner, inner, inner), palette.INK, line * 0.4, square * 0.05)
    return canvas.sprite()


@lru_cache(maxsize=32)
def square_veil(square: int) -> Sprite:
    """The veil of a cell that can't be chosen."""
    half = square * 0.48
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), palette.HOLE, square * 0.1)
    return canvas.sprite().faded(_VEIL)


@lru_cache(maxsize=32)
def square_ground(square: int, ground: Colour, edge: Colour) -> Sprite:
    """The ground of a cell in this colour."""
    half, line = square * 0.475, max(1.2, square * 0.05)
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), edge, square * 0.09)
    inner = half - line
    canvas.rectangle((-inner, -inner, inner, inner), ground, square * 0.05)
    return canvas.sprite()


@lru_cache(maxsize=512)
def lettered(sprite: Sprite, text: str, size: float, ink: Colour, lift: int = 0) -> Sprite:
    """A sprite with a word on it, cached because writing takes longer than pasting.

    :param lift: the height of the word above the middle.
    """
    image = sprite.image.copy()
    middle = image.width // 2, image.height // 2 - lift
    write(image, middle, text, size, ink, weight="ExtraBold")
    return Sprite(image).trimmed()


BADGES: dict[Sign, tuple[Colour, Colour, Colour]] = {
    "placed": (palette.INK, SHADE, SHADE),
    "chosen": (palette.CHOICE, palette.INK, palette.INK),
    "forced": (FORCED, SHADE, ON_FORCED),
}
"""Ground, edge and ink of each badge."""


@lru_cache(maxsize=64)
def badge(radius: float, sign: Sign) -> Sprite:
    """A small ground for a number, a disc, or a diamond if forced."""
    ground, edge, _ = BADGES[sign]
    canvas = sprite_canvas(radius * 1.3)
    line = max(1.0, radius * 0.13)
    if sign == "forced":
        reach = radius * 1.28
        canvas.polygon(rhombus((0, 0), reach, reach), edge)
        canvas.polygon(rhombus((0, 0), reach - 1.4 * line, reach - 1.4 * line), ground)
    else:
        canvas.circle((0, 0), radius, edge)
        canvas.circle((0, 0), radius - line, ground)
    return canvas.sprite()


def layout(scene: Scene[ScalasPosition], width: int) -> Layout:
    """Return the cells of a scene."""
    board = drawn_board(scene.position.size, width)

    def places() -> Sequence[Place]:
        turn = turn_view(scene)
        cells = cell_views(scene, turn)
        return in_reading_order(
            (
                middle,
                Place(
                    name,
                    square(middle, board.square / 2),
                    _contents(scene, cells[name].tower),
                    bool(cells[name].numbers) and not turn.is_planned,
                ),
            )
            for name, middle in board.squares.items()
        )

    return Layout(board.width, board.height, places)


def place_of(step: str) -> str:
    """Return the cell that a step names."""
    return step.removeprefix("+")


def _contents(scene: Scene[ScalasPosition], tower: str) -> str:
    if not tower:
        return gettext("bare")
    return ngettext(
        "{count} cube, {seat} on top",
        "{count} cubes, {seat} on top",
        len(tower),
        seat=scene.name_of(COLOURS.index(tower[-1]) + 1),
    )


def icons() -> Icons:
    """Return the cube of each seat, and both together for the game."""
    seats = {
        seat_icon(seat): assembled(cube((60, 34), 56, colour))
        for seat, colour in enumerate(LOOKS, start=1)
    }
    red, blue = (cube((42, 24), 40, colour) for colour in LOOKS)
    return {**seats, GAME: assembled((red, -20, -18), (blue, 20, 18))}
