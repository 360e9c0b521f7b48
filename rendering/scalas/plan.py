"""A position of Scalas on its board, with the heights of towers and the marks of cells.

Cells that may or must be filled have a coloured ground, and cells filled in the turn a frame. A
cell can have both, and neither touches its number.
"""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Spot
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
    face_lift,
    lettered,
    square_frame,
    square_ground,
    square_veil,
    tower,
)
from rendering.scalas.view import CellView

Mark = tuple[Colour, Colour]
"""The ink and the edge of a mark."""

UNFILLED: Mark = (FORCED, ON_FORCED)
CHOICE: Mark = (palette.CHOICE_TINT, palette.CHOICE)
GROUNDS = (UNFILLED, CHOICE)
"""The grounds of cells to fill, most urgent first."""
FILLED: Mark = (FORCED, SHADE)
PLANNED: Mark = (palette.CHOICE_BRIGHT, palette.CHOICE)
PLACED: Mark = (palette.INK, SHADE)
FRAMES = (FILLED, PLANNED, PLACED)


def _ground(cell: CellView) -> Mark | None:
    """The mark of a cell to fill."""
    if cell.must_be_filled:
        return UNFILLED
    return CHOICE if cell.is_choice else None


def _frame(cell: CellView) -> Mark | None:
    """The mark of a cell just filled."""
    if not cell.numbers:
        return None
    _, is_forced = cell.numbers[-1]
    if is_forced:
        return FILLED
    return PLANNED if cell.planned else PLACED


def put_plan(picture: Image.Image, board: DrawnBoard, cells: Mapping[str, CellView]) -> None:
    """Put every cell with its tower, height and marks."""
    square = board.square
    for name, middle in board.squares.items():
        cell = cells[name]
        ground, frame = _ground(cell), _frame(cell)
        if ground:
            sprite = square_ground(square, *ground)
            if not cell.tower:
                sign, ink = ("+", ON_FORCED) if ground == UNFILLED else ("", palette.CHOICE)
                sprite = lettered(sprite, sign + name, board.name_size * 1.15, ink)
            sprite.paste_on(picture, middle)
        if cell.planned and cell.planned == len(cell.tower):
            # The cell's name would show through.
            square_ground(square, palette.WOOD, palette.WOOD).paste_on(picture, middle)
        if cell.tower:
            _put_tower(picture, board, cell, middle)
        if cell.is_barred:
            square_veil(square).paste_on(picture, middle)
        if frame:
            square_frame(square, *frame).paste_on(picture, middle)
    # Last, because they overlap the edges of their cells.
    number_of_cubes = sum(len(cell.numbers) for cell in cells.values())
    radius = max(square * 0.125, 13 * board.unit)
    for name, (x, y) in board.squares.items():
        corner = x - round(square * 0.47 - radius), y - round(square * 0.5 - radius)
        _put_badges(picture, cells[name], corner, radius, has_numbers=number_of_cubes > 1)


def _put_tower(picture: Image.Image, board: DrawnBoard, cell: CellView, middle: Spot) -> None:
    square, height = board.square, str(len(cell.tower))
    sprite = tower(square, cell.tower, is_faint=cell.planned > 0)
    size = square * (0.4 if len(height) == 1 else 0.33)
    lift = face_lift(square, len(cell.tower))
    ink = LOOKS[cell.tower[-1]].ink
    lettered(sprite, height, size, ink, lift).paste_on(picture, middle)


def _put_badges(
    picture: Image.Image, cell: CellView, corner: Spot, radius: float, *, has_numbers: bool
) -> None:
    """Put the numbers of a cell's cubes from its upper left corner on.

    A plus marks a cell that may have to be filled next.

    :param has_numbers: whether to number the cubes, unless the turn has only one.
    """
    signs: list[tuple[str, Sign]] = []
    if has_numbers:
        for number, is_forced in cell.numbers:
            signs.append((str(number), sign_of(is_forced=is_forced, is_planned=cell.planned > 0)))
    if cell.must_be_filled and cell.tower:
        signs.append(("+", "forced"))
    x, y = corner
    for place, (text, sign) in enumerate(signs):
        put_badge(picture, (x + round(place * radius * 2.1), y), text, sign, radius)


def sign_of(*, is_forced: bool, is_planned: bool) -> Sign:
    """Return the kind of a cube's badge."""
    return "forced" if is_forced else "chosen" if is_planned else "placed"


def put_badge(picture: Image.Image, at: Spot, text: str, sign: Sign, radius: float) -> None:
    """Put a badge with a number or sign on a picture."""
    size = radius * (1.3 if len(text) == 1 else 1.05)
    lettered(badge(radius, sign), text, size, BADGES[sign][2]).paste_on(picture, at)
