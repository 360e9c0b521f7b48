"""The standings of an event as figures, page by page, and their places and ties in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from extensions.events.club.formats.league import Direction
from extensions.events.club.formats.registry import format_of
from extensions.events.club.standings import scores
from extensions.events.club.standings.table import Row, Standings, Table
from extensions.events.presentation.crosstable import (
    MAX_COLUMNS,
    PAGE_ROWS,
    ROWS,
    Cell,
    Crosstable,
    CrosstableRow,
    draw_crosstable,
)
from extensions.events.presentation.crosstable_words import crosstable_alt
from extensions.events.presentation.event_view import EventView, game_name, points_words
from extensions.events.presentation.events import raw_title, title_of
from extensions.events.presentation.formats.format_words import OWN, FormatWords
from extensions.events.presentation.formats.registry import FORMAT_WORDS
from extensions.events.storage.entering import Entrant
from extensions.events.storage.rounds import Round
from language.lists import sentences
from language.texts import Text, gettext, lazy_gettext, lazy_pgettext, ngettext
from presentation.markup import Markup, display_name
from presentation.phrases import ordinal
from presentation.pictures import Picture, draw_in_thread

TIE_HEADINGS: Mapping[str, Text] = {
    scores.DIRECT: lazy_pgettext("above a column", "H2H"),
    scores.SONNEBORN_BERGER: lazy_pgettext("above a column", "SB"),
    scores.BUCHHOLZ: lazy_pgettext("above a column", "BH"),
    scores.GROUP_WINS: lazy_pgettext("above a column", "firsts"),
    scores.WINS: lazy_pgettext("above a column", "wins"),
    scores.TIME_LOSSES: lazy_pgettext("above a column", "time"),
}
"""The headings of tie-breaks."""

MAX_EXTRAS = 2
"""Maximum number of tie-breaks drawn. The others rarely matter."""

OUT_WORDS: Mapping[str, Text] = {
    "withdrawn": lazy_pgettext("of an entrant", "left"),
    "removed": lazy_pgettext("of an entrant", "out"),
    "forfeited": lazy_pgettext("of an entrant", "out"),
}
"""The notes after the names of former entrants."""

TIE_WORDS: Mapping[str, Text] = {
    scores.DIRECT: lazy_gettext("head-to-head results"),
    scores.SONNEBORN_BERGER: lazy_gettext(
        "Sonneborn–Berger (SB: beating strong players counts for more)"
    ),
    scores.BUCHHOLZ: lazy_gettext(
        "Buchholz (BH: the sum of the opponents' points, without the lowest)"
    ),
    scores.GROUP_WINS: lazy_gettext("first places"),
    scores.WINS: lazy_gettext("wins"),
    scores.TIME_LOSSES: lazy_gettext("fewer losses on time"),
}
"""The names of tie-breaks."""


async def standings_picture(figure: Crosstable, width: int) -> Picture:
    """Draw standings, `width` pixels wide."""
    return Picture(crosstable_alt(figure), await draw_in_thread(draw_crosstable, figure, width))


def page_count(standings: Standings) -> int:
    """Return the number of figures: at least one per division."""
    return sum(_pages_of(table) for table in standings.tables) or 1


def page_with(standings: Standings, user_id: int) -> int:
    """Return the index of the figure with a user's row, 0 if they have none."""
    number = 0
    for table in standings.tables:
        for line, row in enumerate(table.rows):
            if row.entrant.user_id == user_id:
                return number + line // _page_rows(table)
        number += _pages_of(table)
    return 0


def first_pages(standings: Standings) -> list[int]:
    """Return the index of the first figure of each division."""
    numbers: list[int] = []
    number = 0
    for table in standings.tables:
        numbers.append(number)
        number += _pages_of(table)
    return numbers


def figure_of(
    standings: Standings,
    rounds: Sequence[Round],
    number: int = 0,
    *,
    user_id: int | None = None,
) -> Crosstable:
    """Return one of the figures.

    :param number: its index, limited to the last one.
    :param user_id: the viewer, whose row is always included.
    """
    event, words = standings.event, FORMAT_WORDS[standings.event.format]
    table, page = _table_and_page(standings, number)
    note = _note(standings, table, words)
    if table is None or not table.rows:
        return Crosstable(raw_title(event), note, ())
    drawing = _Drawing(
        standings,
        words,
        {row.entrant.number: line for line, row in enumerate(table.rows, start=1)},
        words.movers(standings),
        user_id,
        has_columns=words.shows_results and 0 < len(table.columns) <= MAX_COLUMNS,
    )
    all_rows = [drawing.row(row) for row in table.rows]
    size = _page_rows(table)
    rows = all_rows[page * size :][:size]
    own = next((row for row in all_rows if row.is_own and row not in rows), None)
    has_movers = any(row.goes for row in (*rows, own) if row)
    return Crosstable(
        title=raw_title(event),
        note=note,
        rows=tuple(rows),
        columns=words.columns(table, rounds) if drawing.has_columns else (),
        extras=tuple(str(TIE_HEADINGS[code]) for code in _drawn_ties(standings)),
        points=gettext("pts") if words.shows_points else "",
        own=own,
        small_print=str(
            sentences(
                _page_words(table, page),
                words.columns_note if drawing.has_columns else None,
                _arrows_words(standings) if has_movers else None,
            )
        ),
        is_over=event.state == "over",
    )


