"""What pictures and texts of ranked players share: leaderboards, crosstables and overviews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from PIL import Image
from wcwidth import width as width_in_cells

from language.lists import sentences
from language.texts import gettext
from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.figures.parts import (
    HEAD,
    MARGIN,
    PRINT_PITCH,
    PRINT_SIZE,
    Lettering,
    panel,
    put_fitting,
    put_small_print,
    put_title,
    shape,
    wrapped,
)
from rendering.text.lettering import shortened, write
from rendering.text.text_table import aligned, broken, first_that_fits, named
from rendering.text.typefaces import readable

MEDALS: dict[int, Colour] = {1: palette.WIN, 2: palette.SILVER, 3: palette.BRONZE}
"""The colours of the first places."""

HEADINGS, PITCH, ROW = 34, 66, 58
"""The heights of the headings, of a row with the gap below it, and of a row alone."""
EDGE = 14
"""The distance of rows from the edges of the picture."""
GAP = 36
"""The height of the dots before the viewer's own row."""

LINE_WIDTH = 60
"""Maximum width of a line of text, in cells."""


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row."""

    place: int | None
    """The place, possibly shared, or None if their results don't count."""
    name: str
    """Any text, as chosen by the person."""
    is_own: bool = field(default=False, kw_only=True)
    """Whether the row is the viewer's."""

    @property
    def place_text(self) -> str:
        """The place as displayed."""
        return "–" if self.place is None else str(self.place)


AnyRow = TypeVar("AnyRow", bound=Row, covariant=True)


@dataclass(frozen=True, slots=True)
class Page(Generic[AnyRow]):
    """The rows of one page, and the words above and below them."""

    title: str
    """ "Scala"."""
    note: str
    """The subtitle: "this server · all time"."""
    rows: tuple[AnyRow, ...]
    own: AnyRow | None = field(default=None, kw_only=True)
    """The viewer's row, if it is on another page."""
    small_print: str = field(default="", kw_only=True)
    """Who is left out, and the page number, wrapped if long."""
    empty: str | None = field(default=None, kw_only=True)
    """The words if there are no rows, or None for the default."""

    @property
    def empty_words(self) -> str:
        """The words in place of rows."""
        return self.empty or gettext("Nobody yet.")

    @property
    def all_rows(self) -> tuple[AnyRow, ...]:
        """The rows, and the viewer's own."""
        return (*self.rows, *((self.own,) if self.own else ()))


def draw_rows(
    page: Page[AnyRow],
    width: int,
    put_headings: Callable[[Image.Image], None],
    put_row: Callable[[Image.Image, AnyRow, float], None],
    *,
    dots: float,
    across: float = 900,
) -> Image.Image:
    """Return the picture (RGB) of a page, `width` pixels wide.

    :param put_row: puts a row, from its top in units.
    :param dots: the middle of the dots before the viewer's row, in units.
    :param across: the width in units.
    """
    unit = width / across
    room = (across - 2 * MARGIN) * unit
    small = wrapped(page.small_print, PRINT_SIZE * unit, room)
    first_row = HEAD + HEADINGS
    top_of_own = first_row + max(1, len(page.rows)) * PITCH + GAP
    top_of_print = top_of_own + (PITCH if page.own else -GAP)
    height = top_of_print + len(small) * PRINT_PITCH + 14
    picture = Image.new("RGB", (width, round(height * unit)), palette.BACKGROUND)
    put_title(picture, page.title, page.note, across)
    put_headings(picture)
    for number, row in enumerate(page.rows):
        put_row(picture, row, first_row + number * PITCH)
    if not page.rows:
        at = width / 2, (first_row + ROW / 2) * unit
        words = shortened(page.empty_words, 27 * unit, room, "SemiBold")
        write(picture, at, words, 27 * unit, palette.QUIET_INK, weight="SemiBold")
    if page.own:
        dot = shape("disc", 3 * unit, palette.QUIET_INK)
        for step in (-1, 0, 1):
            y = round((top_of_own - GAP / 2 - 4) * unit)
            dot.paste_on(picture, (round((dots + step * 13) * unit), y))
        put_row(picture, page.own, top_of_own)
    put_small_print(picture, small, (top_of_print + 2) * unit, across)
    return picture


def put_ground(picture: Image.Image, row: Row, top: float, across: float = 900) -> int:
    """Put the ground of a row, and return the height of its middle in pixels."""
    unit = picture.width / across
    size = round((across - 2 * EDGE) * unit), round(ROW * unit)
    fill = palette.OWN_PANEL if row.is_own else palette.PANEL
    middle = round((top + ROW / 2) * unit)
    ground = panel(*size, fill, 14 * unit, 3 * unit if row.is_own else 0)
    ground.paste_on(picture, (picture.width // 2, middle))
    return middle


def put_place(
    picture: Image.Image,
    row: Row,
    at: tuple[int, int],
    unit: float,
    room: float,
    ink: Colour | None,
) -> None:
    """Put the place of a row, on a medal if it has one.

    :param ink: the colour instead of a medal, or None for a medal.
    """
    medal = MEDALS.get(row.place or 0) if ink is None else None
    if medal:
        shape("disc", 21 * unit, medal).paste_on(picture, at)
    style = Lettering(27 * unit, palette.ON_WIN if medal else ink or palette.INK, "ExtraBold")
    put_fitting(picture, at, row.place_text, room * unit, style)


def page_text(page: Page[AnyRow], table: Sequence[str], max_print: int | None = None) -> str:
    """Return a page for a code block.

    :param table: the lines of `table_lines`.
    :param max_print: the maximum number of lines of small print.
    """
    lines = [named(f"{page.title} · {page.note}", LINE_WIDTH), ""]
    if not page.rows:
        lines.append(named(page.empty_words, LINE_WIDTH))
    lines += table
    small = broken(page.small_print, lambda line: width_in_cells(line) <= LINE_WIDTH)[:max_print]
    return "\n".join(
        [*lines, *([""] if small else []), *(named(line, LINE_WIDTH) for line in small)]
    )


def table_lines(
    page: Page[AnyRow],
    headings: Sequence[str],
    cells: Callable[[AnyRow], Sequence[str]],
    sides: str,
) -> list[str]:
    """Return the aligned lines of all rows.

    The viewer's row starts with `>`, then come the places.

    :param headings: those of the further columns.
    :param cells: returns the further cells of a row.
    :param sides: the alignment of the further columns.
    """
    rows = [(">" if row.is_own else "", row.place_text, *cells(row)) for row in page.all_rows]
    lines = aligned([("", "#", *headings), *rows], f"<>{sides}")
    if page.own and page.rows:
        lines.insert(-1, "   …")
    return lines


def page_alt(
    page: Page[AnyRow],
    heading: str,
    in_full: Callable[[AnyRow], str],
    in_short: Callable[[AnyRow], str],
) -> str:
    """Return a page in words, as many as fit."""
    head = [heading] if page.rows else [heading, page.empty_words]
    return first_that_fits(
        str(sentences(*head, *map(in_words, page.all_rows))) for in_words in (in_full, in_short)
    )


def who(row: Row, tag: str = "") -> str:
    """Return a player with place and tag in words: "3. Ada (up) (you)"."""
    name = readable(row.name) or gettext("someone without a name")
    if tag:
        name = f"{name} ({tag})"
    if row.is_own:
        name = gettext("{name} (you)", name=name)
    return name if row.place is None else gettext("{place}. {name}", place=row.place, name=name)
