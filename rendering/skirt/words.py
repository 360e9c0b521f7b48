"""Skirt as a text board and in words."""

from __future__ import annotations

from language.texts import gettext
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.text_table import first_that_fits
from rules.skirt.position import SkirtPosition, winning_chain


def text_board(scene: Scene[SkirtPosition]) -> str:
    """Return a line per row, the top row first, with the number of its last cell at its end."""
    position = scene.position
    moves = (scene.prefix,) if scene.prefix else tuple(played.move for played in scene.last)
    marked = {step.strip("()") for move in moves for step in move}
    choices = {choice.strip("()") for choice in scene.choices}
    board = position.hexagon
    characters = {
        name: "OX"[seat - 1] if seat else "+" if sides else "."
        for name, seat, sides in zip(board.names, position.stones, board.sides, strict=True)
    }
    lines: list[str] = []
    for row in reversed(board.rows):
        names = board.named(row)
        indent = " " * (2 * board.size - 1 - len(row))
        cells = words.stone_row(names, characters, marked, choices)
        lines.append(f"{names[0][0]} {indent}{cells}{len(row)}")
    legend = [f"O {scene.name_of(1)}", f"X {scene.name_of(2)}"]
    legend += [gettext("+ outer"), gettext(". inner")]
    return words.text_board(scene, lines, legend)


def alt_text(scene: Scene[SkirtPosition]) -> str:
    """Return all stones in sentences, by rows if there are many."""
    listings = (words.cells_in_full, words.cells_by_row)
    return first_that_fits(_description(scene, listed) for listed in listings)


def _description(scene: Scene[SkirtPosition], listed: words.Listing) -> str:
    position = scene.position
    board = position.hexagon
    sentences = [words.board_words("Skirt", position.size), words.state(scene)]
    sentences += words.stone_sentences(
        scene,
        lambda seat: board.named(cell for cell, own in enumerate(position.stones) if own == seat),
        listed,
    )
    if chain := winning_chain(position):
        cells = listed(board.named(chain))
        sentences.append(gettext("The winning chain: {cells}.", cells=cells))
    return words.paragraph(*sentences)
