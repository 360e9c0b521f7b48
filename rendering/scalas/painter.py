"""Scalas as a picture; its text board and its words are in `rendering.scalas.words`."""

from __future__ import annotations

from PIL import Image

from rendering.drawing.heading import put_heading
from rendering.drawing.specimen import specimen_of
from rendering.scalas.board import drawn_board
from rendering.scalas.panel import put_hands, put_panel
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
from rendering.scalas.turn import position_of, shown_cells, turn_of
from rendering.scalas.views import FRAMES, put_plan, put_stage
from rendering.scalas.words import alt_text, text_board
from rendering.scene import Painter, Scene
from rules.scalas.board import COLOURS


def _paint(scene: Scene, width: int) -> Image.Image:
    position = position_of(scene)
    board = drawn_board(position.size, width)
    picture = board.layer.copy()
    turn = turn_of(scene)
    cells = shown_cells(scene, turn)
    put_stage(picture, board, cells)
    put_plan(picture, board, cells)
    put_hands(picture, scene)
    put_panel(picture, scene, turn)
    seat = scene.leader
    half = round(17 * board.unit), round(10 * board.unit)
    icon = cube(half, round(16 * board.unit), COLOURS[seat - 1]) if seat else None
    put_heading(picture, scene, icon, scene.news)
    return picture


def _specimen() -> Image.Image:
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


PAINTER = Painter(_paint, _specimen, text_board, alt_text)
