"""The standings of an event as they are drawn: its tables, columns and cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.pages.events.event_words import game_name, points_words, with_season
from bot.pages.wording import called, ordinal
from club.events.formats.league import Way, movers
from club.events.names import named
from club.events.standings import results, scores, tour_points
from club.events.standings.standings import Standings
from club.events.standings.table import Cell, Row, Table
from rendering.figures import crosstable
from rendering.figures.crosstable import (
    MOST_COLUMNS,
    PAGE_ROWS,
    ROWS,
    Crosstable,
    CrosstableRow,
    Tone,
)
from rendering.figures.crosstable import Mark as DrawnMark
from rules.language import Text, gettext, lazy_gettext, lazy_pgettext, ngettext
from rules.listing import sentences
from rules.registry import GAMES
from storage.events.entrants import Entrant
from storage.events.rounds import Round

MARKS: Mapping[str, DrawnMark] = {
    results.WIN: DrawnMark("1", "won"),
    results.DRAW: DrawnMark("½", "drawn"),
    results.LOSS: DrawnMark("0", "lost"),
    results.TIME_LOSS: DrawnMark("0", "missed"),
    results.FORFEIT_WIN: DrawnMark("+", "won"),
    results.FORFEIT_LOSS: DrawnMark("−", "missed"),
    results.WALKOVER: DrawnMark("½", "drawn"),
    results.BYE: DrawnMark("+", "won"),
    results.HALF_BYE: DrawnMark("½", "drawn"),
    results.VOID: DrawnMark("–", "lost"),
}
"""How each result is drawn, but for places."""

PLACES: Mapping[str, tuple[int, Tone]] = {
    results.FIRST: (1, "won"),
    results.SECOND: (2, "drawn"),
    results.THIRD: (3, "lost"),
}
"""The places that somebody can get in a match of three, and how they are drawn."""

UNDER_WAY = DrawnMark("", "open")
OWN = DrawnMark("", "own")

TIE_HEADINGS: Mapping[str, Text] = {
    scores.DIRECT: lazy_pgettext("above a column", "direct"),
    scores.SONNEBORN_BERGER: lazy_pgettext("above a column", "SB"),
    scores.BUCHHOLZ: lazy_pgettext("above a column", "BH"),
    scores.GROUP_WINS: lazy_pgettext("above a column", "firsts"),
    scores.WINS: lazy_pgettext("above a column", "wins"),
    scores.TIME_LOSSES: lazy_pgettext("above a column", "late"),
}
"""What is written above the ways to break ties."""

TIE_WORDS: Mapping[str, Text] = {
    scores.DIRECT: lazy_gettext("the matches among them"),
    scores.SONNEBORN_BERGER: lazy_gettext(
        "Sonneborn–Berger (SB: beating strong players counts for more)"
    ),
    scores.BUCHHOLZ: lazy_gettext(
        "Buchholz (BH: the points of their opponents, without the lowest)"
    ),
    scores.GROUP_WINS: lazy_gettext("first places"),
    scores.WINS: lazy_gettext("wins"),
    scores.TIME_LOSSES: lazy_gettext("fewer losses on time"),
}
"""The same in words, for who is level on points."""

MOST_EXTRAS = 2
"""Ways to break ties that are drawn; the others seldom decide."""

OUT_WORDS: Mapping[str, Text] = {
    "withdrawn": lazy_pgettext("of an entrant", "left"),
    "removed": lazy_pgettext("of an entrant", "out"),
    "forfeited": lazy_pgettext("of an entrant", "out"),
}
"""What is written after the name of somebody who is in it no more."""


def tables_of(standings: Standings) -> int:
    """How many pictures there are to leaf through: one a division, several of a long one."""
    return sum(pages_of(table) for table in standings.tables) or 1


def page_with(standings: Standings, user_id: int) -> int:
    """The number of the picture, from 0, that somebody stands on; the first where on none."""
    number = 0
    for table in standings.tables:
        for place, row in enumerate(table.rows):
            if row.entrant.user_id == user_id:
                return number + place // _page_rows(table)
        number += pages_of(table)
    return 0


def figure_of(
    standings: Standings,
    rounds: Sequence[Round],
    number: int = 0,
    *,
    user_id: int | None = None,
) -> Crosstable:
    """One of the pictures.

    :param number: which, from 0; the last one where there are fewer.
    :param user_id: who looks, and whose row is to be seen.
    """
    event = standings.event
    table, page = _table_and_page(standings, number)
    note = _note(standings, table, rounds)
    if table is None or not table.rows:
        return Crosstable(with_season(str(named(event)), event), note, ())
    numbered = {row.entrant.number: place for place, row in enumerate(table.rows, start=1)}
    has_columns = _has_columns(standings, table)
    ways = movers(standings) if event.format == "league" else {}
    all_rows = [
        _row(
            standings,
            row,
            numbered,
            user_id,
            has_columns=has_columns,
            goes=ways.get(row.entrant.number),
        )
        for row in table.rows
    ]
    size = _page_rows(table)
    shown = all_rows[page * size :][:size]
    own = next((row for row in all_rows if row.is_own and row not in shown), None)
    small: list[str] = []
    if pages_of(table) > 1:
        small.append(gettext("Page {page} of {pages}.", page=page + 1, pages=pages_of(table)))
    if not standings.by_opponent and has_columns and standings.event.format == "swiss":
        small.append(gettext("Small numbers: the opponent's place."))
    if any(row.goes for row in (*shown, own) if row):
        small.append(
            gettext("Arrows: who goes up or down.")
            if standings.is_final
            else gettext("Arrows: who would go up or down if it ended now.")
        )
    return Crosstable(
        title=with_season(str(named(event)), event),
        note=note,
        rows=tuple(shown),
        columns=_column_words(standings, table, rounds) if has_columns else (),
        extras=tuple(str(TIE_HEADINGS[code]) for code in _shown_ties(standings)),
        points="" if event.format == "ladder" else gettext("pts"),
        own=own,
        small_print=str(sentences(*small)),
        is_over=event.state == "over",
    )


def pages_of(table: Table) -> int:
    return max(1, -(-len(table.rows) // _page_rows(table)))


def _page_rows(table: Table) -> int:
    return ROWS if len(table.rows) <= ROWS else PAGE_ROWS


def _table_and_page(standings: Standings, number: int) -> tuple[Table | None, int]:
    for table in standings.tables:
        if number < pages_of(table):
            return table, max(0, number)
        number -= pages_of(table)
    last = standings.tables[-1] if standings.tables else None
    return last, 0 if last is None else pages_of(last) - 1


def _has_columns(standings: Standings, table: Table) -> bool:
    """Whether there is room for every result; of a ladder, places alone are told."""
    return standings.event.format != "ladder" and 0 < len(table.columns) <= MOST_COLUMNS


def _shown_ties(standings: Standings) -> list[str]:
    hidden = (scores.DIRECT, scores.TIME_LOSSES)
    return [code for code in standings.tie_breaks if code not in hidden][:MOST_EXTRAS]


def _column_words(standings: Standings, table: Table, rounds: Sequence[Round]) -> tuple[str, ...]:
    if standings.by_opponent:
        return tuple(str(place) for place in range(1, len(table.columns) + 1))
    if standings.event.format == "tour":
        games = {each.number: each.game for each in rounds}
        return tuple(
            GAMES[games[number]].name if number in games else "…" for number in table.columns
        )
    return tuple(map(str, table.columns))


def _note(standings: Standings, table: Table | None, rounds: Sequence[Round]) -> str:
    event = standings.event
    parts = [game_name(event)] if event.format != "tour" else []
    if table is not None and len(standings.tables) > 1:
        parts.append(
            gettext("division {number}", number=table.division)
            if event.format == "league"
            else gettext("group {number}", number=table.division)
        )
    if event.state in ("running", "over") and event.format in ("swiss", "tour"):
        parts.append(
            gettext("round {number} of {rounds}", number=standings.round, rounds=event.terms.rounds)
            if event.terms.rounds
            else gettext("round {number}", number=standings.round)
        )
    if event.state == "over":
        parts.append(gettext("final"))
    entered = sum(len(each.rows) for each in standings.tables)
    if event.format in ("swiss", "ladder") or event.state == "open":
        parts.append(ngettext("{count} player", "{count} players", entered))
    return " · ".join(parts)


def _row(
    standings: Standings,
    row: Row,
    numbered: Mapping[int, int],
    user_id: int | None,
    *,
    has_columns: bool,
    goes: Way | None,
) -> CrosstableRow:
    entrant = row.entrant
    is_struck = row.place is None
    return CrosstableRow(
        place=row.place,
        name=called(entrant.name),
        points="" if is_struck else _points(standings, row),
        cells=_cells(standings, row, numbered) if has_columns else (),
        extras=tuple(
            "" if is_struck else _extra(code, row, standings) for code in _shown_ties(standings)
        ),
        is_out=not entrant.is_in,
        is_own=user_id is not None and entrant.user_id == user_id,
        tag=_tag(standings, entrant),
        goes=goes,
    )


def _points(standings: Standings, row: Row) -> str:
    return "" if standings.event.format == "ladder" else points_words(row.points)


def _tag(standings: Standings, entrant: Entrant) -> str:
    return "" if entrant.is_in else str(OUT_WORDS.get(entrant.state, ""))


def _extra(code: str, row: Row, standings: Standings) -> str:
    value = row.tie_breaks[standings.tie_breaks.index(code)]
    if code == scores.SONNEBORN_BERGER:
        whole, rest = divmod(value, 4)
        part = ("", "¼", "½", "¾")[rest]
        return f"{whole or ''}{part}" if part else str(whole)
    return points_words(value) if code == scores.BUCHHOLZ else str(value)


def _cells(
    standings: Standings, row: Row, numbered: Mapping[int, int]
) -> tuple[crosstable.Cell, ...]:
    cells: list[crosstable.Cell] = []
    for column, found in enumerate(row.cells):
        is_own = standings.by_opponent and column + 1 == numbered.get(row.entrant.number)
        if is_own:
            cells.append(crosstable.Cell((OWN,)))
            continue
        marks = tuple(_mark(each) for each in found)
        if standings.event.format == "tour":
            marks = _tour_marks(row, column)
        note = ""
        if not standings.by_opponent and standings.event.format == "swiss":
            others = [numbered[each] for cell in found for each in cell.opponents]
            note = ",".join(map(str, others))
        cells.append(crosstable.Cell(marks, note))
    return tuple(cells)


def _tour_marks(row: Row, column: int) -> tuple[DrawnMark, ...]:
    """What somebody got for a game of a tour, once it is over."""
    points = row.by_column[column]
    if points is None:
        return (UNDER_WAY,) if row.cells[column] else ()
    most = tour_points.BY_PLACE[0] + tour_points.TOOK_PART
    tone = "won" if points >= most else "drawn" if points else "lost"
    return (DrawnMark(points_words(points), tone),)


def _mark(cell: Cell) -> DrawnMark:
    if cell.outcome is None:
        return UNDER_WAY
    if cell.outcome in PLACES:
        place, tone = PLACES[cell.outcome]
        mark = DrawnMark(ordinal(place), tone)
    else:
        mark = MARKS[cell.outcome]
    return replace(mark, tone="missed") if cell.is_struck else mark
