"""The slash commands and controls, one module for what belongs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import (
    agreements,
    announcements,
    board,
    challenge,
    conditional,
    hint,
    history,
    leaderboard,
    lists,
    moderation,
    play,
    privacy,
    profile,
    resign,
    review,
    rules,
    settings,
    time,
)

if TYPE_CHECKING:
    from bot.client import Stairwell


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
        time,
        privacy,
        rules,
        settings,
        announcements,
        moderation,
    ):
        module.add(bot)
