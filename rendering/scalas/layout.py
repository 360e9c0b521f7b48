"""The cells of Scalas as places on its picture."""

from __future__ import annotations

from rendering.scalas.board import drawn_board
from rendering.scalas.view import cell_views, turn_view
from rendering.scenes.layout import Layout, Place, in_reading_order, square
from rendering.scenes.scene import Scene
from rules.language import gettext, ngettext
from rules.scalas.board import COLOURS
from rules.scalas.position import ScalasPosition


def layout(scene: Scene[ScalasPosition], width: int) -> Layout:
    """Return the cells of a scene."""
    board = drawn_board(scene.position.size, width)
    turn = turn_view(scene)
    cells = cell_views(scene, turn)
    places = [
        (
            middle,
            Place(
                name,
                square(middle, board.square / 2),
                _contents(scene, cells[name].tower),
                bool(cells[name].numbers) and not turn.is_planned,
            ),
        )
        for name, middle in board.squares.items()
    ]
    return Layout(board.layer.width, board.layer.height, in_reading_order(places))


def place_of(step: str) -> str:
    """Return the cell that a step names."""
    return step.removeprefix("+")


def _contents(scene: Scene[ScalasPosition], tower: str) -> str:
    if not tower:
        return gettext("bare")
    return ngettext(
        "{count} cube, {seat} on top",
        "{count} cubes, {seat} on top",
        len(tower),
        seat=scene.name_of(COLOURS.index(tower[-1]) + 1),
    )
