"""`/settings`: channels, threads, boards and pace, for those with Manage Server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.context import guild_id_of
from bot.interface.controls import id_in, number_in, on_control, outdated, values_of
from bot.interface.front import FrontCog
from bot.interface.layout import (
    MAX_TEXT_LENGTH,
    Button,
    ChannelMenu,
    Menu,
    MenuChoice,
    Page,
    control,
)
from bot.interface.listing import paged
from bot.interface.markup import DISCORD
from bot.interface.permissions import missing_names
from bot.interface.threads import forum_with_id
from club.audit import Admin
from club.club import Club
from club.paces import PACES, pace_of
from club.servers.settings import AllowedChannels, BoardWidth, Change, Changed, DefaultPace, Threads
from language.lists import listed, row_of
from language.texts import N_, gettext, lazy_gettext
from presentation.phrases import pace_words
from presentation.servers.settings import WIDTHS, audit_line, pages_words, plays_out_words
from rules.refusal import Refusal
from storage.servers import audit
from storage.servers.settings import GuildSettings

PAGE_SIZE = 10
"""Maximum number of changes per page. There are fewer if their lines are long."""


def audit_page(changes: Sequence[audit.Change], *, is_latest: bool) -> Page:
    """Return a page of changes, latest first.

    :param changes: the changes of this page, plus one if there are older ones.
    :param is_latest: whether this is the page of the latest changes.
    """
    heading = gettext("## Change log")
    note = gettext(
        "-# Changes in `/settings`, matches ended with `/end`, and organisers' actions in "
        "`/event`. Kept for a year."
    )
    room = MAX_TEXT_LENGTH - len(heading) - len(note)
    all_lines = [f"- {audit_line(each, DISCORD)}" for each in changes]
    portion = paged(all_lines, 0, room, PAGE_SIZE)
    lines = [heading, *portion.lines]
    if not changes:
        lines.append(gettext("Nothing has been changed in the past year."))
    buttons = [Button(gettext("Back to settings"), control("settings-back"))]
    if not is_latest:
        buttons.append(Button(gettext("Newest"), control("settings-audit", 0)))
    if portion.pages > 1:
        last = changes[len(portion.lines) - 1]
        buttons.append(Button(gettext("Older"), control("settings-audit", last.id)))
    return Page(("\n".join(lines), note, tuple(buttons)))


SIZES = {600: N_("Small"), 900: N_("Medium"), 1200: N_("Large")}
"""The labels of board widths, by pixels."""


class SettingsCommands(FrontCog):
    """Shows and changes the settings of a server."""

    @app_commands.command(
        name="settings", description=N_("Choose where and how people play on this server")
    )
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show the settings to a user who may change them."""
        async with Answer(interaction) as answer:
            check_manages(interaction)
            current = await self.club.settings.of(guild_id_of(interaction))
            await answer.private(self._page(current, interaction.guild))

    @on_control("settings-open", arguments=0)
    async def open_settings(self, answer: Answer) -> None:
        """Show the settings in a new message."""
        check_manages(answer.interaction)
        current = await self.club.settings.of(guild_id_of(answer.interaction))
        await answer.private(self._page(current, answer.interaction.guild))

    @on_control("settings-back", arguments=0, updates=True)
    async def back_to_settings(self, answer: Answer) -> None:
        """Return to the main settings page from another page."""
        check_manages(answer.interaction)
        current = await self.club.settings.of(guild_id_of(answer.interaction))
        await answer.update(self._page(current, answer.interaction.guild))

    @on_control("settings-channels", arguments=0, updates=True)
    async def choose_channels(self, answer: Answer) -> None:
        """Restrict matches to the chosen channels, or allow all if none is chosen."""
        await self._change(answer, AllowedChannels(chosen_channels(answer)))

    @on_control("settings-threads", arguments=1, updates=True)
    async def choose_threads(self, answer: Answer, state: str) -> None:
        """Turn threads for matches on or off."""
        await self._change(answer, Threads(state == "on"))

    @on_control("settings-width", arguments=1, updates=True)
    async def choose_width(self, answer: Answer, pixels: str) -> None:
        """Change the width of boards."""
        await self._change(answer, BoardWidth(number_in(pixels, "width")))

    @on_control("settings-pace", arguments=0, updates=True)
    async def choose_pace(self, answer: Answer) -> None:
        """Change the default pace of challenges."""
        await self._change(answer, DefaultPace(next(iter(values_of(answer.interaction)), "")))

    async def _change(self, answer: Answer, change: Change) -> None:
        """Change a setting, and show the updated page."""
        changed = await change_settings(self.club, answer, change)
        await answer.update(self._page(changed.after, answer.interaction.guild))

    def _page(self, settings: GuildSettings, guild: discord.Guild | None) -> Page:
        return _page(settings, guild, has_web=self.club.pages.are_served)

    @on_control("settings-audit", arguments=1, updates=True)
    async def show_changes(self, answer: Answer, before: str) -> None:
        """Show the latest changes, or older ones than the change with a number."""
        check_manages(answer.interaction)
        number = number_in(before, "change")
        guild_id = guild_id_of(answer.interaction)
        changes = await self.club.audit.of_guild(guild_id, PAGE_SIZE + 1, before=number or None)
        await answer.update(audit_page(changes, is_latest=number == 0))


