"""Forums of the loopback Discord, used by discord.py, and their refusals."""

from __future__ import annotations

import discord
import pytest

from tests.discord.forums import Forum, add_forum
from tests.discord.places import INVITED_BOT
from tests.discord.stage import Stage
from tests.discord.waiting import wait_until

pytestmark = pytest.mark.slow


async def forum_of(stage: Stage, forum: Forum) -> discord.ForumChannel:
    """Return a forum from the bot's cache, once it is there."""
    await stage.bot.wait_until_ready()
    await wait_until(lambda: stage.bot.get_channel(forum.id) is not None)
    channel = stage.bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    return channel


async def test_a_posts_first_message_has_the_posts_id(stage: Stage) -> None:
    forum = add_forum(stage.world.guild, "boards")
    forum.add_tags("Skirt")
    channel = await forum_of(stage, forum)
    await wait_until(lambda: len(channel.available_tags) == 1)
    tags = channel.available_tags
    opened = await channel.create_thread(name="A match", content="Hello", applied_tags=tags)
    assert opened.thread.id == opened.message.id
    assert opened.thread.message_count == 0
    (post,) = forum.threads
    assert [message.text for message in post.messages] == ["Hello"]
    assert forum.tag_names(post) == ["Skirt"]
    await opened.thread.send("Later")
    await opened.thread.edit(archived=True)
    with pytest.raises(discord.HTTPException, match="50083"):
        await opened.thread.edit(applied_tags=[])
    await opened.thread.edit(archived=False, applied_tags=[])
    assert (post.archived, post.applied_tags) == (False, [])
    await channel.delete()
    with pytest.raises(discord.NotFound):
        await opened.thread.send("Gone")


async def test_adding_tags_requires_manage_channels(stage: Stage) -> None:
    forum = add_forum(stage.world.guild, "boards")
    channel = await forum_of(stage, forum)
    await channel.create_tag(name="Skirt")
    assert [tag["name"] for tag in forum.tags] == ["Skirt"]
    with pytest.raises(discord.HTTPException, match="40061"):
        await channel.edit(available_tags=[discord.ForumTag(name=each) for each in ("A", "a")])
    forum.bot_permissions = INVITED_BOT
    with pytest.raises(discord.Forbidden):
        await channel.create_tag(name="Scala")


async def test_a_forum_takes_no_messages_and_may_require_tags(stage: Stage) -> None:
    forum = add_forum(stage.world.guild, "boards", requires_tag=True)
    channel = await forum_of(stage, forum)
    assert channel.flags.require_tag
    with pytest.raises(discord.HTTPException, match="50008"):
        await stage.bot.get_partial_messageable(forum.id).send("Hello")
    with pytest.raises(discord.HTTPException, match="40067"):
        await channel.create_thread(name="A match", content="Hello")
    assert forum.threads == []
