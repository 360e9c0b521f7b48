"""The slash commands and controls, one module for what belongs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.community import (
    announcements,
    leaderboard,
    privacy,
    profile,
    rules,
    settings,
    vacation_and_notices,
)
from bot.commands.matches import (
    agreements,
    board,
    challenge,
    conditional,
    hint,
    history,
    lists,
    moderation,
    play,
    resign,
    review,
)

if TYPE_CHECKING:
    from bot.process.client import Stairwell


def add_all(bot: Stairwell) -> None:
    """Give a bot all its commands and controls."""
    for module in (
        challenge,
        play,
        board,
        history,
        hint,
        review,
        lists,
        leaderboard,
        profile,
        agreements,
        conditional,
        resign,
        vacation_and_notices,
        privacy,
        rules,
        settings,
        announcements,
        moderation,
    ):
        module.add(bot)
