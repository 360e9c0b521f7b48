"""Pausing and resuming the clocks by agreement."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.bot.matches.agreeing import (
    card_of,
    cards_of_turn,
    latest_pings,
    methods_since,
    start_small_match,
)
from tests.bot.simulated import World, labels_of, reply_text, text_of

HOUR = timedelta(hours=1)


async def test_the_clocks_pause_and_resume_once_the_opponent_agrees(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="1h")
    await world.pass_time(HOUR / 4)
    request = await world.ada.slash(place, "pause")
    assert request.ephemeral
    assert "You asked to pause the clocks. Waiting for Ben to answer." in reply_text(request)
    card = card_of(place)
    assert "**Ada** asks to pause the clocks for up to 30 days." in text_of(card)
    assert f"{world.ben.mention}, do you agree?" in text_of(card)
    assert latest_pings(world) == [world.ben.id]
    before = len(world.env.http_requests)
    agreed = await world.ben.click(card, label="Agree")
    assert methods_since(world, before) == ["POST", "PATCH"]
    assert "Clocks paused." in reply_text(agreed)
    assert card_of(place).id == card.id
    assert "Clocks paused until <t:" in text_of(card_of(place))
    time_left = (await world.bot.club.matches.find(1)).stored.time_left
    assert time_left is not None
    assert time_left == pytest.approx((3 * HOUR / 4).total_seconds(), abs=60)
    await world.pass_time(3 * HOUR)
    match = await world.bot.club.matches.find(1)
    assert not match.is_over
    assert match.stored.time_left == time_left
    request = await world.ben.slash(place, "pause")
    assert "You asked to resume the clocks. Waiting for Ada to answer." in reply_text(request)
    await world.restart()
    page = await world.ada.click(card_of(place), label="More")
    agreed = await world.ada.click(page.response, label="Agree")
    assert "Clocks running again." in reply_text(agreed)
    deadline = world.env.now() + timedelta(seconds=time_left)
    assert (await world.bot.club.matches.find(1)).deadline == deadline
    assert latest_pings(world) == [world.ada.id]
    assert len(cards_of_turn(place, 1)) == 1


async def test_an_outdated_page_reports_the_current_state_of_the_clocks(world: World) -> None:
    place = await start_small_match(world)
    page = await world.ada.click(card_of(place), label="More")
    await world.ben.slash(place, "pause")
    await world.ada.click(card_of(place), label="Agree")
    late = await world.ada.click(page.response, label="Ask to pause")
    assert "The clocks are already paused." in reply_text(late)
    assert "Ask to resume" in labels_of(late.response)
