"""The page of `/settings` about a server's web pages."""

from __future__ import annotations

import discord

from bot.interface.answers import Answer
from bot.interface.context import guild_id_of
from bot.interface.controls import on_control, values_of
from bot.interface.front import FrontCog
from bot.interface.layout import Block, Button, Menu, MenuChoice, Page, control
from bot.interface.markup import DISCORD
from bot.servers.settings import change_settings, check_manages
from club.club import Club
from club.servers.settings import PlaysOut, WebPages
from language.texts import gettext
from presentation.servers.settings import PAGES_LABELS, pages_words, plays_out_words
from storage.database.shards import Shards
from storage.servers.pages import PublicChannels
from storage.servers.settings import GuildSettings


class OtherServerControls(FrontCog):
    """Changes whether members may play people from other servers.

    Everything here needs Manage Server.
    """

    @on_control("settings-others", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the setting for other servers from the main settings page."""
        check_manages(answer.interaction)
        await answer.update(
            _other_servers_page(await self.club.settings.of(guild_id_of(answer.interaction)))
        )

    @on_control("settings-plays-out", arguments=1, updates=True)
    async def choose(self, answer: Answer, state: str) -> None:
        """Allow or forbid matches with people from other servers."""
        changed = await change_settings(self.club, answer, PlaysOut(state == "on"))
        await answer.update(_other_servers_page(changed.after))


def _other_servers_page(settings: GuildSettings) -> Page:
    text = "\n".join(
        (
            gettext("## Other servers"),
            plays_out_words(DISCORD, plays_out=settings.plays_out),
            gettext(
                "-# `/pool` finds opponents. A match between two servers has a card in both. The "
                "other server sees the player's name and moves, but not the name of this server."
            ),
        )
    )
    if settings.plays_out:
        switch = Button(gettext("Stay in this server"), control("settings-plays-out", "off"))
    else:
        switch = Button(
            gettext("Allow other servers"), control("settings-plays-out", "on"), "success"
        )
    return Page((text, (switch, Button(gettext("Back to settings"), control("settings-back")))))


class WebPageControls(FrontCog):
    """Changes the setting for web pages. Everything here needs Manage Server."""

    @on_control("settings-web", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the setting for web pages from the main settings page."""
        check_manages(answer.interaction)
        await self._show(answer, await self.club.settings.of(guild_id_of(answer.interaction)))

    @on_control("settings-web-pages", arguments=0, updates=True)
    async def choose_pages(self, answer: Answer) -> None:
        """Give the server web pages, or none."""
        value = next(iter(values_of(answer.interaction)), "")
        changed = await change_settings(self.club, answer, WebPages(value))
        await self.front.store_public_channels()
        await self._show(answer, changed.after)

    async def _show(self, answer: Answer, settings: GuildSettings) -> None:
        address = await self.club.pages.server_address(settings.guild_id)
        await answer.update(_web_pages_page(settings, address))


def _web_pages_page(settings: GuildSettings, address: str) -> Page:
    menu = Menu(
        control("settings-web-pages"),
        gettext("Web pages"),
        tuple(
            MenuChoice(gettext(label), each, chosen=each == settings.pages)
            for each, label in PAGES_LABELS.items()
        ),
    )
    text = "\n".join(
        (
            gettext("## Web pages"),
            pages_words(settings.pages, DISCORD),
            gettext(
                "-# Pages show the matches and events of channels that everyone can read, the "
                "leaderboards and the players. Members who leave the global leaderboards in "
                "/privacy are left out."
            ),
        )
    )
    buttons = [Button(gettext("Back to settings"), control("settings-back"))]
    if address:
        buttons.append(Button(gettext("Open the pages"), address))
    blocks: tuple[Block, ...] = (text, menu, tuple(buttons))
    return Page(blocks)


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
