"""What all classes of commands have in common."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands.front import Front
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import Choices, choices_of_matches, empty_where_it_fails
from bot.interactions.controls import Controls
from bot.interactions.interaction_context import guild_id_of
from bot.interactions.match_option import match_numbered
from club.matches.match import Match


class FrontCog(commands.Cog):
    """Commands, and methods marked by `on_control`, that act on a front.

    A cog is discord.py's way to have commands as methods; it needs no bot of its extension.
    """

    def __init__(self, front: Front) -> None:
        self.front = front
        self.club = front.club

    def add_to(self, tree: app_commands.CommandTree[Any], controls: Controls) -> None:
        """Let what people type and click come here."""
        for command in self.get_app_commands():
            tree.add_command(command)
        controls.collect(self)

    async def match_of(self, answer: Answer, number: str) -> Match:
        """The match that a control carries the number of.

        :raises Refusal: `number`, `unknown_match`.
        """
        return await match_numbered(self.club.match_finder, answer.interaction, number)

    @empty_where_it_fails
    async def own_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """What an option offers that names one of one's own running matches."""
        running = await self.club.match_finder.of_person(
            guild_id_of(interaction), interaction.user.id
        )
        return choices_of_matches(running, typed)
