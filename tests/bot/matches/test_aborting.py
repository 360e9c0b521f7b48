"""Aborting a match that has hardly begun."""

from __future__ import annotations

import pytest

from tests.bot.matches.agreeing import (
    card_of,
    members_by_seat,
    play_first_move,
    start_match_of_three,
    start_small_match,
)
from tests.bot.simulated import World, labels_of, reply_text, text_of


@pytest.mark.parametrize(("moves", "who", "other"), [(0, "ben", "ada"), (1, "ada", "ben")])
async def test_either_player_can_abort_before_two_turns_are_played(
    world: World, moves: int, who: str, other: str
) -> None:
    place = await start_small_match(world)
    for _ in range(moves):
        await play_first_move(world, place)
    question = await getattr(world, who).slash(place, "abort")
    assert question.ephemeral
    assert "Do you want to abort Skirt (cells on a side: 4), match 1?" in reply_text(question)
    assert not (await world.bot.club.matches.find(1)).is_over
    second = await getattr(world, other).slash(place, "abort")
    await world.restart()
    done = await getattr(world, who).click(question.response, label="Abort")
    assert "You aborted match 1. It doesn't count." in reply_text(done)
    match = await world.bot.club.matches.find(1)
    assert match.is_aborted
    assert match.result is not None
    assert match.result["winners"] == []
    words = f"Aborted: it doesn't count. {who.title()} aborted the match."
    assert words in text_of(place.last_message)
    assert "Rematch" in labels_of(place.last_message)
    late = await getattr(world, other).click(second.response, label="Abort")
    assert f"Match 1 is over: {words}" in reply_text(late)


async def test_aborting_is_refused_after_two_turns(world: World) -> None:
    place = await start_small_match(world)
    question = await world.ada.slash(place, "abort")
    for _ in range(2):
        await play_first_move(world, place)
    late = await world.ada.click(question.response, label="Abort")
    words = "It's too late to abort match 1, since two turns have been played."
    assert words in reply_text(late)
    assert "You can offer a draw or resign." in reply_text(late)
    refusal = await world.ben.slash(place, "abort")
    assert refusal.ephemeral
    assert words in reply_text(refusal)
    page = await world.ada.click(card_of(place), label="More")
    assert "Abort" not in labels_of(page.response)
    assert not (await world.bot.club.matches.find(1)).is_over


async def test_a_match_continues_until_its_end_is_confirmed(world: World) -> None:
    place = await start_small_match(world)
    more = await world.ben.click(card_of(place), label="More")
    question = await world.ben.click(more.response, label="Abort")
    reply = await world.ben.click(question.response, label="Keep playing")
    assert "match 1 continues" in reply_text(reply)
    assert not (await world.bot.club.matches.find(1)).is_over
    question = await world.ben.slash(place, "resign")
    assert "It has barely started, so you can abort it" in reply_text(question)
    await world.ben.click(question.response, label="Abort")
    assert (await world.bot.club.matches.find(1)).is_aborted


async def test_a_multi_move_turn_counts_as_one_turn(world: World) -> None:
    place = await start_match_of_three(world)
    _, second, third = await members_by_seat(world)
    await play_first_move(world, place)
    question = await third.slash(place, "abort")
    assert "Do you want to abort Passtally" in reply_text(question)
    await play_first_move(world, place)
    refusal = await second.slash(place, "abort")
    assert "two turns have been played" in reply_text(refusal)


async def test_a_spectator_cannot_abort_a_match(world: World) -> None:
    place = await start_small_match(world)
    assert "You aren't in match 1." in reply_text(await world.cy.slash(place, "abort", match="1"))
    forged = await world.click_anyway(world.cy, card_of(place), "sw|aborted|1")
    assert "Only Ada and Ben can play in this match" in reply_text(forged)
    assert not (await world.bot.club.matches.find(1)).is_over
