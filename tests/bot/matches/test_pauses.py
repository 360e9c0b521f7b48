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


async def test_the_clocks_pause_once_the_opponent_agrees(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="1h")
    await world.pass_time(HOUR / 4)
    request = await world.ada.slash(place, "pause")
    assert request.ephemeral
    assert "You asked to pause the clocks. Waiting for Ben to answer." in reply_text(request)
    card = text_of(card_of(place))
    assert "**Ada** asks to pause the clocks for up to 30 days." in card
    assert f"{world.ben.mention}, do you agree?" in card
    assert latest_pings(world) == [world.ben.id]
    await world.restart()
    agreed = await world.ben.click(card_of(place), label="Agree")
    assert "Clocks paused." in reply_text(agreed)
    assert "Clocks paused until <t:" in text_of(card_of(place))
    time_left = (await world.bot.club.matches.find(1)).stored.time_left
    assert time_left == pytest.approx((3 * HOUR / 4).total_seconds(), abs=60)
    await world.pass_time(3 * HOUR)
    match = await world.bot.club.matches.find(1)
    assert not match.is_over
    assert match.stored.time_left == time_left


async def test_the_clocks_resume_once_the_opponent_agrees(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="1h")
    await world.ada.slash(place, "pause")
    await world.ben.click(card_of(place), label="Agree")
    await world.pass_time(3 * HOUR)
    request = await world.ben.slash(place, "pause")
    assert "You asked to resume the clocks. Waiting for Ada to answer." in reply_text(request)
    page = await world.ada.click(card_of(place), label="More")
    agreed = await world.ada.click(page.response, label="Agree")
    assert "Clocks running again." in reply_text(agreed)
    assert (await world.bot.club.matches.find(1)).deadline == world.env.now() + HOUR
    assert latest_pings(world) == [world.ada.id]
    assert len(cards_of_turn(place, 1)) == 1


async def test_agreeing_to_a_pause_edits_the_card_and_pings_no_one(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "pause")
    card = card_of(place)
    before = len(world.env.http_requests)
    await world.ben.click(card, label="Agree")
    assert methods_since(world, before) == ["POST", "PATCH"]
    assert card_of(place).id == card.id


async def test_a_match_without_a_time_limit_cannot_be_paused(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="none")
    refusal = await world.ada.slash(place, "pause")
    assert refusal.ephemeral
    assert "This match has no time limit" in reply_text(refusal)
    page = await world.ada.click(card_of(place), label="More")
    assert not [label for label in labels_of(page.response) if "clocks" in label]


async def test_an_outdated_page_reports_the_current_state_of_the_clocks(world: World) -> None:
    place = await start_small_match(world)
    page = await world.ada.click(card_of(place), label="More")
    await world.ben.slash(place, "pause")
    await world.ada.click(card_of(place), label="Agree")
    late = await world.ada.click(page.response, label="Ask to pause")
    assert "The clocks are already paused." in reply_text(late)
    assert "Ask to resume" in labels_of(late.response)


async def test_a_spectator_cannot_pause_the_clocks(world: World) -> None:
    place = await start_small_match(world)
    assert "You aren't in match 1." in reply_text(await world.cy.slash(place, "pause", match="1"))
    await world.ada.slash(place, "pause")
    refusal = await world.cy.click(card_of(place), label="Agree")
    assert "Only Ada and Ben can play in this match" in reply_text(refusal)
    assert (await world.bot.club.matches.find(1)).paused_until is None


async def test_a_reminder_takes_two_requests_and_replaces_the_card(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="1d")
    before = len(world.env.http_requests)
    await world.pass_time(20 * HOUR)
    assert methods_since(world, before) == ["POST", "DELETE"]
    assert latest_pings(world) == [world.ada.id]
    assert len(cards_of_turn(place, 1)) == 1


async def test_resuming_the_clocks_does_not_suppress_the_reminder(
    world: World,
) -> None:
    place = await world.start_match("skirt", options="size 4", pace="1d")
    await world.ada.slash(place, "pause")
    await world.ben.click(card_of(place), label="Agree")
    await world.ben.slash(place, "pause")
    await world.ada.click(card_of(place), label="Agree")
    card = card_of(place)
    await world.pass_time(20 * HOUR)
    # Resuming the clocks and the reminder are two occasions to post at the same state.
    assert card_of(place).id != card.id
    assert latest_pings(world) == [world.ada.id]
