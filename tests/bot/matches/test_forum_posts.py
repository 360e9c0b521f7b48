"""Matches in a forum, each in a post with its cards and tags."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from club.audit import Admin
from club.servers.settings import LANGUAGE
from tests.bot.forums import (
    delete,
    forum_in,
    hide,
    posts_in,
    resign,
    start_match,
    start_match_in_post,
    tag_names,
    tags_of,
)
from tests.bot.matches.test_following import hide as hide_from_member
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def test_a_match_gets_a_post_with_its_boards_and_tags(world: World) -> None:
    forum = await forum_in(world, "FINISHED", "News")
    post = await start_match_in_post(world, forum)
    assert post.name == "Skirt 1: Ada vs Ben"
    (card,) = post.history()
    assert card.id == post.id
    assert card.attachments
    assert "Play" in labels_of(card)
    match = await world.bot.club.matches.find(1)
    assert (match.stored.place.thread_id, match.stored.place.forum_id) == (post.id, forum.id)
    assert match.stored.place.card_message_id == card.id
    assert world.channel.threads == []
    assert tag_names(world, post) == ["Skirt", "in progress"]
    assert "Go to the match" in labels_of(world.channel.last_message)
    await world.make_a_move(post)
    first, second = sorted(post.history(), key=lambda message: message.id)
    assert "Play" not in labels_of(first)
    assert "Play" in labels_of(second)
    assert len(posts_in(forum)) == 1
    await resign(world, post)
    assert labels_of(world.channel.last_message) == ["Rematch", "History", "Go to the match"]
    assert tag_names(world, post) == ["FINISHED", "Skirt"]
    assert tags_of(world, forum) == ["FINISHED", "News", "Skirt", "in progress"]


async def test_tags_added_by_a_moderator_stay_on_a_post(world: World) -> None:
    forum = await forum_in(world, "Skirt", "in progress", "finished", "Great game")
    post = await start_match_in_post(world, forum)
    backend = world.env.backend
    tags = [int(tag["id"]) for tag in backend.get_channel(forum.id).available_tags]
    backend.edit_channel(post.id, {"applied_tags": [tags[0], tags[1], tags[3]]})
    await world.env.settle()
    await resign(world, post)
    assert tag_names(world, post) == ["Great game", "Skirt", "finished"]


async def test_without_manage_channels_only_the_existing_tags_are_used(world: World) -> None:
    forum = await forum_in(world, "skirt")
    world.grant(forum, manage_channels=False)
    post = await start_match_in_post(world, forum)
    assert tag_names(world, post) == ["skirt"]
    await resign(world, post)
    assert tag_names(world, post) == ["skirt"]


async def test_moderator_only_tags_are_left_alone(world: World) -> None:
    forum = await forum_in(world, "Skirt", "in progress", "finished", moderated=True)
    world.grant(forum, manage_threads=False)
    post = await start_match_in_post(world, forum)
    assert tag_names(world, post) == []


async def test_no_tags_are_added_to_a_full_forum(world: World) -> None:
    forum = await forum_in(world, "Skirt", *(f"Tag {number}" for number in range(19)))
    post = await start_match_in_post(world, forum)
    assert tag_names(world, post) == ["Skirt"]
    assert len(tags_of(world, forum)) == 20


async def test_tags_are_in_the_servers_language(world: World) -> None:
    forum = await forum_in(world)
    settings = world.bot.club.settings
    await settings.change(world.guild.id, LANGUAGE, "de", Admin(world.cy.id, "Cy"))
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    await world.ben.click(challenge.response, label="Annehmen")
    assert tag_names(world, *posts_in(forum)) == ["Skirt", "läuft"]


async def test_a_match_gets_a_thread_if_the_bot_cannot_post_in_the_forum(world: World) -> None:
    forum = await forum_in(world)
    world.grant(forum, send_messages=False)
    await start_match(world)
    assert posts_in(forum) == []
    assert len(world.channel.threads) == 1
    match = await world.bot.club.matches.find(1)
    assert match.stored.place.forum_id is None


async def test_a_match_continues_in_its_channel_after_its_forum_is_deleted(world: World) -> None:
    forum = await forum_in(world)
    await start_match(world)
    delete(world, forum)
    await world.env.settle()
    await world.make_a_move(world.channel)
    match = await world.bot.club.matches.find(1)
    assert (match.stored.place.thread_id, match.stored.place.forum_id) == (None, None)
    assert world.channel.last_message is not None
    assert "Play" in labels_of(world.channel.last_message)
    await start_match(world)
    assert len(world.channel.threads) == 1


async def test_the_first_message_survives_replacing_its_card_within_the_turn(
    club: World,
) -> None:
    forum = await forum_in(club)
    post = await start_match_in_post(club, forum, pace="3d")
    await club.pass_time(timedelta(days=2, hours=12))
    first, second = sorted(post.history(), key=lambda message: message.id)
    assert first.id == post.id
    assert ("Play" in labels_of(first), "Play" in labels_of(second)) == (False, True)


async def test_a_rematch_gets_a_post_of_its_own(world: World) -> None:
    forum = await forum_in(world)
    post = await start_match_in_post(world, forum)
    await resign(world, post)
    rematch = await world.ada.click(post.last_message, label="Rematch")
    await world.ben.click(rematch.response, label="Accept")
    first, second = sorted(posts_in(forum), key=lambda each: each.id)
    assert (first.id, second.name) == (post.id, "Skirt 2: Ben vs Ada")
    match = await world.bot.club.matches.find(2)
    assert match.stored.place.channel_id == world.channel.id


async def test_only_members_with_forum_access_see_its_matches(world: World) -> None:
    forum = await forum_in(world)
    await start_match(world)
    assert "Skirt" in reply_text(await world.cy.slash(world.channel, "match", match="1"))
    hide(world, forum)
    hidden = await world.cy.slash(world.channel, "match", match="1")
    assert "match 1" in reply_text(hidden), reply_text(hidden)


async def test_the_channel_of_a_challenge_lists_no_match_in_a_hidden_forum(world: World) -> None:
    forum = await forum_in(world)
    await start_match(world)
    assert "1 · Skirt" in str(await world.cy.autocomplete(world.channel, "match", "match", ""))
    hide(world, forum)
    for name in ("match", "history"):
        reply = await world.cy.slash(world.channel, name)
        assert "No match has been played in this channel yet." in reply_text(reply), name
    listed = await world.cy.slash(world.channel, "matches", here=True)
    assert "No matches are in progress in this channel" in reply_text(listed)
    assert await world.cy.autocomplete(world.channel, "match", "match", "") == []
    assert "match 1" in reply_text(await world.ada.slash(world.channel, "match"))


async def all_see(world: World, forum: Any) -> None:
    """Leave the forum open to everyone."""


async def hide_from_all(world: World, forum: Any) -> None:
    hide(world, forum)


async def hide_from_one(world: World, forum: Any) -> None:
    hide_from_member(world, forum, world.cy)


async def let_one_into_the_channel(world: World, forum: Any) -> None:
    hide(world, forum)
    hide(world, world.channel)
    view, nothing = discord.PermissionOverwrite(view_channel=True).pair()
    row = Overwrite(world.cy.id, OverwriteType.MEMBER, view.value, nothing.value)
    world.env.backend.set_overwrite(world.channel.id, row)


@pytest.mark.parametrize(
    ("change", "shows"),
    [
        (all_see, True),
        (hide_from_all, False),
        (hide_from_one, False),
        (let_one_into_the_channel, False),
    ],
)
async def test_the_card_of_a_challenge_shows_no_result_if_a_reader_cannot_see_the_forum(
    world: World, change: Callable[[World, Any], Awaitable[None]], shows: bool
) -> None:
    forum = await forum_in(world)
    await start_match(world)
    card: Any = world.channel.last_message
    await change(world, forum)
    await world.env.settle()
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ada.id)
    await world.pass_time(timedelta(minutes=1))
    card = next(each for each in world.channel.history() if each.id == card.id)
    assert ("Ada resigned" in text_of(card)) == shows
    assert "Go to the match" in labels_of(card)
