"""The two views of a position of Scalas: the stage from a corner, the plan from above."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Spot, Sprite
from rendering.drawing.palette import Colour
from rendering.scalas.board import DrawnBoard
from rendering.scalas.pieces import (
    BADGES,
    FORCED,
    LOOKS,
    ON_FORCED,
    SHADE,
    Sign,
    badge,
    cube,
    face_frame,
    face_ground,
    face_veil,
    lettered,
    square_frame,
    square_ground,
    square_veil,
    tile,
)
from rendering.scalas.shown import ShownCell

Frame = tuple[Colour, Colour, float]
"""Its ink, its edge, and how thick it is."""

UNFILLED: Frame = (FORCED, ON_FORCED, 0.36)
CHOICE: Frame = (palette.CHOICE_TINT, palette.CHOICE, 0.26)
FILLED: Frame = (FORCED, SHADE, 0.24)
PLANNED: Frame = (palette.CHOICE_BRIGHT, palette.CHOICE, 0.24)
PLACED: Frame = (palette.INK, SHADE, 0.24)
FRAMES = (UNFILLED, CHOICE, FILLED, PLANNED, PLACED)
"""The most urgent first; a bare cell has the same colours as its ground."""


def _frame(cell: ShownCell) -> Frame | None:
    """The most urgent thing to say of a cell."""
    if cell.must_be_filled:
        return UNFILLED
    if cell.is_choice:
        return CHOICE
    if not cell.numbers:
        return None
    _, is_forced = cell.numbers[-1]
    if is_forced:
        return FILLED
    return PLANNED if cell.planned else PLACED


def put_stage(picture: Image.Image, board: DrawnBoard, cells: Mapping[str, ShownCell]) -> None:
    """The towers as one sees them from the front corner, those behind first."""
    rise = board.rise([len(cell.tower) for cell in cells.values()])
    for name in sorted(cells, key=lambda name: ord(name[0]) - int(name[1:])):
        cell, (x, floor) = cells[name], board.floors[name]
        height = len(cell.tower)
        if cell.tower and cell.planned == height:
            face_ground(board.half, palette.WOOD, palette.WOOD).paste_on(picture, (x, floor))
        hidden = max(0, min(_hidden_cubes(cells, name), height - 1))
        for level in range(hidden, height):
            colour, is_faint = cell.tower[level], level >= height - cell.planned
            sprite = cube(board.half, rise, colour, is_faint)
            if level == height - 1:
                size, ink = board.half[0] * 0.5, LOOKS[colour].ink
                sprite = lettered(sprite, str(height), size, ink, rise // 2)
            sprite.paste_on(picture, (x, floor - level * rise - (rise + 1) // 2))
        _put_top(picture, board, name, cell, (x, floor - height * rise))


def _hidden_cubes(cells: Mapping[str, ShownCell], name: str) -> int:
    """How many cubes of a tower the two in front of it hide for certain."""
    left = cells.get(f"{name[0]}{int(name[1:]) - 1}")
    right = cells.get(f"{chr(ord(name[0]) + 1)}{name[1:]}")
    if left is None or right is None:
        return 0
    return min(len(cell.tower) - cell.planned for cell in (left, right))


def _put_top(
    picture: Image.Image, board: DrawnBoard, name: str, cell: ShownCell, middle: Spot
) -> None:
    """What is on the top of a tower, or on a bare cell of the stage."""
    half, frame = board.half, _frame(cell)
    x, y = middle
    if not cell.tower:
        if frame:
            ground = face_ground(half, *frame[:2])
            _named(ground, name, cell, board.name_sizes[0]).paste_on(picture, middle)
        elif cell.is_barred:
            face_veil(half).paste_on(picture, middle)
        return
    if cell.is_barred:
        face_veil(half).paste_on(picture, middle)
    if frame:
        face_frame(half, *frame).paste_on(picture, middle)
    # At the back corner, which the towers in front hide last.
    radius = max(half[0] * 0.21, 11.5 * board.unit)
    _put_badges(picture, cell, (x, y - round(half[1] * 0.84)), radius)


def put_plan(picture: Image.Image, board: DrawnBoard, cells: Mapping[str, ShownCell]) -> None:
    """Every cell from above: heights, the colours on top, what may be chosen, numbers of a turn."""
    square = board.square
    for name, middle in board.squares.items():
        cell, frame = cells[name], _frame(cells[name])
        if not cell.tower:
            if frame:
                ground = square_ground(square, *frame[:2])
                _named(ground, name, cell, board.name_sizes[1]).paste_on(picture, middle)
            elif cell.is_barred:
                square_veil(square).paste_on(picture, middle)
            continue
        if cell.planned:
            square_ground(square, palette.WOOD, palette.WOOD).paste_on(picture, middle)
        colour, height = cell.tower[-1], str(len(cell.tower))
        sprite = tile(square, colour, cell.planned > 0)
        lettered(sprite, height, square * 0.4, LOOKS[colour].ink).paste_on(picture, middle)
        if cell.is_barred:
            square_veil(square).paste_on(picture, middle)
        if frame:
            square_frame(square, *frame).paste_on(picture, middle)
    # Last of all, for they reach over the edges of their cells.
    for name, (x, y) in board.squares.items():
        if cells[name].tower:
            radius = max(square * 0.17, 10 * board.unit)
            _put_badges(picture, cells[name], (x, y - round(square * 0.43)), radius)


def _named(ground: Sprite, name: str, cell: ShownCell, size: float) -> Sprite:
    if cell.must_be_filled:
        return lettered(ground, f"+{name}", size * 1.15, ON_FORCED)
    return lettered(ground, name, size * 1.08, palette.CHOICE)


def _put_badges(picture: Image.Image, cell: ShownCell, middle: Spot, radius: float) -> None:
    """Side by side around a spot: the numbers of the cell's cubes, and a plus for one to come."""
    signs: list[tuple[str, Sign]] = [
        (str(number), sign_of(is_forced, cell.planned > 0)) for number, is_forced in cell.numbers
    ]
    if cell.must_be_filled:
        signs.append(("+", "forced"))
    x, y = middle
    for place, (text, sign) in enumerate(signs):
        away = round((place - (len(signs) - 1) / 2) * radius * 2.2)
        put_badge(picture, (x + away, y), text, sign, radius)


def sign_of(is_forced: bool, is_planned: bool) -> Sign:
    """What the badge of a cube looks like."""
    return "forced" if is_forced else "chosen" if is_planned else "placed"


def put_badge(picture: Image.Image, at: Spot, text: str, sign: Sign, radius: float) -> None:
    """Put a badge with a number, or a sign, on a picture."""
    size = radius * (1.3 if len(text) == 1 else 1.05)
    lettered(badge(radius, sign), text, size, BADGES[sign][2]).paste_on(picture, at)
