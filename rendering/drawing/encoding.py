"""Encoding pictures as PNG in a fixed palette, at a fifth of the time and a third of the size.

The palette is made from a specimen of everything a game draws. The corners are round and
transparent, so that a picture is a card on any background.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from struct import pack
from zlib import crc32

from isal.isal_zlib import compress  # pyright: ignore[reportUnknownVariableType]
from PIL import Image, ImageOps

from rendering.drawing import palette
from rendering.drawing.canvas import Spot, Sprite, sprite_canvas
from rendering.drawing.palette import Colour

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
"""The first bytes of a PNG file."""

_INDEXED = 3
"""PNG's colour type of pixels that are palette entries."""

_COMPRESSION = 1
"""ISA-L's level. Level 0 saves a tenth of the time but takes a fifth more space."""

_CORNER = 24
"""The radius of the corners of a picture 900 wide."""

_SHADES = (0, 64, 128, 192)
"""The opacities of the corners, from outside to their edge. Each takes a palette entry."""

PICTURE_COLOURS = 256 - len(_SHADES)
"""Number of palette entries for pictures."""


def fixed_palette(specimen: Image.Image, exact: Sequence[Colour]) -> Image.Image:
    """Return the best colours for a game, as an image with them as its palette.

    :param specimen: a picture of everything that the game may show.
    :param exact: colours to keep exactly, because drift shows on large plain areas.
    """
    # Every other pixel each way has the same colours in a quarter of the time.
    smaller = (specimen.width // 2, specimen.height // 2)
    sample = specimen.resize(smaller, Image.Resampling.NEAREST)
    free = PICTURE_COLOURS - len(exact)
    quantized = sample.quantize(free, method=Image.Quantize.MEDIANCUT, kmeans=4)
    values = quantized.getpalette() or []
    triples = [(red, green, blue) for red, green, blue in zip(*[iter(values)] * 3, strict=True)]
    adjusted = [
        next((each for each in exact if _is_close(each, other)), other) for other in triples
    ]
    corners = [palette.BACKGROUND] * len(_SHADES)
    # Lookup finds the first of equal colours, which leaves the last entries to the corners.
    values = [
        part
        for colour in (palette.BACKGROUND, *adjusted[1:free], *exact, *corners)
        for part in colour
    ]
    colours = Image.new("P", (1, 1))
    colours.putpalette(values)
    return colours


def _is_close(one: Colour, other: Colour) -> bool:
    """Whether two colours may be confused by Pillow's coarse lookup."""
    return all(abs(a - b) <= 6 for a, b in zip(one, other, strict=True))


def flattened(picture: Image.Image, colours: Image.Image) -> Image.Image:
    """The picture (RGB) as a palette picture in the fixed colours, without dither."""
    return picture.quantize(palette=colours, dither=Image.Dither.NONE)


def encoded(picture: Image.Image, colours: Image.Image) -> bytes:
    """The picture (RGB) as a palette PNG in the fixed colours."""
    return with_round_corners(flattened(picture, colours))


def with_round_corners(picture: Image.Image) -> bytes:
    """Return a palette picture as a PNG file with round corners.

    :param picture: a picture of at most `PICTURE_COLOURS` colours. It is modified.
    """
    values = [*(picture.getpalette() or [])[: 3 * PICTURE_COLOURS]]
    values += palette.BACKGROUND * (256 - len(values) // 3)
    across, down = picture.size
    radius = round(_CORNER * across / 900)
    places = [*product((0, across - radius), (0, down - radius))]
    for entry, corners in enumerate(_corners(radius), PICTURE_COLOURS):
        for corner, place in zip(corners, places, strict=True):
            picture.paste(entry, place, corner)
    return _png(picture, bytes(values), bytes((*[255] * PICTURE_COLOURS, *_SHADES)))


def _png(picture: Image.Image, colours: bytes, opacity: bytes) -> bytes:
    """Return a palette picture as a PNG file (https://www.w3.org/TR/png-3/).

    Pillow writes it too, but its zlib takes five times as long as that of ISA-L for the same size.

    :param colours: red, green and blue of each palette entry.
    :param opacity: the opacity of each palette entry.
    """
    width, height = picture.size
    # Each row begins with the number of its filter. Cropping adds a column of zeros, for none.
    rows = picture.crop((-1, 0, width, height))
    chunks = (
        (b"IHDR", pack(">IIBBBBB", width, height, 8, _INDEXED, 0, 0, 0)),
        (b"PLTE", colours),
        (b"tRNS", opacity),
        (b"IDAT", compress(rows.tobytes(), _COMPRESSION)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(
        pack(">I", len(data)) + name + data + pack(">I", crc32(name + data))
        for name, data in chunks
    )


@lru_cache(maxsize=8)
def _corners(radius: int) -> tuple[tuple[Image.Image, ...], ...]:
    """The pixels of each shade in the corners: upper left, lower left, upper right, lower right."""
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, palette.INK)
    disc = canvas.sprite().image.getchannel("A")
    left, top = disc.width // 2 - radius, disc.height // 2 - radius
    opacity = disc.crop((left, top, left + radius, top + radius))
    step = 256 // len(_SHADES)
    nearest = [min(round(value / step), len(_SHADES)) for value in range(256)]
    return tuple(
        (upper, ImageOps.flip(upper), ImageOps.mirror(upper), ImageOps.flip(ImageOps.mirror(upper)))
        for shade in range(len(_SHADES))
        for upper in (opacity.point([255 * (each == shade) for each in nearest]),)
    )


INKS: tuple[Colour, ...] = (
    palette.INK,
    palette.QUIET_INK,
    palette.CHOICE_BRIGHT,
    palette.LAST,
    palette.LAST_BRIGHT,
    palette.CHOICE,
    palette.WIN,
    palette.WIN_DEEP,
    *palette.PAIRS,
)
"""The colours of lines, marks and letters."""
GROUNDS: tuple[Colour, ...] = (
    palette.BACKGROUND,
    palette.PANEL,
    palette.WOOD,
    palette.CHOICE_TINT,
    palette.WIN,
    palette.LIGHT_STONE[1],
    palette.DARK_STONE[1],
)
"""The colours of plain areas below them."""


def specimen_of(
    layer: Image.Image,
    spots: Sequence[Spot] = (),
    sprites: Sequence[Sprite] = (),
    *,
    inks: Sequence[Colour] = INKS,
    grounds: Sequence[Colour] = GROUNDS,
) -> Image.Image:
    """Return a board with every sprite on it, several times, and every ink on every ground.

    Marks cover few pixels of a real picture, so their colours would be averaged away.
    """
    height = layer.height + len(inks) * len(grounds) * 2
    specimen = Image.new("RGB", (layer.width, height), palette.BACKGROUND)
    specimen.paste(layer)
    for place, spot in enumerate(spots):
        if place % 4:
            sprites[place % len(sprites)].paste_on(specimen, spot)
    top = layer.height
    ramp = Image.linear_gradient("L").rotate(90).resize((layer.width, 2))
    for ground in grounds:
        for ink in inks:
            full = Image.new("RGB", ramp.size, ink)
            specimen.paste(
                Image.composite(full, Image.new("RGB", ramp.size, ground), ramp), (0, top)
            )
            top += 2
    return specimen
