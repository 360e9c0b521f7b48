"""The way to the next match that waits for someone."""

from __future__ import annotations

from bot.pages.discord_markup import board_address
from bot.pages.page import Button
from rules.language import gettext
from rules.registry import GAMES
from storage.matches.matches import StoredMatch


def next_button(match: StoredMatch) -> Button:
    """A link to the board of a match, labelled with its game and number."""
    label = gettext("Next: {game}, match {number}", game=GAMES[match.game].name, number=match.id)
    return Button(label, board_address(match))
