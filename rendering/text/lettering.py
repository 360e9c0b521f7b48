"""Any text on pictures, on one line, drawn at final size.

The project's own symbols are drawn as shapes, so that no font needs them.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import Literal

from PIL import Image, ImageDraw

from rendering.drawing.palette import Colour
from rendering.text.typefaces import MAIN, Face, TextRun, Weight, font, graphemes, runs

Anchor = Literal["lm", "mm", "rm"]
"""The left, middle or right of the text, at the middle of its capitals."""

_CAPITAL_HEIGHT = 0.72
"""The height of Manrope's capitals, as a share of the font size."""
_WORD_SPACE = 0.29
"""The width of a space, as a share of the font size. Manrope's own is too narrow when small."""
_BOX_WIDTH = 0.62
"""The width of a missing character's box with its margin, as a share of the font size."""


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

    Lines of one size share a baseline, as labels in a row should. Nothing extends further than a
    line's height up or down.
    """
    x, y = at
    em = _em(size)
    base_line = round(y + _CAPITAL_HEIGHT * em / 2)
    line = runs(text)
    widths = [_width(run, em, weight) for run in line]
    left = floor(round(x) - sum(widths) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]])
    if len(line) == 1 and line[0].face == MAIN["Bold"] and not line[0].is_shaped:
        _write_words(picture, line[0].text, (left, base_line), MAIN[weight], em, colour)
        return
    mask = Image.new("L", (round(sum(widths)) + 2 * em, 2 * em))
    start = float(em)
    for run, width in zip(line, widths, strict=True):
        _put(mask, run, (round(start), round(1.4 * em)), em, weight)
        start += width
    picture.paste(colour, (left - em, base_line - round(1.4 * em)), mask)


def width_of(text: str, size: float, weight: Weight = "Bold") -> float:
    """Return the width of a line in pixels."""
    return sum(_width(run, _em(size), weight) for run in runs(text))


def shortened(text: str, size: float, room: float, weight: Weight = "Bold") -> str:
    """Return the text, cut off if it is wider than `room` pixels."""
    if width_of(text, size, weight) <= room:
        return text
    characters = graphemes(text)
    least, most = 0, len(characters)
    while least < most:
        middle = (least + most + 1) // 2
        if width_of("".join(characters[:middle]) + "…", size, weight) <= room:
            least = middle
        else:
            most = middle - 1
    return "".join(characters[:least]).rstrip() + "…"


def _em(size: float) -> int:
    return max(1, round(size))


def _face(run: TextRun, weight: Weight) -> Face | None:
    return MAIN[weight] if run.face == MAIN["Bold"] else run.face


@lru_cache(maxsize=4096)
def _width(run: TextRun, em: int, weight: Weight) -> float:
    face = _face(run, weight)
    if face is None:
        return len(run.text) * _BOX_WIDTH * em
    used = font(face, em, is_shaped=run.is_shaped)
    if run.is_shaped:
        return used.getlength(run.text, direction="rtl" if run.is_leftward else "ltr")
    words = run.text.split(" ")
    return sum(_advance(word, face, em) for word in words) + (len(words) - 1) * _word_space(em)


@lru_cache(maxsize=1024)
def _advance(word: str, face: Face, em: int) -> float:
    """The width of a word that needs no joining."""
    return font(face, em).getlength(word)


def _word_space(em: int) -> int:
    """The width of a word space in whole pixels, so that all gaps look alike."""
    return max(3, round(_WORD_SPACE * em))


def _write_words(
    picture: Image.Image,
    text: str,
    at: tuple[int, int],
    face: Face,
    em: int,
    colour: Colour | int,
) -> None:
    """Write text that needs no joining, with the left end of its baseline at a point."""
    x = float(at[0])
    for word in text.split(" "):
        left = floor(x)
        shape = _shape(word, face, em, x - left)
        if shape is not None:
            mask, (across, down) = shape
            picture.paste(colour, (left + across, at[1] + down), mask)
        x += _advance(word, face, em) + _word_space(em)


@lru_cache(maxsize=1024)
def _shape(
    word: str, face: Face, em: int, fraction: float
) -> tuple[Image.Image, tuple[int, int]] | None:
    """The ink of a word and its offset from the left end of its baseline, or None without ink.

    :param fraction: the shift to the right, in pixels below 1.
    """
    mask = Image.new("L", (ceil(_advance(word, face, em)) + 2 * em, 2 * em))
    base_line = round(1.4 * em)
    pen = ImageDraw.Draw(mask)
    pen.text((em + fraction, base_line), word, font=font(face, em), fill=255, anchor="ls")
    box = mask.getbbox()
    return None if box is None else (mask.crop(box), (box[0] - em, box[1] - base_line))


def _put(mask: Image.Image, run: TextRun, at: tuple[int, int], em: int, weight: Weight) -> None:
    """Draw a run on a mask, with the left end of its baseline at a point."""
    face = _face(run, weight)
    if face is None:
        pen = ImageDraw.Draw(mask)
        for place in range(len(run.text)):
            left = round(at[0] + (place * _BOX_WIDTH + 0.06) * em)
            box = left, round(at[1] - _CAPITAL_HEIGHT * em), round(left + 0.5 * em), at[1]
            pen.rounded_rectangle(box, 0.08 * em, outline=255, width=max(1, round(em * 0.07)))
        return
    if run.is_shaped:
        used, direction = font(face, em, is_shaped=True), "rtl" if run.is_leftward else "ltr"
        pen = ImageDraw.Draw(mask)
        pen.text(at, run.text, font=used, fill=255, anchor="ls", direction=direction)
    else:
        _write_words(mask, run.text, at, face, em, 255)
