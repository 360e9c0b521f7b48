"""What somebody has won, for their profile."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.wording import counted, plain, relative
from storage.events.entrants import Title

MOST_NAMED = 3
"""Titles that are named; the others are counted."""


def titles_lines(titles: Sequence[Title]) -> list[str]:
    """The latest titles on one line, nothing without any."""
    if not titles:
        return []
    named = [f"**{_name(title)}** ({relative(title.ended_at)})" for title in titles[:MOST_NAMED]]
    left = len(titles) - len(named)
    more = f" and {counted(left, 'more title')}" if left else ""
    return [f"🏆 {', '.join(named)}{more}"]


def _name(title: Title) -> str:
    season = f", season {title.season}" if title.format == "league" else ""
    return f"{plain(title.name)}{season}"
