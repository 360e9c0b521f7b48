"""A leaderboard as a picture."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.figures.parts import (
    HEAD,
    MARGIN,
    PRINT_PITCH,
    PRINT_SIZE,
    Lettering,
    finished,
    panel,
    put_fitting,
    put_small_print,
    put_title,
    shape,
    wrapped,
)
from rendering.text.lettering import Anchor, shortened, width_of, write
from rules.language import gettext

ROWS = 10
"""Maximum number of rows per page."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player's row."""

    place: int
    name: str
    """Any text, as chosen by the person."""
    value: int
    """The value of the bar: points, wins or matches."""
    text: str
    """The displayed value, such as "1532" or "1532?"."""
    won: int
    drawn: int
    lost: int
    change: int | None = 0
    """The change since last month, or None for new players."""
    streak: int = 0
    """3 for three wins in a row, -2 for two losses, 0 after a draw or without a match."""
    is_own: bool = False
    """Whether the row is the viewer's."""

    @property
    def record_text(self) -> str:
        """ "12–3–5"."""
        return f"{self.won}–{self.drawn}–{self.lost}"

    @property
    def streak_text(self) -> str:
        """ "W3", "L2", or empty."""
        if not self.streak:
            return ""
        if self.streak > 0:
            return gettext("W{streak}", streak=self.streak)
        return gettext("L{streak}", streak=-self.streak)


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Up to `ROWS` rows, the viewer's own, and the words above and below them."""

    title: str
    """ "Scala"."""
    note: str
    """The subtitle: "this server · all time"."""
    rows: tuple[LeaderboardRow, ...]
    """At most `ROWS` rows."""
    reach: tuple[int, int]
    """The values of an empty and of a full bar, the same on all pages."""
    heading: str | None = None
    """The heading of the values, by default "rating"."""
    own: LeaderboardRow | None = None
    """The viewer's row, if it is on another page."""
    small_print: str = ""
    """Who is left out, and the page number, wrapped if long."""
    empty: str | None = None
    """The words if there are no rows, or None for the default."""


_HEADINGS, _PITCH, _ROW, _GAP = 34, 66, 58, 36
_PLACE, _NAME, _VALUE, _BAR, _BAR_END = 60, 102, 506, 522, 606
_TRIANGLE, _CHANGE, _RECORD, _STREAK = 632, 648, 757, 846
"""The middles or aligned edges of columns, in a picture 900 wide."""


def empty_words(board: LeaderboardPage) -> str:
    """Return the words in place of rows."""
    return board.empty or gettext("Nobody yet.")


def heading_words(board: LeaderboardPage) -> str:
    """Return the heading of the values."""
    return board.heading or gettext("rating")


def draw_leaderboard(board: LeaderboardPage, width: int = 900) -> bytes:
    """Return the page as a PNG file, `width` pixels wide."""
    unit = width / 900
    small = wrapped(board.small_print, PRINT_SIZE * unit, (900 - 2 * MARGIN) * unit)
    lines = max(1, len(board.rows))
    top_of_own = HEAD + _HEADINGS + lines * _PITCH + _GAP
    top_of_print = top_of_own + (_PITCH if board.own else -_GAP)
    height = top_of_print + len(small) * PRINT_PITCH + 14
    picture = Image.new("RGB", (width, round(height * unit)), palette.BACKGROUND)
    put_title(picture, board.title, board.note)
    _put_headings(picture, board)
    for number, row in enumerate(board.rows):
        _put_row(picture, board, row, HEAD + _HEADINGS + number * _PITCH)
    if not board.rows:
        at = width / 2, (HEAD + _HEADINGS + _ROW / 2) * unit
        words = shortened(empty_words(board), 27 * unit, (900 - 2 * MARGIN) * unit, "SemiBold")
        write(picture, at, words, 27 * unit, palette.QUIET_INK, weight="SemiBold")
    if board.own:
        for step in (-1, 0, 1):
            dot = shape("disc", 3 * unit, palette.QUIET_INK)
            at = round((_PLACE + step * 13) * unit), round((top_of_own - _GAP / 2 - 4) * unit)
            dot.paste_on(picture, at)
        _put_row(picture, board, board.own, top_of_own)
    put_small_print(picture, small, (top_of_print + 2) * unit)
    return finished(picture)


