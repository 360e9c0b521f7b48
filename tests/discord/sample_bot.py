"""A small discord.py bot for testing the loopback Discord, in or out of process."""

from __future__ import annotations

import asyncio
import io
import os
import re
from contextlib import suppress
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Press(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"press:(?P<count>\d+)"):
    """A button that counts how often it was pressed, in its custom id."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label="Press", custom_id=f"press:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str]
    ) -> Press:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        bot = interaction.client
        assert isinstance(bot, Bot)
        bot.pressing += 1
        if bot.pressing == bot.presses_expected:
            bot.all_press.set()
        await bot.all_press.wait()
        await interaction.response.edit_message(
            view=card(self.count + 1), attachments=[picture(b"pressed")]
        )


def picture(data: bytes) -> discord.File:
    return discord.File(io.BytesIO(data), "board.png", description="An empty board")


def card(count: int) -> ui.LayoutView:
    gallery = ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png"))
    row: ui.ActionRow[Any] = ui.ActionRow()
    row.add_item(Press(count))
    text: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(f"Pressed {count} times")
    return ui.LayoutView().add_item(ui.Container(text, gallery, row))


class Question(ui.Modal, title="A question"):
    """A form with one field."""

    answer = ui.Label(text="Your answer", component=ui.TextInput(custom_id="answer"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.answer.component, ui.TextInput)
        await interaction.response.send_message(f"You said {self.answer.component.value}")


class Bot(discord.Client):
    """A bot with one command of each kind."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.05
        )
        self.tree = app_commands.CommandTree(self)
        self.presses_expected = 1
        self.pressing = 0
        self.all_press = asyncio.Event()
        self.tree.add_command(show)
        self.tree.add_command(whisper)
        self.tree.add_command(late)
        self.tree.add_command(twice)
        self.tree.add_command(ask)
        self.tree.add_command(manage)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()


@app_commands.command()
async def show(interaction: discord.Interaction, opponent: discord.Member) -> None:
    """A card that takes its time"""
    await interaction.response.defer()
    await interaction.edit_original_response(view=card(0), attachments=[picture(b"start")])
    await interaction.followup.send(f"{opponent.mention}, look!")


@app_commands.command()
async def whisper(interaction: discord.Interaction, word: str, loud: bool = False) -> None:
    """A private answer"""
    menu: ui.Select[ui.View] = ui.Select(custom_id="menu")
    menu.add_option(label="One", value="1")
    view = ui.View().add_item(menu)
    await interaction.response.send_message(f"{word} {loud}", ephemeral=True, view=view)


@whisper.autocomplete("word")
async def words(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    games = ["skirt", "scala", "scalas"]
    return [app_commands.Choice(name=w, value=w) for w in games if w.startswith(current)]


@app_commands.command()
async def late(interaction: discord.Interaction) -> None:
    """Later than allowed"""
    await asyncio.sleep(0.1)
    with suppress(discord.NotFound):
        await interaction.response.send_message("too late")


@app_commands.command()
async def twice(interaction: discord.Interaction) -> None:
    """Acknowledged twice"""
    again = discord.InteractionResponse(interaction)  # unaware of the first answer
    await interaction.response.send_message("first")
    with suppress(discord.HTTPException):
        await again.send_message("second")


@app_commands.command()
async def ask(interaction: discord.Interaction) -> None:
    """A modal"""
    await interaction.response.send_modal(Question())


@app_commands.command()
@app_commands.default_permissions(manage_guild=True)
async def manage(interaction: discord.Interaction) -> None:
    """For admins"""
    assert isinstance(interaction.user, discord.Member)
    resolved = interaction.user.guild_permissions == interaction.permissions
    await interaction.response.send_message(str(resolved))


if __name__ == "__main__":
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    print(os.environ.get("GREETING", ""))
    Bot().run(os.environ["DISCORD_TOKEN"])
