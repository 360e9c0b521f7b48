"""The cells of Scala as places on its picture."""

from __future__ import annotations

from rendering.scala.board import drawn_board
from rendering.scenes.layout import (
    Layout,
    Place,
    changed_by,
    in_reading_order,
    square,
    stone_words,
)
from rendering.scenes.scene import Scene
from rules.language import gettext
from rules.listing import row_of
from rules.scala.board import GOALS
from rules.scala.position import ScalaPosition


def layout(scene: Scene[ScalaPosition], width: int) -> Layout:
    """Return the cells of a scene."""
    position = scene.position
    board = drawn_board(width)
    owners = {cell: seat for seat in GOALS for cell in position.stones(seat)}
    ways = [played.before.chain(played.move) for played in scene.last]
    last = changed_by(scene, [cell for way in ways for cell in (way[0], way[-1])])
    places = [
        (
            middle,
            Place(
                name,
                square(middle, board.cell / 2),
                _contents(scene, name, owners.get(name)),
                name in last,
            ),
        )
        for name, middle in board.middles.items()
    ]
    return Layout(board.layer.width, board.layer.height, in_reading_order(places))


def place_of(step: str) -> str:
    """Return the cell that a step names."""
    return step


def _contents(scene: Scene[ScalaPosition], cell: str, owner: int | None) -> str:
    words = gettext("empty") if owner is None else stone_words(scene, owner)
    goal_of = next((seat for seat, goal in GOALS.items() if goal == cell), None)
    if goal_of is None:
        return words
    return str(row_of([words, gettext("goal of {seat}", seat=scene.name_of(goal_of))]))
