"""A minimal bot with one command, answered at once: the baseline of `life`.

DISCORD_TOKEN=… python -m benchmarks.ping
"""

from __future__ import annotations

import os
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Ping(discord.Client):
    """A client that answers `/ping`."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="ping", description="Answer at once")
        async def ping(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("pong", ephemeral=True)

    async def setup_hook(self) -> None:
        """Register the command with Discord."""
        await self.tree.sync()


def main() -> None:
    """Run the bot with the settings of `stairwell run`."""
    Route.BASE = os.environ.get("DISCORD_API_URL", Route.BASE)
    if address := os.environ.get("DISCORD_GATEWAY_URL"):
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)
    Ping().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
