"""The heading above every board.

It has the seat to move at the left and the latest news at the right.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite
from rendering.drawing.palette import Colour
from rendering.scenes.scene import Scene
from rendering.text.lettering import shortened, width_of, write

HEIGHT = 66
"""The height of the heading in a picture 900 wide."""

_MARGIN, _CHIP_TOP, _CHIP_HEIGHT, _TEXT_SIZE = 14, 12, 50, 27


@lru_cache(maxsize=32)
def _chip(width: int, height: int, fill: Colour) -> Sprite:
    canvas = Canvas(width, height, (0, 0))
    canvas.rectangle((0, 0, width, height), fill, corner=height / 2)
    return canvas.sprite()


def put_heading(
    picture: Image.Image, scene: Scene, icon: Sprite | None, news: str, room: float = 1.0
) -> None:
    """Write the heading on a picture.

    :param icon: the stone of the seat to move or of the winner, as high as the text.
    :param news: the last turn, or the choice so far, cut off if too long.
    :param room: the usable share of the picture's width. Below 1, a gap is left in the middle.
    """
    if not scene.has_heading:
        return
    unit = picture.width / 900
    size = _TEXT_SIZE * unit
    middle = round((_CHIP_TOP + _CHIP_HEIGHT / 2) * unit)
    left = round(_MARGIN * unit)
    is_over = scene.winners is not None
    lead = (56 if icon else 24) * unit
    chip_width = round(lead + width_of(scene.status, size) + 24 * unit)
    height = round(_CHIP_HEIGHT * unit)
    chip = _chip(chip_width, height, palette.WIN if is_over else palette.PANEL)
    chip.paste_on(picture, (left + chip_width // 2, middle))
    if icon:
        icon.paste_on(picture, (left + round(30 * unit), middle))
    ink = palette.ON_WIN if is_over else palette.INK
    write(picture, (left + lead, middle), scene.status, size, ink, anchor="lm")

    news_size = size * 0.93
    free = room * picture.width - 2 * left - chip_width - 24 * unit
    if room < 1:
        free = room * picture.width / 2 - left
    news = shortened(news, news_size, free, "SemiBold")
    ink = palette.CHOICE_BRIGHT if scene.prefix else palette.QUIET_INK
    at = (picture.width - left - 2 * unit, middle)
    write(picture, at, news, news_size, ink, anchor="rm", weight="SemiBold")
