"""The bot's introduction to a server."""

from __future__ import annotations

from collections.abc import Callable

from bot.pages.control_ids import control
from bot.pages.page import Button, Page, Picture
from engine.engine import LEVELS
from language.lists import listed
from language.texts import gettext
from presentation.pictures import draw_in_thread
from rendering.glimpses import all_games
from rules.position import Game
from rules.registry import FIRST_GAME, GAMES

GREETING_MARK = control("help-open")
"""The control that identifies a greeting."""


async def greeting_page(can_play: Callable[[Game], bool]) -> Page:
    """Return the introduction with buttons to get started.

    :param can_play: whether the bot can play a game itself.
    """
    words = "\n".join(
        (
            gettext("## Hello! Shall we play?"),
            gettext(
                "Little-known board games to play here on Discord, against each other or against "
                "me, in minutes or over days. There's nothing to set up; `/help` gets you started."
            ),
        )
    )
    playing: list[Button] = []
    if can_play(FIRST_GAME):
        easiest = control("begin", FIRST_GAME.key, LEVELS[0].number)
        playing.append(Button(gettext("Play {game}", game=FIRST_GAME.name), easiest, "success"))
    buttons = (
        *playing,
        Button(gettext("Look around"), GREETING_MARK, "primary"),
        Button(gettext("Set up"), control("settings-open")),
    )
    return Page((words, await picture_of_all(), buttons))


PICTURE = "games.png"


async def picture_of_all() -> Picture:
    """Draw the boards of all games in one picture."""
    names = listed([game.name for game in GAMES.values()])
    alt = gettext("A board of each game: {games}.", games=names)
    return Picture(PICTURE, alt, await draw_in_thread(all_games))