def _put_headings(picture: Image.Image, board: LeaderboardPage) -> None:
    unit = picture.width / 900
    y, size = (HEAD + _HEADINGS * 0.42) * unit, 20 * unit
    columns: tuple[tuple[str, float, Anchor], ...] = (
        (gettext("name"), _NAME, "lm"),
        (heading_words(board), _VALUE, "rm"),
        (gettext("month"), _CHANGE + 8, "mm"),
        (gettext("W–D–L"), _RECORD, "mm"),
        (gettext("streak"), _STREAK, "mm"),
    )
    for words, x, anchor in columns:
        at = x * unit, y
        write(picture, at, words, size, palette.QUIET_INK, anchor=anchor, weight="SemiBold")


def _put_row(picture: Image.Image, board: LeaderboardPage, row: LeaderboardRow, top: float) -> None:
    unit = picture.width / 900
    width, height = round((900 - 2 * 14) * unit), round(_ROW * unit)
    fill = palette.OWN_PANEL if row.is_own else palette.PANEL
    ground = panel(width, height, fill, 14 * unit, 3 * unit if row.is_own else 0)
    middle = round((top + _ROW / 2) * unit)
    ground.paste_on(picture, (picture.width // 2, middle))
    _put_place(picture, row, middle)
    end = _VALUE - 18 - width_of(row.text, 30, "ExtraBold")
    name = shortened(row.name or " ", 29 * unit, (end - _NAME) * unit)
    write(picture, (_NAME * unit, middle), name, 29 * unit, palette.INK, anchor="lm")
    at = _VALUE * unit, middle
    write(picture, at, row.text, 30 * unit, palette.INK, anchor="rm", weight="ExtraBold")
    _put_bar(picture, board, row, middle)
    _put_change(picture, row, middle)
    record = Lettering(25 * unit)
    put_fitting(picture, (_RECORD * unit, middle), row.record_text, 112 * unit, record)
    if row.streak_text:
        ink = palette.WIN if row.streak > 0 else palette.QUIET_INK
        style = Lettering(25 * unit, ink, "Bold")
        put_fitting(picture, (_STREAK * unit, middle), row.streak_text, 52 * unit, style)


_MEDALS: dict[int, Colour] = {1: palette.WIN, 2: palette.SILVER, 3: palette.BRONZE}


def _put_place(picture: Image.Image, row: LeaderboardRow, middle: int) -> None:
    unit = picture.width / 900
    at = round(_PLACE * unit), middle
    medal = _MEDALS.get(row.place)
    if medal:
        shape("disc", 21 * unit, medal).paste_on(picture, at)
    ink = palette.ON_WIN if medal else palette.INK
    put_fitting(picture, at, str(row.place), 66 * unit, Lettering(27 * unit, ink, "ExtraBold"))


def _put_bar(
    picture: Image.Image, board: LeaderboardPage, row: LeaderboardRow, middle: int
) -> None:
    unit = picture.width / 900
    low, high = board.reach
    share = min(1.0, max(0.0, (row.value - low) / max(1, high - low)))
    thickness = round(14 * unit)
    whole = round((_BAR_END - _BAR) * unit)
    left = round(_BAR * unit)
    groove = panel(whole, thickness, palette.HOLE, thickness / 2)
    groove.paste_on(picture, (left + whole // 2, middle))
    filled = max(thickness, round(whole * share))
    bar = panel(filled, thickness, palette.PAIRS[1], thickness / 2)
    bar.paste_on(picture, (left + filled // 2, middle))


def _put_change(picture: Image.Image, row: LeaderboardRow, middle: int) -> None:
    unit = picture.width / 900
    if row.change is None:
        at = (_CHANGE + 8) * unit, middle
        write(picture, at, gettext("new"), 23 * unit, palette.QUIET_INK, weight="SemiBold")
        return
    if row.change == 0:
        dash = panel(round(18 * unit), round(4 * unit), palette.QUIET_INK, 2 * unit)
        dash.paste_on(picture, (round((_CHANGE + 8) * unit), middle))
        return
    is_up = row.change > 0
    ink = palette.CHOICE_BRIGHT if is_up else palette.LAST_BRIGHT
    arrow = shape("up" if is_up else "down", 10 * unit, ink)
    arrow.paste_on(picture, (round(_TRIANGLE * unit), middle))
    at = _CHANGE * unit, middle
    style = Lettering(25 * unit, ink, "Bold", "lm")
    put_fitting(picture, at, str(abs(row.change)), 48 * unit, style)
