"""A cup in words."""

from __future__ import annotations

from presentation.events.formats.format_words import FormatWords
from presentation.markup import Markup
from rules.language import gettext, lazy_gettext, lazy_pgettext


class CupWords(FormatWords):
    """Everyone against everyone at once."""

    name = lazy_pgettext("format", "Cup")
    summary = lazy_gettext(
        "starts when it's full; everyone plays everyone at the same time; takes about two weeks"
    )

    def rules(self, markup: Markup) -> str:
        return gettext(
            "It starts by itself when it's full and everyone has been active recently. All "
            "matches run at the same time, and each pair plays twice, once from each side. "
            "Make your first move within 48 hours, or you're out."
        )
