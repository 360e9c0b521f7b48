"""Sprites of Scalus alone. Sizes are relative to the gap between points."""

from __future__ import annotations

from functools import lru_cache

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import Tone
from rendering.scalus.board import HEADQUARTERS_LOOKS, draw_target

TONES: dict[int, Tone] = {1: "dark", 2: "light"}
"""The tone of each seat's stones."""
STONE = 0.45
"""The radius of a stone, as a share of the gap between points."""


@lru_cache(maxsize=8)
def plate(half: float, seat: int) -> Sprite:
    """A small plate of a seat's headquarters, `half` as wide."""
    ground, ink = HEADQUARTERS_LOOKS[seat]
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), ground, half * 0.35)
    draw_target(canvas, (0, 0), half * 2.1, ink)
    return canvas.sprite()


@lru_cache(maxsize=8)
def captured_mark(gap: float, tone: Tone) -> Sprite:
    """A small struck stone, for the corner of the stone that captured it."""
    canvas = sprite_canvas(gap * 0.26)
    ramp = palette.LIGHT_STONE if tone == "light" else palette.DARK_STONE
    canvas.circle((0, 0), gap * 0.25, palette.LAST)
    canvas.circle((0, 0), gap * 0.19, ramp[1])
    arm = gap * 0.13
    canvas.bar((-arm, arm), (arm, -arm), gap * 0.07, palette.LAST)
    return canvas.sprite()


@lru_cache(maxsize=8)
def dot(radius: float, colour: Colour) -> Sprite:
    """A dot, for the stone that stays."""
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, colour)
    return canvas.sprite()


@lru_cache(maxsize=16)
def choice_disc(radius: float) -> Sprite:
    """A disc on a selectable free point."""
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, palette.CHOICE)
    canvas.circle((0, 0), radius * 0.85, palette.CHOICE_TINT)
    return canvas.sprite()


@lru_cache(maxsize=16)
def corner_ground(gap: float) -> Sprite:
    """A tile under a possible corner of a rectangle, clear of its neighbours'."""
    half = gap * 0.46
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), palette.CHOICE, half * 0.14)
    inner = half - gap * 0.06
    canvas.rectangle((-inner, -inner, inner, inner), palette.CHOICE_TINT, half * 0.08)
    return canvas.sprite()


@lru_cache(maxsize=16)
def legend_ground(gap: float) -> Sprite:
    """A piece of the board, for a sign of the legend."""
    half = gap * 0.66
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), palette.WOOD, half * 0.3)
    return canvas.sprite()


@lru_cache(maxsize=32)
def group_ground(across: int, down: int, gap: int, *, is_line: bool) -> Sprite:
    """The ground of a group, from its first to its last stone.

    :param across: pixels to the right from the first to the last stone. `down` is downwards.
    """
    canvas = sprite_canvas(max(abs(across), abs(down)) / 2 + gap)
    for half, colour in ((gap * 0.57, palette.CHOICE), (gap * 0.5, palette.CHOICE_TINT)):
        if is_line:
            start, end = (-across / 2, -down / 2), (across / 2, down / 2)
            canvas.bar(start, end, 2 * half, colour)
        else:
            x, y = abs(across) / 2 + half, abs(down) / 2 + half
            canvas.rectangle((-x, -y, x, y), colour, half)
    return canvas.sprite().faded(0.8)
