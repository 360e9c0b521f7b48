"""Sprites of Passtally: tiles, shade, lines of seats, markers, marks and icons.

Sizes are pixels of the final picture, and `cell` is the side of a cell. The halves of a tile are
given left to right or top to bottom. The lines of a tile's icon are twice as broad as on the board,
so that they can be seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import GAME, SIDE, Icons, assembled, seat_icon
from rendering.text.lettering import Weight, width_of, write
from rules.passtally.board import KINDS

KIND_COLOURS: dict[str, Colour] = {
    "XX": (146, 116, 92),
    "XA": (130, 124, 106),
    "XB": (128, 116, 104),
    "AA": (150, 126, 86),
    "BB": (130, 120, 88),
    "AB": (150, 122, 100),
}
"""Nearly the same brown, so that only scoring lines are colourful."""
SEAT_COLOURS: dict[int, Colour] = {1: (246, 168, 34), 2: (32, 178, 164), 3: (168, 112, 232)}
"""Amber, Teal, Violet. Their markers differ in shape too."""
SEAT_SHADES: dict[int, Colour] = {1: (150, 92, 0), 2: (0, 98, 92), 3: (88, 44, 148)}
"""Dark shades for the edges of markers and numbers."""

BODIES: tuple[Colour, ...] = (
    (186, 160, 122),
    (207, 185, 149),
    (225, 208, 177),
    (239, 228, 205),
    (249, 243, 229),
    (255, 255, 252),
)
"""The ground of a tile by its height from 1, lighter the higher."""
ON_BODY: Colour = (52, 38, 24)
NAME_ON_BODY: Colour = (92, 68, 42)
_OUTLINE: Colour = (40, 30, 22)
_RIM: Colour = (112, 86, 56)

_TRACK = 0.19
_TRACK_EDGE = 0.022
HALF_A_TRACK = _TRACK / 2 + _TRACK_EDGE
"""Half the width of a line on a tile, as a share of the side of a cell."""
_COUNTED_EDGE, _COUNTED, _COUNTED_CORE = 0.15, 0.13, 0.082
_STANDING_EDGE, _STANDING = 0.098, 0.066
_BEAD = 0.082
"""The radius of a bead on a line, as a share of the side of a cell."""

Corner = Literal["NE", "NW", "SE", "SW"]


def body_of(height: int) -> Colour:
    """Return the ground of a tile at a height."""
    return BODIES[min(height, len(BODIES)) - 1]


@lru_cache(maxsize=512)
def tile(kind: str, halves: tuple[str, str], height: int, cell: int, *, standing: bool) -> Sprite:
    """A whole tile, pasted by the middle of the edge between its halves.

    :param halves: `X`, `A` or `B` each.
    :param height: drawn as the number of `BODIES` if larger.
    """
    image = _body(min(height, len(BODIES)), cell, standing=standing).image.copy()
    for place, half in enumerate(halves):
        at = (0, place * cell) if standing else (place * cell, 0)
        image.alpha_composite(_half(kind, half, cell, standing=standing).image, at)
    return Sprite(image)


@lru_cache(maxsize=64)
def _body(height: int, cell: int, *, standing: bool) -> Sprite:
    """A slab whose lit and shaded edges grow with its height."""
    long, wide = (cell, 2 * cell) if standing else (2 * cell, cell)
    gap, corner = cell * 0.016, cell * 0.1
    lit, shaded = cell * (0.018 + 0.003 * height), cell * (0.02 + 0.008 * height)
    ground = body_of(height)
    canvas = Canvas(long, wide, (0, 0))
    box = (gap, gap, long - gap, wide - gap)
    canvas.rectangle(box, _OUTLINE, corner)
    edge = gap + cell * 0.013
    canvas.rectangle(
        (edge, edge, long - edge, wide - edge), palette.mixed(ground, _RIM, 0.6), corner
    )
    canvas.rectangle(
        (edge, edge, long - edge - shaded * 0.6, wide - edge - shaded),
        palette.mixed(ground, (255, 255, 255), 0.55),
        corner,
    )
    canvas.rectangle(
        (edge + lit * 0.6, edge + lit, long - edge - shaded * 0.6, wide - edge - shaded),
        ground,
        corner * 0.9,
    )
    seam = palette.mixed(ground, _RIM, 0.45)
    for dash in range(7):
        start = cell * (0.06 + dash * 0.13)
        end = start + cell * 0.07
        half = cell * 0.008
        if standing:
            canvas.rectangle((start, cell - half, end, cell + half), seam)
        else:
            canvas.rectangle((cell - half, start, cell + half, end), seam)
    return canvas.sprite()


@lru_cache(maxsize=512)
def _half(kind: str, half: str, cell: int, *, standing: bool) -> Sprite:
    """The two lines of a half. The one along the tile passes over a crossing one."""
    canvas = Canvas(cell, cell, (0, 0))
    colour = KIND_COLOURS[kind]
    layers = (
        (_TRACK + 2 * _TRACK_EDGE, _OUTLINE),
        (_TRACK, colour),
        (_TRACK * 0.34, palette.mixed(colour, (255, 255, 255), 0.5)),
    )
    if half == "X":
        for standing_line in (not standing, standing):
            for width, ink in layers:
                _draw_straight(canvas, width * cell, ink, cell, standing=standing_line)
            if standing_line != standing:
                # The upper line shades the lower one.
                shade = (_TRACK / 2 + 0.07) * cell
                dark = palette.mixed(colour, _OUTLINE, 0.55)
                _draw_straight(
                    canvas, _TRACK * cell, dark, cell, standing=standing_line, within=shade
                )
        return canvas.sprite()
    for corner in corners_of(half):
        for width, ink in layers:
            _draw_arc(canvas, corner, width * cell, ink, cell)
    return canvas.sprite()


def corners_of(half: str) -> tuple[Corner, Corner]:
    """Return the corners that the two lines of an `A` or a `B` go round."""
    return ("NE", "SW") if half == "A" else ("NW", "SE")


@lru_cache(maxsize=256)
def seat_line(sides: str, seat: int, apart: float, cell: int, *, is_counted: bool) -> Sprite:
    """A stripe in a seat's colour along its line on one cell.

    It has a bead in the shape of the seat's markers unless it passes under another line.

    :param sides: the two sides that it joins, such as `NS`, `EW`, `NE`, `NW`, `SE`, `SW`.
    :param apart: half the gap of a straight one under another line.
    :param is_counted: whether it scores now, which makes it broad with a light edge.
    """
    canvas = Canvas(cell, cell, (0, 0))
    colour = SEAT_COLOURS[seat]
    layers: tuple[tuple[float, Colour], ...] = (
        (_COUNTED_EDGE, _OUTLINE),
        (_COUNTED, palette.INK),
        (_COUNTED_CORE, colour),
    )
    if not is_counted:
        layers = ((_STANDING_EDGE, _OUTLINE), (_STANDING, colour))
    for width, ink in layers:
        if sides in ("NS", "EW"):
            _draw_straight(
                canvas, width * cell, ink, cell, standing=sides == "NS", apart=apart * cell
            )
        else:
            _draw_arc(canvas, sides, width * cell, ink, cell)
    image = canvas.sprite().image
    if not apart:
        bead = _bead(seat, cell * _BEAD, is_counted=is_counted).image
        # The middle of an arc lies on the diagonal to its corner.
        away = 0.0 if sides in ("NS", "EW") else cell * (0.5 - 0.5**1.5)
        x = cell / 2 + away * (("E" in sides) - ("W" in sides)) * bool(away)
        y = cell / 2 + away * (("S" in sides) - ("N" in sides)) * bool(away)
        image.alpha_composite(bead, (round(x - bead.width / 2), round(y - bead.height / 2)))
    return Sprite(image).trimmed()


def _bead(seat: int, radius: float, *, is_counted: bool) -> Sprite:
    canvas = sprite_canvas(radius * 2)
    _draw_marker(canvas, seat, radius, radius * 0.3, _OUTLINE)
    if is_counted:
        _draw_marker(canvas, seat, radius, radius * 0.1, palette.INK)
    _draw_marker(canvas, seat, radius, -radius * (0.2 if is_counted else 0.0), SEAT_COLOURS[seat])
    return canvas.sprite()


def _draw_straight(
    canvas: Canvas,
    width: float,
    ink: Colour,
    cell: int,
    within: float = 0,
    apart: float = 0,
    *,
    standing: bool,
) -> None:
    """A straight line across a cell.

    :param within: its half length, 0 for the whole cell.
    :param apart: half the gap in its middle.
    """
    middle, half = cell / 2, width / 2
    start, end = (middle - within, middle + within) if within else (0, cell)
    parts = ((start, middle - apart), (middle + apart, end)) if apart else ((start, end),)
    for first, last in parts:
        if standing:
            canvas.rectangle((middle - half, first, middle + half, last), ink)
        else:
            canvas.rectangle((first, middle - half, last, middle + half), ink)


def _draw_arc(canvas: Canvas, corner: str, width: float, ink: Colour, cell: int) -> None:
    """A quarter of a ring around a corner of the cell. The rest of the ring is off the canvas."""
    middle = (cell if "E" in corner else 0, cell if "S" in corner else 0)
    canvas.ring(middle, cell / 2 + width / 2, width, ink)


@lru_cache(maxsize=64)
def shade(steps: int, cell: int, *, from_above: bool) -> Sprite:
    """The shade of a higher neighbour, to the left or above, over a cell."""
    reach = round(cell * (0.07 + 0.06 * min(steps, 5)))
    darkness = 120 + 12 * min(steps, 5)
    ramp = Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    ramp = ramp.point([round(darkness * (value / 255) ** 1.6) for value in range(256)])
    alpha = Image.new("L", (cell, cell), 0)
    alpha.paste(ramp.resize((cell, reach)))
    if not from_above:
        alpha = alpha.transpose(Image.Transpose.TRANSPOSE)
    image = Image.new("RGBA", (cell, cell), (24, 14, 6))
    image.putalpha(alpha)
    return Sprite(image).trimmed()


@lru_cache(maxsize=64)
def marker(seat: int, radius: float, halo: Colour | None = None) -> Sprite:
    """A marker: a disc for Amber, a square for Teal, a diamond for Violet.

    :param radius: the radius of the disc. The other shapes look equally large.
    :param halo: the colour of a mark around it.
    """
    canvas = sprite_canvas(radius * 1.95)
    if halo:
        _draw_marker(canvas, seat, radius, radius * 0.21, palette.INK)
        _draw_marker(canvas, seat, radius, radius * 0.17, halo)
    _draw_marker(canvas, seat, radius, radius * 0.02, _OUTLINE)
    _draw_marker(canvas, seat, radius, -radius * 0.04, SEAT_SHADES[seat])
    _draw_marker(canvas, seat, radius, -radius * 0.16, SEAT_COLOURS[seat])
    canvas.shadow((radius * 0.05, radius * 0.09), radius * 0.12, 0.6)
    return canvas.sprite()


def _draw_marker(canvas: Canvas, seat: int, radius: float, grown: float, colour: Colour) -> None:
    if seat == 1:
        canvas.circle((0, 0), radius + grown, colour)
    elif seat == 2:
        half = radius * 0.89 + grown
        canvas.rectangle((-half, -half, half, half), colour, radius * 0.2 + max(0, grown))
    else:
        arm = radius * 1.24 + grown * 1.41
        canvas.polygon([(0, -arm), (arm, 0), (0, arm), (-arm, 0)], colour)


@lru_cache(maxsize=16)
def choice_spot(radius: float) -> Sprite:
    """The ground of a selectable spot."""
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, palette.CHOICE_BRIGHT)
    canvas.circle((0, 0), radius * 0.93, palette.CHOICE)
    canvas.circle((0, 0), radius * 0.8, palette.CHOICE_TINT)
    return canvas.sprite()


@lru_cache(maxsize=64)
def tile_frame(colour: Colour, cell: int, *, standing: bool) -> Sprite:
    """The outline of a whole tile, to be pasted at the same place as the tile."""
    width, height = (cell, 2 * cell) if standing else (2 * cell, cell)
    canvas = Canvas(width, height, (0, 0))
    gap = cell * 0.016
    box = (gap, gap, width - gap, height - gap)
    canvas.frame(box, colour, cell * 0.06, cell * 0.1)
    inner = cell * 0.06
    box = (gap + inner, gap + inner, width - gap - inner, height - gap - inner)
    canvas.frame(box, palette.INK, cell * 0.018, cell * 0.06)
    return canvas.sprite()


@lru_cache(maxsize=16)
def cell_frame(colour: Colour, thickness: float, cell: int) -> Sprite:
    """The outline of a chosen or selectable cell. `thickness` is a share of the cell's side."""
    canvas = Canvas(cell, cell, (0, 0))
    gap = cell * 0.03
    end = cell - gap
    canvas.frame((gap, gap, end, end), palette.INK, cell * (thickness + 0.025), cell * 0.1)
    within = cell * 0.012
    gap, end = gap + within, end - within
    canvas.frame((gap, gap, end, end), colour, cell * thickness, cell * 0.09)
    return canvas.sprite()


