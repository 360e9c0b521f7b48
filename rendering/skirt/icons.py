"""Skirt's stones as icons: each on a cell of the board."""

from __future__ import annotations

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite, hexagon
from rendering.drawing.icons import GAME, Icons, assembled, icon_canvas, seat_icon
from rendering.drawing.pieces import stone
from rendering.skirt.pieces import TONES


def icons() -> Icons:
    """Return the stone of each seat, and both together for the game."""
    seats = {seat_icon(seat): assembled(_cell(), stone(46, tone)) for seat, tone in TONES.items()}
    light, dark = (stone(31, TONES[seat]) for seat in (1, 2))
    return {**seats, GAME: assembled(_cell(), (light, -13, -22), (dark, 13, 22))}


def _cell() -> Sprite:
    canvas = icon_canvas()
    canvas.polygon(hexagon((0, 0), 64), palette.FRAME)
    canvas.polygon(hexagon((0, 0), 59), palette.WOOD_DEEP)
    return canvas.sprite()
