"""The texts of leagues, with arrows for entrants who change divisions."""

from __future__ import annotations

from collections.abc import Mapping

from extensions.events.club.formats.league import Direction, movers
from extensions.events.club.standings.table import Standings
from extensions.events.presentation.formats.format_words import (
    FormatWords,
    NewsItem,
    mentions_words,
)
from language.texts import gettext, lazy_gettext, lazy_pgettext
from presentation.markup import Markup


class LeagueWords(FormatWords):
    """The texts of a league."""

    name = lazy_pgettext("format", "League")
    summary = lazy_gettext("seasons in small divisions; the best go up, the last go down")

    def rules(self, markup: Markup) -> str:
        return gettext(
            "Everyone in your division plays everyone, two matches at a time. When the season "
            "ends, the best go up and the last go down. One click on {button} enters you for the "
            "next season.",
            button=markup.button(gettext("Still in?")),
        )

    def title(self, name: str, season: int) -> str:
        """ "Spring league, season 2"."""
        return gettext("{event}, season {season}", event=name, season=season)

    def question_words(self, item: NewsItem) -> str:
        if item.event.entries_close_at is None:
            return ""
        return gettext(
            "{names}: are you still in? If so, click {button}. Entries close {when}.",
            names=mentions_words(item),
            button=item.markup.button(gettext("Still in?")),
            when=item.markup.relative(item.event.entries_close_at),
        )

    def division_words(self, number: int) -> str:
        return gettext("division {number}", number=number)

    def movers(self, standings: Standings) -> Mapping[int, Direction]:
        return movers(standings)
