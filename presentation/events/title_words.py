"""The titles a user has won."""

from __future__ import annotations

from collections.abc import Sequence

from language.lists import row_of
from language.texts import ngettext
from presentation.events.event_words import title_of
from presentation.markup import Markup
from storage.events.entrants import Title

MAX_NAMED = 3
"""Maximum number of titles named. The rest are counted."""


def titles_words(titles: Sequence[Title], markup: Markup) -> str:
    """Return the latest titles on one line, empty without any."""
    if not titles:
        return ""
    title_texts = [
        f"{markup.strong(title_of(title, markup))} ({markup.relative(title.ended_at)})"
        for title in titles[:MAX_NAMED]
    ]
    names = row_of(title_texts)
    more = len(titles) - len(title_texts)
    if more:
        names = ngettext(
            "{titles} and {count} more title",
            "{titles} and {count} more titles",
            more,
            titles=names,
        )
    return f"🏆 {names}"
