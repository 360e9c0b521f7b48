"""The points of Scalus as places on its picture."""

from __future__ import annotations

from rendering.drawing.canvas import Point
from rendering.scalus.board import drawn_board, spot_without_pivot
from rendering.scalus.effects import change_of, group_of, point_of
from rendering.scenes.layout import (
    Circle,
    Layout,
    Place,
    changed_by,
    in_reading_order,
    stone_words,
)
from rendering.scenes.scene import Scene
from rules.language import gettext
from rules.listing import row_of
from rules.scalus.board import HEADQUARTERS
from rules.scalus.numbering import NO_PIVOT
from rules.scalus.position import ScalusPosition


def layout(scene: Scene[ScalusPosition], width: int) -> Layout:
    """Return the points of a scene, and the place between stones that chooses no pivot."""
    position = scene.position
    board = drawn_board(width, is_upright=scene.is_small)
    owners = {point: seat for seat in HEADQUARTERS for point in position.stones(seat)}
    changes = [change_of(played) for played in scene.last]
    last = changed_by(scene, [point for each in changes for point in (*each.starts, *each.ends)])
    places: list[tuple[Point, Place]] = [
        (
            middle,
            Place(
                name,
                Circle(middle, board.gap * 0.5),
                _contents(scene, name, owners.get(name)),
                name in last,
            ),
        )
        for name, middle in board.middles.items()
    ]
    ordered = in_reading_order(places)
    if NO_PIVOT in scene.choices:
        group = group_of(position, scene.prefix)
        middle = spot_without_pivot(board, group[0], group[-1])
        without = Place(NO_PIVOT, Circle(middle, board.gap * 0.31), "")
        # After the points, so that it is on top of them.
        ordered = (*ordered, without)
    return Layout(board.layer.width, board.layer.height, ordered)


def place_of(step: str) -> str:
    """Return the point that a step names, or the place that chooses no pivot."""
    return point_of(step) or step


def _contents(scene: Scene[ScalusPosition], point: str, owner: int | None) -> str:
    words = gettext("empty") if owner is None else stone_words(scene, owner)
    seat = next((seat for seat, points in HEADQUARTERS.items() if point in points), None)
    if seat is None:
        return words
    headquarters = gettext("headquarters of {seat}", seat=scene.name_of(seat))
    return str(row_of([words, headquarters]))
