"""Pictures of pages for link previews: a board beside the title, rows and lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import Icon
from rendering.glimpses import trimmed
from rendering.registry import PAINTERS
from rendering.scenes.scene import Scene
from rendering.text.lettering import shortened, width_of, write
from rendering.text.text_table import broken
from rendering.text.typefaces import Weight

WIDTH, HEIGHT = 1200, 630

_BOARD, _MARGIN = 570, 30
_LEFT, _RIGHT = 640, WIDTH - 48
_ROOM = _RIGHT - _LEFT
_ACCENT: Colour = (227, 179, 95)
_ROW, _PIECE, _MAX_LINES = 56, 36, 5


@dataclass(frozen=True, slots=True)
class CardRow:
    """A player or a game with a value: "Ada 1532"."""

    name: str
    value: str = ""
    icon: Icon | None = None
    is_marked: bool = False
    """Whether it is the winner, or the player to move."""


@dataclass(frozen=True, slots=True)
class SocialCard:
    """The content of a picture. What doesn't fit is cut off."""

    scene: Scene
    label: str
    """The kind of page, above the title."""
    title: str
    rows: Sequence[CardRow] = ()
    lines: Sequence[str] = ()
    """Paragraphs below the rows."""


def draw_social_card(card: SocialCard) -> bytes:
    """Return the card as a PNG file of `WIDTH` by `HEIGHT` pixels.

    Call it in a worker thread.
    """
    file = BytesIO()
    picture = painted_card(card).quantize(256, dither=Image.Dither.NONE)
    picture.save(file, "PNG", compress_level=6)
    return file.getvalue()


def painted_card(card: SocialCard) -> Image.Image:
    """Return the unencoded card (RGB)."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), palette.BACKGROUND)
    board = trimmed(card.scene, 900)
    board.thumbnail((_BOARD, _BOARD), Image.Resampling.LANCZOS)
    middle = _MARGIN + _BOARD // 2
    picture.paste(board, (middle - board.width // 2, (HEIGHT - board.height) // 2))
    top = _put_lines(picture, [card.label], 48, 26, palette.QUIET_INK, "SemiBold", limit=1)
    top = _put_lines(
        picture, [card.title], top + 6, _title_size(card.title), palette.INK, "ExtraBold", limit=2
    )
    top += 18
    foot = HEIGHT - 100
    count = min(len(card.rows), int((foot - top) // _ROW))
    for row in card.rows[:count]:
        _put_row(picture, row, top)
        top += _ROW
    if card.rows:
        top += 14
    limit = min(_MAX_LINES, int((foot - top) // (30 * 1.35)))
    _put_lines(picture, card.lines, top, 30, palette.INK, "SemiBold", limit=limit)
    _put_wordmark(picture)
    return picture


def _title_size(title: str) -> int:
    """Return the size at which a title takes two lines, and no word of it is cut off."""
    for size in (60, 46):

        def fits(text: str, size: float = size) -> bool:
            return width_of(text, size, "ExtraBold") <= _ROOM

        lines = broken(title, fits)
        if len(lines) <= 2 and all(map(fits, lines)):
            return size
    return 38


def _put_lines(
    picture: Image.Image,
    paragraphs: Sequence[str],
    top: float,
    size: float,
    ink: Colour,
    weight: Weight,
    *,
    limit: int,
) -> float:
    """Write paragraphs in up to `limit` lines, and return where they end."""
    lines = [
        line
        for paragraph in paragraphs
        for line in broken(paragraph, lambda text: width_of(text, size, weight) <= _ROOM)
    ]
    if len(lines) > limit:
        lines = [*lines[:limit]]
        lines[-1:] = [f"{each.rstrip('.,;:。、')}…" for each in lines[-1:]]
    pitch = size * (1.15 if weight == "ExtraBold" else 1.35)
    for line in lines:
        at, words = (_LEFT, top + pitch / 2), shortened(line, size, _ROOM, weight)
        write(picture, at, words, size, ink, anchor="lm", weight=weight)
        top += pitch
    return top


def _put_row(picture: Image.Image, row: CardRow, top: float) -> None:
    middle = round(top + _ROW / 2)
    ground = _row_ground(is_marked=row.is_marked)
    ground.paste_on(picture, (_LEFT + _ROOM // 2, middle))
    x = _LEFT + 20
    if row.icon is not None:
        _piece(row.icon).paste_on(picture, (x + _PIECE // 2, middle))
        x += _PIECE + 16
    room = _RIGHT - 20 - x
    value = shortened(row.value, 30, room * 0.6, "Bold")
    at = (_RIGHT - 20, middle)
    write(picture, at, value, 30, palette.INK, anchor="rm", weight="Bold")
    room -= width_of(value, 30, "Bold") + (16 if value else 0)
    name = shortened(row.name or " ", 30, room, "Bold")
    write(picture, (x, middle), name, 30, palette.INK, anchor="lm", weight="Bold")


@lru_cache(maxsize=2)
def _row_ground(*, is_marked: bool) -> Sprite:
    width, height = _ROOM, _ROW - 8
    canvas = Canvas(width, height, (0, 0))
    canvas.rectangle((0, 0, width, height), palette.PANEL, 12)
    if is_marked:
        canvas.rectangle((0, 10, 5, height - 10), _ACCENT, 2.5)
    return canvas.sprite()


@lru_cache(maxsize=32)
def _piece(icon: Icon) -> Sprite:
    picture = PAINTERS[icon.game].icons()[icon.name].copy()
    picture.thumbnail((_PIECE, _PIECE), Image.Resampling.LANCZOS)
    return Sprite(picture)


_STAIRS = ((5, 26), (5, 20), (11, 20), (11, 15), (17, 15), (17, 10), (23, 10), (23, 5), (27, 5))


def _put_wordmark(picture: Image.Image) -> None:
    """Put the icon of the site and its name in the lower right."""
    scale, middle = 44 / 32, HEIGHT - 62
    canvas = Canvas(44, 44, (0, 0))
    canvas.polygon([(x * scale, y * scale) for x, y in (*_STAIRS, (27, 26))], (200, 150, 62))
    canvas.sprite().paste_on(picture, (_LEFT + 18, middle))
    at = (_LEFT + 52, middle)
    write(picture, at, "Stairwell", 34, palette.INK, anchor="lm", weight="ExtraBold")
