"""Games as the entries of a menu."""

from __future__ import annotations

from bot.pages.page import LONGEST_OPTION, MenuChoice
from presentation.phrases import game_label, summary_within
from rules.registry import GAMES


def game_choice(key: str, *, chosen: bool = False) -> MenuChoice:
    """A game with its icon and what it is about."""
    game = GAMES[key]
    return MenuChoice(game_label(game), key, summary_within(game, LONGEST_OPTION), chosen)
