"""A match as an animated picture.

It is a GIF, which every Discord client plays automatically. A GIF is lossless in the games' fixed
palettes, takes a fifth of the time of a WebP, and stays far below Discord's size limit.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import combinations

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from rendering.registry import painted
from rendering.scenes.scene import Scene

WIDTHS = (600, 400)
"""Widths in pixels, of which the first that stays within the size limit is used."""

FRAME_TIME = 1000
"""Milliseconds for each board."""

LAST_FRAME_TIME = 4000
"""Milliseconds for the last board, before it starts again."""

Progress = Callable[[int, int], None]
"""Called with the number of boards drawn and their total. Its exceptions end the work."""

_KEEP = 1
"""GIF's code for keeping a frame under the next."""


class _TooLarge(Exception):
    """The file exceeds the size limit."""


def animation(scenes: Sequence[Scene], limit: int, progress: Progress) -> bytes:
    """Return scenes of one match, first to last, as a GIF that repeats forever.

    A file that is too large is made narrower, then loses every second board, then three of four and
    so on, but never the first or the last. Takes seconds for hundreds of scenes. Call it in a
    worker thread.

    :param limit: the maximum size in bytes.
    :raises ValueError: if not even the first and the last scene fit.
    """
    for width in WIDTHS:
        try:
            return _encoded(scenes, width, limit, progress)
        except _TooLarge:
            continue
    apart = 2
    while apart // 2 < len(scenes) - 1:
        try:
            return _encoded([*scenes[:-1:apart], scenes[-1]], WIDTHS[-1], limit, progress)
        except _TooLarge:
            apart *= 2
    raise ValueError(f"{limit} bytes hold no animation")


def _encoded(scenes: Sequence[Scene], width: int, limit: int, progress: Progress) -> bytes:
    """Return the file.

    :raises _TooLarge: as soon as it exceeds the limit.
    """
    file = BytesIO()
    for part in _parts(scenes, width, progress):
        file.write(part)
        if file.tell() > limit:
            raise _TooLarge
    return file.getvalue()


def _parts(scenes: Sequence[Scene], width: int, progress: Progress) -> Iterator[bytes]:
    """The file in parts: its header, and each frame as the changes to the frame before."""
    before: Image.Image | None = None
    for number, scene in enumerate(scenes, start=1):
        frame = painted(scene, width)
        palette = bytes(frame.getpalette() or ())
        spare, twin = _spare_colour(palette)
        frame = frame.point([twin if index == spare else index for index in range(256)])
        duration = FRAME_TIME if number < len(scenes) else LAST_FRAME_TIME
        if before is None:
            yield _header(frame.size, palette)
            yield from getdata(frame, duration=duration, disposal=_KEEP)
        else:
            changed, corner = _change(before, frame, spare)
            yield from getdata(
                changed, corner, duration=duration, disposal=_KEEP, transparency=spare
            )
        before = frame
        progress(number, len(scenes))
    yield b";"


def _header(size: tuple[int, int], palette: bytes) -> bytes:
    """The header of a repeating GIF of 256 colours (GIF89a, sections 17 to 19)."""
    screen = struct.pack("<HHBBB", *size, 0b11110111, 0, 0)
    forever = b"!\xff\x0bNETSCAPE2.0" + struct.pack("<BBHB", 3, 1, 0, 0)
    return b"GIF89a" + screen + palette + forever


def _change(
    before: Image.Image, after: Image.Image, spare: int
) -> tuple[Image.Image, tuple[int, int]]:
    """The part of a frame that differs, `spare` elsewhere, and its corner."""
    indices = _indices(after)
    difference = ImageChops.difference(_indices(before), indices)
    left, top, right, bottom = difference.getbbox() or (0, 0, 1, 1)
    indices.paste(spare, mask=difference.point([255, *[0] * 255]))
    return indices.crop((left, top, right, bottom)), (left, top)


def _indices(frame: Image.Image) -> Image.Image:
    """The palette indices, as if they were shades of grey."""
    return Image.frombytes("L", frame.size, frame.tobytes())


@lru_cache(maxsize=16)
def _spare_colour(palette: bytes) -> tuple[int, int]:
    """The least needed palette index, and that of the most similar colour."""

    def unlikeness(places: tuple[int, int]) -> int:
        one, other = (palette[3 * place : 3 * place + 3] for place in places)
        return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))

    twin, spare = min(combinations(range(256), 2), key=unlikeness)
    return spare, twin