async def change_settings(club: Club, answer: Answer, change: Change) -> Changed:
    """Change a setting, after checking that the user may.

    :raises Refusal: `not_allowed`.
    """
    check_manages(answer.interaction)
    return await club.settings.change(guild_id_of(answer.interaction), change, admin_of(answer))


def admin_of(answer: Answer) -> Admin:
    """Return the acting member for the audit log."""
    return Admin(answer.user.id, answer.user.display_name)


def chosen_channels(answer: Answer) -> tuple[int, ...]:
    """Return the ids of the text channels chosen in a menu.

    :raises Refusal: `outdated` if one is not an id; `forum`.
    """
    ids = [id_in(each) for each in values_of(answer.interaction)]
    if None in ids:
        raise outdated()
    guild = answer.interaction.guild
    if guild is not None and any(forum_with_id(guild, each) for each in ids):
        words = lazy_gettext(
            "That's a forum. Forums can only hold matches, one post each. Choose a text channel."
        )
        raise Refusal("forum", words)
    return tuple(each for each in ids if each is not None)


def check_manages(interaction: discord.Interaction) -> None:
    """Check that the user may change the settings.

    :raises Refusal: `not_allowed`, `guild_only`.
    """
    guild_id_of(interaction)
    if not interaction.permissions.manage_guild:
        words = lazy_gettext("Only members with **Manage Server** can change the settings.")
        raise Refusal("not_allowed", words)


def _page(settings: GuildSettings, guild: discord.Guild | None, *, has_web: bool) -> Page:
    """Return a page of all settings, each with its controls directly below.

    :param has_web: whether the operator serves web pages.
    """
    # Discord can't preselect a deleted channel.
    chosen = [each for each in settings.channels if guild is None or guild.get_channel(each)]
    channels, threads, boards, pace = _lines(settings)
    heading = gettext("## Settings")
    return Page(
        (
            f"{heading}\n{channels}",
            ChannelMenu(
                control("settings-channels"),
                gettext("Channels for matches (leave empty for all)"),
                tuple(chosen),
            ),
            threads,
            (_threads_button(settings), Button(gettext("Forum…"), control("settings-forum"))),
            boards,
            _size_buttons(settings),
            pace,
            _pace_menu(settings),
            *_visibility(settings, has_web=has_web),
            gettext("**More**: automatic posts, the language, and a log of changes."),
            (
                Button(gettext("Leaderboards…"), control("settings-posts")),
                Button(gettext("Champions…"), control("settings-champions")),
                Button(gettext("Daily puzzle…"), control("settings-puzzle")),
                Button(gettext("Language…"), control("settings-language")),
                Button(gettext("Change log…"), control("settings-audit", 0)),
            ),
        )
    )


