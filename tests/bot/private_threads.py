"""Private threads of the simulated server."""

from __future__ import annotations

from typing import Any

from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from tests.bot.simulated import World


async def private_thread_in(world: World, *members: Any) -> ChannelHandle:
    """Create a private thread of the channel, which the bot and some members are in."""
    backend, me = world.env.backend, world.guild.me
    assert me is not None
    made = backend.create_thread(
        world.channel.id, "hideout", members[0].id, type=ChannelType.PRIVATE_THREAD, broadcast=False
    )
    for member in (*members, me):
        made.thread_members[member.id] = backend.now_iso()
    backend.announce_thread_create(made)
    await world.env.settle()
    return next(each for each in world.channel.threads if each.id == made.id)
