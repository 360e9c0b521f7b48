"""What lies on the board of Scala and no other game has, as sprites."""

from __future__ import annotations

from functools import lru_cache

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import Emblem, Tone

LOOKS: dict[int, tuple[Tone, Emblem]] = {1: ("light", "ring"), 2: ("dark", "cross")}
STONE = 0.41
"""The radius of a stone, of the side of a cell."""
START, TURN = 0.36, 0.33
"""The radius of what marks the start of a way, and a cell where it turns, of the same."""


@lru_cache(maxsize=4)
def turning_dot(cell: float) -> Sprite:
    """Where a way of several jumps turns; it holds the name of the cell."""
    canvas = sprite_canvas(cell * TURN)
    canvas.circle((0, 0), cell * TURN, palette.INK)
    canvas.circle((0, 0), cell * (TURN - 0.03), palette.LAST)
    return canvas.sprite()


@lru_cache(maxsize=24)
def choice_ground(cell: float, *, captures: bool, wins: bool) -> Sprite:
    """What lies under a cell that may be chosen.

    :param cell: the side of a cell.
    :param captures: stones are lost there: a red corner.
    :param wins: the stone reaches its goal there: gold.
    """
    half = cell * 0.475
    canvas = sprite_canvas(half)
    edge, ground = palette.CHOICE, palette.CHOICE_TINT
    if wins:
        edge, ground = palette.WIN_DEEP, palette.WIN
    _framed(canvas, half, edge, ground, cell)
    if captures:
        long = cell * 0.36
        canvas.polygon([(half - long, -half), (half, -half), (half, -half + long)], palette.LAST)
    return canvas.sprite()


def _framed(canvas: Canvas, half: float, edge: Colour, ground: Colour, cell: float) -> None:
    canvas.rectangle((-half, -half, half, half), edge, cell * 0.09)
    inner = half - cell * 0.06
    canvas.rectangle((-inner, -inner, inner, inner), ground, cell * 0.05)
