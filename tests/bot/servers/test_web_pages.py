"""Web pages: allowing them, links to them, and hiding those of closed channels."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from club.club import INVITE
from tests.bot.conftest import check_requests
from tests.bot.simulated import World, components_of, labels_of, reply_text, text_of, world_in

WEB = "https://stairwell.example"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server without match threads, whose operator serves web pages."""
    async with world_in(tmp_path, opens_threads=False, web_url=WEB) as world:
        yield world
        check_requests(world)


async def allow_pages(world: World, kind: str) -> Any:
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    opened = await admin.click(settings.response, label="Web pages…")
    menu = next(each for each in components_of(opened.response) if each["type"] == 3)
    return await admin.select(opened.response, [kind], custom_id=menu["custom_id"])


def links_of(message: Any) -> dict[str, str]:
    """The addresses of link buttons, by label."""
    buttons = [each for each in components_of(message) if each["type"] == 2]
    return {each["label"]: each["url"] for each in buttons if each.get("url")}


async def test_an_admin_can_turn_on_private_web_pages(world: World) -> None:
    chosen = await allow_pages(world, "private")
    assert "**Web pages**: private." in reply_text(chosen)
    address = links_of(chosen.response)["Open the pages"]
    assert address.startswith(f"{WEB}/s/")
    server = await world.bot.club.pages.server(world.guild.id)
    assert server is not None
    assert server.name == "Club"
    assert world.channel.id in server.readable
    await allow_pages(world, "off")
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    changes = await admin.click(settings.response, label="Change log…")
    assert "made the web pages off (before: private)" in text_of(changes.response)


async def test_the_setting_is_hidden_unless_the_operator_serves_pages(
    tmp_path: Path,
) -> None:
    async with world_in(tmp_path) as world:
        admin = world.admin()
        settings = await admin.slash(world.channel, "settings")
        assert "Web pages…" not in labels_of(settings.response)
        assert await world.bot.club.front_notes.get(INVITE) is None


async def test_cards_results_history_profiles_and_leaderboards_link_to_pages(
    world: World,
) -> None:
    await world.start_match()
    assert "Watch" not in links_of(world.channel.last_message)
    await allow_pages(world, "listed")
    await world.make_a_move(world.channel)
    card = world.channel.last_message
    match = await world.bot.club.matches.find(1)
    assert links_of(card)["Watch"] == await world.bot.club.pages.match_address(match.stored)
    history = await world.ada.slash(world.channel, "history")
    assert f"{WEB}/m/" in reply_text(history)
    profile = await world.ada.slash(world.channel, "profile", member=world.ben)
    assert links_of(profile.response)["On the web"].startswith(f"{WEB}/p/")
    board = await world.ada.slash(world.channel, "leaderboard")
    assert links_of(board.response)["On the web"].startswith(f"{WEB}/s/")
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ada.id)
        await world.bot.courier.deliver_match(1)
    await world.env.settle()
    assert "Watch" not in links_of(world.channel.last_message)


async def test_a_hidden_player_has_no_page_as_the_privacy_page_explains(world: World) -> None:
    await allow_pages(world, "listed")
    privacy = await world.ada.slash(world.channel, "privacy")
    assert "Web pages name you only" in reply_text(privacy)
    await world.bot.club.personal_data.show_globally(world.ben.id, False)
    profile = await world.ada.slash(world.channel, "profile", member=world.ben)
    assert "On the web" not in links_of(profile.response)


async def test_closing_a_channel_removes_its_pages(world: World) -> None:
    await world.start_match()
    await allow_pages(world, "listed")
    pages = world.bot.club.pages
    assert await pages.match(1) is not None
    closed = discord.Permissions(view_channel=True).value
    everyone = Overwrite(world.guild.id, OverwriteType.ROLE, 0, closed)
    world.env.backend.set_overwrite(world.channel.id, everyone)
    await world.env.settle()
    await world.pass_time(timedelta(minutes=1))
    assert await pages.match(1) is None


async def test_a_new_server_name_and_the_invite_link_reach_the_pages(world: World) -> None:
    await allow_pages(world, "listed")
    world.env.backend.edit_guild(world.guild.id, {"name": "House of stairs"})
    await world.env.settle()
    await world.pass_time(timedelta(minutes=1))
    server = await world.bot.club.pages.server(world.guild.id)
    assert server is not None
    assert server.name == "House of stairs"
    link = await world.bot.club.front_notes.get(INVITE)
    assert link is not None
    assert f"client_id={world.bot.application_id}" in link
