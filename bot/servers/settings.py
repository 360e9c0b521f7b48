"""`/settings`: a server's settings and their pages, for those with Manage Server.

A setting has its line and its controls in a section of a page, and a method that takes its choices.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext.commands import CogMeta

from bot.interface.answers import Answer
from bot.interface.context import deleted_in, guild_id_of
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.permissions import missing_names
from bot.interface.threads import forum_with_id
from bot.pages.layout import (
    Block,
    Button,
    ChannelMenu,
    Menu,
    MenuChoice,
    Page,
    choice_button,
    control,
    id_in,
)
from club.audit import Admin
from club.paces import PACES, pace_of
from club.parts import Parts
from club.servers.settings import (
    BOARD_WIDTH,
    BOARD_WIDTHS,
    CHANNELS,
    OTHER_SERVERS,
    PACE,
    THREADS,
    Changed,
    Setting,
    Value,
)
from language.lists import listed, row_of, sentences
from language.texts import N_, gettext, lazy_gettext, ngettext
from presentation.phrases import pace_words
from rules.refusal import Refusal
from storage.servers.settings import GuildSettings


class _AbstractCogMeta(CogMeta, ABCMeta):
    """The type of cogs with abstract methods."""


class SettingsPage(FrontCog, metaclass=_AbstractCogMeta):
    """A page of settings that a control of the main page opens. It needs Manage Server.

    :param opened_by: the verb of that control.
    """

    def __init_subclass__(cls, *, opened_by: str) -> None:
        super().__init_subclass__()

        @on_control(opened_by, updates=True)
        async def open_page(self: SettingsPage, answer: Answer) -> None:
            check_manages(answer.interaction)
            await self.show(answer)

        # `Controls.collect` finds it there.
        setattr(cls, open_page.__name__, open_page)

    @abstractmethod
    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return this page for a user."""

    async def show(self, answer: Answer, settings: GuildSettings | None = None) -> None:
        """Show the page with the current settings.

        :param settings: the settings, if just changed.
        """
        if settings is None:
            settings = await self.club.settings.of(guild_id_of(answer.interaction))
        await answer.update(await self.page(answer, settings))

    async def save(self, answer: Answer, setting: Setting[Value], value: Value) -> Changed:
        """Change a setting, after checking that the user may."""
        check_manages(answer.interaction)
        guild_id = guild_id_of(answer.interaction)
        return await self.club.settings.change(guild_id, setting, value, admin_of(answer))

    async def change(self, answer: Answer, setting: Setting[Value], value: Value) -> Changed:
        """Change a setting, and show the updated page."""
        changed = await self.save(answer, setting, value)
        await self.show(answer, changed.after)
        return changed


def settings_page(*blocks: Block, beside_back: Sequence[Button] = ()) -> Page:
    """Return a page of settings with a way back to the main page."""
    back = Button(gettext("Back to settings"), control("settings-back"))
    return Page((*blocks, (back, *beside_back)))


class SettingsCommands(SettingsPage, opened_by="settings-back"):
    """The main page of settings."""

    @command("settings", N_("Choose where and how people play in this server"), is_for_servers=True)
    @app_commands.default_permissions(manage_guild=True)
    @on_control("settings-open")
    async def settings(self, answer: Answer) -> None:
        """Show the settings to a user who may change them."""
        check_manages(answer.interaction)
        current = await self.club.settings.of(guild_id_of(answer.interaction))
        await answer.private(await self.page(answer, current))

    @on_control("settings-channels", updates=True)
    async def choose_channels(self, answer: Answer) -> None:
        """Restrict matches to the chosen channels, or allow all if none is chosen."""
        await self.change(answer, CHANNELS, chosen_channels(answer))

    @on_control("settings-threads", updates=True)
    async def choose_threads(self, answer: Answer, is_on: bool) -> None:
        """Turn threads for matches on or off."""
        await self.change(answer, THREADS, is_on)

    @on_control("settings-width", updates=True)
    async def choose_width(self, answer: Answer, width: int) -> None:
        """Change the width of boards."""
        await self.change(answer, BOARD_WIDTH, width)

    @on_control("settings-pace", updates=True)
    async def choose_pace(self, answer: Answer) -> None:
        """Change the default pace of challenges."""
        await self.change(answer, PACE, chosen_value(answer))

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return a page of all settings, each with its controls directly below."""
        heading = gettext("## Settings")
        deleted = deleted_in(answer.interaction.guild, settings.references)
        words, channels = _channels(settings, deleted)
        return Page(
            (
                f"{heading}\n{words}",
                channels,
                *_threads(settings, deleted),
                *_boards(settings),
                *_pace(settings),
                *_visibility(settings, deleted, has_web=self.club.pages.are_served),
                gettext("**More**: automatic posts, the language, and the change log."),
                (
                    Button(gettext("Leaderboards…"), control("settings-posts")),
                    *BUTTONS.of(settings),
                    Button(gettext("Language…"), control("settings-language")),
                    Button(gettext("Change log…"), control("settings-audit", 0)),
                ),
            )
        )


BUTTONS = Parts[GuildSettings, Button]()
"""Buttons that open pages of settings."""

BETWEEN_SERVERS = Parts[GuildSettings, str]()
"""Sentences about matches between servers. Without any, the setting isn't offered."""

