"""Small square pictures of pieces, to stand in a line of text.

They are shown 22 pixels high on any background, so they fill their square and have a background of
their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from rendering.drawing.canvas import Canvas, Sprite


@dataclass(frozen=True, slots=True)
class Icon:
    """The subject of an icon: a game, a seat's piece, or another named thing of the game."""

    game: str
    """The key of the game."""
    name: str


SIDE = 128
"""Pixels of an icon, each way."""

MIDDLE = SIDE // 2

GAME = "game"
"""The name of the icon of a game itself."""


def seat_icon(seat: int) -> str:
    """Return the name of the icon of a seat's pieces."""
    return f"seat{seat}"


def icon_canvas() -> Canvas:
    """Return a transparent canvas of the size of an icon, with (0, 0) in its middle."""
    return Canvas(SIDE, SIDE, (MIDDLE, MIDDLE))


def assembled(*parts: Sprite | tuple[Sprite, int, int]) -> Image.Image:
    """Return an icon of sprites, the first at the bottom.

    :param parts: sprites in the middle, or with their offsets to the right and downwards.
    """
    image = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    for part in parts:
        sprite, right, down = part if isinstance(part, tuple) else (part, 0, 0)
        x, y = sprite.middle or (sprite.image.width // 2, sprite.image.height // 2)
        layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
        layer.paste(sprite.image, (MIDDLE + right - x, MIDDLE + down - y))
        image.alpha_composite(layer)
    return image


Icons = Mapping[str, Image.Image]
"""The icons of a game (RGBA), by name."""
