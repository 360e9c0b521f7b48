"""Skirt as a picture, as a text board and in words."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite, hexagon, sprite_canvas
from rendering.drawing.heading import put_heading
from rendering.drawing.pieces import Tone, faint_stone, ring, stone
from rendering.drawing.specimen import specimen_of
from rendering.scene import Painter, Scene
from rendering.skirt.board import Drawn, drawn_board
from rendering.text import words
from rendering.text.lettering import write
from rules.skirt.position import SkirtPosition, winning_chain

_TONES: dict[int, Tone] = {1: "light", 2: "dark"}
_STONE = 0.72
"""The radius of a stone, of that of a cell."""


def _paint(scene: Scene, width: int) -> Image.Image:
    position = _position(scene)
    board = drawn_board(position.size, width)
    picture = board.layer.copy()
    _put_grounds(picture, board, scene, position)
    _put_stones(picture, board, scene, position)
    _put_last_marks(picture, board, scene)
    seat = scene.leader
    icon = stone(17 * width / 900, _TONES[seat]) if seat else None
    put_heading(picture, scene, icon, scene.news)
    return picture


def _put_grounds(picture: Image.Image, board: Drawn, scene: Scene, position: SkirtPosition) -> None:
    """What lies under stones: choices and the winning chain."""
    radius = board.cell_radius
    for cell in position.hexagon.named(winning_chain(position)):
        _won_ground(radius).paste_on(picture, board.middles[cell])
    for choice in scene.choices:
        cell = choice.strip("()")
        middle = board.middles[cell]
        _choice_ground(radius).paste_on(picture, middle)
        if cell == choice:
            write(picture, middle, cell, board.name_size * 1.08, palette.CHOICE, weight="ExtraBold")


def _put_stones(picture: Image.Image, board: Drawn, scene: Scene, position: SkirtPosition) -> None:
    radius = board.cell_radius
    chain = winning_chain(position)
    for cell, seat in enumerate(position.stones):
        if seat:
            shown = faint_stone if chain and cell not in chain else stone
            middle = board.middles[position.hexagon.names[cell]]
            shown(radius * _STONE, _TONES[seat]).paste_on(picture, middle)
    for step in scene.prefix:
        middle = board.middles[step.strip("()")]
        if not step.startswith("(") and position.to_move:
            faint_stone(radius * _STONE, _TONES[position.to_move]).paste_on(picture, middle)
        ring(radius * 0.86, radius * 0.16, palette.CHOICE).paste_on(picture, middle)


def _put_last_marks(picture: Image.Image, board: Drawn, scene: Scene) -> None:
    """The last turn: its stones ringed and numbered in their order, a standing origin dashed."""
    if scene.prefix:
        return
    radius = board.cell_radius
    number = 0
    for played in scene.last:
        light = _TONES[played.seat] == "light"
        colour = palette.LAST if light else palette.LAST_BRIGHT
        for step in played.move:
            middle = board.middles[step.strip("()")]
            if step.startswith("("):
                ring(radius * 0.58, radius * 0.12, colour, 7).paste_on(picture, middle)
                continue
            number += 1
            ring(radius * 0.58, radius * 0.11, colour).paste_on(picture, middle)
            if len(played.move) > 1 and not played.move[0].startswith("("):
                write(picture, middle, str(number), radius * 0.58, colour, weight="ExtraBold")


@lru_cache(maxsize=16)
def _choice_ground(radius: float) -> Sprite:
    canvas = sprite_canvas(radius)
    canvas.polygon(hexagon((0, 0), radius * 0.955), palette.CHOICE)
    canvas.polygon(hexagon((0, 0), radius * 0.82), palette.CHOICE_TINT)
    return canvas.sprite()


@lru_cache(maxsize=16)
def _won_ground(radius: float) -> Sprite:
    canvas = sprite_canvas(radius * 1.05)
    canvas.polygon(hexagon((0, 0), radius * 1.02), palette.WIN_DEEP)
    canvas.polygon(hexagon((0, 0), radius * 0.93), palette.WIN)
    return canvas.sprite()


def _specimen() -> Image.Image:
    board = drawn_board(6, 900)
    radius = board.cell_radius
    sprites = [
        *(stone(radius * _STONE, tone) for tone in _TONES.values()),
        *(faint_stone(radius * _STONE, tone) for tone in _TONES.values()),
        ring(radius * 0.58, radius * 0.11, palette.LAST),
        ring(radius * 0.58, radius * 0.11, palette.LAST_BRIGHT),
        ring(radius * 0.86, radius * 0.16, palette.CHOICE),
        _choice_ground(radius),
        _won_ground(radius),
    ]
    return specimen_of(board.layer, list(board.middles.values()), sprites)


def _text_board(scene: Scene) -> str:
    """A row a line, the top row first, the number of its last cell at its end."""
    position = _position(scene)
    shown = (scene.prefix,) if scene.prefix else tuple(played.move for played in scene.last)
    marked = {step.strip("()") for move in shown for step in move}
    choices = {choice.strip("()") for choice in scene.choices}
    board = position.hexagon
    lines: list[str] = []
    for row in reversed(board.rows):
        cells: list[words.Cell] = []
        for cell in row:
            name, seat = board.names[cell], position.stones[cell]
            empty = "+" if board.sides[cell] else "."
            cells.append(
                words.Cell(
                    "OX"[seat - 1] if seat else empty,
                    is_marked=name in marked,
                    is_choice=name in choices,
                )
            )
        indent = " " * (2 * board.size - 1 - len(row))
        letter = board.names[row[0]][0]
        lines.append(f"{letter} {indent}{words.row_of(cells)}{len(row)}")
    return words.text_board(scene, lines, "O White   X Black   + outer   . inner")


def _alt_text(scene: Scene) -> str:
    return words.first_that_fits(
        _told(scene, words.cells_in_full), _told(scene, words.cells_by_row)
    )


def _told(scene: Scene, listed: words.Listing) -> str:
    position = _position(scene)
    board = position.hexagon
    sentences = [f"Skirt, {position.size} cells on a side. {words.state(scene)}"]
    for seat in (1, 2):
        cells = board.named(cell for cell, owner in enumerate(position.stones) if owner == seat)
        sentences.append(words.stones(scene.name_of(seat), cells, listed))
    if chain := winning_chain(position):
        sentences.append(f"The winning chain: {listed(board.named(chain))}.")
    return " ".join(sentences)


def _position(scene: Scene) -> SkirtPosition:
    assert isinstance(scene.position, SkirtPosition)
    return scene.position


PAINTER = Painter(_paint, _specimen, _text_board, _alt_text)