@lru_cache(maxsize=128)
def plate(width: int, height: int, ground: Colour, edge: Colour, thickness: float) -> Sprite:
    """A rounded plate for a number or a name."""
    canvas = Canvas(width, height, (0, 0))
    canvas.rectangle((0, 0, width, height), edge, height * 0.5)
    canvas.rectangle(
        (thickness, thickness, width - thickness, height - thickness),
        ground,
        height * 0.5 - thickness,
    )
    return canvas.sprite()


@lru_cache(maxsize=16)
def choice_panel(width: int, height: int, unit: float, *, is_chosen: bool) -> Sprite:
    """The ground of a chosen or selectable panel."""
    canvas = Canvas(width, height, (0, 0))
    canvas.rectangle((0, 0, width, height), palette.CHOICE_BRIGHT, 14 * unit)
    ground, edge = (palette.CHOICE if is_chosen else palette.PANEL), 4 * unit
    canvas.rectangle((edge, edge, width - edge, height - edge), ground, 11 * unit)
    return canvas.sprite()


@lru_cache(maxsize=16)
def first_half_dot(radius: float) -> Sprite:
    """The mark of a tile's first half."""
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, palette.INK)
    canvas.circle((0, 0), radius * 0.76, _OUTLINE)
    return canvas.sprite()


