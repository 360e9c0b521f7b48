"""The texts of cups."""

from __future__ import annotations

from extensions.events.presentation.formats.format_words import FormatWords
from language.texts import gettext, lazy_gettext, lazy_pgettext
from presentation.markup import Markup


class CupWords(FormatWords):
    """The texts of a cup."""

    name = lazy_pgettext("format", "Cup")
    summary = lazy_gettext(
        "starts when it's full; everyone plays everyone; takes about three weeks"
    )

    def rules(self, markup: Markup) -> str:
        return gettext(
            "It starts when it's full and everyone has been active recently. Each pair plays "
            "twice, once from each side, and you have two matches at a time. Make your first "
            "move within 48 hours, or you're out."
        )