def place_words(view: EventView, user_id: int, markup: Markup) -> str:
    """Return a user's place in an event, empty if they have none yet."""
    row = view.standings.row_of(user_id)
    if row is None or row.place is None or not row.entrant.is_in or not view.rounds:
        return ""
    place, title = markup.strong(ordinal(row.place)), title_of(view.event, markup)
    if view.standings.shares_place(row):
        return gettext("You're tied for {place} place in {event}.", place=place, event=title)
    return gettext("You're {place} in {event}.", place=place, event=title)


def ties_words(view: EventView) -> str:
    """Return how ties are broken, empty if places don't depend on points."""
    tie_breaks = [TIE_WORDS[code] for code in view.standings.tie_breaks]
    if not tie_breaks or not FORMAT_WORDS[view.event.format].shows_points:
        return ""
    return gettext(
        "Ties on points are broken by {ways}. Players who are still level share the place.",
        ways=_in_order(tie_breaks),
    )


def no_standings_words(view: EventView, markup: Markup) -> str:
    """Return the sentence shown if there are no standings to explain."""
    return gettext("Nobody has played in {event} yet.", event=title_of(view.event, markup))


def _page_words(table: Table, page: int) -> str:
    pages = _pages_of(table)
    if pages == 1:
        return ""
    return gettext("Page {page} of {pages}.", page=page + 1, pages=pages)


def _arrows_words(standings: Standings) -> str:
    if standings.is_final:
        return gettext("Arrows: who goes up or down.")
    return gettext("Arrows: who would go up or down if it ended now.")


def _pages_of(table: Table) -> int:
    return max(1, -(-len(table.rows) // _page_rows(table)))


def _page_rows(table: Table) -> int:
    return ROWS if len(table.rows) <= ROWS else PAGE_ROWS


def _table_and_page(standings: Standings, number: int) -> tuple[Table | None, int]:
    for table in standings.tables:
        if number < _pages_of(table):
            return table, max(0, number)
        number -= _pages_of(table)
    last = standings.tables[-1] if standings.tables else None
    return last, 0 if last is None else _pages_of(last) - 1


def _drawn_ties(standings: Standings) -> list[str]:
    hidden = (scores.DIRECT, scores.TIME_LOSSES)
    return [code for code in standings.tie_breaks if code not in hidden][:MAX_EXTRAS]


def _note(standings: Standings, table: Table | None, words: FormatWords) -> str:
    event = standings.event
    parts = [] if event.game is None else [game_name(event)]
    if table is not None and len(standings.tables) > 1:
        parts.append(words.division_words(table.division))
    if event.state in ("running", "over") and format_of(event).has_rounds:
        parts.append(
            gettext("round {number} of {rounds}", number=standings.round, rounds=event.terms.rounds)
            if event.terms.rounds
            else gettext("round {number}", number=standings.round)
        )
    if event.state == "over":
        parts.append(gettext("final"))
    if words.counts_players or event.state == "open":
        entered = sum(len(each.rows) for each in standings.tables)
        parts.append(ngettext("{count} player", "{count} players", entered))
    return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The context shared by the rows of one table."""

    standings: Standings
    words: FormatWords
    lines: Mapping[int, int]
    """The line of each entrant, from 1."""
    movers: Mapping[int, Direction]
    user_id: int | None
    has_columns: bool
    """Whether there is room for every result."""

    def row(self, row: Row) -> CrosstableRow:
        entrant = row.entrant
        is_struck = row.place is None
        has_points = self.words.shows_points and not is_struck
        return CrosstableRow(
            place=row.place,
            name=display_name(entrant.name),
            points=points_words(row.points) if has_points else "",
            cells=tuple(self._cells(row)) if self.has_columns else (),
            extras=tuple(
                "" if is_struck else self._extra(code, row) for code in _drawn_ties(self.standings)
            ),
            is_out=not entrant.is_in,
            is_own=self.user_id is not None and entrant.user_id == self.user_id,
            tag=_tag(entrant),
            goes=self.movers.get(entrant.number),
            user_id=entrant.user_id,
        )

    def _cells(self, row: Row) -> list[Cell]:
        own = self.lines[row.entrant.number] - 1 if self.standings.by_opponent else None
        return [
            Cell((OWN,))
            if column == own
            else Cell(self.words.marks(row, column), self.words.cell_note(row, column, self.lines))
            for column in range(len(row.cells))
        ]

    def _extra(self, code: str, row: Row) -> str:
        value = row.tie_breaks[self.standings.tie_breaks.index(code)]
        if code == scores.SONNEBORN_BERGER:
            whole, rest = divmod(value, 4)
            part = ("", "¼", "½", "¾")[rest]
            return f"{whole or ''}{part}" if part else str(whole)
        return points_words(value) if code == scores.BUCHHOLZ else str(value)


def _tag(entrant: Entrant) -> str:
    return "" if entrant.is_in else str(OUT_WORDS.get(entrant.state, ""))


def _in_order(tie_breaks: Sequence[Text]) -> Text:
    """ "a, then b, then c"."""
    first, *others = tie_breaks
    for way in others:
        first = lazy_pgettext("list", "{start}, then {end}", start=first, end=way)
    return first
