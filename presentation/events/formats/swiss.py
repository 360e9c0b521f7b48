"""The texts of Swiss tournaments, with the opponent's place below each result."""

from __future__ import annotations

from collections.abc import Mapping

from club.events.standings.table import Row
from language.texts import gettext, lazy_gettext, lazy_pgettext
from presentation.events.formats.format_words import FormatWords, NewsItem
from presentation.markup import Markup
from storage.events.rounds import Round


class SwissWords(FormatWords):
    """The texts of a Swiss tournament."""

    name = lazy_pgettext("format", "Swiss tournament")
    summary = lazy_gettext("9 to 64 players; each round, a new opponent with a similar score")
    counts_players = True
    columns_note = lazy_gettext("Small numbers: the opponent's place.")

    def rules(self, markup: Markup) -> str:
        return gettext(
            "Each round you play someone with about as many points as you. Nobody is knocked "
            "out. You can join until the second round."
        )

    def round_title(self, round: Round) -> str:
        return gettext("Round {number}", number=round.number)

    def round_begun(self, item: NewsItem, round: Round) -> str:
        if round.ends_at is None:
            return gettext("Round {number} has started.", number=round.number)
        return gettext(
            "Round {number} has started and ends {when}.",
            number=round.number,
            when=item.markup.relative(round.ends_at),
        )

    def round_over(self, round: Round) -> str:
        return gettext("Round {number} is over.", number=round.number)

    def cell_note(self, row: Row, column: int, places: Mapping[int, int]) -> str:
        opponents = [number for cell in row.cells[column] for number in cell.opponents]
        return ",".join(str(places[number]) for number in opponents)
