"""`/rules` and the Rules button: the rules of a game, in pages with pictures."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated
from bot.interactions.entries.numbers import number_in
from bot.pages.lessons.rules_pages import rules_page
from club.clocks.pace import pace_of
from language.texts import N_
from rules.registry import game_named


class RulesCommands(FrontCog):
    """Shows the rules of games."""

    @app_commands.command(name="rules", description=N_("Read the rules of a game, with pictures"))
    @app_commands.describe(game=N_("The game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: discord.Interaction, game: str) -> None:
        """Show the rules of a game."""
        async with Answer(interaction) as answer:
            await answer.private(await rules_page(game_named(game)))

    @on_control("rules", arguments=1)
    async def rules_of_card(self, answer: Answer, game: str) -> None:
        """Show the rules of a card's game."""
        await answer.private(await rules_page(game_named(game)))

    @on_control("terms", arguments=2)
    async def rules_and_pace(self, answer: Answer, game: str, pace: str) -> None:
        """Show the rules of a challenge's or event's game, below its exact pace."""
        try:
            exact = pace_of(pace)
        except ValueError:
            raise outdated() from None
        await answer.private(await rules_page(game_named(game), pace=exact))

    @on_control("rulespage", arguments=3, updates=True)
    async def turn_page(self, answer: Answer, game: str, number: str, way: str) -> None:
        """Show another page of the rules. `way` only makes the ids of two buttons differ."""
        await answer.update(await rules_page(game_named(game), number_in(number, "page")))
