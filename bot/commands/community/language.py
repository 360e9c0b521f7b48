"""`/language` for users, and the page of `/settings` for a server's language."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.community.settings import change_settings, check_manages
from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated, values_of
from bot.interactions.interaction_context import guild_id_of
from bot.interactions.languages import (
    private_language,
    public_language,
    spoken_by,
    supported,
)
from bot.pages.community.language_pages import (
    AS_DISCORD,
    own_language_page,
    server_language_page,
)
from bot.pages.page import Page
from club.settings.changes import ServerLanguage
from language.texts import N_, SOURCE, written_in


class LanguageCommands(FrontCog):
    """Changes the languages of users and servers."""

    @app_commands.command(name="language", description=N_("Choose your language"))
    async def language(self, interaction: discord.Interaction) -> None:
        """Show the user's language with a menu to change it."""
        async with Answer(interaction) as answer:
            await answer.private(await self._own_page(interaction))

    @on_control("language", arguments=0, updates=True)
    async def choose(self, answer: Answer) -> None:
        """Change the user's language."""
        interaction = answer.interaction
        await self.club.languages.choose(interaction.user.id, _chosen_language(interaction))
        with written_in(await private_language(interaction)):
            await answer.update(await self._own_page(interaction))

    @on_control("settings-language", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the setting for the server's language from the main settings page."""
        check_manages(answer.interaction)
        await answer.update(await self._server_page(answer.interaction))

    @on_control("settings-language-choice", arguments=0, updates=True)
    async def choose_for_server(self, answer: Answer) -> None:
        """Change the server's language."""
        interaction = answer.interaction
        await change_settings(self.club, answer, ServerLanguage(_chosen_language(interaction)))
        await answer.update(await self._server_page(interaction))
        await self.front.show_leaderboards()

    async def _own_page(self, interaction: discord.Interaction) -> Page:
        user_language = await self.club.languages.of_person(interaction.user.id)
        usual = spoken_by(interaction.locale) or SOURCE
        return own_language_page(
            supported(user_language.chosen), usual, await public_language(interaction)
        )

    async def _server_page(self, interaction: discord.Interaction) -> Page:
        code = await self.club.languages.of_guild(guild_id_of(interaction))
        guild = interaction.guild
        usual = None if guild is None else spoken_by(guild.preferred_locale)
        return server_language_page(supported(code), usual or SOURCE)


def _chosen_language(interaction: discord.Interaction) -> str | None:
    """Return the language chosen in a menu, or None for that of Discord.

    :raises Refusal: `outdated` if it is not offered.
    """
    value = next(iter(values_of(interaction)), "")
    if value != AS_DISCORD and supported(value) is None:
        raise outdated()
    return None if value == AS_DISCORD else value
