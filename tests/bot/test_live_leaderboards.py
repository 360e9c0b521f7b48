"""Stories about the leaderboard that a server keeps in a channel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.live_leaderboards import LiveLeaderboards
from storage import live_leaderboards
from tests.bot.conftest import NEVER, check_requests
from tests.bot.results import settled
from tests.bot.simulated import (
    World,
    alt_of,
    components_of,
    labels_of,
    menus_of,
    said,
    text_of,
    world_in,
)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server in which the chores are done when a test says so, and days pass quickly."""
    async with world_in(tmp_path, sweep=NEVER) as world:
        yield world
        check_requests(world)


async def admin_of(world: World) -> Any:
    role = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("root"), roles=[role])


async def page_of_posts(world: World, admin: Any) -> Any:
    shown = await admin.slash(world.channel, "settings")
    return (await admin.click(shown.response, label="Leaderboard and summary …")).response


def menu_of(page: Any, verb: str) -> str:
    return next(
        each["custom_id"]
        for each in components_of(page)
        if each.get("custom_id", "").split("|")[1:2] == [verb]
    )


async def wished_in(world: World, admin: Any, channel: Any, game: str | None = "skirt") -> Any:
    """The page of settings, once an admin has chosen a channel (None for none) and a game."""
    page = await page_of_posts(world, admin)
    chosen = [] if channel is None else [channel]
    page = await admin.select(page, chosen, custom_id=menu_of(page, "settings-live"))
    if channel is not None and game is not None:
        menu = menu_of(page.response, "settings-live-game")
        page = await admin.select(page.response, [game], custom_id=menu)
    return page.response


async def chores(world: World, later: timedelta = timedelta()) -> None:
    if later:
        await world.env.advance_time(later.total_seconds())
    with world.env.time_context():
        await world.bot.do_chores()
    await world.env.settle()


async def match_ended(world: World) -> None:
    """A rated match of Ada and Ben, which Ada wins."""
    await world.match_begun("skirt")
    with world.env.time_context():
        match = (await world.bot.standings.of_person(world.guild.id, world.ada.id))[-1]
        found = await world.bot.matches.find(match.id)
        for _ in range(8):
            assert found.player_to_move is not None
            text = found.position.text(found.position.moves()[0])
            found = await world.bot.matches.play(match.id, found.player_to_move.user_id, text)
        await world.bot.matches.resign(match.id, world.ben.id)


async def test_an_admin_chooses_where_the_leaderboard_is_kept(world: World) -> None:
    await settled(world, world.ada, world.ben)
    admin = await admin_of(world)
    board: Any = world.guild.create_text_channel("board")
    page = await wished_in(world, admin, board, game=None)
    assert f"the best of every game, in {board.mention}" in text_of(page)
    assert "1. Ada **" in text_of(board.last_message)
    (menu,) = menus_of(page)
    await admin.select(page, ["skirt"], custom_id=menu["custom_id"])
    assert len(board.history()) == 1
    assert alt_of(board.last_message).startswith("Leaderboard. Skirt, this server · all time. 1.")
    assert "Brought up to date <t:" in text_of(board.last_message)
    opened = await world.ben.click(board.last_message, label="Look closer")
    assert opened.ephemeral
    assert "You are **2nd** of 2" in said(opened)


async def test_a_match_brings_it_up_to_date_in_place(world: World) -> None:
    await settled(world, world.ada, world.ben)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    before = board.last_message
    assert "6 won" in alt_of(before)
    await match_ended(world)
    await chores(world, timedelta(minutes=10))
    (after,) = board.history()
    assert after.id == before.id
    assert "7 won" in alt_of(after)
    assert len(after.attachments) == 1


async def test_it_is_changed_no_more_than_once_in_ten_minutes(world: World) -> None:
    await settled(world, world.ada, world.ben)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    path = f"/channels/{board.id}/messages"

    def requests() -> int:
        return sum(path in request.path for request in world.env.http_requests)

    await chores(world, timedelta(minutes=10))
    before = requests()
    for _ in range(4):
        await match_ended(world)
        await chores(world, timedelta(minutes=1))
        assert requests() == before + 1
    await chores(world, timedelta(minutes=9))
    assert requests() == before + 2
    await chores(world, timedelta(minutes=20))
    assert requests() == before + 2


async def test_what_is_not_rated_changes_nothing(world: World) -> None:
    await settled(world, world.ada, world.ben)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    before = board.last_message.edited_at
    place = await world.match_begun("skirt")
    asked = await world.ben.slash(place, "resign")
    await world.ben.click(asked.response, label="Resign")
    await chores(world, timedelta(minutes=11))
    assert board.last_message.edited_at == before


async def test_it_is_posted_anew_when_it_was_deleted(world: World) -> None:
    await settled(world, world.ada, world.ben)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    world.env.backend.delete_message(board.id, board.last_message.id)
    await match_ended(world)
    await chores(world, timedelta(minutes=10))
    assert len(board.history()) == 1
    assert "7 won" in alt_of(board.last_message)


