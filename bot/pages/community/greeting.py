"""How the bot introduces itself to a server."""

from __future__ import annotations

from bot.pages.community.help_pages import picture_of_all
from bot.pages.control_ids import control
from bot.pages.page import Button, Page
from rules.language import gettext, ngettext
from rules.registry import GAMES

GREETING_MARK = control("help-open")
"""The control by which a greeting is told from all other messages."""


async def greeting_page() -> Page:
    """What the bot plays, and two ways to go on."""
    words = "\n".join(
        (
            gettext("## Hello! Shall we play?"),
            ngettext(
                "{count} little-known board game to play here on Discord, against each other "
                "or against me, in minutes or over days. There's nothing to set up; `/help` "
                "gets you started.",
                "{count} little-known board games to play here on Discord, against each "
                "other or against me, in minutes or over days. There's nothing to set up; "
                "`/help` gets you started.",
                len(GAMES),
            ),
        )
    )
    buttons = (
        Button(gettext("Look around"), GREETING_MARK, "primary"),
        Button(gettext("Set up"), control("settings-open")),
    )
    return Page((words, await picture_of_all(), buttons))
