"""Numbered suggestions on any board, each with an arrow if it moves something."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Spot, Sprite, sprite_canvas
from rendering.drawing.pieces import path
from rendering.scenes.scene import Circle, Place, Shape, Shifts
from rendering.text.lettering import write

_SHARE = 0.78
"""The radius of a number's disc, as a share of that of its place."""


@lru_cache(maxsize=16)
def _disc(radius: float) -> Sprite:
    canvas = sprite_canvas(radius * 1.1)
    canvas.circle((0, 0), radius * 1.1, palette.BACKGROUND)
    canvas.circle((0, 0), radius, palette.MARKED)
    return canvas.sprite()


def put_suggestions(
    picture: Image.Image, places: Sequence[Place], suggested: Sequence[Shifts]
) -> None:
    """Number the ends of suggested moves, from 1, with arrows from their starts."""
    shapes = {place.name: place.shape for place in places}
    for number, shifts in enumerate(suggested, 1):
        for start, end in shifts:
            (x, y), radius = _middle(shapes[end]), _radius(shapes[end]) * _SHARE
            if start != end:
                from_x, from_y = _middle(shapes[start])
                across, down = x - from_x, y - from_y
                lead, gap = _radius(shapes[start]) * 0.8, radius * 1.1
                arrow = path(across, down, radius * 0.3, gap, palette.MARKED, lead, arrow=True)
                arrow.paste_on(picture, (from_x + across // 2, from_y + down // 2))
            _disc(radius).paste_on(picture, (x, y))
            write(
                picture, (x, y), str(number), radius * 1.35, palette.BACKGROUND, weight="ExtraBold"
            )


def _middle(shape: Shape) -> Spot:
    if isinstance(shape, Circle):
        x, y = shape.middle
    else:
        x, y = (sum(each) / len(shape.corners) for each in zip(*shape.corners, strict=True))
    return round(x), round(y)


def _radius(shape: Shape) -> float:
    """Return the radius of a circle inside a place."""
    if isinstance(shape, Circle):
        return shape.radius
    (left, top), (right, bottom) = (
        [pick(each) for each in zip(*shape.corners, strict=True)] for pick in (min, max)
    )
    return min(right - left, bottom - top) / 2
