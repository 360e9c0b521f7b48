"""Threads in which no event can be opened."""

from __future__ import annotations

from tests.bot.forums import forum_in
from tests.bot.private_threads import private_thread_in
from tests.bot.servers.test_match_forum import posts_in, start_match
from tests.bot.simulated import World, reply_text


async def test_no_event_is_opened_from_a_private_thread(world: World) -> None:
    thread = await private_thread_in(world, world.ada, world.ben)
    before = len(world.channel.history())
    reply = await world.ada.slash(thread, "cup", game="skirt", players=3)
    assert "An event can't be in a private thread." in reply_text(reply)
    assert len(world.channel.history()) == before


async def test_an_event_cannot_be_opened_in_a_forum_post(world: World) -> None:
    forum = await forum_in(world)
    await start_match(world)
    refusal = await world.ada.slash(posts_in(forum)[0], "cup", game="skirt")
    assert "An event can't be in a forum" in reply_text(refusal)
