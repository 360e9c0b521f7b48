"""The part of `/preferences` about languages, and the page of `/settings` for a server's."""

from __future__ import annotations

import discord

from bot.interface.answers import Answer
from bot.interface.controls import on_control, outdated
from bot.interface.languages import public_language, spoken_by, supported
from bot.pages.layout import Block, Menu, MenuChoice, Page, control
from bot.servers.settings import SettingsPage, chosen_value, settings_page
from club.club import Club
from club.servers.settings import LANGUAGE
from language import texts
from language.texts import SOURCE, gettext
from presentation.phrases import language_name
from storage.servers.settings import GuildSettings

AS_DISCORD = "discord"
"""The choice of using the language of Discord."""


async def own_language_blocks(club: Club, interaction: discord.Interaction) -> tuple[Block, ...]:
    """Return the language of the user of an interaction, with a menu to change it."""
    user_language = await club.languages.of_person(interaction.user.id)
    usual = spoken_by(interaction.locale) or SOURCE
    return language_blocks(
        supported(user_language.chosen), usual, await public_language(interaction)
    )


def language_blocks(chosen: str | None, usual: str, of_server: str) -> tuple[Block, ...]:
    """Return a user's language, with a menu to change it.

    :param usual: the language of their Discord client.
    :param of_server: the server's language, for public messages.
    """
    heading = gettext("### Your language")
    server = gettext(
        "Boards, results, leaderboards and everything else that everyone sees are in this "
        "server's language: **{language}**.",
        language=language_name(of_server),
    )
    return f"{heading}\n-# {server}", _menu("language", chosen, usual)


def server_language_page(chosen: str | None, usual: str) -> Page:
    """Return the page of a server's language, with a menu to change it.

    :param usual: the server's language on Discord.
    """
    if chosen is None:
        current = gettext(
            "What everyone sees is in **{language}**, as set for this server on Discord.",
            language=language_name(usual),
        )
    else:
        current = gettext(
            "What everyone sees is in **{language}**, as chosen in the settings.",
            language=language_name(chosen),
        )
    note = gettext(
        "-# This covers boards, results, leaderboards and all other posts. What only one person "
        "sees is in that person's language: change it with `/preferences`."
    )
    lines = [gettext("## Language"), current, note]
    return settings_page("\n".join(lines), _menu("settings-language-choice", chosen, usual))


class ServerLanguagePage(SettingsPage, opened_by="settings-language"):
    """Changes the languages of servers."""

    @on_control("settings-language-choice", updates=True)
    async def choose_for_server(self, answer: Answer) -> None:
        """Change the server's language."""
        await self.change(answer, LANGUAGE, chosen_language(answer))
        await self.front.courier.begin_due()

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with a menu."""
        guild = answer.interaction.guild
        usual = None if guild is None else spoken_by(guild.preferred_locale)
        return server_language_page(supported(settings.language), usual or SOURCE)


def _menu(verb: str, chosen: str | None, usual: str) -> Menu:
    as_discord = MenuChoice(
        gettext("Same as Discord ({language})", language=language_name(usual)),
        AS_DISCORD,
        chosen=chosen is None,
    )
    choices = [
        MenuChoice(language_name(each), each, chosen=each == chosen) for each in texts.COMPLETE
    ]
    return Menu(control(verb), gettext("Language"), (as_discord, *choices))


def chosen_language(answer: Answer) -> str | None:
    """Return the language chosen in a menu, or None for that of Discord.

    :raises Refusal: `outdated` if it is not offered.
    """
    value = chosen_value(answer)
    if value != AS_DISCORD and supported(value) is None:
        raise outdated()
    return None if value == AS_DISCORD else value
