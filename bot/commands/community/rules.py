"""`/rules`, and the Rules button: how a game is played, in pages with pictures."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.numbers import number_in
from bot.pages.lessons.rules_pages import rules_page
from rules.language import N_
from rules.registry import game_named


class RulesCommands(FrontCog):
    """Tells how games are played."""

    @app_commands.command(name="rules", description=N_("Read the rules of a game, with pictures"))
    @app_commands.describe(game=N_("The game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: discord.Interaction, game: str) -> None:
        """Tell the rules of a game."""
        async with Answer(interaction) as answer:
            await answer.private(await rules_page(game_named(game)))

    @on_control("rules", arguments=1)
    async def rules_of_card(self, answer: Answer, game: str) -> None:
        """Tell the rules of the game of a card."""
        await answer.private(await rules_page(game_named(game)))

    @on_control("rulespage", arguments=3, updates=True)
    async def turn_page(self, answer: Answer, game: str, number: str, way: str) -> None:
        """Show another page of the rules; the way only tells two buttons apart."""
        await answer.update(await rules_page(game_named(game), number_in(number, "page")))
