"""Common colours, shapes and small print of leaderboards and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite, around, sprite_canvas
from rendering.drawing.encoding import encoded, fixed_palette, specimen_of
from rendering.drawing.palette import Colour
from rendering.text.lettering import Anchor, shortened, width_of, write
from rendering.text.text_table import broken
from rendering.text.typefaces import Weight

Shape = Literal["disc", "square", "up", "down", "diamond"]

MARGIN = 24
"""Side margins of a figure 900 wide, in pixels."""
HEAD = 76
"""The height of the title in pixels."""
PRINT_PITCH = 27
"""The line pitch of small print."""

CURVES: tuple[tuple[Colour, Shape], ...] = tuple(
    zip(
        (palette.PAIRS[1], palette.PAIRS[0], palette.PAIRS[2], *palette.MORE_PAIRS),
        ("disc", "square", "up", "diamond", "down", "disc"),
        strict=True,
    )
)
"""A colour and a shape for each of several curves."""

_INKS = (
    palette.INK,
    palette.QUIET_INK,
    palette.CHOICE_BRIGHT,
    palette.LAST_BRIGHT,
    palette.WIN,
    palette.ON_WIN,
    *(colour for colour, _ in CURVES),
)
_GROUNDS = (
    palette.BACKGROUND,
    palette.PANEL,
    palette.OWN_PANEL,
    palette.HOLE,
    palette.WIN,
    palette.SILVER,
    palette.BRONZE,
    palette.LIGHT_STONE[1],
)


@lru_cache(maxsize=1)
def _colours() -> Image.Image:
    bands = tuple(palette.mixed(palette.BACKGROUND, colour, 0.25) for colour, _ in CURVES)
    plain = Image.new("RGB", (256, 8), palette.BACKGROUND)
    specimen = specimen_of(plain, inks=(*_INKS, palette.BACKGROUND), grounds=(*_GROUNDS, *bands))
    return fixed_palette(specimen, (*_GROUNDS, *bands, *dict.fromkeys(_INKS)))


def finished(picture: Image.Image) -> bytes:
    """A figure (RGB) as a PNG file in the colours of all figures."""
    return encoded(picture, _colours())


@lru_cache(maxsize=128)
def panel(width: int, height: int, fill: Colour, corner: float, frame: float = 0) -> Sprite:
    """Return a rounded area, with a bright frame of this thickness unless it is 0."""
    canvas = Canvas(width, height, (0, 0))
    canvas.rectangle((0, 0, width, height), fill, corner)
    if frame:
        canvas.frame((0, 0, width, height), palette.CHOICE_BRIGHT, frame, corner)
    return canvas.sprite()


@lru_cache(maxsize=128)
def shape(kind: Shape, radius: float, colour: Colour, rim: Colour | None = None) -> Sprite:
    """Return a small shape, with a rim of another colour for contrast."""
    canvas = sprite_canvas(radius * 1.6)
    for reach, ink in ((radius * 1.45, rim), (radius, colour)):
        if ink is None:
            continue
        if kind == "disc":
            canvas.circle((0, 0), reach, ink)
        elif kind == "square":
            half = reach * 0.86
            canvas.polygon([(-half, -half), (half, -half), (half, half), (-half, half)], ink)
        elif kind == "diamond":
            canvas.polygon(around((0, 0), reach * 1.15, (0, 90, 180, 270)), ink)
        else:
            turn = -90 if kind == "up" else 90
            middle = 0, reach * (0.18 if kind == "up" else -0.18)
            canvas.polygon(around(middle, reach * 1.15, (turn, turn + 120, turn + 240)), ink)
    return canvas.sprite()


def put_title(picture: Image.Image, title: str, note: str, units: float = 900) -> None:
    """Put the title at the left, and the subtitle at the right.

    :param units: the figure's width, in the units that all sizes use.
    """
    unit = picture.width / units
    left, right = MARGIN * unit, picture.width - MARGIN * unit
    y = HEAD * unit * 0.54
    title_size, note_size = 34 * unit, 23 * unit
    note = shortened(note, note_size, (right - left) * 0.5)
    free = right - left - width_of(note, note_size, "SemiBold") - 20 * unit
    write(
        picture, (left, y), shortened(title, title_size, free), title_size, palette.INK, anchor="lm"
    )
    at = right, y + 3 * unit
    write(picture, at, note, note_size, palette.QUIET_INK, anchor="rm", weight="SemiBold")


@dataclass(frozen=True, slots=True)
class Lettering:
    """The style of figures in a table."""

    size: float
    """The preferred size in pixels, if there is room for it."""
    ink: Colour = palette.INK
    weight: Weight = "SemiBold"
    anchor: Anchor = "mm"


def put_fitting(
    picture: Image.Image, at: tuple[float, float], words: str, room: float, style: Lettering
) -> None:
    """Write figures, shrunk to fit into `room` pixels and never cut off."""
    size = style.size * min(1.0, room / max(1.0, width_of(words, style.size, style.weight)))
    write(picture, at, words, size, style.ink, anchor=style.anchor, weight=style.weight)


@dataclass(frozen=True, slots=True)
class Tile:
    """A large figure with its caption."""

    label: str
    value: str


TILES = 112
"""The height of a row of tiles in a figure 900 wide, including the gap below."""


def put_tiles(picture: Image.Image, tiles: Sequence[Tile], top: float) -> None:
    """Put tiles of equal width side by side, from margin to margin."""
    unit, gap, height = picture.width / 900, 14, TILES - 16
    width = (900 - 2 * MARGIN - gap * (len(tiles) - 1)) / max(1, len(tiles))
    ground = panel(round(width * unit), round(height * unit), palette.PANEL, 14 * unit)
    value = Lettering(38 * unit, weight="ExtraBold")
    label = Lettering(23 * unit, palette.QUIET_INK)
    for number, tile in enumerate(tiles):
        middle = (MARGIN + number * (width + gap) + width / 2) * unit
        ground.paste_on(picture, (round(middle), round(top + height / 2 * unit)))
        room = (width - 36) * unit
        put_fitting(picture, (middle, top + 36 * unit), tile.value, room, value)
        put_fitting(picture, (middle, top + 74 * unit), tile.label, room, label)


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Wrap small print into lines of at most `room` pixels."""
    lines = broken(text, lambda line: width_of(line, size, "SemiBold") <= room)
    return [shortened(line, size, room, "SemiBold") for line in lines]


PRINT_SIZE = 20
"""Size of small print in a figure 900 wide."""


def put_small_print(picture: Image.Image, lines: list[str], top: float, units: float = 900) -> None:
    """Stack lines of small print.

    :param units: the figure's width, in the units that all sizes use.
    """
    unit = picture.width / units
    for number, line in enumerate(lines):
        y = top + (number + 0.5) * PRINT_PITCH * unit
        at, size = (MARGIN * unit, y), PRINT_SIZE * unit
        write(picture, at, line, size, palette.QUIET_INK, anchor="lm", weight="SemiBold")
