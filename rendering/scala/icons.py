"""Scala's stones as icons: each on a piece of the board."""

from __future__ import annotations

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite
from rendering.drawing.icons import GAME, Icons, assembled, icon_canvas, seat_icon
from rendering.drawing.pieces import stone
from rendering.scala.pieces import LOOKS


def icons() -> Icons:
    """Return the stone of each seat, and both together for the game."""
    cell = _cell()
    seats = {seat_icon(seat): assembled(cell, stone(52, *look)) for seat, look in LOOKS.items()}
    light, dark = (stone(33, *LOOKS[seat]) for seat in (1, 2))
    return {**seats, GAME: assembled(cell, (light, -21, -21), (dark, 21, 21))}


def _cell() -> Sprite:
    canvas = icon_canvas()
    canvas.rectangle((-64, -64, 64, 64), palette.FRAME, 22)
    canvas.rectangle((-60, -60, 60, 60), palette.WOOD_DEEP, 18)
    return canvas.sprite()
