"""Matches in hidden channels, whose existence must not be revealed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from sqlalchemy import update

from storage.challenges import challenges
from storage.matches.match import MATCH_PLACES, Participant
from tests.additions import additions
from tests.bot.forums import forum_in, posts_in
from tests.bot.matches.test_following import direct_messages_to
from tests.bot.members.test_help import button
from tests.bot.private_threads import private_thread_in
from tests.bot.simulated import World, post_challenge, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")

NOWHERE = "999"
"""The number of a match that doesn't exist."""

MORE = {"move": {"move": "e1"}, "end": {"reason": "why not"}}
"""Required options of commands besides the match."""

FORMS = {"guesstype", "lessontype", "line-keep", "narrow", "puzzletype", "type", "vote-type"}
"""Verbs that open a form, which is the same for all matches."""

CHALLENGES = frozenset({"accept", "decline", "cancel", "withdraw"})
"""Verbs whose controls contain the number of a challenge."""

FURTHER = ("1", "", "draw")
"""Values that may follow a match's number in a control."""


async def hide_match_1(world: World) -> Any:
    """Start match 1 in a hidden channel, and return a member who can't see it."""
    outsider = world.staff("Mia", manage_messages=True)
    hidden = world.hidden_channel(outsider)
    await world.start_match("skirt", channel=hidden)
    return outsider


def commands_with_a_match(world: World) -> list[str]:
    return [
        command.name
        for command in world.bot.tree.get_commands()
        if isinstance(command, discord.app_commands.Command) and command.get_parameter("match")
    ]


async def test_commands_treat_a_secret_match_like_a_missing_one(world: World) -> None:
    outsider = await hide_match_1(world)
    names = commands_with_a_match(world)
    assert {"move", "hint", "draw", "resign", "abort", "match", "end"} <= {*names}
    assert {name for each in additions("commands") for name in each.OF_A_MATCH} <= {*names}
    for name in names:
        replies = [
            reply_text(
                await outsider.slash(world.channel, name, match=number, **MORE.get(name, {}))
            )
            for number in ("1", NOWHERE)
        ]
        assert "There is no match 1 in this server." in replies[0], name
        assert replies[0] == replies[1].replace(NOWHERE, "1"), name


async def test_autocomplete_suggests_nothing_from_a_secret_match(world: World) -> None:
    outsider = await hide_match_1(world)
    for name in commands_with_a_match(world):
        assert await outsider.autocomplete(world.channel, name, "match", "") == [], name
    assert await outsider.autocomplete(world.channel, "move", "move", "", match="1") == []


@pytest.mark.slow
@pytest.mark.always
async def test_controls_treat_a_secret_match_like_a_missing_one(world: World) -> None:
    outsider = await hide_match_1(world)
    await world.ada.slash(world.channel, "challenge", game="skirt")
    message = world.channel.last_message
    secret: set[str] = set()
    for verb, control in world.bot.controls.verbs.items():
        if not control.arguments or verb in CHALLENGES or verb in FORMS:
            continue
        for further in FURTHER if len(control.arguments) > 1 else FURTHER[:1]:
            replies: list[str] = []
            for number in ("1", NOWHERE):
                arguments = "|".join([number, *[further] * (len(control.arguments) - 1)])
                clicked = await world.click_anyway(outsider, message, f"sw|{verb}|{arguments}")
                replies.append(reply_text(clicked))
            assert replies[0] == replies[1].replace(NOWHERE, "1"), (verb, further)
            assert "Ada" not in replies[0], (verb, further)
            if "There is no match 1 in this server." in replies[0]:
                secret.add(verb)
    assert {"play", "text", "more", "lines", "resigned", "keep", "history", "hint"} <= secret
    assert {"at", "group", "confirm", "ask", "answer", "agree", "step", "rematch"} <= secret


async def test_controls_treat_a_secret_challenge_like_a_missing_one(
    world: World,
) -> None:
    outsider = await hide_match_1(world)
    await world.ada.slash(world.channel, "challenge", game="skirt")
    message = world.channel.last_message
    for verb in CHALLENGES:
        replies = [
            reply_text(await world.click_anyway(outsider, message, f"sw|{verb}|{number}"))
            for number in ("1", NOWHERE)
        ]
        assert replies[0] == replies[1].replace(NOWHERE, "1"), verb
        assert "Ben" not in replies[0], verb


