"""`/settings`: where matches may be, threads or not, boards, pace; for those who manage."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Any

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated, values_of
from bot.interactions.interaction_context import guild_id_of
from bot.interactions.numbers import id_in, number_in
from bot.pages.community.audit_pages import A_PAGE, WIDTHS, audit_page
from bot.pages.control_ids import control
from bot.pages.page import Button, ChannelMenu, Menu, MenuChoice, Page
from club.clocks.pace import PACES, pace_of
from club.members import audit
from club.members.audit import Admin
from presentation.paces import pace_words
from rules.language import N_, gettext, lazy_gettext
from rules.listing import row_of
from rules.refusal import Refusal
from storage.database.transaction import Transaction
from storage.members import guild_settings
from storage.members.guild_settings import GuildSettings

SIZES = {600: N_("Small"), 900: N_("Medium"), 1200: N_("Large")}
"""The buttons that choose how many pixels wide boards are."""


class SettingsCommands(FrontCog):
    """Shows the settings of a server, and changes them."""

    @app_commands.command(
        name="settings", description=N_("Choose where and how matches are played here")
    )
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show the settings to who may change them."""
        async with Answer(interaction) as answer:
            check_manages(interaction)
            current = await self.front.settings_of(guild_id_of(interaction))
            await answer.private(_page(current, interaction.guild))

    @on_control("settings-open", arguments=0)
    async def open_settings(self, answer: Answer) -> None:
        """Show the settings to who may change them, beside another page."""
        check_manages(answer.interaction)
        current = await self.front.settings_of(guild_id_of(answer.interaction))
        await answer.private(_page(current, answer.interaction.guild))

    @on_control("settings-back", arguments=0, updates=True)
    async def back_to_settings(self, answer: Answer) -> None:
        """Show the settings in place of another page."""
        check_manages(answer.interaction)
        current = await self.front.settings_of(guild_id_of(answer.interaction))
        await answer.update(_page(current, answer.interaction.guild))

    @on_control("settings-channels", arguments=0, updates=True)
    async def choose_channels(self, answer: Answer) -> None:
        """Allow matches in the channels chosen, in all where none is."""
        await self._change(answer, channels=chosen_channels(answer))

    @on_control("settings-threads", arguments=1, updates=True)
    async def choose_threads(self, answer: Answer, state: str) -> None:
        """Give matches threads, or none."""
        await self._change(answer, threads=state == "on")

    @on_control("settings-width", arguments=1, updates=True)
    async def choose_width(self, answer: Answer, pixels: str) -> None:
        """Draw boards larger or smaller."""
        width = next((width for width in SIZES if str(width) == pixels), None)
        if width is None:
            raise Refusal("width", lazy_gettext("Boards are small, medium or large."))
        await self._change(answer, board_width=width)

    @on_control("settings-pace", arguments=0, updates=True)
    async def choose_pace(self, answer: Answer) -> None:
        """Change the pace of challenges that don't say theirs."""
        chosen = next(iter(values_of(answer.interaction)), "")
        if chosen not in PACES:
            raise Refusal("pace", lazy_gettext("That pace isn't one of the choices."))
        await self._change(answer, pace=chosen)

    async def _change(self, answer: Answer, **values: Any) -> None:
        """Change some of the settings, and show all."""
        check_manages(answer.interaction)
        async with self.club.store.write() as tx:
            current = await guild_settings.get(tx, guild_id_of(answer.interaction))
            changed = dataclasses.replace(current, **values)
            await guild_settings.save(tx, changed)
            await note_changes(tx, current, changed, answer, self.club.clock())
        await answer.update(_page(changed, answer.interaction.guild))

    @on_control("settings-audit", arguments=1, updates=True)
    async def show_changes(self, answer: Answer, before: str) -> None:
        """Show what was changed, the latest or what came before one of the changes."""
        check_manages(answer.interaction)
        number = number_in(before, "change")
        guild_id = guild_id_of(answer.interaction)
        found = await self.club.audit.of_guild(guild_id, A_PAGE + 1, before=number or None)
        await answer.update(audit_page(found, is_latest=number == 0))


