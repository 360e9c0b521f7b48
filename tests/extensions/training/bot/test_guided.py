"""Guided matches: their start, remarks and hints, and the offers afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pages.layout import control
from tests.bot.matches.computers import cards, match_of, resign
from tests.bot.simulated import World, labels_of, post_challenge, reply_text, text_of

pytestmark = [pytest.mark.club(computers=True), pytest.mark.usefixtures("with_sample_lessons")]


async def start_guided_match(world: World) -> Any:
    """Start a guided match as Ada, after the last lesson, and return its place."""
    listed = await world.ada.slash(world.channel, "learn", game="skirt")
    page = await world.click_anyway(
        world.ada, listed.response, control("lessonshow", "skirt", "win", "", 0)
    )
    assert labels_of(page.response) == [
        "Play a guided match",
        "Challenge someone",
        "Try it myself",
        "All lessons",
    ]
    await world.ada.click(page.response, label="Play a guided match")
    return world.place()


async def test_the_learner_moves_first_against_level_one(
    club: World,
) -> None:
    place = await start_guided_match(club)
    match = await match_of(club)
    assert match.stored.guided
    assert not match.stored.rated
    assert [player.level for player in match.players] == [None, 1]
    assert "challenges" in text_of(club.channel.history()[0])
    assert "**For Ada:**" not in text_of(place.last_message)


async def test_a_second_click_does_not_start_another_match(club: World) -> None:
    await start_guided_match(club)
    listed = await club.ada.slash(club.channel, "learn", game="skirt")
    again = await club.click_anyway(club.ada, listed.response, control("guided", "skirt"))
    assert "You already have a guided Skirt match: https://discord.com/" in reply_text(again)
    assert len(await club.bot.club.match_finder.of_person(club.guild.id, club.ada.id)) == 1


async def test_the_panel_offers_a_good_move(club: World) -> None:
    place = await start_guided_match(club)
    panel = await club.ada.click(place.last_message, label="Play")
    assert "Show me a good move" in labels_of(panel.response)
    hint = await club.ada.click(panel.response, label="Show me a good move")
    assert hint.ephemeral
    await club.think()
    assert "I would play **" in reply_text(hint)
    assert "**Why?** It " in reply_text(hint)


async def test_the_card_explains_the_move_to_the_learner(club: World) -> None:
    place = await start_guided_match(club)
    me: Any = club.guild.me
    await club.ada.slash(place, "move", move="a3")
    await club.play_silently(me, "b1-b3")
    await club.ada.slash(place, "move", move="(a3)-c3")
    await club.think()
    card = cards(place)[-1]
    words = "> **For Ada:** You jumped the stone next to a3 (b3) and placed on c3."
    assert words in text_of(card)


async def test_a_challenge_after_the_match_finds_a_human_opponent(club: World) -> None:
    place = await start_guided_match(club)
    await resign(place, club.ada)
    card = cards(place)[-1]
    assert labels_of(card)[0] == "Find a human opponent"
    form = await club.ada.click(card, label="Find a human opponent")
    sought = await post_challenge(club.ada, form)
    assert "Anyone in this channel can accept your challenge now" in text_of(sought.response)
    assert "### Ada is looking for someone to play Skirt" in text_of(club.channel.last_message)
    accepted = await club.ben.click(club.channel.last_message, label="Accept")
    assert accepted.response is not None
    match = await match_of(club, 2)
    assert not match.stored.guided


async def test_an_ordinary_computer_match_has_no_guidance(
    club: World,
) -> None:
    await start_guided_match(club)
    match = await match_of(club)
    with club.env.time_context():
        await club.bot.club.matches.resign(match.id, club.ada.id)
    refusal = await club.click_anyway(
        club.ben, club.channel.history()[0], control("guided", "castling")
    )
    assert "There is no game called “castling”" in reply_text(refusal)
