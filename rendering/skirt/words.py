"""Skirt as a text board and in words."""

from __future__ import annotations

from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.alt_text import first_that_fits
from rules.language import gettext
from rules.skirt.position import SkirtPosition, winning_chain


def text_board(scene: Scene[SkirtPosition]) -> str:
    """Return a line per row, the top row first, with the number of its last cell at its end."""
    position = scene.position
    moves = (scene.prefix,) if scene.prefix else tuple(played.move for played in scene.last)
    marked = {step.strip("()") for move in moves for step in move}
    choices = {choice.strip("()") for choice in scene.choices}
    board = position.hexagon
    lines: list[str] = []
    for row in reversed(board.rows):
        cells: list[words.TextCell] = []
        for cell in row:
            name, seat = board.names[cell], position.stones[cell]
            empty = "+" if board.sides[cell] else "."
            cells.append(
                words.TextCell(
                    "OX"[seat - 1] if seat else empty,
                    is_marked=name in marked,
                    is_choice=name in choices,
                )
            )
        indent = " " * (2 * board.size - 1 - len(row))
        letter = board.names[row[0]][0]
        lines.append(f"{letter} {indent}{words.row_of(cells)}{len(row)}")
    legend = [f"O {scene.name_of(1)}", f"X {scene.name_of(2)}"]
    legend += [gettext("+ outer"), gettext(". inner")]
    return words.text_board(scene, lines, legend)


def alt_text(scene: Scene[SkirtPosition]) -> str:
    """Return all stones in sentences, by rows if there are many."""
    return first_that_fits(
        _description(scene, words.cells_in_full), _description(scene, words.cells_by_row)
    )


def _description(scene: Scene[SkirtPosition], listed: words.Listing) -> str:
    position = scene.position
    board = position.hexagon
    sentences = [words.board_words("Skirt", position.size), words.state(scene)]
    for seat in (1, 2):
        cells = board.named(cell for cell, owner in enumerate(position.stones) if owner == seat)
        sentences.append(words.stones(scene.name_of(seat), cells, listed))
    if chain := winning_chain(position):
        cells = listed(board.named(chain))
        sentences.append(gettext("The winning chain: {cells}.", cells=cells))
    return words.paragraph(*sentences)
