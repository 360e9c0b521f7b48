"""How the bot introduces itself to a server."""

from __future__ import annotations

from bot.pages.community.help_pages import picture_of_all
from bot.pages.control_ids import control
from bot.pages.page import Button, Page
from bot.pages.wording import counted
from rules.registry import GAMES

GREETING_MARK = control("help-open")
"""The control by which a greeting is told from all other messages."""


async def greeting_page() -> Page:
    """What the bot plays, and two ways to go on."""
    words = (
        "## Hello, I'm here to play\n"
        f"I keep boards for {counted(len(GAMES), 'little-known game')}, turn by turn, over minutes "
        "or days: against each other, or against me. Nothing has to be set up first, and `/help` "
        "shows the way at any time."
    )
    buttons = (
        Button("Look around", GREETING_MARK, "primary"),
        Button("Set up", control("settings-open")),
    )
    return Page((words, await picture_of_all(), buttons))
