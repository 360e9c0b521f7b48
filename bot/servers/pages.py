"""The page of `/settings` about a server's web pages, and the channels that everyone can read."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.pages.layout import Button, Menu, MenuChoice, Page, control
from bot.servers.settings import SettingsPage, chosen_value, settings_page, web_pages_words
from club.club import Club
from club.servers.settings import WEB_PAGES
from language.texts import N_, gettext
from storage.database.shards import Shards
from storage.servers.pages import PublicChannels
from storage.servers.settings import GuildSettings, Pages

PAGES_LABELS: Mapping[Pages, str] = {
    "off": N_("Off"),
    "private": N_("Private: by link only"),
    "listed": N_("Listed: anyone can find them"),
}
"""The labels of the choices."""


class WebPagesPage(SettingsPage, opened_by="settings-web"):
    """Changes the setting for web pages."""

    @on_control("settings-web-pages", updates=True)
    async def choose_pages(self, answer: Answer) -> None:
        """Give the server web pages, or none."""
        changed = await self.save(answer, WEB_PAGES, chosen_value(answer))
        # Without its public channels, the server has no pages to link to.
        await self.front.store_public_channels()
        await self.show(answer, changed.after)

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with a menu, and a link to the server's pages."""
        choices = tuple(
            MenuChoice(gettext(label), each, chosen=each == settings.pages)
            for each, label in PAGES_LABELS.items()
        )
        note = gettext(
            "-# Pages show the matches of channels that everyone can read, and what else happens "
            "there, the leaderboards and the players. Members who leave the global leaderboards in "
            "`/privacy` are left out."
        )
        lines = gettext("## Web pages"), web_pages_words(settings), note
        address = await self.club.pages.server_address(settings.guild_id)
        return settings_page(
            "\n".join(lines),
            Menu(control("settings-web-pages"), gettext("Web pages"), choices),
            beside_back=[Button(gettext("Open the pages"), address)] if address else (),
        )


class PublicChannelChore:
    """Stores the public channels of this process's servers."""

    def __init__(self, client: discord.Client, club: Club, shards: Shards) -> None:
        self._client = client
        self._pages = club.pages
        self._shards = shards
        self._stored: dict[int, PublicChannels | None] = {}
        """The channels this process stored last, by server, or None if the bot isn't in it."""

    async def store_changes(self) -> None:
        """Store the changes since the last round."""
        if not self._pages.are_served or not self._client.is_ready():
            return
        for guild_id in await self._pages.guild_ids():
            if self._shards.have(guild_id):
                await self._store(guild_id)

    async def _store(self, guild_id: int) -> None:
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            return
        public = None if guild is None else public_in(guild)
        if guild_id in self._stored and _includes(self._stored[guild_id], public):
            return
        await self._pages.store_public_channels(guild_id, public)
        self._stored[guild_id] = public


def public_in(guild: discord.Guild) -> PublicChannels:
    """Return the channels of a server that everyone can read."""
    everyone = guild.default_role
    readable: set[int] = set()
    for channel in guild.channels:
        permissions = channel.permissions_for(everyone)
        if permissions.view_channel and permissions.read_message_history:
            readable.add(channel.id)
    threads = {
        thread.id
        for thread in guild.threads
        if thread.parent_id in readable and not thread.is_private()
    }
    return PublicChannels(guild.name, frozenset(readable), frozenset(threads))


def _includes(stored: PublicChannels | None, public: PublicChannels | None) -> bool:
    """Whether the stored channels are up to date."""
    if stored is None or public is None:
        return stored is public
    is_same = (stored.name, stored.channels) == (public.name, public.channels)
    return is_same and public.threads <= stored.threads
