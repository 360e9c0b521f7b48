"""Games as entries of menus."""

from __future__ import annotations

from bot.pages.page import LONGEST_OPTION, MenuChoice
from presentation.phrases import game_label, summary_within
from rules.registry import GAMES


def game_choice(key: str, *, chosen: bool = False) -> MenuChoice:
    """Return the menu entry of a game with its icon and summary."""
    game = GAMES[key]
    return MenuChoice(game_label(game), key, summary_within(game, LONGEST_OPTION), chosen)
