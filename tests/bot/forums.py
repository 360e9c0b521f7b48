"""A forum of the simulated server in which each match gets a post."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType, OverwriteType

from club.audit import Admin
from club.servers.settings import FORUM
from tests.bot.simulated import World


async def forum_in(world: World, *tags: str, moderated: bool = False) -> ChannelHandle:
    """Create a forum and choose it for matches.

    :param moderated: whether only moderators may use the tags.
    """
    _give_posts_one_id(world)
    forum = world.guild.create_forum_channel("boards")
    rows = [
        {
            "id": str(world.env.backend.snowflake()),
            "name": name,
            "moderated": moderated,
            "emoji_id": None,
            "emoji_name": None,
        }
        for name in tags
    ]
    world.env.backend.edit_channel(forum.id, {"available_tags": rows})
    await world.env.settle()
    boss = Admin(world.cy.id, "Cy")
    await world.bot.club.settings.change(world.guild.id, FORUM, forum.id, boss)
    return forum


def posts_in(forum: ChannelHandle) -> list[Any]:
    """The posts of a forum, oldest first."""
    return list(forum.threads)


def tag_names(world: World, post: Any) -> list[str]:
    """The names of a post's tags, sorted."""
    backend = world.env.backend
    thread = backend.get_channel(post.id)
    forum = backend.get_channel(thread.parent_id or 0)
    names = {int(tag["id"]): tag["name"] for tag in forum.available_tags}
    return sorted(names[tag] for tag in thread.applied_tags)


def tags_of(world: World, forum: ChannelHandle) -> list[str]:
    """The names of a forum's tags."""
    return [tag["name"] for tag in world.env.backend.get_channel(forum.id).available_tags]


async def start_match(world: World, **options: Any) -> None:
    """Start a match in which Ada moves first against Ben."""
    challenge = await world.ada.slash(
        world.channel, "challenge", game="skirt", opponent=world.ben, seat=1, **options
    )
    await world.ben.click(challenge.response, label="Accept")


async def start_match_in_post(world: World, forum: ChannelHandle, **options: Any) -> Any:
    """Start a match in which Ada moves first against Ben, and return its post."""
    await start_match(world, **options)
    return posts_in(forum)[-1]


async def resign(world: World, post: Any) -> None:
    """Resign as Ada in a post."""
    await world.resign(world.ada, post)


def hide(world: World, forum: ChannelHandle) -> None:
    """Hide a forum from all but the bot."""
    view = discord.Permissions(view_channel=True).value
    hidden = Overwrite(world.guild.id, OverwriteType.ROLE, 0, view)
    world.env.backend.set_overwrite(forum.id, hidden)
    world.grant(forum, view_channel=True)


def delete(world: World, forum: ChannelHandle) -> None:
    """Delete a forum with its posts."""
    for channel_id in (*[post.id for post in posts_in(forum)], forum.id):
        world.env.backend.delete_channel(channel_id)


def _give_posts_one_id(world: World) -> None:
    """Give a post's first message the id of the post, as Discord does."""
    backend = world.env.backend
    commit = backend.commit_message

    def commit_with_one_id(message: Any, **options: Any) -> Any:
        channel = backend.get_channel(message.channel_id)
        parent = backend.channels.get(channel.parent_id or 0)
        is_post = channel.is_thread and parent is not None and parent.type == ChannelType.FORUM
        if is_post and not channel.message_count:
            message.id = channel.id
        return commit(message, **options)

    backend.commit_message = commit_with_one_id
