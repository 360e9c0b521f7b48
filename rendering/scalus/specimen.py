"""The board of Scalus with every stone and mark on it, for its fixed palette."""

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
from rendering.scalus.board import drawn_board
from rendering.scalus.pieces import STONE, TONES, captured_mark, choice_disc, dot, group_ground


def specimen() -> Image.Image:
    """Return the board with everything that may be on it."""
    board = drawn_board(900)
    gap, radius = board.gap, board.gap * STONE
    sprites = [
        *(stone(radius, tone) for tone in TONES.values()),
        *(faint_stone(radius, tone) for tone in TONES.values()),
        *(captured_mark(gap, tone) for tone in TONES.values()),
        stroke_through(radius, gap * 0.09),
        ring(gap * 0.36, gap * 0.06, palette.LAST, 8),
        ring(gap * 0.51, gap * 0.08, palette.LAST),
        ring(gap * 0.53, gap * 0.12, palette.CHOICE),
        choice_ring(gap * 0.56, gap * 0.15),
        ring(gap * 0.56, gap * 0.12, palette.WIN),
        path(2 * gap, gap, gap * 0.075, radius, palette.LAST, arrow=True),
        path(gap, 2 * gap, gap * 0.075, radius, palette.CHOICE, arrow=True),
        choice_disc(gap * 0.46),
        group_ground(gap, gap, gap, is_line=False),
        dot(gap * 0.4, palette.GROOVE),
    ]
    return specimen_of(board.layer, list(board.middles.values()), sprites)
