"""Scalus's stones as icons: each on a point of the board."""

from __future__ import annotations

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite
from rendering.drawing.icons import GAME, Icons, assembled, icon_canvas, seat_icon
from rendering.drawing.pieces import stone
from rendering.scalus.pieces import TONES


def icons() -> Icons:
    """Return the stone of each seat, and both on a line for the game."""
    seats = {seat_icon(seat): assembled(_point(), stone(48, tone)) for seat, tone in TONES.items()}
    dark, light = (stone(26, TONES[seat]) for seat in (1, 2))
    return {**seats, GAME: assembled(_point(), (dark, -27, 0), (light, 27, 0))}


def _point() -> Sprite:
    canvas = icon_canvas()
    canvas.circle((0, 0), 64, palette.FRAME)
    canvas.circle((0, 0), 60, palette.WOOD_DEEP)
    for end in ((0, 54), (54, 0)):
        canvas.bar((-end[0], -end[1]), end, 6, palette.GROOVE)
    return canvas.sprite()
