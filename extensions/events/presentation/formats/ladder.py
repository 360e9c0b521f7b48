"""The texts of ladders, whose figure only has places."""

from __future__ import annotations

from extensions.events.presentation.formats.format_words import FormatWords
from language.texts import gettext, lazy_gettext, lazy_pgettext
from presentation.markup import Markup


class LadderWords(FormatWords):
    """The texts of a ladder."""

    name = lazy_pgettext("format", "Ladder")
    summary = lazy_gettext("challenge players up to three places above you and take their place")
    counts_players = True
    shows_points = False
    shows_results = False

    def rules(self, markup: Markup) -> str:
        return gettext(
            "Challenge anyone up to three places above you. If you win, you take their place. If "
            "you stop playing, you slip down."
        )
