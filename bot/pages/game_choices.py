"""Games as entries of menus."""

from __future__ import annotations

from bot.pages.emojis import emoji_of
from bot.pages.page import MAX_OPTION_LENGTH, MenuChoice
from presentation.phrases import game_label, summary_within
from rendering import GAME, Icon
from rules.registry import GAMES


def game_choice(key: str, *, chosen: bool = False) -> MenuChoice:
    """Return the menu entry of a game with its icon and summary."""
    game, icon = GAMES[key], Icon(key, GAME)
    label = game_label(game) if emoji_of(icon) is None else game.name
    return MenuChoice(label, key, summary_within(game, MAX_OPTION_LENGTH), chosen, icon)
