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
            gettext("## Hello, I'm here to play"),
            ngettext(
                "I keep boards for {count} little-known game, turn by turn, over minutes or days: "
                "against each other, or against me. Nothing has to be set up first, and `/help` "
                "shows the way at any time.",
                "I keep boards for {count} little-known games, turn by turn, over minutes or days: "
                "against each other, or against me. Nothing has to be set up first, and `/help` "
                "shows the way at any time.",
                len(GAMES),
            ),
        )
    )
    buttons = (
        Button(gettext("Look around"), GREETING_MARK, "primary"),
        Button(gettext("Set up"), control("settings-open")),
    )
    return Page((words, await picture_of_all(), buttons))
