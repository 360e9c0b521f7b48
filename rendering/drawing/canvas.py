"""Drawing at four times the size, for board layers and sprites that are cached.

Pictures are pasted together from what is drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, radians, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from rendering.drawing.palette import Colour, Ramp

SUPERSAMPLING = 4

Point = tuple[float, float]
Spot = tuple[int, int]
"""A point in whole pixels, where sprites are pasted."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small RGBA picture that is pasted by its middle.

    It is shared between threads, so never draw on it.
    """

    image: Image.Image
    middle: Spot | None = None
    """The pixel to paste it by, if not the middle."""

    def paste_on(self, picture: Image.Image, middle: Spot) -> None:
        """Paste it with its middle on a pixel of an RGB picture."""
        x, y = self.middle or (self.image.width // 2, self.image.height // 2)
        picture.paste(self.image, (middle[0] - x, middle[1] - y), self.image)

    def trimmed(self) -> Sprite:
        """Return it without transparent edges, which would slow pasting."""
        box = self.image.getbbox()
        if box is None:
            return self
        x, y = self.middle or (self.image.width // 2, self.image.height // 2)
        return Sprite(self.image.crop(box), (x - box[0], y - box[1]))

    def faded(self, opacity: float) -> Sprite:
        """Return it with its opacity times `opacity` (0 to 1)."""
        image = self.image.copy()
        image.putalpha(image.getchannel("A").point(_scaled(opacity)))
        return Sprite(image, self.middle)


class Canvas:
    """A surface in final pixels, as floats, with (0, 0) at `origin`."""

    def __init__(
        self, width: float, height: float, origin: Point, background: Colour | None = None
    ) -> None:
        self._origin = origin
        size = (ceil(width) * SUPERSAMPLING, ceil(height) * SUPERSAMPLING)
        if background is None:
            self._image = Image.new("RGBA", size, (0, 0, 0, 0))
        else:
            self._image = Image.new("RGB", size, background)
        self._pen = ImageDraw.Draw(self._image)

    def polygon(self, points: Sequence[Point], fill: Colour, opacity: float = 1.0) -> None:
        """A filled polygon. An opacity below 1 replaces what is under it."""
        self._pen.polygon(
            [self._supersampled(point) for point in points], fill=self._ink(fill, opacity)
        )

    def circle(self, middle: Point, radius: float, fill: Colour, opacity: float = 1.0) -> None:
        """A filled circle. An opacity below 1 replaces what is under it."""
        self._pen.ellipse(self._around(middle, radius), fill=self._ink(fill, opacity))

    def ring(
        self, middle: Point, radius: float, thickness: float, colour: Colour, dashes: int = 0
    ) -> None:
        """A ring with this outer radius, whole or in equal dashes."""
        box, wide = self._around(middle, radius), max(1, round(thickness * SUPERSAMPLING))
        if not dashes:
            self._pen.ellipse(box, outline=self._ink(colour), width=wide)
            return
        arc = 360 / dashes
        for dash in range(dashes):
            start = dash * arc - 90 - arc * 0.3
            self._pen.arc(box, start, start + arc * 0.6, fill=self._ink(colour), width=wide)

    def rectangle(self, box: Box, fill: Colour, corner: float = 0) -> None:
        """A filled rectangle with corners of this radius."""
        left, top, right, bottom = box
        (left, top), (right, bottom) = (
            self._supersampled((left, top)),
            self._supersampled((right, bottom)),
        )
        self._pen.rounded_rectangle(
            (left, top, right - 1, bottom - 1), corner * SUPERSAMPLING, fill=self._ink(fill)
        )

    def frame(self, box: Box, colour: Colour, thickness: float, corner: float) -> None:
        """The outline of such a rectangle, drawn inside it."""
        left, top, right, bottom = box
        (left, top), (right, bottom) = (
            self._supersampled((left, top)),
            self._supersampled((right, bottom)),
        )
        self._pen.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            corner * SUPERSAMPLING,
            outline=self._ink(colour),
            width=round(thickness * SUPERSAMPLING),
        )

    def bar(self, start: Point, end: Point, thickness: float, colour: Colour) -> None:
        """A straight line with round ends."""
        (x, y), (to_x, to_y) = start, end
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 or 1.0
        across_x, across_y = (
            -(to_y - y) / length * thickness / 2,
            (to_x - x) / length * thickness / 2,
        )
        self.polygon(
            [
                (x + across_x, y + across_y),
                (to_x + across_x, to_y + across_y),
                (to_x - across_x, to_y - across_y),
                (x - across_x, y - across_y),
            ],
            colour,
        )
        self.circle(start, thickness / 2, colour)
        self.circle(end, thickness / 2, colour)

    def ball(self, middle: Point, radius: float, ramp: Ramp, rim: Colour) -> None:
        """A shaded ball, lit from the upper left, with a thin rim."""
        across = round(2 * radius * SUPERSAMPLING)
        # The gradient is 0 in its middle, which is moved to the upper left of the ball.
        width = round(across * 1.5)
        gradient = Image.radial_gradient("L").resize((width, width), Image.Resampling.BILINEAR)
        left, top = round(width / 2 - across * 0.36), round(width / 2 - across * 0.32)
        gradient = gradient.crop((left, top, left + across, top + across))
        body = ImageOps.colorize(gradient, ramp[0], ramp[2], mid=ramp[1], midpoint=130)
        mask = Image.new("L", (across, across), 0)
        ImageDraw.Draw(mask).ellipse((0, 0, across - 1, across - 1), fill=255)
        x, y = self._supersampled((middle[0] - radius, middle[1] - radius))
        self._image.paste(body, (round(x), round(y)), mask)
        self.ring(middle, radius, max(1.0, radius * 0.045), rim)

    def shadow(self, offset: Point, blur: float, darkness: float) -> None:
        """Put a soft shadow under everything drawn so far. Only on a transparent canvas."""
        alpha = self._image.getchannel("A").point(_scaled(darkness))
        moved = ImageChops.offset(
            alpha, round(offset[0] * SUPERSAMPLING), round(offset[1] * SUPERSAMPLING)
        ).filter(ImageFilter.GaussianBlur(blur * SUPERSAMPLING))
        below = Image.new("RGBA", self._image.size, (0, 0, 0, 0))
        below.putalpha(moved)
        below.alpha_composite(self._image)
        self._image.paste(below)

    def layer(self) -> Image.Image:
        """Return a drawing on a background, at final size (RGB)."""
        return self._image.reduce(SUPERSAMPLING)

    def sprite(self) -> Sprite:
        """Return a drawing on a transparent canvas, at final size.

        It is reduced with premultiplied alpha, or transparent pixels would darken its edges.
        """
        return Sprite(self._image.convert("RGBa").reduce(SUPERSAMPLING).convert("RGBA"))

    def _supersampled(self, point: Point) -> Point:
        x, y = self._origin
        return (x + point[0]) * SUPERSAMPLING, (y + point[1]) * SUPERSAMPLING

    def _around(self, middle: Point, radius: float) -> Box:
        left, top = self._supersampled((middle[0] - radius, middle[1] - radius))
        right, bottom = self._supersampled((middle[0] + radius, middle[1] + radius))
        return left, top, right - 1, bottom - 1

    def _ink(self, colour: Colour, opacity: float = 1.0) -> tuple[int, ...]:
        return colour if self._image.mode == "RGB" else (*colour, round(255 * opacity))


def sprite_canvas(reach: float) -> Canvas:
    """Return a transparent canvas for everything within `reach` pixels of (0, 0), its middle.

    Its side is odd, so that its middle is the middle of a pixel.
    """
    half = ceil(reach)
    return Canvas(2 * half + 1, 2 * half + 1, (half + 0.5, half + 0.5))


def hexagon(middle: Point, radius: float) -> list[Point]:
    """The corners of a hexagon that stands on a corner, clockwise from the top."""
    return around(middle, radius, (-90, -30, 30, 90, 150, 210))


def around(middle: Point, radius: float, degrees: Sequence[float]) -> list[Point]:
    """Points on a circle, clockwise from the right."""
    x, y = middle
    return [(x + radius * cos(radians(turn)), y + radius * sin(radians(turn))) for turn in degrees]


def _scaled(factor: float) -> list[int]:
    """The table that multiplies a channel by a factor from 0 to 1."""
    return [round(value * factor) for value in range(256)]
