"""The board of Skirt with every stone and mark on it, for its fixed palette."""

from __future__ import annotations

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.pieces import faint_stone, ring, stone
from rendering.drawing.specimen import specimen_of
from rendering.skirt.board import drawn_board
from rendering.skirt.pieces import STONE, TONES, choice_ground, won_ground


def specimen() -> Image.Image:
    """Return the board with everything that may be on it."""
    board = drawn_board(6, 900)
    radius = board.cell_radius
    sprites = [
        *(stone(radius * STONE, tone) for tone in TONES.values()),
        *(faint_stone(radius * STONE, tone) for tone in TONES.values()),
        ring(radius * 0.58, radius * 0.11, palette.LAST),
        ring(radius * 0.58, radius * 0.11, palette.LAST_BRIGHT),
        ring(radius * 0.86, radius * 0.16, palette.CHOICE),
        choice_ground(radius),
        won_ground(radius),
    ]
    return specimen_of(board.layer, list(board.middles.values()), sprites)
