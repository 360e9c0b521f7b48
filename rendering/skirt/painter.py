"""Skirt as a picture."""

from __future__ import annotations

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.pieces import faint_stone, put_marked, ring, stone
from rendering.scenes.heading import put_heading
from rendering.scenes.scene import Scene
from rendering.skirt.board import DrawnBoard, drawn_board
from rendering.skirt.pieces import STONE, TONES, choice_ground, won_ground
from rendering.text.lettering import write
from rules.skirt.position import SkirtPosition, winning_chain


def paint(scene: Scene[SkirtPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    board = drawn_board(scene.position.size, width)
    picture = board.layer.copy()
    _put_grounds(picture, board, scene)
    _put_stones(picture, board, scene)
    _put_last_marks(picture, board, scene)
    put_marked(picture, board.middles, board.cell_radius * 0.66, scene.marked)
    seat = scene.leader
    icon = stone(17 * width / 900, TONES[seat]) if seat else None
    put_heading(picture, scene, icon, scene.news)
    return picture


def _put_grounds(picture: Image.Image, board: DrawnBoard, scene: Scene[SkirtPosition]) -> None:
    """Put choices and the winning chain under the stones."""
    position, radius = scene.position, board.cell_radius
    for cell in position.hexagon.named(winning_chain(position)):
        won_ground(radius).paste_on(picture, board.middles[cell])
    for choice in scene.choices:
        cell = choice.strip("()")
        middle = board.middles[cell]
        choice_ground(radius).paste_on(picture, middle)
        if cell == choice:
            write(picture, middle, cell, board.name_size * 1.08, palette.CHOICE, weight="ExtraBold")


def _put_stones(picture: Image.Image, board: DrawnBoard, scene: Scene[SkirtPosition]) -> None:
    position, radius = scene.position, board.cell_radius
    chain = winning_chain(position)
    for cell, seat in enumerate(position.stones):
        if seat:
            sprite = faint_stone if chain and cell not in chain else stone
            middle = board.middles[position.hexagon.names[cell]]
            sprite(radius * STONE, TONES[seat]).paste_on(picture, middle)
    for choice in scene.choices:
        if choice.startswith("("):
            seat = position.to_move
            ink = palette.CHOICE if seat and TONES[seat] == "light" else palette.CHOICE_BRIGHT
            name, size = choice.strip("()"), board.name_size * 1.08
            write(picture, board.middles[name], name, size, ink, weight="ExtraBold")
    for step in scene.prefix:
        middle = board.middles[step.strip("()")]
        if not step.startswith("(") and position.to_move:
            # Opaque, because a translucent white stone looks like the light cell under it.
            choice_ground(radius).paste_on(picture, middle)
            stone(radius * STONE, TONES[position.to_move]).paste_on(picture, middle)
        ring(radius * 0.86, radius * 0.16, palette.CHOICE).paste_on(picture, middle)


def _put_last_marks(picture: Image.Image, board: DrawnBoard, scene: Scene[SkirtPosition]) -> None:
    """Ring and number the stones of the last turn, with a dashed ring around a standing origin."""
    if scene.prefix:
        return
    radius = board.cell_radius
    number = 0
    for played in scene.last:
        light = TONES[played.seat] == "light"
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
