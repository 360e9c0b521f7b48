"""The cells of Skirt as places on its picture."""

from __future__ import annotations

from rendering.drawing.canvas import hexagon
from rendering.scenes.layout import (
    Layout,
    Place,
    Polygon,
    changed_by,
    in_reading_order,
    stone_words,
)
from rendering.scenes.scene import Scene
from rendering.skirt.board import drawn_board
from rules.language import gettext
from rules.skirt.position import SkirtPosition


def layout(scene: Scene[SkirtPosition], width: int) -> Layout:
    """Return the cells of a scene."""
    position = scene.position
    board, cells = drawn_board(position.size, width), position.hexagon
    steps = [place_of(step) for played in scene.last for step in played.move]
    last = changed_by(scene, steps)
    places = [
        (
            middle,
            Place(
                name,
                Polygon(tuple(hexagon(middle, board.cell_radius))),
                _contents(scene, cells.number[name]),
                name in last,
            ),
        )
        for name, middle in board.middles.items()
    ]
    return Layout(board.layer.width, board.layer.height, in_reading_order(places))


def place_of(step: str) -> str:
    """Return the cell that a step names."""
    return step.strip("()")


def _contents(scene: Scene[SkirtPosition], cell: int) -> str:
    seat = scene.position.stones[cell]
    if seat:
        return stone_words(scene, seat)
    is_outer = scene.position.hexagon.sides[cell]
    return gettext("empty outer cell") if is_outer else gettext("empty")
