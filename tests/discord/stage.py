"""A small bot in the loopback Discord, with a channel and two people."""

from __future__ import annotations

import discord

from tests.discord.loopback import Loopback
from tests.discord.places import Channel, Member
from tests.discord.sample_bot import Bot


class Stage:
    """The bot in a world with a channel and two people."""

    def __init__(self, world: Loopback) -> None:
        self.world = world
        self.bot = Bot()
        self.channel: Channel = world.guild.add_channel("games")
        self.ada: Member = world.guild.add_member("ada")
        self.ben: Member = world.guild.add_member("ben")

    @property
    def target(self) -> discord.PartialMessageable:
        """The channel, for the bot to write in."""
        return self.bot.get_partial_messageable(self.channel.id)
