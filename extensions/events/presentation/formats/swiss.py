"""The texts of Swiss tournaments, with the opponent's place below each result."""

from __future__ import annotations

from collections.abc import Mapping

from extensions.events.club.standings.table import Row
from extensions.events.presentation.formats.format_words import FormatWords
from language.texts import gettext, lazy_gettext, lazy_pgettext
from presentation.markup import Markup


class SwissWords(FormatWords):
    """The texts of a Swiss tournament."""

    name = lazy_pgettext("format", "Swiss tournament")
    summary = lazy_gettext("9 to 64 players; each round, a new opponent with a similar score")
    has_rounds = True
    counts_players = True
    columns_note = lazy_gettext("Small numbers: the opponent's place.")

    def rules(self, markup: Markup) -> str:
        return gettext(
            "Each round you play someone with about as many points as you. Nobody is knocked "
            "out. You can join until the second round."
        )

    def cell_note(self, row: Row, column: int, places: Mapping[int, int]) -> str:
        opponents = [number for cell in row.cells[column] for number in cell.opponents]
        return ",".join(str(places[number]) for number in opponents)
