"""Passtally's markers and kinds of tiles as icons.

The lines of a tile are twice as broad as on the board, so that they can be seen.
"""

from __future__ import annotations

from PIL import Image

from rendering.drawing.canvas import Canvas
from rendering.drawing.icons import GAME, SIDE, Icons, assembled, seat_icon
from rendering.drawing.palette import Colour
from rendering.passtally.pieces import SEAT_COLOURS, body_of, corners_of, marker
from rules.passtally.tiles import KINDS

_WIDE, _HIGH = SIDE // 2, 92
"""Width and height of a half in pixels. It is stretched, so that a tile fills a square icon."""
_EDGE: Colour = (58, 38, 22)
_GROUND = body_of(5)
_LINE = 0.3
"""The breadth of a line, as a share of the side of a half."""


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
        drawn = _half(half).resize((_WIDE, _HIGH), Image.Resampling.LANCZOS)
        image.alpha_composite(drawn, (place * _WIDE, top))
    return image


def _half(half: str) -> Image.Image:
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
