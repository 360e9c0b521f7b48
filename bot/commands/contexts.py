"""Where each command can be used, and for which installations of the bot.

Both lists are always sent, because Discord's defaults differ from what it documents.
"""

from __future__ import annotations

from discord.app_commands import AppCommandContext, AppInstallationType

IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ANYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)

BY_SERVER = AppInstallationType(guild=True, user=False)
BY_ANYONE = AppInstallationType(guild=True, user=True)

SERVER_COMMANDS = frozenset({"cup", "end", "event", "leaderboard", "settings", "versus"})
"""The commands about a server, its members or its admins. All others are personal."""