@lru_cache(maxsize=1024)
def lettered(text: str, size: int, colour: Colour, weight: Weight = "Bold") -> Sprite:
    """A word as a sprite, for words that are written often."""
    width = round(width_of(text, size, weight)) + 4
    image = Image.new("RGBA", (width + 1 - width % 2, size + 1 - size % 2), (*colour, 0))
    write(image, (image.width // 2, image.height // 2), text, size, colour, weight=weight)
    return Sprite(image)


_WIDE, _HIGH = SIDE // 2, 92
"""Width and height of a half in pixels. It is stretched, so that a tile fills a square icon."""
_EDGE: Colour = (58, 38, 22)
_GROUND = body_of(5)
_LINE = 0.3
"""Line width, as a fraction of the side of a half."""


def icons() -> Icons:
    """Return the marker of each seat, and the tiles, of which one stands for the game."""
    seats = {seat_icon(seat): assembled(marker(seat, 50)) for seat in SEAT_COLOURS}
    return {**seats, **{kind: _tile(kind) for kind in KINDS}, GAME: _tile("XA")}


def _tile(kind: str) -> Image.Image:
    """A tile across the icon."""
    canvas, top = Canvas(SIDE, SIDE, (0, 0)), (SIDE - _HIGH) // 2
    canvas.rectangle((0, top - 6, SIDE, top + _HIGH + 6), _EDGE, 16)
    canvas.rectangle((5, top - 1, SIDE - 5, top + _HIGH + 1), _GROUND, 11)
    image = canvas.sprite().image
    for place, half in enumerate(kind):
        drawn = _icon_half(half).resize((_WIDE, _HIGH), Image.Resampling.LANCZOS)
        image.alpha_composite(drawn, (place * _WIDE, top))
    return image


def _icon_half(half: str) -> Image.Image:
    canvas, width = Canvas(_WIDE, _WIDE, (0, 0)), _LINE * _WIDE
    if half == "X":
        first, last = (_WIDE - width) / 2, (_WIDE + width) / 2
        canvas.rectangle((0, first, _WIDE, last), _EDGE)
        canvas.rectangle((first, 0, last, _WIDE), _EDGE)
    else:
        for corner in corners_of(half):
            at = (_WIDE if "E" in corner else 0, _WIDE if "S" in corner else 0)
            canvas.ring(at, (_WIDE + width) / 2, width, _EDGE)
    return canvas.sprite().image
