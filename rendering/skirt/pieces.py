"""Sprites of Skirt alone."""

from __future__ import annotations

from functools import lru_cache

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite, hexagon, sprite_canvas
from rendering.drawing.pieces import Tone

TONES: dict[int, Tone] = {1: "light", 2: "dark"}
STONE = 0.72
"""The radius of a stone, as a share of a cell's."""


@lru_cache(maxsize=16)
def choice_ground(radius: float) -> Sprite:
    """The ground of a selectable cell.

    :param radius: the radius of the cell, to its corners.
    """
    canvas = sprite_canvas(radius)
    canvas.polygon(hexagon((0, 0), radius * 0.955), palette.CHOICE)
    canvas.polygon(hexagon((0, 0), radius * 0.82), palette.CHOICE_TINT)
    return canvas.sprite()


@lru_cache(maxsize=16)
def won_ground(radius: float) -> Sprite:
    """The ground of a winning chain."""
    canvas = sprite_canvas(radius * 1.05)
    canvas.polygon(hexagon((0, 0), radius * 1.02), palette.WIN_DEEP)
    canvas.polygon(hexagon((0, 0), radius * 0.93), palette.WIN)
    return canvas.sprite()
