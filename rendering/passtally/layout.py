"""The cells, spots and piles of Passtally as places on its picture."""

from __future__ import annotations

from rendering.drawing.canvas import Point
from rendering.passtally.board import DrawnBoard, drawn_board
from rendering.passtally.view import PositionView, position_view
from rendering.scenes.layout import (
    Circle,
    Layout,
    Place,
    box,
    changed_by,
    in_reading_order,
    square,
)
from rendering.scenes.scene import Scene
from rules.language import gettext, ngettext
from rules.passtally.board import PILES
from rules.passtally.position import PasstallyPosition

_SPOT = 34.0
"""The radius of a spot to tap, in a picture 900 wide."""


def layout(scene: Scene[PasstallyPosition], width: int) -> Layout:
    """Return the piles, then the cells, then the spots of a scene."""
    board = drawn_board(width, is_small=scene.is_small)
    view = position_view(scene)
    last = changed_by(scene, [step for played in scene.last for step in played.move])
    cells: list[tuple[Point, Place]] = [
        (
            middle,
            Place(name, square(middle, board.cell / 2), _on_cell(view, name), name in last),
        )
        for name, middle in board.middles.items()
    ]
    spots: list[tuple[Point, Place]] = [
        (
            middle,
            Place(
                name, Circle(middle, _SPOT * board.unit), _on_spot(scene, view, name), name in last
            ),
        )
        for name, middle in board.spots.items()
    ]
    # Spots overlap the edges of cells, so they come later.
    places = (*_piles(board, view), *in_reading_order(cells), *in_reading_order(spots))
    return Layout(board.layer.width, board.layer.height, places)


def place_of(step: str) -> str:
    """Return the pile, cell or spot that a step names."""
    return step


def _piles(board: DrawnBoard, view: PositionView) -> list[Place]:
    position = view.position
    return [
        Place(name, box(board.piles[name]), _in_pile(kind, left), is_piece=True)
        for name, kind, left in zip(PILES, position.face_up, position.tiles_left, strict=True)
    ]


def _in_pile(kind: str | None, left: int) -> str:
    if not kind:
        return gettext("used up")
    return ngettext("tile {kind}, {count} left", "tile {kind}, {count} left", left, kind=kind)


def _on_cell(view: PositionView, name: str) -> str:
    cell = view.board.cell(name)
    if not cell.tile:
        return gettext("bare")
    return gettext(
        "half {half} of {tile}, height {height}",
        half=cell.half,
        tile=cell.kind,
        height=cell.height,
    )


def _on_spot(scene: Scene[PasstallyPosition], view: PositionView, name: str) -> str:
    seat = view.markers.get(name)
    return gettext("{seat}'s marker", seat=scene.name_of(seat)) if seat else gettext("free")
