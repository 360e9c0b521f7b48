"""The standings of an event as a picture, with every result.

Columns are opponents if everyone plays everyone, else rounds or games. Cells differ by their
letters and lightness, never by hue alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from language.texts import gettext
from rendering.drawing import palette
from rendering.drawing.encoding import encoded, fixed_palette, specimen_of
from rendering.drawing.palette import Colour
from rendering.figures.parts import (
    HEAD,
    PRINT_PITCH,
    Lettering,
    panel,
    put_fitting,
    shape,
)
from rendering.figures.table import (
    EDGE,
    GAP,
    HEADINGS,
    PITCH,
    ROW,
    Page,
    Row,
    draw_rows,
    put_ground,
    put_place,
)
from rendering.text.lettering import shortened, width_of, write

ROWS = 12
"""Maximum number of rows, so that a phone shows the whole picture."""
PAGE_ROWS = 10
"""Rows on each of several pages, leaving room for the viewer's own row."""
MAX_COLUMNS = 12
MAX_MARKS = 4
"""Maximum number of results in a cell."""

Tone = Literal["won", "drawn", "lost", "missed", "open", "own"]
"""The kind of a mark: a win, a draw, a loss, an unplayed match, a running match, or the cell of a
player against themselves."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One result in a cell."""

    text: str
    """ "1", "½", "0", "bye", or empty for a running match and one's own cell."""
    tone: Tone
    match_id: int | None = None
    """The number of its match, for fronts with links."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The results between two players or in a round, without marks if there are none yet."""

    marks: tuple[Mark, ...] = ()
    note: str = ""
    """The opponent's number, in small letters below."""


@dataclass(frozen=True, slots=True)
class CrosstableRow(Row):
    """A player's place, results and points."""

    points: str
    """The points as displayed, such as "4½"."""
    cells: tuple[Cell, ...] = ()
    """The cells, one for each column."""
    extras: tuple[str, ...] = ()
    """Tie-breaks, one for each heading."""
    is_out: bool = False
    """Whether they have left the event."""
    tag: str = ""
    """A word after the name: "out"."""
    goes: Literal["up", "down"] | None = None
    """The direction of their move to another division, if any."""
    user_id: int | None = None
    """The player, for fronts with links."""


@dataclass(frozen=True, slots=True)
class Crosstable(Page[CrosstableRow]):
    """At most `ROWS` rows."""

    columns: tuple[str, ...] = ()
    """The headings of the cells, "1", "2" and so on, at most `MAX_COLUMNS`."""
    extras: tuple[str, ...] = ()
    """The headings of the tie-breaks: "SB"."""
    points: str = "pts"
    is_over: bool = False
    """Whether the first places get medals."""


_NARROWEST, _WIDEST = 640, 900
"""Width in units. Fewer columns take fewer units, which makes everything larger on a phone."""
_MAX_RATIO = 1.1
"""Maximum ratio of height to width, so that a phone shows the whole picture."""
_PLACE, _NAME = 48, 82
"""The middles or aligned edges of columns, in units."""
_USUAL_NAME, _MIN_NAME = 214, 196
_WIDEST_CELL, _USUAL_CELL, _MIN_CELL = 92, 52, 37
_POINTS, _EXTRA = 72, 74
_BESIDE = 66
"""Minimum width of cells with marks side by side instead of stacked."""

