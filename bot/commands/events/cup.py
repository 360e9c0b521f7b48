"""`/cup`: a mini-tournament, opened in one step by anyone."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.choices import PACE_CHOICES
from bot.commands.events.opening import check_place, open_event
from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from club.events.opening import Wishes
from language.texts import N_


class CupCommands(FrontCog):
    """Opens cups."""

    @app_commands.command(
        name="cup", description=N_("Open a mini-tournament that starts when it's full")
    )
    @app_commands.describe(
        game=N_("The game"),
        players=N_("Number of players (default: 4)"),
        pace=N_("Time per turn"),
        options=N_("Options of the game, such as the size of the board"),
    )
    @app_commands.choices(game=GAME_CHOICES, pace=PACE_CHOICES)
    async def cup(
        self,
        interaction: discord.Interaction,
        game: str,
        players: int | None = None,
        pace: str | None = None,
        options: str | None = None,
    ) -> None:
        """Open a cup, enter it, and post its card in the channel."""
        async with Answer(interaction) as answer:
            check_place(interaction)
            wishes = Wishes(game=game, pace=pace, most=players)
            await open_event(self.front, answer, "cup", wishes, options, joins=True)
