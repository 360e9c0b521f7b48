"""The texts of tours, with the points for each game."""

from __future__ import annotations

from collections.abc import Sequence

from extensions.events.club.formats import tour
from extensions.events.club.standings.table import Row, Table
from extensions.events.presentation.crosstable import Mark
from extensions.events.presentation.event_view import EventView, points_words
from extensions.events.presentation.formats.format_words import UNDER_WAY, FormatWords, NewsItem
from extensions.events.storage.rounds import Round
from language.texts import gettext, lazy_gettext, lazy_pgettext
from presentation.markup import Markup
from rules.registry import GAMES


class TourWords(FormatWords):
    """The texts of a tour."""

    name = lazy_pgettext("format", "Tour")
    summary = lazy_gettext("a new game every two weeks, with one overall table")

    def rules(self, markup: Markup) -> str:
        return gettext(
            "A new game every two weeks, with points for your place and for taking part. You "
            "don't need to know the games: {rules} explains each with pictures.",
            rules=markup.command("rules"),
        )

    def round_title(self, view: EventView, round: Round) -> str:
        return gettext("Round {number}: {game}", number=round.number, game=GAMES[round.game].name)

    def round_begun(self, item: NewsItem, round: Round) -> str:
        game = item.markup.strong(GAMES[round.game].name)
        if round.ends_at is None:
            return gettext("Game {number} is {game}.", number=round.number, game=game)
        return gettext(
            "Game {number} is {game}, until {when}.",
            number=round.number,
            game=game,
            when=item.markup.moment(round.ends_at),
        )

    def round_over(self, item: NewsItem, round: Round) -> str:
        return gettext("{game} is over.", game=GAMES[round.game].name)

    def columns(self, table: Table, rounds: Sequence[Round]) -> tuple[str, ...]:
        games = {each.number: GAMES[each.game].name for each in rounds}
        return tuple(games.get(number, "…") for number in table.columns)

    def marks(self, row: Row, column: int) -> tuple[Mark, ...]:
        """Return the points for a game once it is over."""
        points = row.by_column[column]
        if points is None:
            return (UNDER_WAY,) if row.cells[column] else ()
        most = tour.POINTS_BY_PLACE[0] + tour.PARTICIPATION_POINTS
        tone = "won" if points >= most else "drawn" if points else "lost"
        return (Mark(points_words(points), tone),)