AUDITED = (
    *("channels", "threads", "board_width", "pace", "summary_channel_id"),
    *("puzzle_channel_id", "puzzle_hour", "puzzle_games"),
)
"""The settings whose changes are kept."""


async def note_changes(
    tx: Transaction, before: GuildSettings, after: GuildSettings, answer: Answer, now: datetime
) -> None:
    """Keep what whoever acts has changed of the settings."""
    for what in AUDITED:
        values = (_plain(getattr(each, what)) for each in (before, after))
        await audit.note(tx, before.guild_id, admin_of(answer), now, what, *values)


def admin_of(answer: Answer) -> Admin:
    """Whoever acts, as the audit names them."""
    return Admin(answer.user.id, answer.user.display_name)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def chosen_channels(answer: Answer) -> tuple[int, ...]:
    """The ids of the channels that are chosen in a menu.

    :raises Refusal: `outdated` where one is no id.
    """
    chosen = [id_in(each) for each in values_of(answer.interaction)]
    if None in chosen:
        raise outdated()
    return tuple(each for each in chosen if each is not None)


def check_manages(interaction: discord.Interaction) -> None:
    """Check that somebody may change the settings.

    :raises Refusal: `not_allowed`.
    """
    if not interaction.permissions.manage_guild:
        words = lazy_gettext("Only members with **Manage Server** can change the settings.")
        raise Refusal("not_allowed", words)


def _page(settings: GuildSettings, guild: discord.Guild | None) -> Page:
    # A channel that was deleted is no choice that Discord could show as chosen.
    chosen = [each for each in settings.channels if guild is None or guild.get_channel(each)]
    if settings.threads:
        threads = Button(gettext("Turn threads off"), control("settings-threads", "off"))
    else:
        threads = Button(gettext("Turn threads on"), control("settings-threads", "on"))
    return Page(
        (
            "\n".join(_lines(settings)),
            ChannelMenu(
                control("settings-channels"),
                gettext("Channels for matches (leave empty for all)"),
                tuple(chosen),
            ),
            (threads,),
            tuple(
                Button(gettext(name), control("settings-width", width), disabled=width == current)
                for width, name in SIZES.items()
                for current in [settings.board_width]
            ),
            Menu(
                control("settings-pace"),
                gettext("Pace"),
                tuple(
                    MenuChoice(pace_words(pace), text, chosen=text == settings.pace)
                    for text, pace in PACES.items()
                ),
            ),
            (
                Button(gettext("Leaderboard and summary …"), control("settings-posts")),
                Button(gettext("Champions …"), control("settings-champions")),
                Button(gettext("Daily puzzle …"), control("settings-puzzle")),
                Button(gettext("Language …"), control("settings-language")),
                Button(gettext("Who changed what …"), control("settings-audit", 0)),
            ),
        )
    )


def _lines(settings: GuildSettings) -> list[str]:
    """What each of the settings is."""
    if settings.channels:
        channels = gettext(
            "**Channels**: matches can be started in {channels}.",
            channels=row_of([f"<#{channel_id}>" for channel_id in settings.channels]),
        )
    else:
        channels = gettext("**Channels**: matches can be started in any channel.")
    if settings.threads:
        threads = gettext("**Threads**: each match gets its own thread, wherever I can open one.")
    else:
        threads = gettext("**Threads**: matches stay in the channel.")
    boards = gettext(
        "**Boards**: {size} ({pixels} pixels wide).",
        size=gettext(WIDTHS[settings.board_width]),
        pixels=settings.board_width,
    )
    pace = gettext(
        "**Pace** unless a challenge says otherwise: {pace}.",
        pace=pace_words(pace_of(settings.pace)),
    )
    return [gettext("## Settings"), channels, threads, boards, pace]