def _size_buttons(settings: GuildSettings) -> tuple[Button, ...]:
    return tuple(
        Button(
            gettext(name), control("settings-width", width), disabled=width == settings.board_width
        )
        for width, name in SIZES.items()
    )


def _pace_menu(settings: GuildSettings) -> Menu:
    choices = tuple(
        MenuChoice(pace_words(pace), text, chosen=text == settings.pace)
        for text, pace in PACES.items()
    )
    return Menu(control("settings-pace"), gettext("Pace"), choices)


def _visibility(settings: GuildSettings, *, has_web: bool) -> tuple[str, tuple[Button, ...]]:
    """Return what is visible outside of the server, and its controls."""
    words = [plays_out_words(DISCORD, plays_out=settings.plays_out)]
    buttons = [Button(gettext("Other servers…"), control("settings-others"))]
    if has_web:
        words.insert(0, pages_words(settings.pages, DISCORD))
        buttons.append(Button(gettext("Web pages…"), control("settings-web")))
    return "\n".join(words), tuple(buttons)


def _threads_button(settings: GuildSettings) -> Button:
    if settings.threads:
        return Button(gettext("Turn threads off"), control("settings-threads", "off"))
    return Button(gettext("Turn threads on"), control("settings-threads", "on"))


def _lines(settings: GuildSettings) -> tuple[str, str, str, str]:
    """Return a line each about channels, threads, boards and pace."""
    if settings.channels:
        channels = gettext(
            "**Channels**: matches can be started in {channels}.",
            channels=row_of([f"<#{channel_id}>" for channel_id in settings.channels]),
        )
    else:
        channels = gettext("**Channels**: matches can be started in any channel.")
    if settings.forum_id is not None:
        threads = gettext(
            "**Threads**: each match gets a post in {forum} if I can create one.",
            forum=f"<#{settings.forum_id}>",
        )
    elif settings.threads:
        threads = gettext("**Threads**: each match gets its own thread if I can create one.")
    else:
        threads = gettext("**Threads**: matches stay in the channel.")
    boards = gettext(
        "**Boards**: {size} ({pixels} pixels wide).",
        size=gettext(WIDTHS[settings.board_width]),
        pixels=settings.board_width,
    )
    pace = gettext(
        "**Default pace**: {pace}.",
        pace=pace_words(pace_of(settings.pace)),
    )
    return channels, threads, boards, pace


def chosen_channel(answer: Answer) -> int | None:
    """Return the channel chosen in a menu, after checking that the user may choose it.

    :raises Refusal: `not_allowed`, `outdated`.
    """
    check_manages(answer.interaction)
    return next(iter(chosen_channels(answer)), None)


def channel_menu(verb: str, channel_id: int | None, guild: discord.Guild | None) -> ChannelMenu:
    """Return a menu of channels to post in."""
    words = {
        "settings-live": N_("Channel for a live leaderboard (leave empty for none)"),
        "settings-summary": N_("Channel for the monthly summary (leave empty for none)"),
        "settings-puzzle-channel": N_("Channel for the daily puzzle (leave empty for none)"),
    }[verb]
    # Discord can't preselect a deleted channel.
    exists = channel_id is not None and (guild is None or guild.get_channel(channel_id))
    preselected = (channel_id,) if channel_id is not None and exists else ()
    return ChannelMenu(control(verb), gettext(words), preselected, max_choices=1)


def posting_problems(guild: discord.Guild | None, channel_id: int) -> list[str]:
    """Return what prevents posts in a channel. Posting is retried every hour."""
    channel: Any = None if guild is None else guild.get_channel(channel_id)
    if guild is None:
        return []
    if channel is None:
        return [gettext("⚠️ That channel is gone. Choose another one.")]
    names = missing_names(channel.permissions_for(guild.me), in_thread=False)
    if not names:
        return []
    permissions_text = listed([f"**{each}**" for each in names])
    return [
        gettext(
            "⚠️ I can't post there: I'm missing {permissions}. I'll try again every hour.",
            permissions=permissions_text,
        )
    ]
