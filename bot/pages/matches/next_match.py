"""The ways on: to the next match that waits for someone, and on in a match that they play."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import board_address
from bot.pages.page import Button
from rules.language import gettext
from rules.registry import GAMES
from storage.matches.matches import StoredMatch


def next_button(match: StoredMatch) -> Button:
    """A link to the board of a match, labelled with its game and number."""
    return Button(_next_label(match), board_address(match))


def next_panel_button(match: StoredMatch) -> Button:
    """A button that turns the message into the Play panel of a match."""
    return Button(_next_label(match), control("onward", match.id), "primary")


def onward_button(match_id: int) -> Button:
    """A button that turns the message into the Play panel as soon as it is the player's turn."""
    return Button(gettext("Show the board"), control("onward", match_id))


def _next_label(match: StoredMatch) -> str:
    return gettext("Next: {game}, match {number}", game=GAMES[match.game].name, number=match.id)
