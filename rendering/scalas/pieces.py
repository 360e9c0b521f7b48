"""Cubes, tiles and marks of Scalas as sprites. Sizes are pixels of the final picture.

Red's tops carry a light disc, Blue's a dark square, so that nobody needs the hue. Each mark has
two shapes: one for the face of a cube seen from a corner, one for a cell seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Point, Spot, Sprite, around, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.scalas.board import rhombus
from rendering.text.lettering import write

Sign = Literal["placed", "chosen", "forced"]
"""What a badge says: a cube of the last turn, of the half-entered move, or one that is forced."""

FORCED = palette.PAIRS[0]
"""All that is forced."""
ON_FORCED: Colour = (52, 32, 0)
SHADE: Colour = (22, 19, 24)
_VEIL = 0.45
"""How dark it makes things."""


@dataclass(frozen=True, slots=True)
class CubeLook:
    """The colours of a seat's cubes."""

    top: Colour
    left: Colour
    right: Colour
    shine: Colour
    """The edges that catch light."""
    plate: Colour
    """Of the plate on the top face, which holds the height."""
    ink: Colour
    """Of the digits on it."""
    is_round: bool
    """Whether the plate is a disc, not a square."""


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
"""By the letter of a cube."""


@lru_cache(maxsize=128)
def cube(half: Spot, rise: int, colour: str, is_faint: bool = False) -> Sprite:
    """A cube seen from a corner; pasted by the middle between its top and its bottom face.

    :param half: from the middle of its top face to the right and to the front corner.
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
    """The plate as it lies on the top face: an ellipse or a rhombus."""
    if look.is_round:
        x, y = middle
        circle = around((0, 0), 1, range(0, 360, 4))
        canvas.polygon([(x + across * right, y + down * low) for right, low in circle], look.plate)
    else:
        canvas.polygon(rhombus(middle, across * 1.24, down * 1.24), look.plate)


@lru_cache(maxsize=64)
def tile(square: int, colour: str, is_faint: bool = False) -> Sprite:
    """A top cube seen from above, on a cell of the plan this wide."""
    look = LOOKS[colour]
    half, corner = square * 0.46, square * 0.1
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), look.right, corner)
    canvas.rectangle((-half, -half, half, half - square * 0.035), look.shine, corner)
    line = max(0.8, square * 0.02)
    box = -half + line, -half + line * 1.3, half - line, half - square * 0.035
    canvas.rectangle(box, look.top, corner - line)
    plate = square * 0.27
    if look.is_round:
        canvas.circle((0, 0), plate * 1.08, look.plate)
    else:
        canvas.rectangle((-plate, -plate, plate, plate), look.plate, plate * 0.12)
    sprite = canvas.sprite()
    return sprite.faded(0.74) if is_faint else sprite


@lru_cache(maxsize=64)
def face_frame(half: Spot, ink: Colour, edge: Colour, thick: float) -> Sprite:
    """A frame around a top face, with an edge on both sides.

    :param thick: of the way from the edge of the face to its middle; `square_frame` as well.
    """
    canvas = _face_canvas(half)
    for inset, colour in ((0.0, edge), (0.035, ink), (thick - 0.035, edge)):
        canvas.polygon(rhombus((0, 0), *_inset(half, inset)), colour)
    canvas.polygon(rhombus((0, 0), *_inset(half, thick)), edge, opacity=0.0)
    return canvas.sprite()


def _inset(half: Spot, share: float) -> Point:
    return half[0] * (0.985 - share), half[1] * (0.985 - share)


@lru_cache(maxsize=64)
def square_frame(square: int, ink: Colour, edge: Colour, thick: float) -> Sprite:
    """The same around a cell of the plan."""
    half, line = square * 0.5, max(0.6, square * 0.02)
    canvas = sprite_canvas(half)
    wide = half * thick
    canvas.frame((-half, -half, half, half), edge, wide, square * 0.13)
    inner = half - line
    canvas.frame((-inner, -inner, inner, inner), ink, wide - 2 * line, square * 0.11)
    return canvas.sprite()


@lru_cache(maxsize=32)
def face_veil(half: Spot) -> Sprite:
    """What darkens a top face or a bare cell that can't be chosen."""
    canvas = _face_canvas(half)
    canvas.polygon(rhombus((0, 0), *_inset(half, 0.0)), palette.HOLE, opacity=_VEIL)
    return canvas.sprite()


@lru_cache(maxsize=32)
def square_veil(square: int) -> Sprite:
    """The same for a cell of the plan."""
    half = square * 0.48
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), palette.HOLE, square * 0.1)
    return canvas.sprite().faded(_VEIL)


@lru_cache(maxsize=32)
def face_ground(half: Spot, ground: Colour, edge: Colour) -> Sprite:
    """A bare cell of the stage in this colour."""
    canvas = _face_canvas(half)
    across, down = half
    canvas.polygon(rhombus((0, 0), across * 0.965, down * 0.965), edge)
    canvas.polygon(rhombus((0, 0), across * 0.88, down * 0.88), ground)
    return canvas.sprite()


@lru_cache(maxsize=32)
def square_ground(square: int, ground: Colour, edge: Colour) -> Sprite:
    """A bare cell of the plan in this colour."""
    half, line = square * 0.475, max(1.2, square * 0.055)
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), edge, square * 0.09)
    inner = half - line
    canvas.rectangle((-inner, -inner, inner, inner), ground, square * 0.05)
    return canvas.sprite()


@lru_cache(maxsize=512)
def lettered(sprite: Sprite, text: str, size: float, ink: Colour, lift: int = 0) -> Sprite:
    """A sprite with a word on it, kept because writing takes longer than pasting.

    :param lift: how far above its middle the word stands.
    """
    image = sprite.image.copy()
    middle = image.width // 2, image.height // 2 - lift
    write(image, middle, text, size, ink, weight="ExtraBold")
    return Sprite(image)


BADGES: dict[Sign, tuple[Colour, Colour, Colour]] = {
    "placed": (palette.INK, SHADE, SHADE),
    "chosen": (palette.CHOICE, palette.INK, palette.INK),
    "forced": (FORCED, SHADE, ON_FORCED),
}
"""Ground, edge and ink of each badge."""


@lru_cache(maxsize=64)
def badge(radius: float, sign: Sign) -> Sprite:
    """A small ground for a number: a disc, or a diamond for what is forced."""
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
