"""Signing in to the web pages: links, boards, and signed-in browsers."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from club.members.sessions import Device
from storage.members import membership, sessions
from storage.members.sessions import Link
from tests.bot.conftest import check_requests
from tests.bot.matches.test_notices import change_preference, direct_messages_to
from tests.bot.servers.test_web_pages import WEB, links_of
from tests.bot.simulated import World, labels_of, reply_text, world_in


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server whose operator serves web pages."""
    async with world_in(tmp_path, opens_threads=False, web_url=WEB) as world:
        yield world
        check_requests(world)


async def sign_in(world: World, browser: str) -> None:
    club = world.bot.club
    link = await club.web_sessions.link(world.ada.id, "Ada")
    await club.web_sessions.redeem(link.rpartition("/")[2], Device(browser, "Android"))


async def link_at(world: World, address: str) -> Link:
    """Return the stored link of an address, expired or not."""
    token_hash = hashlib.sha256(address.rpartition("/")[2].encode()).hexdigest()
    async with world.bot.club.store.read() as tx:
        link = await sessions.link(tx, token_hash, datetime.min.replace(tzinfo=UTC))
    assert link is not None
    return link


async def test_a_private_link_signs_its_user_in(world: World) -> None:
    reply = await world.ada.slash(world.channel, "web")
    assert reply.ephemeral
    address = links_of(reply.response)["Open my page"]
    assert address.startswith(f"{WEB}/in/")
    link = await link_at(world, address)
    assert (link.user_id, link.name, link.match_id) == (world.ada.id, "Ada", None)
    async with world.bot.club.store.read() as tx:
        (member,) = await membership.of_user(tx, world.ada.id)
    assert member.guild_id == world.guild.id


async def test_the_play_panel_links_to_the_web_board(world: World) -> None:
    place = await world.start_match("skirt")
    panel = await world.ada.click(place.last_message, label="Play")
    assert "Open board" in labels_of(panel.response)
    handed = await world.ada.click(panel.response, label="Open board")
    assert handed.ephemeral
    address = links_of(handed.response)["Open board"]
    assert (await link_at(world, address)).match_id == 1


async def test_direct_messages_link_to_the_web_board(world: World) -> None:
    place = await world.start_match("skirt")
    await change_preference(world.ben, place, "Message me")
    await world.make_a_move(place)
    direct_message = direct_messages_to(world.ben)[-1]
    assert world.control_of(direct_message, "Open board") == "sw|web|1"
    strange = await world.click_anyway(world.cy, place.last_message, "sw|web|1")
    assert "Open board" not in links_of(strange.response)


async def test_browsers_can_be_listed_and_signed_out(world: World) -> None:
    privacy = await world.ada.slash(world.channel, "privacy")
    assert "Signed-in browsers…" not in labels_of(privacy.response)
    await sign_in(world, "Chrome")
    await sign_in(world, "Firefox")
    privacy = await world.ada.slash(world.channel, "privacy")
    assert "- 2 browsers signed in to the web pages" in reply_text(privacy)
    listed = await world.ada.click(privacy.response, label="Signed-in browsers…")
    assert "Chrome on Android" in reply_text(listed)
    first = (await world.bot.club.web_sessions.of_user(world.ada.id))[0]
    ended = await world.ada.select(listed.response, [str(first.id)], custom_id="sw|session-end")
    assert "Firefox" not in reply_text(ended)
    assert "Chrome on Android" in reply_text(ended)
    everywhere = await world.ada.click(ended.response, label="Sign out everywhere")
    assert "You aren't signed in" in reply_text(everywhere)
    assert not await world.bot.club.web_sessions.of_user(world.ada.id)


async def test_without_web_pages_the_command_and_the_button_are_absent(tmp_path: Path) -> None:
    async with world_in(tmp_path, opens_threads=False) as world:
        assert world.bot.tree.get_command("web") is None
        place = await world.start_match("skirt")
        panel = await world.ada.click(place.last_message, label="Play")
        assert "Open board" not in labels_of(panel.response)
