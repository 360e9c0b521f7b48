"""Checks of pictures and texts that several tests share."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from rendering import Scene, alt_text, draw, text_board
from rendering.drawing.canvas import Spot
from rendering.drawing.palette import Colour
from rules.scalas.position import ScalasPosition

MAX_MEAN_DIFFERENCE = 1.0
"""Out of 255. Other versions of typefaces and compressors may differ by less."""

MAX_PIXELS_DIFFERING = 0.02


def image_of(file: bytes) -> Image.Image:
    """Return the image of a file in RGB, without its alpha channel."""
    # Pillow warns about a palette with transparency that becomes RGB directly.
    return Image.open(BytesIO(file)).convert("RGBA").convert("RGB")


def picture(scene: Scene, width: int = 900) -> Image.Image:
    return image_of(draw(scene, width))


def count_pixels_like(image: Image.Image, colour: Colour, middle: Spot, reach: float) -> int:
    """Count the pixels of about this colour in a square around a spot."""
    x, y = middle
    around = round(reach)
    square = image.crop((x - around, y - around, x + around + 1, y + around + 1))
    return sum(
        count
        for count, other in square.getcolors(square.width * square.height) or []
        if isinstance(other, tuple)
        and max(abs(a - b) for a, b in zip(other, colour, strict=True)) < 24
    )


def max_line_length(scene: Scene) -> int:
    """The maximum length of a text board's lines, which fit a phone except in two games.

    A tile of Passtally needs eight characters for its orientation and lines, and a tower of ten
    cubes of Scalas one more than usual.
    """
    if scene.game.key == "passtally":
        return 60
    position = scene.position
    is_tall = isinstance(position, ScalasPosition) and max(map(len, position.towers)) > 9
    return 44 if is_tall else 39


def assert_texts_fit(scene: Scene) -> None:
    board = text_board(scene)
    assert len(board) < 1900
    assert all(len(line) <= max_line_length(scene) for line in board.splitlines())
    assert len(alt_text(scene)) <= 1024
