"""`/help` and the Look around button: an overview of games and commands, always private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.community.settings import check_manages
from bot.commands.front_cog import FrontCog
from bot.interactions import permissions
from bot.interactions.answers import Answer
from bot.interactions.controls import Controls, on_control, outdated, values_of
from bot.interactions.interaction_context import place_of
from bot.pages.community.help_pages import (
    COMMANDS,
    SERVER,
    commands_page,
    games_page,
    is_page,
    server_page,
)
from bot.pages.page import Page
from language.texts import N_, gettext
from rules.registry import FIRST_GAME


class HelpCommands(FrontCog):
    """Shows the pages of the help."""

    def add_to(self, tree: app_commands.CommandTree[Any], controls: Controls) -> None:
        """Register the commands and controls, and keep the command tree."""
        super().add_to(tree, controls)
        self._tree = tree

    @app_commands.command(name="help", description=N_("See the games, and start one with a click"))
    async def help(self, interaction: discord.Interaction) -> None:
        """Show the games."""
        async with Answer(interaction) as answer:
            await answer.private(await self._page(answer, FIRST_GAME.key))

    @on_control("help-open", arguments=0)
    async def open_from_greeting(self, answer: Answer) -> None:
        """Show the games, from the greeting."""
        await answer.private(await self._page(answer, FIRST_GAME.key))

    @on_control("help-game", arguments=0, updates=True)
    async def choose_game(self, answer: Answer) -> None:
        """Show the buttons of the game chosen in the menu."""
        await answer.update(await self._page(answer, next(iter(values_of(answer.interaction)), "")))

    @on_control("help", arguments=1, updates=True)
    async def turn(self, answer: Answer, name: str) -> None:
        """Show another page."""
        await answer.update(await self._page(answer, name))

    async def _page(self, answer: Answer, name: str) -> Page:
        interaction = answer.interaction
        has_bot = place_of(interaction).guild_id is not None
        manages = has_bot and interaction.permissions.manage_guild
        if not is_page(name):
            raise outdated()
        if name == COMMANDS:
            return commands_page(self._descriptions(False), self.front.mention_of, manages=manages)
        if name == SERVER:
            check_manages(interaction)
            in_thread = isinstance(interaction.channel, discord.Thread)
            missing = permissions.missing_names(interaction.app_permissions, in_thread=in_thread)
            return server_page(self._descriptions(True), self.front.mention_of, missing)
        return await games_page(name, self.club.opponents.can_play, manages=manages)

    def _descriptions(self, is_restricted: bool) -> Mapping[str, str]:
        """Return the descriptions of the commands for everyone, or of the restricted ones."""
        return {
            _starting_name(command): gettext(command.description)
            for command in self._tree.get_commands()
            if isinstance(command, app_commands.Command | app_commands.Group)
            and (command.default_permissions is not None) is is_restricted
        }


def _starting_name(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> str:
    """Return the name to type for a command or group.

    For a group, it is that of the first subcommand without options.
    """
    if isinstance(command, app_commands.Command):
        return command.name
    plain = [
        each
        for each in command.commands
        if isinstance(each, app_commands.Command) and not each.parameters
    ]
    return plain[0].qualified_name if plain else command.name
