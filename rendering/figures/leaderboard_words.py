"""A leaderboard as a table in monospace, and in words for a screen reader."""

from __future__ import annotations

from wcwidth import width

from rendering.figures.leaderboard import (
    LeaderboardPage,
    LeaderboardRow,
    empty_words,
    heading_words,
)
from rendering.text.alt_text import first_that_fits
from rendering.text.line_breaks import broken
from rendering.text.text_runs import readable
from rendering.text.text_table import aligned, named
from rules.language import N_, gettext
from rules.listing import sentences

_NAME = 18
"""Width of a name in cells, which keeps a row below 60."""


def leaderboard_text(board: LeaderboardPage) -> str:
    """Return the page for a code block, in lines of up to 60 cells and below 1900 in all.

    The viewer's row starts with `>`. The change since last month has its sign.
    """
    rows = (*board.rows, *((board.own,) if board.own else ()))
    lines = [named(f"{board.title} · {board.note}", 60), ""]
    if rows:
        head = (
            "",
            "#",
            gettext("name"),
            heading_words(board),
            gettext("month"),
            gettext("W–D–L"),
            gettext("streak"),
        )
        table = aligned([head, *map(_cells, rows)], "<><>>>>")
        if board.own and board.rows:
            table.insert(-1, "   …")
        lines += table
    if not board.rows:
        lines.insert(2, named(empty_words(board), 60))
    return "\n".join([*lines, *_print_of(board)])


def _cells(row: LeaderboardRow) -> tuple[str, ...]:
    change = gettext("new") if row.change is None else f"{row.change:+d}" if row.change else "="
    mark = ">" if row.is_own else ""
    name = named(row.name, _NAME)
    return mark, str(row.place), name, row.text, change, row.record_text, row.streak_text


def _print_of(board: LeaderboardPage) -> list[str]:
    lines = broken(board.small_print, lambda line: width(line) <= 60)
    return ["", *(named(line, 60) for line in lines)] if lines else []


def leaderboard_alt(board: LeaderboardPage) -> str:
    """The page in words: at most 1024 characters."""
    head = [gettext("Leaderboard. {title}, {note}.", title=board.title, note=board.note)]
    if not board.rows:
        head.append(empty_words(board))
    rows = (*board.rows, *((board.own,) if board.own else ()))
    return first_that_fits(
        str(sentences(*head, *(_in_full(row, heading_words(board)) for row in rows))),
        str(sentences(*head, *(_in_short(row) for row in rows))),
    )


def _in_full(row: LeaderboardRow, heading: str) -> str:
    who = _who(row)
    record = gettext(
        "{won} won, {drawn} drawn, {lost} lost", won=row.won, drawn=row.drawn, lost=row.lost
    )
    if row.change is None:
        return gettext(
            "{who}: {heading} {value}, new, {record}.",
            who=who,
            heading=heading,
            value=row.text,
            record=record,
        )
    if not row.change:
        return gettext(
            "{who}: {heading} {value}, {record}.",
            who=who,
            heading=heading,
            value=row.text,
            record=record,
        )
    message = (
        N_("{who}: {heading} {value}, up {change}, {record}.")
        if row.change > 0
        else N_("{who}: {heading} {value}, down {change}, {record}.")
    )
    return gettext(
        message,
        who=who,
        heading=heading,
        value=row.text,
        change=abs(row.change),
        record=record,
    )


def _in_short(row: LeaderboardRow) -> str:
    return gettext("{who}: {value}.", who=_who(row), value=row.text)


def _who(row: LeaderboardRow) -> str:
    """A player with place: "3. Ada (you)"."""
    name = readable(row.name) or gettext("someone without a name")
    if row.is_own:
        return gettext("{place}. {name} (you)", place=row.place, name=name)
    return gettext("{place}. {name}", place=row.place, name=name)
