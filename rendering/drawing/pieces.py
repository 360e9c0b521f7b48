"""Stones, marks and icons that several games share, as sprites.

Sizes are pixels of the final picture. Icons stand in a line of text, 22 pixels high and on any
background, so they fill their square and have a background of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageChops

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Spot, Sprite, sprite_canvas
from rendering.drawing.palette import Colour

Tone = Literal["light", "dark"]
Emblem = Literal["", "ring", "cross"]


@lru_cache(maxsize=64)
def stone(radius: float, tone: Tone, emblem: Emblem = "") -> Sprite:
    """A stone with its shadow, lit from the upper left, with its emblem cut into it."""
    canvas = sprite_canvas(radius * 1.5)
    _body(canvas, radius, tone, emblem)
    canvas.shadow((radius * 0.06, radius * 0.1), radius * 0.13, 0.6)
    return canvas.sprite()


@lru_cache(maxsize=64)
def faint_stone(radius: float, tone: Tone, emblem: Emblem = "", *, opacity: float = 0.55) -> Sprite:
    """A planned or removed stone, translucent and without a shadow."""
    canvas = sprite_canvas(radius)
    _body(canvas, radius, tone, emblem)
    return canvas.sprite().faded(opacity)


@lru_cache(maxsize=16)
def stone_middle(radius: float, tone: Tone, emblem: Emblem) -> Sprite:
    """The emblem of a stone with the ground around it, to cover lines across the stone."""
    image = stone(radius, tone, emblem).image.copy()
    canvas = sprite_canvas(radius * 1.5)
    canvas.circle((0, 0), radius * 0.68, palette.INK)
    disc = canvas.sprite().image.getchannel("A")
    image.putalpha(ImageChops.multiply(image.getchannel("A"), disc))
    return Sprite(image)


def _body(canvas: Canvas, radius: float, tone: Tone, emblem: Emblem) -> None:
    light = tone == "light"
    canvas.ball(
        (0, 0),
        radius,
        palette.LIGHT_STONE if light else palette.DARK_STONE,
        palette.LIGHT_RIM if light else palette.DARK_RIM,
    )
    ink = (122, 110, 92) if light else (214, 220, 230)
    if emblem == "ring":
        canvas.ring((0, 0), radius * 0.5, radius * 0.15, ink)
    elif emblem == "cross":
        arm = radius * 0.33
        canvas.bar((-arm, -arm), (arm, arm), radius * 0.17, ink)
        canvas.bar((-arm, arm), (arm, -arm), radius * 0.17, ink)


@lru_cache(maxsize=64)
def ring(radius: float, thickness: float, colour: Colour, dashes: int = 0) -> Sprite:
    """A ring with this outer radius, whole for present stones and dashed for former ones."""
    canvas = sprite_canvas(radius + 1)
    canvas.ring((0, 0), radius, thickness, colour, dashes)
    return canvas.sprite()


@lru_cache(maxsize=16)
def choice_ring(radius: float, thickness: float) -> Sprite:
    """A ring around a stone that is or may be chosen, with a light edge for dark stones."""
    canvas = sprite_canvas(radius + 1)
    canvas.ring((0, 0), radius, thickness, palette.CHOICE)
    canvas.ring((0, 0), radius - thickness * 0.72, thickness * 0.38, palette.INK)
    return canvas.sprite()


@lru_cache(maxsize=16)
def marked_corners(radius: float) -> Sprite:
    """Four corners around a marked place, dark below so that they show on any ground."""
    canvas = sprite_canvas(radius * 1.5)
    arm = radius * 0.5
    for share, colour in ((0.34, palette.BACKGROUND), (0.2, palette.MARKED)):
        thickness = radius * share
        for across in (-1, 1):
            for down in (-1, 1):
                x, y = across * radius, down * radius
                canvas.bar((x, y), (x - across * arm, y), thickness, colour)
                canvas.bar((x, y), (x, y - down * arm), thickness, colour)
    return canvas.sprite()


def put_marked(
    picture: Image.Image, places: Mapping[str, Spot], radius: float, names: Iterable[str]
) -> None:
    """Mark those of these places that exist."""
    for name in names:
        if name in places:
            marked_corners(radius).paste_on(picture, places[name])


@lru_cache(maxsize=32)
def stroke_through(radius: float, thickness: float) -> Sprite:
    """A slanted stroke, for removed things."""
    canvas = sprite_canvas(radius + thickness)
    arm = radius * 0.75
    canvas.bar((-arm, arm), (arm, -arm), thickness * 1.7, palette.INK)
    canvas.bar((-arm, arm), (arm, -arm), thickness, palette.LAST)
    return canvas.sprite()


@lru_cache(maxsize=128)
def path(
    across: int,
    down: int,
    thickness: float,
    gap: float,
    colour: Colour,
    lead: float = 0.0,
    *,
    arrow: bool,
) -> Sprite:
    """A straight part of a path, pasted by the middle between its ends.

    :param across: pixels to the right from start to end. `down` likewise.
    :param gap: the distance of its tip from the end.
    :param arrow: whether it has an arrowhead.
    :param lead: the distance of its tail from the start.
    """
    length = (across**2 + down**2) ** 0.5
    along_x, along_y = across / length, down / length
    head = thickness * 2.6 if arrow else 0.0
    canvas = sprite_canvas(max(abs(across), abs(down)) / 2 + thickness * 3)
    start = (-across / 2 + along_x * lead, -down / 2 + along_y * lead)
    tip = (across / 2 - along_x * gap, down / 2 - along_y * gap)
    neck = (tip[0] - along_x * head, tip[1] - along_y * head)
    for grown, ink in ((thickness * 0.45, palette.INK), (0.0, colour)):
        canvas.bar(start, neck, thickness + grown, ink)
        if arrow:
            width = thickness * 1.5 + grown
            canvas.polygon(
                [
                    (tip[0] + along_x * grown, tip[1] + along_y * grown),
                    (neck[0] - along_y * width, neck[1] + along_x * width),
                    (neck[0] - along_x * grown / 2, neck[1] - along_y * grown / 2),
                    (neck[0] + along_y * width, neck[1] - along_x * width),
                ],
                ink,
            )
    return canvas.sprite().trimmed()


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
