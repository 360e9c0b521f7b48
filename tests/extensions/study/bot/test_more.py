"""What the More page of a match offers for its study, and in which order."""

from __future__ import annotations

import pytest

from tests.bot.matches.agreeing import (
    card_of,
    pause_after_two_moves,
    start_match_of_three,
    start_small_match,
)
from tests.bot.matches.test_history import is_disabled, play_out
from tests.bot.simulated import World, labels_of

pytestmark = pytest.mark.usefixtures("games_with_draws")


async def test_actions_of_study_stand_among_those_of_the_core(world: World) -> None:
    place = await start_small_match(world)
    page = await world.ada.click(card_of(place), label="More")
    assert labels_of(page.response) == [
        "History", "Explore", "Note", "Offer a draw", "Ask to pause", "Abort", "Resign",
    ]  # fmt: skip
    page = await world.cy.click(card_of(place), label="More")
    assert labels_of(page.response) == ["History", "Explore", "Follow"]
    await pause_after_two_moves(world, place)
    page = await world.ben.click(card_of(place), label="More")
    assert labels_of(page.response) == [
        "History", "Explore", "Note", "Offer a draw", "Take back a2-b2", "Ask to resume",
        "Ask to end the match", "If… then…", "Resign",
    ]  # fmt: skip
    page = await world.ada.click(card_of(place), label="More")
    assert "If… then…" not in labels_of(page.response)


async def test_a_finished_match_can_be_explored_and_noted(world: World) -> None:
    place = await start_small_match(world)
    page = await world.ben.click(card_of(place), label="More")
    await world.resign(world.ada, place)
    late = await world.ben.click(page.response, label="Offer a draw")
    assert labels_of(late.response) == ["History", "Explore", "Note"]


async def test_a_player_who_left_can_explore_and_note(world: World) -> None:
    place = await start_match_of_three(world)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
    page = await world.ben.click(place.last_message, label="More")
    assert labels_of(page.response) == ["History", "Explore", "Note"]


async def test_the_end_of_a_match_cannot_be_explored(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await play_out(world)
    page = (await world.ada.slash(place, "history")).response
    assert is_disabled(page, "Explore")
