"""Choosing a forum in which each match gets a post."""

from __future__ import annotations

from typing import Any

from bot.pages.layout import control
from tests.bot.forums import delete, forum_in, posts_in, start_match, tags_of
from tests.bot.simulated import World, components_of, reply_text

CHOICE = control("settings-forum-channel")


async def open_forum_page(world: World, admin: Any) -> Any:
    """Open the settings page for the forum."""
    settings = await admin.slash(world.channel, "settings")
    return await admin.click(settings.response, label="Forum…")


async def choose_forum(world: World, admin: Any, *forums: Any) -> Any:
    """Choose a forum, or none, and return the reply."""
    page = await open_forum_page(world, admin)
    return await admin.select(page.response, forums, custom_id=CHOICE)


async def stored_forum(world: World) -> int | None:
    return (await world.bot.club.settings.of(world.guild.id)).forum_id


async def test_a_chosen_forum_gets_tags_and_receives_matches(world: World) -> None:
    admin = world.admin()
    forum = world.guild.create_forum_channel("boards")
    await world.env.settle()
    assert "**Forum**: none" in reply_text(await open_forum_page(world, admin))
    words = reply_text(await choose_forum(world, admin, forum))
    assert f"each match gets a post in {forum.mention}" in words
    assert "**Tags**: Scala, Scalas, Scalus, Skirt, Passtally, in progress and finished." in words
    assert tags_of(world, forum)[-2:] == ["in progress", "finished"]
    assert f"a post in {forum.mention}" in reply_text(await admin.slash(world.channel, "settings"))
    await start_match(world)
    assert len(posts_in(forum)) == 1
    assert "**Forum**: none" in reply_text(await choose_forum(world, admin))
    await start_match(world)
    assert len(posts_in(forum)) == 1


async def test_a_forum_the_bot_cannot_post_in_is_refused(world: World) -> None:
    admin = world.admin()
    forum = world.guild.create_forum_channel("boards")
    world.grant(forum, send_messages_in_threads=False)
    await world.env.settle()
    refusal = reply_text(await choose_forum(world, admin, forum))
    assert "missing **Send Messages in Threads**" in refusal
    assert await stored_forum(world) is None


async def test_without_manage_channels_the_page_lists_the_missing_tags(world: World) -> None:
    admin = world.admin()
    forum = world.guild.create_forum_channel("boards")
    world.grant(forum, manage_channels=False)
    await world.env.settle()
    words = reply_text(await choose_forum(world, admin, forum))
    assert "Without **Manage Channels** in the forum, I can't add the tags Scala" in words
    assert await stored_forum(world) == forum.id


async def test_a_lost_permission_and_a_deleted_forum_are_reported(world: World) -> None:
    admin = world.admin()
    forum = await forum_in(world)
    world.grant(forum, attach_files=False)
    await world.env.settle()
    assert "I'm missing **Attach Files**" in reply_text(await open_forum_page(world, admin))
    delete(world, forum)
    await world.env.settle()
    page = await open_forum_page(world, admin)
    assert "The forum for matches was deleted" in reply_text(page)
    menu = next(each for each in components_of(page.response) if each["type"] == 8)
    assert menu.get("default_values", []) == []


async def test_a_text_channel_is_refused_as_a_forum(world: World) -> None:
    admin = world.admin()
    page = await open_forum_page(world, admin)
    made_up = await world.click_anyway(admin, page.response, CHOICE, [str(world.channel.id)])
    assert "That isn't a forum" in reply_text(made_up)


async def test_other_channel_settings_refuse_a_forum(world: World) -> None:
    admin = world.admin()
    forum = await forum_in(world)
    page = (await admin.slash(world.channel, "settings")).response
    for verb in ("settings-channels", "settings-live", "settings-summary"):
        refusal = await world.click_anyway(admin, page, control(verb), [str(forum.id)])
        assert "Forums can only hold matches" in reply_text(refusal), verb
    settings = await world.bot.club.settings.of(world.guild.id)
    assert (settings.channels, settings.summary_channel_id) == ((), None)


async def test_an_open_challenge_from_a_forum_post_stays_there(world: World) -> None:
    forum = await forum_in(world)
    await start_match(world)
    (post,) = posts_in(forum)
    challenge = await world.ada.slash(post, "challenge", game="skirt")
    await world.ben.click(challenge.response, label="Accept")
    assert len(posts_in(forum)) == 2
