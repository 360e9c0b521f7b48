"""The board of Scala with every stone and mark on it, for its fixed palette."""

from __future__ import annotations

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.pieces import (
    choice_ring,
    faint_stone,
    path,
    ring,
    stone,
    stroke_through,
)
from rendering.drawing.specimen import specimen_of
from rendering.scala.board import drawn_board
from rendering.scala.pieces import LOOKS, STONE, choice_ground, turning_dot


def specimen() -> Image.Image:
    """Return the board with everything that may be on it."""
    board = drawn_board(900)
    cell, radius = board.cell, board.cell * STONE
    leg = round(2 * cell)
    sprites = [
        *(stone(radius, *look) for look in LOOKS.values()),
        *(faint_stone(radius, *look) for look in LOOKS.values()),
        stroke_through(radius, cell * 0.07),
        ring(cell * 0.36, cell * 0.055, palette.LAST, 8),
        ring(cell * 0.47, cell * 0.065, palette.LAST),
        choice_ring(cell * 0.48, cell * 0.1),
        turning_dot(cell),
        path(leg, leg, cell * 0.085, radius, palette.LAST, arrow=True),
        *(
            choice_ground(cell, captures=captures, wins=wins)
            for captures in (False, True)
            for wins in (False, True)
        ),
    ]
    return specimen_of(board.layer, list(board.middles.values()), sprites)
