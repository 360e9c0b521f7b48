"""Text on pictures: one typeface, drawn at final size.

Symbols are never text: they are drawn as shapes, so that no font must have them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import font_manrope
from PIL import Image, ImageDraw, ImageFont

from rendering.palette import Colour

Weight = Literal["SemiBold", "Bold", "ExtraBold"]
Anchor = Literal["lm", "mm", "rm"]
"""Which point of the text is given: left, middle or right, on the middle of its capitals."""

_CAPITAL_HEIGHT = 0.72
"""Of the font size, in Manrope."""


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Manrope, `size` pixels to the em. The basic layout gives the same picture everywhere."""
    return ImageFont.truetype(
        font_manrope.font_files[f"Manrope{weight}"], size, layout_engine=ImageFont.Layout.BASIC
    )


def write(
    picture: Image.Image,
    at: tuple[float, float],
    text: str,
    size: float,
    colour: Colour,
    *,
    anchor: Anchor = "mm",
    weight: Weight = "Bold",
) -> None:
    """Write one line with its anchor at a point, in pixels.

    Lines of one size share a base line whatever letters they hold, as labels in a row should.
    """
    used = font(round(size), weight)
    x, y = at
    base_line = round(y + _CAPITAL_HEIGHT * used.size / 2)
    pen = ImageDraw.Draw(picture)
    pen.text((round(x), base_line), text, font=used, fill=colour, anchor=f"{anchor[0]}s")


def width_of(text: str, size: float, weight: Weight = "Bold") -> float:
    """How many pixels a line takes."""
    return font(round(size), weight).getlength(text)


def shortened(text: str, size: float, room: float, weight: Weight = "Bold") -> str:
    """The text, its end cut off where it is wider than `room` pixels."""
    if width_of(text, size, weight) <= room:
        return text
    while text and width_of(text + "…", size, weight) > room:
        text = text[:-1]
    return text.rstrip() + "…"