VISIBILITY: Parts[tuple[GuildSettings, Collection[int]], tuple[str, Button]] = Parts()
"""Settings about other servers, each with its line and the button to its page.

They get the settings of a server, and which of their channels and roles were deleted.
"""

Section = tuple[str, Block]
"""A setting on the main page: its line and its controls."""


def _channels(settings: GuildSettings, deleted: Collection[int]) -> Section:
    chosen = settings.without(deleted).channels
    if chosen:
        words = gettext(
            "**Channels**: matches can be started in {channels}. If you choose none, every channel "
            "is allowed.",
            channels=row_of([DISCORD.channel(channel_id) for channel_id in chosen]),
        )
    else:
        words = gettext("**Channels**: matches can be started in any channel.")
    if count := len(settings.channels) - len(chosen):
        warning = ngettext(
            "⚠️ A channel that you chose was deleted. Choose again.",
            "⚠️ {count} channels that you chose were deleted. Choose again.",
            count,
        )
        words = f"{words}\n{warning}"
    label = gettext("Channels for matches (leave empty for all)")
    # Discord can't preselect a deleted channel.
    return words, ChannelMenu(control("settings-channels"), label, chosen)


def _threads(settings: GuildSettings, deleted: Collection[int]) -> Section:
    if settings.forum_id is not None and settings.forum_id not in deleted:
        words = gettext(
            "**Threads**: each match gets a post in {forum} if I can create one.",
            forum=DISCORD.channel(settings.forum_id),
        )
    elif settings.threads:
        words = gettext("**Threads**: each match gets its own thread if I can create one.")
    else:
        words = gettext("**Threads**: matches stay in the channel.")
    if settings.forum_id in deleted:
        words = f"{words}\n{deleted_forum_words()}"
    if settings.threads:
        switch = Button(gettext("Turn threads off"), control("settings-threads", "off"))
    else:
        switch = Button(gettext("Turn threads on"), control("settings-threads", "on"))
    return words, (switch, Button(gettext("Forum…"), control("settings-forum")))


def deleted_forum_words() -> str:
    """Return a warning about a forum that was deleted."""
    return gettext("⚠️ The forum for matches was deleted. Choose another one.")


SIZES = {600: N_("Small"), 900: N_("Medium"), 1200: N_("Large")}
"""The labels of board widths, by pixels."""


def _boards(settings: GuildSettings) -> Section:
    words = gettext(
        "**Boards**: {size} ({pixels} pixels wide).",
        size=gettext(BOARD_WIDTHS[settings.board_width]),
        pixels=settings.board_width,
    )
    buttons = tuple(
        choice_button(
            gettext(label), control("settings-width", width), chosen=width == settings.board_width
        )
        for width, label in SIZES.items()
    )
    return words, buttons


def _pace(settings: GuildSettings) -> Section:
    words = gettext("**Default pace**: {pace}.", pace=pace_words(pace_of(settings.pace)))
    choices = tuple(
        MenuChoice(pace_words(pace), code, chosen=code == settings.pace)
        for code, pace in PACES.items()
    )
    return words, Menu(control("settings-pace"), gettext("Pace"), choices)


def _visibility(
    settings: GuildSettings, deleted: Collection[int], *, has_web: bool
) -> Section | tuple[()]:
    """Return what is visible outside of the server, and its controls, if anything is.

    :param has_web: whether the operator serves web pages.
    """
    more = VISIBILITY.of((settings, deleted))
    words = [line for line, _ in more]
    buttons = [button for _, button in more]
    if BETWEEN_SERVERS:
        words.insert(0, other_servers_words(settings))
        buttons.insert(0, Button(gettext("Other servers…"), control("settings-others")))
    if has_web:
        words.append(web_pages_words(settings))
        buttons.append(Button(gettext("Web pages…"), control("settings-web")))
    return ("\n".join(words), tuple(buttons)) if buttons else ()


