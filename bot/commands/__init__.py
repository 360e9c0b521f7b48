"""The slash commands and controls, one module for what belongs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import board, challenge, play, resign, rules, settings

if TYPE_CHECKING:
    from bot.client import Stairwell


def add_all(bot: Stairwell) -> None:
    """Give a bot all its commands and controls."""
    for module in (challenge, play, board, resign, rules, settings):
        module.add(bot)
