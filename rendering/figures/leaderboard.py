"""A leaderboard as a picture, as a table in monospace, and in words for a screen reader."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from language.texts import N_, gettext
from rendering.drawing import palette
from rendering.figures.parts import (
    HEAD,
    Lettering,
    finished,
    panel,
    put_fitting,
    shape,
)
from rendering.figures.table import (
    HEADINGS,
    Page,
    Row,
    draw_rows,
    page_alt,
    page_text,
    put_ground,
    put_place,
    table_lines,
    who,
)
from rendering.text.lettering import Anchor, shortened, width_of, write
from rendering.text.text_table import named

ROWS = 10
"""Maximum number of rows per page."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow(Row):
    """A player's row."""

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
class LeaderboardPage(Page[LeaderboardRow]):
    """Up to `ROWS` rows."""

    reach: tuple[int, int]
    """The values of an empty and of a full bar, the same on all pages."""
    heading: str | None = None
    """The heading of the value column ("rating" by default)."""

    @property
    def heading_words(self) -> str:
        """The heading of the values."""
        return self.heading or gettext("rating")


_PLACE, _NAME, _VALUE, _BAR, _BAR_END = 60, 102, 506, 522, 606
_TRIANGLE, _CHANGE, _RECORD, _STREAK = 632, 648, 757, 846
"""The middles or aligned edges of columns, in a picture 900 wide."""


def draw_leaderboard(board: LeaderboardPage, width: int = 900) -> bytes:
    """Return the page as a PNG file, `width` pixels wide."""
    return finished(
        draw_rows(
            board,
            width,
            lambda picture: _put_headings(picture, board),
            lambda picture, row, top: _put_row(picture, board, row, top),
            dots=_PLACE,
        )
    )


def _put_headings(picture: Image.Image, board: LeaderboardPage) -> None:
    unit = picture.width / 900
    y, size = (HEAD + HEADINGS * 0.42) * unit, 20 * unit
    columns: tuple[tuple[str, float, Anchor], ...] = (
        (gettext("name"), _NAME, "lm"),
        (board.heading_words, _VALUE, "rm"),
        (gettext("month"), _CHANGE + 8, "mm"),
        (gettext("W–D–L"), _RECORD, "mm"),
        (gettext("streak"), _STREAK, "mm"),
    )
    for words, x, anchor in columns:
        at = x * unit, y
        write(picture, at, words, size, palette.QUIET_INK, anchor=anchor, weight="SemiBold")


def _put_row(picture: Image.Image, board: LeaderboardPage, row: LeaderboardRow, top: float) -> None:
    unit = picture.width / 900
    middle = put_ground(picture, row, top)
    put_place(picture, row, (round(_PLACE * unit), middle), unit, 66, None)
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


_NAME_WIDTH = 18
"""Width of a name in cells, which keeps a row below 60."""


def leaderboard_text(board: LeaderboardPage) -> str:
    """Return the page for a code block, in lines of up to 60 cells and below 1900 in all.

    The viewer's row starts with `>`. The change since last month has its sign.
    """
    headings = (
        gettext("name"),
        board.heading_words,
        gettext("month"),
        gettext("W–D–L"),
        gettext("streak"),
    )
    table = table_lines(board, headings, _cells, "<>>>>") if board.all_rows else ()
    return page_text(board, table)


def _cells(row: LeaderboardRow) -> tuple[str, ...]:
    change = gettext("new") if row.change is None else f"{row.change:+d}" if row.change else "="
    name = named(row.name, _NAME_WIDTH)
    return name, row.text, change, row.record_text, row.streak_text


def leaderboard_alt(board: LeaderboardPage) -> str:
    """The page in words: at most 1024 characters."""
    return page_alt(
        board,
        gettext("Leaderboard. {title}, {note}.", title=board.title, note=board.note),
        lambda row: _in_full(row, board.heading_words),
        lambda row: gettext("{who}: {value}.", who=who(row), value=row.text),
    )


def _in_full(row: LeaderboardRow, heading: str) -> str:
    record = gettext(
        "{won} won, {drawn} drawn, {lost} lost", won=row.won, drawn=row.drawn, lost=row.lost
    )
    message = N_("{who}: {heading} {value}, {record}.")
    if row.change is None:
        message = N_("{who}: {heading} {value}, new, {record}.")
    elif row.change > 0:
        message = N_("{who}: {heading} {value}, up {change}, {record}.")
    elif row.change < 0:
        message = N_("{who}: {heading} {value}, down {change}, {record}.")
    return gettext(
        message,
        who=who(row),
        heading=heading,
        value=row.text,
        change=abs(row.change or 0),
        record=record,
    )
