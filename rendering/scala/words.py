"""Scala as a text board and in words."""

from __future__ import annotations

from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.alt_text import first_that_fits
from rules.language import gettext
from rules.scala.board import CELLS, COLUMNS, GOALS, ROW_LENGTHS
from rules.scala.position import ScalaPosition


def text_board(scene: Scene[ScalaPosition]) -> str:
    """Return a line per row, row 14 first, with the columns' letters below. The hole is blank."""
    position = scene.position
    owners = {cell: name for seat, name in ((1, "O"), (2, "X")) for cell in position.stones(seat)}
    marked = set(scene.prefix) or {
        cell for played in scene.last for cell in (played.move[0], played.move[-1])
    }
    lines: list[str] = []
    for row in range(len(ROW_LENGTHS), 0, -1):
        cells = [
            words.TextCell(
                owners.get(name, ".") if name in CELLS else " ",
                is_marked=name in marked,
                is_choice=name in scene.choices,
            )
            for name in (f"{column}{row}" for column in COLUMNS)
        ]
        lines.append(f"{row:2} {words.row_of(cells)}")
    lines.append(f"    {' '.join(COLUMNS)}")
    return words.text_board(
        scene, lines, [gettext("goals: O {first}, X {second}", first=GOALS[1], second=GOALS[2])]
    )


def alt_text(scene: Scene[ScalaPosition]) -> str:
    """Return all stones and the goals in sentences."""
    position = scene.position
    sentences = [words.as_sentence("Scala"), words.state(scene)]
    for seat in (1, 2):
        sentences.append(words.stones(scene.name_of(seat), position.stones(seat)))
    sentences.append(
        gettext("O's goal is {first}, X's goal is {second}.", first=GOALS[1], second=GOALS[2])
    )
    return first_that_fits(words.paragraph(*sentences))
