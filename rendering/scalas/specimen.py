"""The boards of Scalas with every cube, tile and mark on them, for its fixed palette."""

from __future__ import annotations

from PIL import Image

from rendering.drawing.specimen import specimen_of
from rendering.scalas.board import drawn_board
from rendering.scalas.pieces import (
    BADGES,
    LOOKS,
    badge,
    cube,
    face_frame,
    face_ground,
    square_frame,
    square_ground,
    square_veil,
    tile,
)
from rendering.scalas.views import FRAMES


def specimen() -> Image.Image:
    """Cubes, tiles and marks all over the stage and the plan, a third of them veiled."""
    board = drawn_board(6, 900)
    half, square = board.half, board.square
    rise = board.rise([1] * len(board.floors))
    spots = [*board.floors.values(), *board.squares.values()]
    sprites = [
        *(cube(half, rise, colour, is_faint) for colour in LOOKS for is_faint in (False, True)),
        *(tile(square, colour, is_faint) for colour in LOOKS for is_faint in (False, True)),
        *(face_frame(half, *frame) for frame in FRAMES),
        *(square_frame(square, *frame) for frame in FRAMES),
        *(face_ground(half, ink, edge) for ink, edge, _ in FRAMES),
        *(square_ground(square, ink, edge) for ink, edge, _ in FRAMES),
        *(badge(half[0] * 0.25, sign) for sign in BADGES),
    ]
    specimen = specimen_of(board.layer, spots, sprites)
    for middle in spots[::3]:
        square_veil(2 * square).paste_on(specimen, middle)
    return specimen
