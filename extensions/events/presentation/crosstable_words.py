"""The standings of an event as a table in monospace, and in words."""

from __future__ import annotations

from wcwidth import width

from extensions.events.presentation.crosstable import Cell, Crosstable, CrosstableRow, Mark
from language.lists import row_of
from language.texts import gettext, pgettext
from rendering.figures.table import LINE_WIDTH, page_alt, page_text, table_lines, who
from rendering.text.text_table import fitted, named
from rendering.text.typefaces import readable

_NAMES = (18, 14, 10, 8)
"""Widths of a name, in cells, by decreasing room."""
_MIN_NAME = 4
"""Minimum width of a name before a word, in cells."""

_UNDER_WAY, _OWN, _NOTHING = "·", "x", ""


def crosstable_text(table: Crosstable) -> str:
    """Return the table for a code block, in lines of up to 60 cells and below 1900 in all.

    The viewer's row starts with `>`. If the results leave no room for names, only points are shown.
    """
    return page_text(table, _fitting_table(table) if table.rows else (), max_print=4)


def _fitting_table(table: Crosstable) -> list[str]:
    for columns in (len(table.columns), 0):
        for extras in (len(table.extras), 0):
            for cells in _NAMES:
                lines = _table(table, columns, extras, cells)
                longest = max(map(width, lines))
                if longest <= LINE_WIDTH and sum(len(line) + 1 for line in lines) <= 1500:
                    return lines
    return [fitted(line, LINE_WIDTH) for line in _table(table, 0, 0, _NAMES[-1])]


def _table(table: Crosstable, columns: int, extras: int, name: int) -> list[str]:
    headings = (
        gettext("name"),
        *(readable(column) for column in table.columns[:columns]),
        table.points,
        *table.extras[:extras],
    )

    def cells(row: CrosstableRow) -> tuple[str, ...]:
        results = (*row.cells, *[Cell()] * columns)[:columns]
        further = (*row.extras, *[""] * extras)[:extras]
        return _named(row, name), *map(_cell_text, results), row.points, *further

    return table_lines(table, headings, cells, "<" + ">" * (columns + 1 + extras))


def _named(row: CrosstableRow, cells: int) -> str:
    """A name, shortened if needed, and its tag."""
    tag = f" ({named(_tag(row), cells)})" if _tag(row) else ""
    return f"{named(row.name, max(_MIN_NAME, cells - width(tag)))}{tag}"


def _cell_text(cell: Cell) -> str:
    marks = "".join(_mark_text(mark) for mark in cell.marks) or _NOTHING
    return f"{marks}:{cell.note}" if cell.note else marks


def _mark_text(mark: Mark) -> str:
    if mark.tone == "own":
        return _OWN
    return readable(mark.text) or _UNDER_WAY


def crosstable_alt(table: Crosstable) -> str:
    """The table in words: at most 1024 characters."""
    return page_alt(
        table,
        gettext("Standings. {title}, {note}.", title=table.title, note=table.note),
        lambda row: _in_full(row, table),
        lambda row: gettext("{who}: {value}.", who=who(row, _tag(row)), value=row.points),
    )


def _in_full(row: CrosstableRow, table: Crosstable) -> str:
    extras = [
        f"{words} {value}" for words, value in zip(table.extras, row.extras, strict=False) if value
    ]
    results = [
        f"{words}: {text}"
        for words, cell in zip(table.columns, row.cells, strict=False)
        for text in [" ".join(_mark_in_words(mark) for mark in cell.marks if mark.tone != "own")]
        if text
    ]
    points = gettext("{value} {heading}", value=row.points, heading=table.points)
    values = row_of([points, *extras])
    if not results:
        return gettext("{who}: {value}.", who=who(row, _tag(row)), value=values)
    return gettext(
        "{who}: {value}; {results}.", who=who(row, _tag(row)), value=values, results=row_of(results)
    )


def _mark_in_words(mark: Mark) -> str:
    return readable(mark.text) or gettext("playing")


def _tag(row: CrosstableRow) -> str:
    """The tag of a name."""
    if row.goes is None:
        return row.tag
    if row.goes == "up":
        return pgettext("between divisions", "up")
    return pgettext("between divisions", "down")
