"""Outdated buttons, lost permissions, deleted places, and Discord's errors."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from sqlalchemy import text

from bot.interface.context import GuildMembers
from bot.process.slash_commands import SYNCED
from club.members.membership import MemberLookup
from tests.bot.simulated import World, labels_of, reply_text, text_of, world_in

STRANGER = 12345
"""A user who isn't a member."""


async def test_every_button_is_answered_whatever_its_id(world: World) -> None:
    place = await world.start_match("skirt")
    for control in (
        *("sw|dance|1", "sw", "sw|", "old:button:3"),
        *("sw|play|1", "sw|play|x|y", "sw|at|1|1", "sw|rules|go"),
    ):
        answered = await world.click_anyway(world.ada, place.last_message, control)
        assert answered.ephemeral
        assert reply_text(answered)
        assert "went wrong" not in reply_text(answered)


async def test_a_board_follows_after_discord_refused_it_for_a_while(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=20)
    played = await world.ada.slash(place, "move", move="e1")
    assert "You played **e1**" in text_of(played.response)
    assert "I'll post it as soon as I can" in reply_text(played)
    world.env.backend.faults.clear()
    await world.env.advance_time(2 * 3600)
    assert "Ada placed a stone on e1." in text_of(place.last_message)


async def test_a_lost_permission_is_reported_to_the_mover_and_the_move_kept(
    threadless: World,
) -> None:
    world = threadless
    await world.start_match("skirt", options="size 4")
    world.grant(world.channel, send_messages=False)
    played = await world.ada.slash(world.channel, "move", move="e1")
    assert (
        f"Match 1 is saved, but there's a problem. I can't show boards in <#{world.channel.id}>: "
        "I'm missing **Send Messages**"
    ) in reply_text(played)
    world.grant(world.channel, send_messages=True)
    await world.env.advance_time(2 * 3600)
    assert "Ada placed a stone on e1." in text_of(world.channel.last_message)


async def test_a_match_continues_in_the_channel_after_its_thread_is_deleted(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    world.env.backend.delete_channel(place.id)
    played = await world.ada.slash(world.channel, "move", move="e1")
    assert "You played **e1**" in reply_text(played)
    assert "Ada placed a stone on e1." in text_of(world.channel.last_message)
    assert labels_of(world.channel.last_message) == [
        "Play",
        "More",
        "Rules",
        "Text board",
    ]


async def test_a_match_leaves_a_place_as_soon_as_it_is_deleted(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    world.env.backend.delete_channel(place.id)
    await world.env.settle()
    (card,) = [each for each in world.channel.history() if "Play" in labels_of(each)]
    assert "turn 1" in text_of(card)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    match = await world.bot.club.matches.find(1)
    assert [each.is_direct for each in match.stored.places] == [True, True]
    assert all(each.card_message_id is not None for each in match.stored.places)


@pytest.mark.parametrize("has_threads", [True, False])
async def test_a_match_keeps_its_place_if_discord_knows_no_channel_during_an_outage(
    tmp_path: Path, has_threads: bool
) -> None:
    async with world_in(tmp_path, opens_threads=has_threads) as world:
        place = await world.start_match("skirt", options="size 4")
        guild = world.bot.get_guild(world.guild.id)
        assert guild is not None
        guild.unavailable = True
        unknown: Any = {"status": 404, "code": 10003, "message": "Unknown Channel"}
        world.env.inject_error("POST", "/channels/*/messages", times=None, **unknown)
        await world.play_silently(world.ada, "e1")
        await world.pass_time(timedelta(minutes=1))
        world.env.backend.faults.clear()
        guild.unavailable = False
        await world.pass_time(timedelta(minutes=2))
        assert "Ada placed a stone on e1." in text_of(place.last_message)
        assert (await world.bot.club.matches.find(1)).stored.place.id == place.id


async def test_nobody_counts_as_gone_during_an_outage(world: World) -> None:
    directory, guild = GuildMembers(world.bot), world.bot.get_guild(world.guild.id)
    assert guild is not None
    assert await directory.look_up(guild.id, STRANGER) == MemberLookup(None)
    guild.unavailable = True
    assert await directory.look_up(guild.id, STRANGER) is None
    assert not await directory.is_gone(guild.id)


async def test_only_the_latest_of_two_pending_boards_is_posted(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await world.play_silently(world.ada, "e1")
    await world.play_silently(world.ben, "a1-b2")
    before = len(place.history())
    await world.env.advance_time(2 * 3600)
    assert len(place.history()) == before + 1
    assert "Ben placed stones on a1 and b2." in text_of(place.last_message)


async def test_a_deleted_card_does_not_block_the_next_one(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    card = place.last_message
    assert card is not None
    await card.delete()
    played = await world.ada.slash(place, "move", move="e1")
    assert (
        reply_text(played)
        == "Skirt (cells on a side: 4) · match 1: You played **e1**. Waiting for Ben…"
    )
    assert "Ada placed a stone on e1." in text_of(place.last_message)


async def test_commands_are_sent_to_discord_only_if_changed(world: World) -> None:
    def syncs() -> int:
        return sum(request.method == "PUT" for request in world.env.http_requests)

    before = syncs()
    await world.restart()
    assert syncs() == before
    await world.bot.club.front_notes.put({SYNCED: "an older version's"})
    await world.restart()
    assert syncs() == before + 1


async def test_the_bot_requests_no_privileged_intent(world: World) -> None:
    intents = world.bot.intents
    assert intents == discord.Intents(guilds=True)


async def test_actions_during_shutdown_get_a_request_to_try_again(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await world.bot.handlers.finish(1.0)
    reply = await world.ada.slash(place, "move", move="e1")
    assert "I'm restarting" in reply_text(reply)
    clicked = await world.ada.click(place.last_message, label="Play")
    assert "I'm restarting" in reply_text(clicked)
    assert (await world.bot.club.matches.find(1)).ply == 0


async def test_a_failed_look_up_of_the_language_does_not_cost_the_answer(world: World) -> None:
    async with world.bot.club.store.write() as tx:
        await tx.execute(text("ALTER TABLE person RENAME TO lost"))
    assert "Board games, turn by turn" in reply_text(await world.ada.slash(world.channel, "help"))
