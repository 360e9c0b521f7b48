"""Scala as a text board and in words."""

from __future__ import annotations

from language.texts import gettext
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.text_table import first_that_fits
from rules.scala.board import CELLS, COLUMNS, GOALS, ROW_LENGTHS
from rules.scala.position import ScalaPosition


def text_board(scene: Scene[ScalaPosition]) -> str:
    """Return a line per row, row 14 first, with the columns' letters below. The hole is blank."""
    position = scene.position
    characters = dict.fromkeys(CELLS, ".")
    for seat, character in ((1, "O"), (2, "X")):
        characters.update(dict.fromkeys(position.stones(seat), character))
    marked = set(scene.prefix) or {
        cell for played in scene.last for cell in (played.move[0], played.move[-1])
    }
    lines: list[str] = []
    for row in range(len(ROW_LENGTHS), 0, -1):
        names = [f"{column}{row}" for column in COLUMNS]
        lines.append(f"{row:2} {words.stone_row(names, characters, marked, scene.choices)}")
    lines.append(f"    {' '.join(COLUMNS)}")
    return words.text_board(
        scene, lines, [gettext("goals: O {first}, X {second}", first=GOALS[1], second=GOALS[2])]
    )


def alt_text(scene: Scene[ScalaPosition]) -> str:
    """Return all stones and the goals in sentences."""
    sentences = [words.as_sentence("Scala"), words.state(scene)]
    sentences += words.stone_sentences(scene, scene.position.stones)
    sentences.append(
        gettext("O's goal is {first}, X's goal is {second}.", first=GOALS[1], second=GOALS[2])
    )
    return first_that_fits([words.paragraph(*sentences)])
