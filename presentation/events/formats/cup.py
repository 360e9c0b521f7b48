"""A cup in words."""

from __future__ import annotations

from presentation.events.formats.format_words import FormatWords
from presentation.markup import Markup
from rules.language import gettext, lazy_gettext, lazy_pgettext


class CupWords(FormatWords):
    """Everyone against everyone at once."""

    name = lazy_pgettext("format", "Cup")
    summary = lazy_gettext(
        "begins when it's full; everybody plays everybody at once, over in about two weeks"
    )

    def rules(self, markup: Markup) -> str:
        return gettext(
            "It starts by itself when it's full and everybody has been seen lately. All matches "
            "run at once, each pair from both seats. Make your first move within 48 hours, or "
            "you're out."
        )
