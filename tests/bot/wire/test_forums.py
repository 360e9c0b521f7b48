"""Matches in a forum, which open a single post despite faults."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

import discord
import pytest

from club.audit import Admin
from club.servers.settings import FORUM
from tests.bot.wire.stage import (
    CARD,
    MATCH_HEADING,
    SOON,
    Stage,
    assert_one_card_a_turn,
    cards,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.forums import Forum, add_forum
from tests.discord.places import INVITED_BOT, Permission, Thread
from tests.discord.waiting import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.stage(opens_threads=True, end="open", max_log_level=logging.WARNING),
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
]

OPENING = "/channels/{id}/threads"


async def forum_of(stage: Stage, *tags: str, requires_tag: bool = False) -> Forum:
    """Add a forum, and choose it for matches once it is in the bot's cache."""
    forum = add_forum(stage.world.guild, "boards", requires_tag=requires_tag)
    forum.add_tags(*tags)
    await stage.bot.wait_until_ready()
    await wait_until(lambda: stage.bot.get_channel(forum.id) is not None, SOON)
    await stage.bot.club.settings.change(
        stage.world.guild.id, FORUM, forum.id, Admin(stage.cy.id, stage.cy.name)
    )
    return forum


async def assert_one_post_and_one_card_a_turn(stage: Stage, forum: Forum) -> Thread:
    """Check that the match has one post and only one card per turn, the last playable."""
    await stage.settle()
    (post,) = forum.threads
    match = await stage.match()
    assert (match.stored.place.thread_id, match.stored.place.forum_id) == (post.id, forum.id)
    matches = [MATCH_HEADING.search(card.text) for card in cards(post)]
    headings = Counter(heading[0] for heading in matches if heading is not None)
    assert set(headings.values()) == {1}
    assert [card.id for card in cards(post) if find_buttons(card, "Play")] == [
        match.stored.place.card_message_id
    ]
    return post


@pytest.mark.stage(opens_threads=True, end="checked")
async def test_a_whole_match_is_played_in_its_post(stage: Stage) -> None:
    forum = await forum_of(stage, "News")
    offer = await stage.challenge(stage.ben)
    await wait_for_answers(await stage.world.click(stage.ben, offer, label="Accept"))
    await wait_until(lambda: forum.threads, SOON)
    (post,) = forum.threads
    assert post.name == "Skirt 1: Ada vs Ben"
    assert forum.tag_names(post) == ["Skirt", "in progress"]
    while not (match := await stage.match()).is_over:
        player = match.player_to_move
        assert player is not None
        member = stage.ada if player.user_id == stage.ada.id else stage.ben
        text = match.position.text(match.position.moves()[0])
        await wait_for_answers(await stage.world.slash(member, post, "move", move=text))
        await stage.settle()
    assert_one_card_a_turn(match, post)
    assert forum.tag_names(post) == ["Skirt", "finished"]
    assert [tag["name"] for tag in forum.tags] == ["News", "Skirt", "in progress", "finished"]
    assert find_buttons(offer, "Rematch")


async def test_an_unconfirmed_post_is_found_again(stage: Stage) -> None:
    forum = await forum_of(stage)
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", OPENING, status=None, carried_out=True)
    await stage.bot.courier.deliver_match(match_id)
    assert len(forum.threads) == 1
    assert (await stage.match()).stored.place.thread_id is None
    await stage.retry_outbox()
    post = await assert_one_post_and_one_card_a_turn(stage, forum)
    assert (await stage.match()).stored.place.card_message_id == post.id


async def test_the_next_board_finds_an_unconfirmed_post(
    stage: Stage,
) -> None:
    forum = await forum_of(stage)
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", OPENING, status=None, carried_out=True)
    await stage.bot.courier.deliver_match(match_id)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_for_answers(call)
    assert "You played **e1**" in latest_reply(call)
    await stage.settle()
    await stage.retry_outbox()
    post = await assert_one_post_and_one_card_a_turn(stage, forum)
    assert [bool(find_buttons(card, "Play")) for card in cards(post)] == [False, True]


