"""The way to the match that awaits somebody next."""

from __future__ import annotations

from bot.pages.links import link_to
from bot.pages.page import Button
from rules.language import gettext
from rules.registry import GAMES
from storage.matches.matches import StoredMatch


def next_button(match: StoredMatch) -> Button:
    """Leads to the board of a match, and says which that is."""
    label = gettext("Next: {game}, match {number}", game=GAMES[match.game].name, number=match.id)
    return Button(label, link_to(match))
