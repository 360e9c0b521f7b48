"""`/rules`, and the Rules button: a game in a few lines, with a picture of how it begins."""

from __future__ import annotations

import asyncio
from random import Random

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.pages.matches.cards import BOARD
from bot.pages.page import Page, Picture
from rendering import Scene, alt_text, draw
from rules.position import Game
from rules.registry import game_named

PICTURE_WIDTH = 600


class RulesCommands(FrontCog):
    """Tells how games are played."""

    @app_commands.command(name="rules", description="Read the rules of a game, in short")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: discord.Interaction, game: str) -> None:
        """Tell the rules of a game."""
        async with Answer(interaction) as answer:
            await answer.private(await rules_page(game_named(game)))

    @on_control("rules", arguments=1)
    async def rules_of_card(self, answer: Answer, game: str) -> None:
        """Tell the rules of the game of a card."""
        await answer.private(await rules_page(game_named(game)))


async def rules_page(game: Game) -> Page:
    """A game in a few lines, with a picture of how it begins."""
    # What is dealt is only for the picture; any deal shows how a match begins.
    position = game.start(game.deal(game.choose({}), Random(0))).seen_by(None)
    scene = Scene(game, position)
    png = await asyncio.to_thread(draw, scene, PICTURE_WIDTH)
    return Page((f"## {game.name}\n{game.how_to_play}", Picture(BOARD, alt_text(scene), png)))
