"""`/rules`: the rules of a game, page by page."""

from __future__ import annotations

from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.controls import on_control, outdated
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.options import ABOUT_GAME, GAME_CHOICES, GAME_WORDS
from bot.pages.layout import Block, Button, Page, attachment, control
from bot.pages.listing import page_buttons
from club.paces import Pace, pace_of
from language.texts import N_, gettext
from presentation.members.rules import (
    count_of,
    rules_example,
    rules_lines,
    rules_place,
    rules_title,
)
from presentation.phrases import pace_words
from presentation.pictures import scene_picture
from rules.position import Game
from rules.registry import game_named

PICTURE_WIDTH = 600


async def rules_page(game: Game, number: int = 0, pace: Pace | None = None) -> Page:
    """Return a page of the rules.

    :param number: its index, limited to the last one; 0 is the summary.
    :param pace: the pace to explain, if opened from a challenge or event.
    """
    number = min(number, count_of(game) - 1)
    scene, words = rules_example(game, number, DISCORD)
    level = "##" if number == 0 else "###"
    text = "\n".join((f"{level} {rules_title(game, number)}", *rules_lines(game, number, DISCORD)))
    if pace is not None:
        words_of_pace = gettext("**Pace of these matches**: {pace}.", pace=pace_words(pace))
        text = f"{words_of_pace}\n{text}"
    blocks: list[Block] = [text, attachment(await scene_picture(scene, PICTURE_WIDTH))]
    if words:
        blocks.append(words)
    buttons = _buttons(game, number)
    if buttons:
        blocks.append(buttons)
    place = rules_place(game, number)
    if place:
        blocks.append(f"-# {place}")
    return Page(tuple(blocks))


class RulesCommands(FrontCog):
    """Shows the rules of games."""

    @command("rules", N_("Read the rules of a game, with pictures"))
    @app_commands.describe(game=GAME_WORDS)
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, answer: Answer, game: str) -> None:
        """Show the rules of a game."""
        await answer.private(await rules_page(game_named(game)))

    @on_control("rules")
    async def rules_of_card(self, answer: Answer, game: Game) -> None:
        """Show the rules of a card's game."""
        await answer.private(await rules_page(game))

    @on_control("terms")
    async def rules_and_pace(self, answer: Answer, game: Game, pace: str) -> None:
        """Show the rules of a challenge's or event's game, below its exact pace."""
        try:
            exact = pace_of(pace)
        except ValueError:
            raise outdated() from None
        await answer.private(await rules_page(game, pace=exact))

    @on_control("rulespage", updates=True)
    async def turn_page(self, answer: Answer, game: Game, number: int, way: str) -> None:
        """Show another page of the rules. `way` only makes the ids of two buttons differ."""
        await answer.update(await rules_page(game, number))


def _buttons(game: Game, number: int) -> tuple[Button, ...]:
    buttons: list[Button] = []
    last = count_of(game) - 1
    if last:

        def page_control(page: int) -> str:
            way = "back" if page < number else "on"
            return control("rulespage", game.key, min(max(page, 0), last), way)

        buttons += page_buttons(number, last + 1, page_control, onward="primary")
    return (*buttons, *ABOUT_GAME.of(game))