_TONES: dict[Tone, tuple[Colour, Colour]] = {
    "won": (palette.LIGHT_STONE[1], palette.HOLE),
    "drawn": (palette.QUIET_INK, palette.HOLE),
    "lost": (palette.HOLE, palette.INK),
    "missed": (palette.HOLE, palette.LAST_BRIGHT),
    "open": (palette.BACKGROUND, palette.QUIET_INK),
    "own": (palette.BACKGROUND, palette.BACKGROUND),
}
"""The ground and ink of a mark."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """The layout, in units. The picture is `across` units wide."""

    across: float
    name_end: float
    cell: float
    """The width of a column of cells."""
    points: float
    """The middle of the points."""
    extras: tuple[float, ...]
    """The middles of the tie-breaks that have room."""

    def unit(self, picture: Image.Image) -> float:
        """Pixels per unit."""
        return picture.width / self.across

    def middle(self, number: int) -> float:
        """The middle of a column of cells, counted from 0."""
        return self.name_end + (number + 0.5) * self.cell


def _columns_of(table: Crosstable) -> _Columns:
    count = len(table.columns)
    column_count = len(table.extras)
    usual = _USUAL_CELL if all(len(words) <= 2 for words in table.columns) else _WIDEST_CELL
    used = _NAME + _USUAL_NAME + count * usual + _POINTS + EDGE + 8
    rows = len(table.all_rows)
    high = HEAD + HEADINGS + rows * PITCH + GAP + 3 * PRINT_PITCH + 14
    across = min(_WIDEST, max(_NARROWEST, high / _MAX_RATIO, used + min(column_count, 1) * _EXTRA))
    column_count = max(min(column_count, 1), min(column_count, int((across - used) / _EXTRA)))
    right = across - EDGE - 8
    while (
        column_count
        and right - _POINTS - column_count * _EXTRA - _NAME - _MIN_NAME < count * _MIN_CELL
    ):
        column_count -= 1
    free = right - _POINTS - column_count * _EXTRA - _NAME
    cell = min(_WIDEST_CELL, (free - _MIN_NAME) / count) if count else 0
    end = _NAME + free - count * cell
    points = right - column_count * _EXTRA - _POINTS / 2
    middles = (points + _POINTS / 2 + (each + 0.5) * _EXTRA for each in range(column_count))
    return _Columns(across, end, cell, points, tuple(middles))


def draw_crosstable(table: Crosstable, width: int = 900) -> bytes:
    """Return the table as a PNG file, `width` pixels wide. Fewer columns are drawn larger."""
    at = _columns_of(table)
    picture = draw_rows(
        table,
        width,
        lambda picture: _put_headings(picture, table, at),
        lambda picture, row, top: _put_row(picture, table, row, at, top),
        dots=_PLACE,
        across=at.across,
    )
    return encoded(picture, _colours())


@lru_cache(maxsize=1)
def _colours() -> Image.Image:
    inks = (
        palette.INK,
        palette.QUIET_INK,
        palette.HOLE,
        palette.ON_WIN,
        palette.LAST_BRIGHT,
        palette.CHOICE_BRIGHT,
        palette.BACKGROUND,
    )
    grounds = (
        palette.BACKGROUND,
        palette.PANEL,
        palette.OWN_PANEL,
        palette.HOLE,
        palette.LIGHT_STONE[1],
        palette.QUIET_INK,
        palette.WIN,
        palette.SILVER,
        palette.BRONZE,
    )
    plain = Image.new("RGB", (256, 8), palette.BACKGROUND)
    exact = tuple(dict.fromkeys((*grounds, *inks)))
    return fixed_palette(specimen_of(plain, inks=inks, grounds=grounds), exact)


def _put_headings(picture: Image.Image, table: Crosstable, at: _Columns) -> None:
    if not table.rows:
        return
    unit = at.unit(picture)
    y, size = (HEAD + HEADINGS * 0.42) * unit, 20 * unit
    write(picture, (_NAME * unit, y), gettext("name"), size, palette.QUIET_INK, anchor="lm")
    columns = [
        *((words, at.middle(number), at.cell - 6) for number, words in enumerate(table.columns)),
        (table.points, at.points, _POINTS - 6),
        *zip(table.extras, at.extras, [_EXTRA - 6.0] * len(at.extras), strict=False),
    ]
    for words, x, room in columns:
        put_fitting(picture, (x * unit, y), words, room * unit, Lettering(size, palette.QUIET_INK))


def _put_row(
    picture: Image.Image, table: Crosstable, row: CrosstableRow, at: _Columns, top: float
) -> None:
    unit = at.unit(picture)
    middle = put_ground(picture, row, top, at.across)
    ink = palette.QUIET_INK if row.is_out else palette.INK
    place_ink = None if table.is_over and not row.is_out else ink
    put_place(picture, row, (round(_PLACE * unit), middle), unit, 48, place_ink)
    _put_name(picture, row, at, middle)
    for number, cell in enumerate(row.cells[: len(table.columns)]):
        _put_cell(picture, cell, at.middle(number), at.cell, middle, unit)
    room = (_POINTS - 8) * unit
    spot = at.points * unit, middle
    put_fitting(picture, spot, row.points, room, Lettering(31 * unit, ink, "ExtraBold"))
    for x, words in zip(at.extras, row.extras, strict=False):
        spot, room = (x * unit, middle), (_EXTRA - 8) * unit
        put_fitting(picture, spot, words, room, Lettering(24 * unit, palette.QUIET_INK))


def _put_name(picture: Image.Image, row: CrosstableRow, at: _Columns, middle: int) -> None:
    unit = at.unit(picture)
    room = (at.name_end - _NAME - 10) * unit
    if row.goes:
        colour = palette.WIN if row.goes == "up" else palette.LAST_BRIGHT
        spot = round((at.name_end - 22) * unit), middle
        shape(row.goes, 10 * unit, colour).paste_on(picture, spot)
        room -= 30 * unit
    elif row.tag:
        tag = shortened(row.tag, 21 * unit, 0.45 * room, "SemiBold")
        room -= width_of(tag, 21 * unit, "SemiBold") + 10 * unit
        spot = (at.name_end - 10) * unit, middle
        write(picture, spot, tag, 21 * unit, palette.QUIET_INK, anchor="rm", weight="SemiBold")
    name = shortened(row.name or " ", 28 * unit, room)
    ink = palette.QUIET_INK if row.is_out else palette.INK
    write(picture, (_NAME * unit, middle), name, 28 * unit, ink, anchor="lm")


def _put_cell(
    picture: Image.Image, cell: Cell, x: float, width: float, middle: int, unit: float
) -> None:
    """Put the marks of a cell side by side or stacked, and its note below them."""
    marks = cell.marks[:MAX_MARKS]
    if not marks:
        dot = shape("disc", 2.5 * unit, palette.QUIET_INK)
        dot.paste_on(picture, (round(x * unit), middle))
        return
    left, whole, height = x - width / 2 + 2, width - 4, ROW - 10.0
    top = middle / unit - height / 2
    if cell.note:
        height -= 20
        at = x * unit, (top + height + 12) * unit
        style = Lettering(21 * unit, palette.QUIET_INK)
        put_fitting(picture, at, cell.note, whole * unit, style)
    across = len(marks) if width >= _BESIDE else min(len(marks), 1 + len(marks) // 3)
    down = -(-len(marks) // across)
    for number, mark in enumerate(marks):
        column, line = number % across, number // across
        box = (
            left + column * whole / across,
            top + line * height / down,
            whole / across,
            height / down,
        )
        _put_mark(picture, mark, box, unit)


def _put_mark(
    picture: Image.Image, mark: Mark, box: tuple[float, float, float, float], unit: float
) -> None:
    """Put a mark of a cell.

    :param box: left, top, width and height, in units.
    """
    left, top, width, height = box
    x, y = (left + width / 2) * unit, (top + height / 2) * unit
    fill, ink = _TONES[mark.tone]
    ground = panel(
        max(1, round((width - 2) * unit)), max(1, round((height - 2) * unit)), fill, 6 * unit
    )
    ground.paste_on(picture, (round(x), round(y)))
    if mark.tone == "open" and not mark.text:
        shape("disc", 5 * unit, ink).paste_on(picture, (round(x), round(y)))
    elif mark.text:
        size = min(30, 0.94 * height) * unit
        style = Lettering(size, ink, "ExtraBold")
        put_fitting(picture, (x, y), mark.text, (width - 6) * unit, style)
