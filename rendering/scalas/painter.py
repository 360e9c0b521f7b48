"""Scalas as a picture."""

from __future__ import annotations

from PIL import Image

from rendering.drawing.pieces import put_marked
from rendering.scalas.board import drawn_board
from rendering.scalas.panels import put_hands, put_notes
from rendering.scalas.pieces import cube
from rendering.scalas.plan import put_plan
from rendering.scalas.view import cell_views, turn_view
from rendering.scenes.heading import put_heading
from rendering.scenes.scene import Scene
from rules.scalas.board import COLOURS
from rules.scalas.position import ScalasPosition


def paint(scene: Scene[ScalasPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    position = scene.position
    board = drawn_board(position.size, width)
    picture = board.layer.copy()
    turn = turn_view(scene)
    put_plan(picture, board, cell_views(scene, turn))
    put_marked(picture, board.squares, board.square * 0.42, scene.marked)
    put_hands(picture, board, scene)
    put_notes(picture, board, scene, turn)
    seat = scene.leader
    half = round(17 * board.unit), round(10 * board.unit)
    icon = cube(half, round(16 * board.unit), COLOURS[seat - 1]) if seat else None
    put_heading(picture, scene, icon, scene.news)
    return picture
