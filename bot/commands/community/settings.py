"""`/settings`: where matches may be, threads or not, boards, pace; for those who manage."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.controls import control
from bot.interactions.interaction_context import guild_id_of
from bot.pages.matches.pace_words import pace_words
from bot.pages.page import Button, ChannelMenu, Choice, Menu, Page
from club.clocks.pace import PACES, pace_of
from rules.refusal import Refusal
from storage.members import guild_settings as guild_settings
from storage.members.guild_settings import GuildSettings

if TYPE_CHECKING:
    from bot.process.client import Stairwell

WIDTHS = {600: "Small", 900: "Medium", 1200: "Large"}


def add(bot: Stairwell) -> None:
    """Give the bot the command and the controls of its page."""

    @bot.tree.command(name="settings", description="Where and how matches are played here")
    @app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: discord.Interaction[Stairwell]) -> None:
        async with Answer(interaction) as answer:
            check_manages(interaction)
            async with bot.club.store.read() as tx:
                current = await guild_settings.get(tx, guild_id_of(interaction))
            await answer.private(_page(current, interaction.guild))

    async def change(answer: Answer, **values: Any) -> None:
        check_manages(answer.interaction)
        async with bot.club.store.write() as tx:
            current = await guild_settings.get(tx, guild_id_of(answer.interaction))
            current = dataclasses.replace(current, **values)
            await guild_settings.save(tx, current)
        await answer.update(_page(current, answer.interaction.guild))

    @bot.controls.handles("settings-back", arguments=0, updates=True)
    async def back(answer: Answer, arguments: tuple[str, ...]) -> None:
        check_manages(answer.interaction)
        async with bot.club.store.read() as tx:
            current = await guild_settings.get(tx, guild_id_of(answer.interaction))
        await answer.update(_page(current, answer.interaction.guild))

    @bot.controls.handles("settings-channels", arguments=0, updates=True)
    async def channels(answer: Answer, arguments: tuple[str, ...]) -> None:
        data: Any = answer.interaction.data
        await change(answer, channels=tuple(int(each) for each in data.get("values", ())))

    @bot.controls.handles("settings-threads", arguments=1, updates=True)
    async def threads(answer: Answer, arguments: tuple[str, ...]) -> None:
        await change(answer, threads=arguments[0] == "on")

    @bot.controls.handles("settings-width", arguments=1, updates=True)
    async def width(answer: Answer, arguments: tuple[str, ...]) -> None:
        wanted = int(arguments[0]) if arguments[0].isdigit() else 0
        if wanted not in WIDTHS:
            raise Refusal("width", "Boards are small, medium or large.")
        await change(answer, board_width=wanted)

    @bot.controls.handles("settings-pace", arguments=0, updates=True)
    async def pace(answer: Answer, arguments: tuple[str, ...]) -> None:
        data: Any = answer.interaction.data
        wanted = next(iter(data.get("values", ())), "")
        if wanted not in PACES:
            raise Refusal("pace", "That is none of the paces that can be chosen.")
        await change(answer, pace=wanted)


def check_manages(interaction: discord.Interaction[Any]) -> None:
    """Check that somebody may change the settings.

    :raises Refusal: `not_allowed`.
    """
    if not interaction.permissions.manage_guild:
        raise Refusal("not_allowed", "Only members with **Manage Server** change the settings.")


def _page(settings: GuildSettings, guild: discord.Guild | None) -> Page:
    # A channel that was deleted is no choice that Discord could show as chosen.
    chosen = [each for each in settings.channels if guild is None or guild.get_channel(each)]
    allowed = ", ".join(f"<#{channel_id}>" for channel_id in settings.channels)
    lines = [
        "## Settings",
        f"**Channels**: matches may be started in {allowed or 'every channel'}.",
        "**Threads**: "
        + (
            "each match gets a thread of its own, where I may open one."
            if settings.threads
            else "matches stay in the channel."
        ),
        f"**Boards**: {WIDTHS[settings.board_width].lower()} ({settings.board_width} pixels wide).",
        f"**Pace** where a challenge doesn't say: {pace_words(pace_of(settings.pace))}.",
    ]
    other = "off" if settings.threads else "on"
    return Page(
        (
            "\n".join(lines),
            ChannelMenu(
                control("settings-channels"),
                "Channels for matches; none chosen: every channel",
                tuple(chosen),
            ),
            (Button(f"Turn threads {other}", control("settings-threads", other)),),
            tuple(
                Button(name, control("settings-width", width), disabled=width == current)
                for width, name in WIDTHS.items()
                for current in [settings.board_width]
            ),
            Menu(
                control("settings-pace"),
                "Pace",
                tuple(
                    Choice(pace_words(pace), text, chosen=text == settings.pace)
                    for text, pace in PACES.items()
                ),
            ),
            (Button("Leaderboard and summary …", control("settings-posts")),),
        )
    )