@pytest.mark.parametrize("right", [Permission.MANAGE_THREADS, Permission(0)])
async def test_a_duplicate_post_from_a_retried_request_is_removed(
    stage: Stage, right: Permission
) -> None:
    forum = await forum_of(stage, "Skirt", "in progress")
    forum.bot_permissions = (INVITED_BOT & ~Permission.MANAGE_THREADS) | right
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", OPENING, status=502, carried_out=True)
    await stage.bot.courier.deliver_match(match_id)
    await stage.settle()
    first_post, *others = forum.threads
    assert [post.messages for post in others if not post.archived] == []
    assert len(others) == (0 if right else 1)
    assert (await stage.match()).stored.place.card_message_id == first_post.id


async def test_a_move_made_while_the_post_opens_is_shown_in_it_once(stage: Stage) -> None:
    forum = await forum_of(stage)
    match_id = await stage.start_unposted_match()
    hold = stage.world.hold_next("POST", OPENING, carried_out=True)
    delivering = asyncio.create_task(stage.bot.courier.deliver_match(match_id))
    await hold.wait_for_request(SOON)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_for_answers(call)
    hold.release()
    await delivering
    post = await assert_one_post_and_one_card_a_turn(stage, forum)
    assert [card for card in cards(post) if "turn 2" in card.text]


async def test_an_archived_post_is_reopened_by_the_next_board(stage: Stage) -> None:
    forum = await forum_of(stage)
    await stage.bot.courier.deliver_match(await stage.start_unposted_match())
    (post,) = forum.threads
    post.archived = True
    await wait_for_answers(await stage.world.slash(stage.ada, stage.channel, "move", move="e1"))
    await assert_one_post_and_one_card_a_turn(stage, forum)
    assert not post.archived


async def test_a_match_moves_from_a_locked_post_to_the_channel(stage: Stage) -> None:
    forum = await forum_of(stage)
    await stage.bot.courier.deliver_match(await stage.start_unposted_match())
    (post,) = forum.threads
    forum.bot_permissions = INVITED_BOT & ~Permission.MANAGE_THREADS
    stage.world.fail_next("POST", CARD, status=400, code=160005)
    await wait_for_answers(await stage.world.slash(stage.ada, stage.channel, "move", move="e1"))
    await stage.settle()
    assert len(cards(stage.channel)) == 1
    assert (await stage.match()).stored.place.forum_id is None
    assert len(cards(post)) == 1


@pytest.mark.parametrize(
    ("rights", "is_tagged"),
    [(INVITED_BOT, False), (INVITED_BOT | Permission.MANAGE_CHANNELS, True)],
)
async def test_a_forum_requiring_tags_is_used_if_it_has_any(
    stage: Stage, rights: int, is_tagged: bool
) -> None:
    forum = await forum_of(stage, "News", requires_tag=True)
    forum.bot_permissions = rights

    def may_add_tags() -> bool:
        channel = stage.bot.get_channel(forum.id)
        assert isinstance(channel, discord.ForumChannel)
        return channel.permissions_for(channel.guild.me).manage_channels

    await wait_until(lambda: may_add_tags() == is_tagged, SOON)
    await stage.bot.courier.deliver_match(await stage.start_unposted_match())
    await stage.settle()
    assert [forum.tag_names(post) for post in forum.threads] == [
        ["Skirt", "in progress"]
    ] * is_tagged
    assert len(stage.channel.threads) == (not is_tagged)


async def test_the_settings_refuse_a_forum_requiring_unavailable_tags(
    stage: Stage,
) -> None:
    forum = add_forum(stage.world.guild, "boards", INVITED_BOT, requires_tag=True)
    admin = stage.world.guild.add_member("root", Permission.MANAGE_GUILD)
    settings = await (await stage.world.slash(admin, stage.channel, "settings")).first_reply(SOON)
    page = await (await stage.world.click(admin, settings, label="Forum…")).first_reply(SOON)
    (menu,) = page.selects
    call = await stage.world.select(admin, page, menu["custom_id"], [str(forum.id)])
    await wait_for_answers(call)
    assert "This forum requires a tag on every post" in latest_reply(call)
    assert (await stage.bot.club.settings.of(stage.world.guild.id)).forum_id is None
