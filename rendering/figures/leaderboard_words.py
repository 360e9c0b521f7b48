"""A leaderboard without its picture: as a table in monospace, and in words for a screen reader."""

from __future__ import annotations

from rendering.figures.leaderboard import LeaderboardPage, LeaderboardRow
from rendering.text.alt_text import first_that_fits
from rendering.text.text_runs import readable
from rendering.text.text_table import aligned, named

_NAME = 18
"""Cells of a name in the table: a row then has less than 60."""


def leaderboard_text(board: LeaderboardPage) -> str:
    """The page in monospace, for a code block: lines of at most 60 cells, less than 1900 in all.

    The asker's row begins with `>`; the change since last month has its sign.
    """
    shown = (*board.rows, *((board.own,) if board.own else ()))
    lines = [named(f"{board.title} · {board.note}", 60), ""]
    if shown:
        head = ("", "#", "name", board.heading, "month", "W–D–L", "streak")
        table = aligned([head, *map(_cells, shown)], "<><>>>>")
        if board.own and board.rows:
            table.insert(-1, "   …")
        lines += table
    if not board.rows:
        lines.insert(2, named(board.empty, 60))
    return "\n".join([*lines, *_print_of(board)])


def _cells(row: LeaderboardRow) -> tuple[str, ...]:
    change = "new" if row.change is None else f"{row.change:+d}" if row.change else "="
    mark = ">" if row.is_own else ""
    name = named(row.name, _NAME)
    return mark, str(row.place), name, row.shown, change, row.record_shown, row.streak_shown


def _print_of(board: LeaderboardPage) -> list[str]:
    lines: list[str] = []
    for word in board.small_print.split():
        if lines and len(lines[-1]) + 1 + len(word) <= 60:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return ["", *(named(line, 60) for line in lines)] if lines else []


def leaderboard_alt(board: LeaderboardPage) -> str:
    """The page in words: at most 1024 characters."""
    head = f"Leaderboard. {board.title}, {board.note}."
    if not board.rows:
        head += f" {board.empty}"
    rows = (*board.rows, *((board.own,) if board.own else ()))
    return first_that_fits(
        " ".join([head, *(_in_full(row, board.heading) for row in rows)]),
        " ".join([head, *(_in_short(row) for row in rows)]),
    )


def _in_full(row: LeaderboardRow, heading: str) -> str:
    change = ""
    if row.change is None:
        change = ", new"
    elif row.change:
        change = f", {'up' if row.change > 0 else 'down'} {abs(row.change)}"
    record = f"{row.won} won, {row.drawn} drawn, {row.lost} lost"
    return f"{_who(row)}: {heading} {row.shown}{change}, {record}."


def _in_short(row: LeaderboardRow) -> str:
    return f"{_who(row)}: {row.shown}."


def _who(row: LeaderboardRow) -> str:
    name = readable(row.name) or "somebody without a name"
    return f"{row.place}. {name}{' (you)' if row.is_own else ''}"
