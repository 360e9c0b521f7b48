"""Buttons to the next waiting match, and to continue the current one."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import board_address
from bot.pages.page import Button
from language.texts import gettext
from rules.registry import GAMES
from storage.matches.stored_match import StoredMatch


def next_button(match: StoredMatch) -> Button:
    """Return a link to the board of a match, labelled with its game and number."""
    return Button(_next_label(match), board_address(match))


def next_panel_button(match: StoredMatch) -> Button:
    """Return a button that turns the message into the Play panel of a match."""
    return Button(_next_label(match), control("onward", match.id), "primary")


def onward_button(match_id: int) -> Button:
    """Return a button that turns the message into the Play panel once it is the user's turn."""
    return Button(gettext("Show the board"), control("onward", match_id))


def _next_label(match: StoredMatch) -> str:
    return gettext("Next: {game}, match {number}", game=GAMES[match.game].name, number=match.id)
