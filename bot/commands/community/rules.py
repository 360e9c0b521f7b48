"""`/rules`, and the Rules button: a game in a few lines, with a picture of how it begins."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands.matches.challenge import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.pages.matches.cards import BOARD
from bot.pages.page import Page, Picture
from rendering import Scene, alt_text, draw
from rules.position import Game
from rules.registry import game_named

if TYPE_CHECKING:
    from bot.process.client import Stairwell

PICTURE_WIDTH = 600


def add(bot: Stairwell) -> None:
    """Give the bot the command and the control."""

    @bot.tree.command(name="rules", description="How a game is played, in short")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(interaction: discord.Interaction[Stairwell], game: str) -> None:
        async with Answer(interaction) as answer:
            await answer.private(await _page(game_named(game)))

    @bot.controls.handles("rules", arguments=1)
    async def show(answer: Answer, arguments: tuple[str, ...]) -> None:
        await answer.private(await _page(game_named(arguments[0])))


async def _page(game: Game) -> Page:
    # What is dealt is only for the picture; any deal shows how a match begins.
    position = game.start(game.deal(game.choose({}), Random(0))).seen_by(None)
    scene = Scene(game, position)
    png = await asyncio.to_thread(draw, scene, PICTURE_WIDTH)
    return Page((f"## {game.name}\n{game.how_to_play}", Picture(BOARD, alt_text(scene), png)))
