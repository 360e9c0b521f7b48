"""What somebody has won, for their profile."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.events.event_words import title_of
from bot.pages.wording import relative
from rules.language import ngettext
from rules.listing import row_of
from storage.events.entrants import Title

MOST_NAMED = 3
"""Titles that are named; the others are counted."""


def titles_lines(titles: Sequence[Title]) -> list[str]:
    """The latest titles on one line, nothing without any."""
    if not titles:
        return []
    named = [f"**{title_of(title)}** ({relative(title.ended_at)})" for title in titles[:MOST_NAMED]]
    left = len(titles) - len(named)
    names = row_of(named)
    if left:
        names = ngettext(
            "{titles} and {count} more title",
            "{titles} and {count} more titles",
            left,
            titles=names,
        )
    return [f"🏆 {names}"]
