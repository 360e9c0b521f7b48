"""The boards of Scalas with every tower and mark on them, for its fixed palette."""

from __future__ import annotations

from PIL import Image

from rendering.drawing.specimen import specimen_of
from rendering.scalas.board import drawn_board
from rendering.scalas.pieces import (
    BADGES,
    LOOKS,
    badge,
    cube,
    square_frame,
    square_ground,
    square_veil,
    tower,
)
from rendering.scalas.plan import FRAMES, GROUNDS


def specimen() -> Image.Image:
    """Return towers and marks all over the board, a third of them veiled."""
    board = drawn_board(6, 900)
    square = board.square
    spots = list(board.squares.values())
    sprites = [
        *(cube((30, 17), 26, colour) for colour in LOOKS),
        *(
            tower(square, cubes, is_faint=is_faint)
            for cubes in ("R", "B", "RB", "BR", "BBRR", "RRBB")
            for is_faint in (False, True)
        ),
        *(square_frame(square, *frame) for frame in FRAMES),
        *(square_ground(square, *ground) for ground in GROUNDS),
        *(badge(square * 0.125, sign) for sign in BADGES),
    ]
    specimen = specimen_of(board.layer, spots * 2, sprites)
    for middle in spots[::3]:
        square_veil(square).paste_on(specimen, middle)
    return specimen