async def test_the_players_can_reach_their_secret_match(world: World) -> None:
    hidden = world.hidden_channel(world.ben)
    await world.ada.slash(hidden, "challenge", game="skirt")
    with world.env.time_context():
        await world.bot.club.challenges.accept(1, Participant(world.ben.id, "Ben"))
    question = await world.ben.slash(world.channel, "resign", match="1")
    assert "Do you want to resign Skirt" in reply_text(question)


async def hide_match_2_in_archive(world: World, *, is_stored: bool = True) -> Any:
    """Start match 2 and an open challenge in an archived thread of a hidden channel.

    Discord doesn't send archived threads to bots.

    :param is_stored: whether the database holds the channel of the thread.
    :returns: a member who can't see the channel.
    """
    outsider = world.staff("Mia", manage_messages=True)
    hidden = world.hidden_channel(outsider)
    thread: Any = hidden
    for _ in range(2):
        await world.start_match("skirt", channel=thread)
        thread = hidden.threads[0]
    await world.ada.slash(thread, "challenge", game="scala")
    if not is_stored:
        async with world.bot.club.store.write() as tx:
            for table in (MATCH_PLACES, challenges.CHALLENGES):
                await tx.execute(update(table).values(parent_id=None))
    channel: Any = world.bot.get_channel(thread.id)
    with world.env.time_context():
        await channel.edit(archived=True)
    await world.env.settle()
    assert world.bot.get_channel(thread.id) is None
    return outsider


async def assert_match_2_is_hidden(world: World, outsider: Any) -> None:
    for name in commands_with_a_match(world):
        reply = await outsider.slash(world.channel, name, match="2", **MORE.get(name, {}))
        assert "There is no match 2 in this server." in reply_text(reply), name
    listed = await outsider.slash(world.channel, "matches", member=world.ada)
    assert "Skirt" not in reply_text(listed)
    await world.ada.slash(world.channel, "challenge", game="skirt")
    message = world.channel.last_message
    for verb in ("play", "hint", "at", "confirm", "rematch"):
        further = len(world.bot.controls.verbs[verb].arguments) - 1
        arguments = "|".join(["2", *["1"] * further])
        reply = await world.click_anyway(outsider, message, f"sw|{verb}|{arguments}")
        assert "There is no match 2 in this server." in reply_text(reply), verb
    taken = await world.click_anyway(outsider, message, "sw|accept|3")
    assert "That challenge no longer exists." in reply_text(taken)


async def test_a_match_in_an_archived_thread_of_a_hidden_channel_is_secret(world: World) -> None:
    await assert_match_2_is_hidden(world, await hide_match_2_in_archive(world))
    board = await world.cy.slash(world.channel, "match", match="2")
    assert "There is no match" not in reply_text(board)


async def test_a_thread_without_a_known_channel_is_secret(world: World) -> None:
    outsider = await hide_match_2_in_archive(world, is_stored=False)
    reply = await world.cy.slash(world.channel, "match", match="2")
    assert "There is no match 2 in this server." in reply_text(reply)
    await assert_match_2_is_hidden(world, outsider)


async def test_a_match_in_a_deleted_channel_is_secret(world: World) -> None:
    outsider = await hide_match_2_in_archive(world)
    for channel in list(world.bot.guilds[0].text_channels):
        if channel.name == "hidden":
            with world.env.time_context():
                await channel.delete()
    await world.env.settle()
    await world.restart()
    reply = await outsider.slash(world.channel, "match", match="2")
    assert "There is no match 2 in this server." in reply_text(reply)
    reply = await world.ben.slash(world.channel, "match", match="2")
    assert "There is no match" not in reply_text(reply)


async def match_in_private_thread(world: World) -> Any:
    """Start match 1 in a private thread of Ada and Ben, and return the thread."""
    thread = await private_thread_in(world, world.ada, world.ben)
    await world.start_match("skirt", channel=thread)
    return thread