async def test_it_is_looked_after_once_a_day_without_any_match(world: World) -> None:
    await settled(world, world.ada, world.ben, matches=8)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    world.env.backend.delete_message(board.id, board.last_message.id)
    await chores(world, timedelta(days=1, minutes=10))
    assert "2. Ben" in alt_of(board.last_message)
    await chores(world, timedelta(days=62))
    assert "Nobody has a place here yet." in alt_of(board.last_message)
    assert len(board.history()) == 1


async def test_it_moves_with_the_channel_and_goes_when_it_is_switched_off(world: World) -> None:
    await settled(world, world.ada, world.ben)
    admin = await admin_of(world)
    board, other = (world.guild.create_text_channel(name) for name in ("board", "other"))
    await wished_in(world, admin, board)
    page = await wished_in(world, admin, other, game=None)
    assert f"Skirt, in {other.mention}" in text_of(page)
    await chores(world)
    assert board.history() == []
    assert len(other.history()) == 1
    page = await wished_in(world, admin, None)
    assert "**Live leaderboard**: none" in text_of(page)
    await chores(world)
    assert other.history() == []
    await match_ended(world)
    await chores(world, timedelta(hours=1))
    assert other.history() == []


async def test_a_restart_changes_nothing(world: World) -> None:
    await settled(world, world.ada, world.ben)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    await world.restart()
    await match_ended(world)
    await chores(world, timedelta(minutes=10))
    assert len(board.history()) == 1
    assert "7 won" in alt_of(board.last_message)


async def test_a_message_whose_process_died_is_found_again(world: World) -> None:
    await settled(world, world.ada, world.ben)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    live = await world.bot.live_leaderboards.wished(world.guild.id)
    assert live is not None
    assert live.message_id == board.last_message.id
    # So it stands in the database when a process dies between posting and saying so.
    async with world.bot.store.write() as tx:
        await live_leaderboards.save(tx, replace(live, message_id=None, state="showing"))
    await world.restart()
    await chores(world, timedelta(minutes=10))
    assert len(board.history()) == 1
    after = await world.bot.live_leaderboards.wished(world.guild.id)
    assert after is not None
    assert (after.message_id, after.state) == (live.message_id, "shown")


async def test_two_processes_show_it_once(world: World) -> None:
    await settled(world, world.ada, world.ben)
    board: Any = world.guild.create_text_channel("board")
    other = LiveLeaderboards(
        world.bot, world.bot.store, world.bot.leaderboards, discord.utils.utcnow
    )
    with world.env.time_context():
        await world.bot.live_leaderboards.move(world.guild.id, board.id)
        await asyncio.gather(world.bot.live_leaderboards.show_due(), other.show_due())
    await world.env.settle()
    assert len(board.history()) == 1


async def test_without_permission_the_settings_say_so_and_it_is_tried_every_hour(
    world: World,
) -> None:
    await settled(world, world.ada, world.ben)
    admin = await admin_of(world)
    board: Any = world.guild.create_text_channel("board")
    world.grant(board, send_messages=False, attach_files=False)
    page = await wished_in(world, admin, board)
    assert "I lack **Send Messages** and **Attach Files**" in text_of(page)
    path = f"/channels/{board.id}/messages"

    def attempts() -> int:
        return sum(path in request.path for request in world.env.http_requests)

    before = attempts()
    for _ in range(5):
        await chores(world, timedelta(minutes=10))
    assert attempts() == before
    world.grant(board, send_messages=True, attach_files=True)
    await chores(world, timedelta(minutes=10))
    assert len(board.history()) == 1


async def test_a_channel_that_was_deleted_is_told_and_hinders_nothing(world: World) -> None:
    await settled(world, world.ada, world.ben)
    admin = await admin_of(world)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, admin, board)
    world.env.backend.delete_channel(board.id)
    await world.env.settle()
    await match_ended(world)
    await chores(world, timedelta(minutes=10))
    page = await page_of_posts(world, admin)
    assert "That channel is gone. Choose another one." in text_of(page)
    other = world.guild.create_text_channel("other")
    await wished_in(world, admin, other, game=None)
    assert len(other.history()) == 1


async def test_who_has_left_is_not_on_it(world: World) -> None:
    await settled(world, world.ada, world.ben, world.cy)
    world.guild.remove_member(world.ada)
    board: Any = world.guild.create_text_channel("board")
    await wished_in(world, await admin_of(world), board)
    assert "1. Ben" in alt_of(board.last_message)
    assert "Ada" not in alt_of(board.last_message)


async def test_the_page_leads_back_to_the_settings(world: World) -> None:
    admin = await admin_of(world)
    page = await page_of_posts(world, admin)
    back = await admin.click(page, label="Back to the settings")
    assert labels_of(back.response)[0] == "Turn threads off"


async def test_others_can_change_nothing_of_it(world: World) -> None:
    place = await world.match_begun()
    for control in ("settings-posts", "settings-live", "settings-live-game", "settings-summary"):
        refused = await world.click_anyway(world.ada, place.last_message, f"sw|{control}")
        assert "Only members with **Manage Server**" in said(refused)
    assert await world.bot.live_leaderboards.wished(world.guild.id) is None