def other_servers_words(settings: GuildSettings) -> str:
    """Return whether a server's members may play people from other servers."""
    title = DISCORD.strong(gettext("Other servers"))
    if settings.plays_out:
        return gettext("{title}: members can play people from other servers.", title=title)
    return gettext("{title}: members only play each other.", title=title)


_WEB_PAGES = {
    "off": N_("{web_pages}: off."),
    "private": N_("{web_pages}: private. Anyone with a link can read a page."),
    "listed": N_("{web_pages}: listed. Anyone can find them on the web."),
}


def web_pages_words(settings: GuildSettings) -> str:
    """Return who can open a server's pages."""
    title = DISCORD.strong(gettext("Web pages"))
    return gettext(_WEB_PAGES[settings.pages], web_pages=title)


class OtherServersPage(SettingsPage, opened_by="settings-others"):
    """Changes whether members may play people from other servers."""

    @on_control("settings-plays-out", updates=True)
    async def choose(self, answer: Answer, is_on: bool) -> None:
        """Allow or forbid matches with people from other servers."""
        await self.change(answer, OTHER_SERVERS, is_on)

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with the switch."""
        note = sentences(
            gettext(
                "-# A match between two servers has a card in both. The other server sees the "
                "player's name and moves, but not the name of this server."
            ),
            *BETWEEN_SERVERS.of(settings),
        )
        lines = gettext("## Other servers"), other_servers_words(settings), str(note)
        if settings.plays_out:
            switch = Button(gettext("Stay in this server"), control("settings-plays-out", "off"))
        else:
            switch = Button(
                gettext("Allow other servers"), control("settings-plays-out", "on"), "success"
            )
        return settings_page("\n".join(lines), (switch,))


def admin_of(answer: Answer) -> Admin:
    """Return the acting member for the audit log."""
    return Admin(answer.user.id, answer.user.display_name)


def chosen_channels(answer: Answer) -> tuple[int, ...]:
    """Return the ids of the text channels chosen in a menu.

    :raises Refusal: `outdated` if one is not an id; `forum`.
    """
    ids = [id_in(value) for value in values_of(answer.interaction)]
    if None in ids:
        raise outdated()
    guild = answer.interaction.guild
    if guild is not None and any(forum_with_id(guild, each) for each in ids):
        words = lazy_gettext(
            "That's a forum. Forums can only hold matches, one post each. Choose a text channel."
        )
        raise Refusal("forum", words)
    return tuple(each for each in ids if each is not None)


def chosen_value(answer: Answer) -> str:
    """Return the only choice in a menu, empty if there is none."""
    return next(iter(values_of(answer.interaction)), "")


def check_manages(interaction: discord.Interaction) -> None:
    """Check that the user may change the settings.

    :raises Refusal: `not_allowed`, `guild_only`.
    """
    guild_id_of(interaction)
    if not interaction.permissions.manage_guild:
        words = lazy_gettext("Only members with **Manage Server** can change the settings.")
        raise Refusal("not_allowed", words)


def chosen_channel(answer: Answer) -> int | None:
    """Return the channel chosen in a menu, after checking that the user may choose it.

    :raises Refusal: `not_allowed`, `outdated`.
    """
    check_manages(answer.interaction)
    return next(iter(chosen_channels(answer)), None)


def channel_menu(
    verb: str, label: str, channel_id: int | None, guild: discord.Guild | None
) -> ChannelMenu:
    """Return a menu of channels to post in."""
    # Discord can't preselect a deleted channel.
    exists = channel_id is not None and not deleted_in(guild, [channel_id])
    preselected = (channel_id,) if channel_id is not None and exists else ()
    return ChannelMenu(control(verb), label, preselected, max_choices=1)


def posting_problems(guild: discord.Guild | None, channel_id: int) -> list[str]:
    """Return what prevents posts in a channel. Posting is retried every hour."""
    channel: Any = None if guild is None else guild.get_channel(channel_id)
    if guild is None or channel is None:
        return []
    names = missing_names(channel.permissions_for(guild.me), in_thread=False)
    if not names:
        return []
    permissions_text = listed([f"**{name}**" for name in names])
    return [
        gettext(
            "⚠️ I can't post there: I'm missing {permissions}. I'll try again every hour.",
            permissions=permissions_text,
        )
    ]
