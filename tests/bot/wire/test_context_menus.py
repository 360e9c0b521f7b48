"""Entries under Apps in the menus of members and messages, with Discord's payloads."""

from __future__ import annotations

import pytest

from bot.challenges.forms import GAME, OPPONENTS, PACE, TERMS
from bot.challenges.making import RATED, USUAL
from tests.bot.wire.stage import SOON, Stage, find_buttons
from tests.discord.waiting import wait_until

pytestmark = pytest.mark.slow


async def test_a_member_is_challenged_from_their_menu(stage: Stage) -> None:
    call = await stage.world.menu(stage.ada, stage.channel, "Challenge", stage.ben)
    await call.wait_for_callback()
    entries = {GAME: "skirt", OPPONENTS: [stage.ben], PACE: [USUAL], TERMS: [RATED]}
    draft = await (await stage.world.submit(call, entries)).first_reply(SOON)
    await stage.world.click(stage.ada, draft, label="Post the challenge")
    await wait_until(lambda: bool(stage.channel.messages), SOON, "no card")
    (offer,) = stage.channel.messages
    assert offer.pinged == [stage.ben]
    await stage.world.click(stage.ben, offer, label="Accept")
    await stage.board(1)


async def test_a_profile_is_opened_from_a_members_menu(stage: Stage) -> None:
    call = await stage.world.menu(stage.ada, stage.channel, "Profile", stage.ben)
    profile = await call.first_reply(SOON)
    assert profile.ephemeral
    assert "### Ben" in profile.text
    assert find_buttons(profile, "Follow")


async def test_a_position_is_explored_from_the_menu_of_its_board(stage: Stage) -> None:
    card = await stage.start_match()
    await stage.settle()
    call = await stage.world.menu(stage.cy, stage.channel, "Explore this position", card)
    explored = await call.first_reply(SOON)
    assert explored.ephemeral
    assert explored.attachments
    assert find_buttons(explored, "Back to the match")