async def test_a_match_in_a_private_thread_is_secret_to_the_channel(world: World) -> None:
    outsider = world.staff("Mia", manage_messages=True)
    await match_in_private_thread(world)
    assert (await world.bot.club.matches.find(1)).stored.place.is_private
    for name in commands_with_a_match(world):
        reply = await outsider.slash(world.channel, name, match="1", **MORE.get(name, {}))
        assert "There is no match 1 in this server." in reply_text(reply), name
    listed = await outsider.slash(world.channel, "matches", member=world.ada)
    assert "Skirt" not in reply_text(listed)
    board = await world.ada.slash(world.channel, "match", match="1")
    assert "There is no match" not in reply_text(board)


async def test_a_moderator_outside_a_private_thread_cannot_end_its_match(world: World) -> None:
    await match_in_private_thread(world)
    endings: list[str] = []
    for number, rights in enumerate(
        (
            discord.Permissions(manage_messages=True),
            discord.Permissions(manage_messages=True, manage_threads=True),
        )
    ):
        role = world.guild.create_role(f"Team {number}", permissions=rights)
        member = world.env.create_user(f"mod{number}")
        moderator: Any = world.guild.add_member(member, roles=[role])
        reply = await moderator.slash(world.channel, "end", match="1", reason="why not")
        endings.append(reply_text(reply))
    assert "There is no match 1 in this server." in endings[0]
    assert "There is no match" not in endings[1]


async def test_an_archived_private_thread_stays_private(world: World) -> None:
    thread = await match_in_private_thread(world)
    channel: Any = world.bot.get_channel(thread.id)
    with world.env.time_context():
        await channel.edit(archived=True)
    await world.env.settle()
    assert world.bot.get_channel(thread.id) is None
    reply = await world.cy.slash(world.channel, "match", match="1")
    assert "There is no match 1 in this server." in reply_text(reply)


async def test_a_follower_outside_a_private_thread_gets_no_result(world: World) -> None:
    follows = world.bot.club.follows
    await follows.follow_player(world.cy.id, Participant(world.ada.id, "Ada"))
    thread = await match_in_private_thread(world)
    for _ in range(2):
        await world.make_a_move(thread)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
    await world.pass_time(timedelta(minutes=2))
    assert direct_messages_to(world.cy) == []


async def test_nobody_is_promised_the_result_of_a_match_in_a_private_thread(world: World) -> None:
    thread = await private_thread_in(world, world.ada, world.ben, world.cy)
    await world.start_match("skirt", channel=thread)
    more = await world.cy.click(thread.last_message, label="More")
    reply = await world.cy.click(more.response, label="Follow")
    assert "I can't see who's in a private thread" in reply_text(reply)
    assert not await world.bot.club.follows.has_match(world.cy.id, 1)


async def test_a_match_in_a_private_thread_gets_no_post_in_a_forum(world: World) -> None:
    forum = await forum_in(world)
    thread = await match_in_private_thread(world)
    assert posts_in(forum) == []
    assert "match 1" in text_of(thread.last_message)


async def test_a_challenge_to_anyone_in_a_private_thread_stays_there(world: World) -> None:
    thread = await private_thread_in(world, world.ada, world.ben)
    before = len(world.channel.history())
    page = await world.ada.slash(thread, "help")
    form = await world.ada.click(page.response, custom_id=button(page.response, "seek", "skirt"))
    await post_challenge(world.ada, form)
    assert len(world.channel.history()) == before
    assert "Ada is looking for someone to play Skirt" in text_of(thread.last_message)
    async with world.bot.club.store.read() as tx:
        challenge = await challenges.get(tx, 1)
    assert challenge is not None
    assert challenge.place.is_private


async def test_a_rematch_in_a_private_thread_is_private(world: World) -> None:
    thread = await match_in_private_thread(world)
    for _ in range(2):
        await world.make_a_move(thread)
    await world.resign(world.ada, thread)
    await world.ada.click(thread.last_message, label="Rematch")
    async with world.bot.club.store.read() as tx:
        rematch = await challenges.get(tx, 2)
    assert rematch is not None
    assert rematch.place.is_private
