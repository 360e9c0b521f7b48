"""Sprites of Scala alone."""

from __future__ import annotations

from functools import lru_cache

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import Emblem, Tone

LOOKS: dict[int, tuple[Tone, Emblem]] = {1: ("light", "ring"), 2: ("dark", "cross")}
STONE = 0.41
"""The radius of a stone, as a share of the side of a cell."""
START, TURN = 0.36, 0.33
"""The radius of a path's start and turns, as a share of the side of a cell."""


@lru_cache(maxsize=4)
def turning_dot(cell: float) -> Sprite:
    """A turn of a path of several jumps, with room for the name of the cell."""
    canvas = sprite_canvas(cell * TURN)
    canvas.circle((0, 0), cell * TURN, palette.INK)
    canvas.circle((0, 0), cell * (TURN - 0.03), palette.LAST)
    return canvas.sprite()


@lru_cache(maxsize=24)
def choice_ground(cell: float, *, captures: bool, wins: bool) -> Sprite:
    """The ground of a selectable cell.

    :param cell: the side of a cell.
    :param captures: whether stones are lost there, which gives it a red corner.
    :param wins: whether the stone reaches its goal there, which makes it gold.
    """
    half = cell * 0.475
    canvas = sprite_canvas(half)
    edge, ground = palette.CHOICE, palette.CHOICE_TINT
    if wins:
        edge, ground = palette.WIN_DEEP, palette.WIN
    _framed(canvas, half, edge, ground, cell)
    if captures:
        size = cell * 0.36
        canvas.polygon([(half - size, -half), (half, -half), (half, -half + size)], palette.LAST)
    return canvas.sprite()


def _framed(canvas: Canvas, half: float, edge: Colour, ground: Colour, cell: float) -> None:
    canvas.rectangle((-half, -half, half, half), edge, cell * 0.09)
    inner = half - cell * 0.06
    canvas.rectangle((-inner, -inner, inner, inner), ground, cell * 0.05)
