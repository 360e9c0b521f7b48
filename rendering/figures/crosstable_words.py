"""The standings of an event as a table in monospace, and in words."""

from __future__ import annotations

from wcwidth import width

from rendering.figures.crosstable import Cell, Crosstable, CrosstableRow, Mark, empty_words
from rendering.text.alt_text import first_that_fits
from rendering.text.line_breaks import broken
from rendering.text.text_runs import readable
from rendering.text.text_table import aligned, fitted, named
from rules.language import gettext, pgettext
from rules.listing import row_of, sentences

_WIDEST = 60
"""Width of a line, in cells."""
_NAMES = (18, 14, 10, 8)
"""Widths of a name, in cells, by decreasing room."""
_MIN_NAME = 4
"""Minimum width of a name before a word, in cells."""

_UNDER_WAY, _OWN, _NOTHING = "·", "x", ""


def crosstable_text(table: Crosstable) -> str:
    """Return the table for a code block, in lines of up to 60 cells and below 1900 in all.

    The viewer's row starts with `>`. If the results leave no room for names, only points are shown.
    """
    lines = [named(f"{table.title} · {table.note}", _WIDEST), ""]
    if table.rows:
        lines += _fitting_table(table)
    else:
        lines.append(named(empty_words(table), _WIDEST))
    return "\n".join([*lines, *_print_of(table)])


def _fitting_table(table: Crosstable) -> list[str]:
    for columns in (len(table.columns), 0):
        for extras in (len(table.extras), 0):
            for cells in _NAMES:
                lines = _table(table, columns, extras, cells)
                longest = max(map(width, lines))
                if longest <= _WIDEST and sum(len(line) + 1 for line in lines) <= 1500:
                    return lines
    return [fitted(line, _WIDEST) for line in _table(table, 0, 0, _NAMES[-1])]


def _table(table: Crosstable, columns: int, extras: int, name: int) -> list[str]:
    head = (
        "",
        "#",
        gettext("name"),
        *(readable(each) for each in table.columns[:columns]),
        table.points,
        *table.extras[:extras],
    )
    all_rows = (*table.rows, *((table.own,) if table.own else ()))
    rows = [
        (
            ">" if row.is_own else "",
            row.place_text,
            _named(row, name),
            *(_cell_text(cell) for cell in _filled(row, columns)),
            row.points,
            *(*row.extras, *[""] * extras)[:extras],
        )
        for row in all_rows
    ]
    lines = aligned([head, *rows], "<><" + ">" * (columns + 1 + extras))
    if table.own and table.rows:
        lines.insert(-1, "   …")
    return lines


def _named(row: CrosstableRow, cells: int) -> str:
    """A name, shortened if needed, and its tag."""
    tag = f" ({named(_tag(row), cells)})" if _tag(row) else ""
    return f"{named(row.name, max(_MIN_NAME, cells - width(tag)))}{tag}"


def _filled(row: CrosstableRow, columns: int) -> tuple[Cell, ...]:
    return (*row.cells, *[Cell()] * columns)[:columns]


def _cell_text(cell: Cell) -> str:
    marks = "".join(_mark_text(mark) for mark in cell.marks) or _NOTHING
    return f"{marks}:{cell.note}" if cell.note else marks


def _mark_text(mark: Mark) -> str:
    if mark.tone == "own":
        return _OWN
    return readable(mark.text) or _UNDER_WAY


def _print_of(table: Crosstable) -> list[str]:
    lines = broken(table.small_print, lambda line: width(line) <= _WIDEST)
    return ["", *(named(line, _WIDEST) for line in lines[:4])] if lines else []


def crosstable_alt(table: Crosstable) -> str:
    """The table in words: at most 1024 characters."""
    head = [gettext("Standings. {title}, {note}.", title=table.title, note=table.note)]
    if not table.rows:
        head.append(empty_words(table))
    rows = (*table.rows, *((table.own,) if table.own else ()))
    return first_that_fits(
        str(sentences(*head, *(_in_full(row, table) for row in rows))),
        str(
            sentences(
                *head,
                *(gettext("{who}: {value}.", who=_who(row), value=row.points) for row in rows),
            )
        ),
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
        return gettext("{who}: {value}.", who=_who(row), value=values)
    return gettext(
        "{who}: {value}; {results}.", who=_who(row), value=values, results=row_of(results)
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


def _who(row: CrosstableRow) -> str:
    """A player with place and tags: "3. Ada (up) (you)"."""
    name = readable(row.name) or gettext("someone without a name")
    if _tag(row):
        name = f"{name} ({_tag(row)})"
    if row.is_own:
        name = gettext("{name} (you)", name=name)
    return name if row.place is None else gettext("{place}. {name}", place=row.place, name=name)
