"""Rematches, requested with the Rematch button of a result or on the web."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from storage.challenges.challenges import Challenge
from storage.matches.match import Participant
from tests.bot.matches.agreeing import (
    members_by_seat,
    play_first_move,
    start_match_of_three,
    start_small_match,
)
from tests.bot.simulated import World, labels_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")


async def resign_match(world: World, place: Any, match_id: int = 1) -> Any:
    """Resign as Ada, and return the result."""
    question = await world.ada.slash(place, "resign", match=str(match_id))
    await world.ada.click(question.response, label="Resign")
    return place.last_message


async def test_a_rematch_uses_the_same_thread_with_seats_swapped(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="7d")
    refusal = await world.click_anyway(world.ada, place.last_message, "sw|rematch|1")
    assert "Match 1 isn't over yet." in reply_text(refusal)
    result = await resign_match(world, place)
    refusal = await world.cy.click(result, label="Rematch")
    assert refusal.ephemeral
    assert "Only the players of a match can ask for a rematch." in reply_text(refusal)
    rematch = await world.ada.click(result, label="Rematch")
    await world.ben.click(rematch.response, label="Decline")
    assert "**Declined.**" in text_of(rematch.response)
    rematch = await world.ben.click(result, label="Rematch")
    assert not rematch.ephemeral
    assert "Ben asks for a rematch of match 1: Skirt (cells on a side: 4)" in reply_text(rematch)
    assert "Ben plays White (seat 1)." in reply_text(rematch)
    assert "Pace: 7 days per turn" in reply_text(rematch)
    assert world.ada.mention in reply_text(rematch)
    before = len(place.history())
    again = await world.ben.click(result, label="Rematch")
    assert again.ephemeral
    assert "You've already asked for a rematch: " in reply_text(again)
    assert place.last_message.jump_url in reply_text(again)
    assert len(place.history()) == before
    await world.restart()
    await world.ada.click(rematch.response, label="Accept")
    match = await world.bot.club.matches.find(2)
    assert [player.name for player in match.players] == ["Ben", "Ada"]
    assert match.options == {"size": 4}
    assert len(world.channel.threads) == 1
    assert f"{world.ben.mention} (White) to move" in text_of(place.last_message)
    assert match.stored.place.id == place.id
    # The channel's list includes the rematch.
    listed = await world.cy.slash(world.channel, "matches", here=True)
    assert "**2** · [Skirt: Ben vs Ada](" in reply_text(listed)


async def test_rematches_are_accepted_by_the_same_button_and_can_be_repeated(world: World) -> None:
    place = await start_small_match(world)
    result = await resign_match(world, place)
    rematch = await world.ada.click(result, label="Rematch")
    accepted = await world.ben.click(result, label="Rematch")
    assert accepted.ephemeral
    assert "The rematch has started: match 2." in reply_text(accepted)
    assert "**Accepted** by Ben: match 2 has started." in text_of(rematch.response)
    assert labels_of(rematch.response) == []
    assert "match 2 · turn 1" in text_of(place.last_message)
    for member in (world.ada, world.ben):
        reply = await member.click(result, label="Rematch")
        assert reply.ephemeral
        assert f"The rematch is match 2: {place.last_message.jump_url}" in reply_text(reply)
    second = await resign_match(world, place, 2)
    await world.ada.click(second, label="Rematch")
    await world.ben.click(second, label="Rematch")
    third = await world.bot.club.matches.find(3)
    assert [player.name for player in third.players] == ["Ada", "Ben"]
    await resign_match(world, place, 3)
    rematch = await world.ben.click(result, label="Rematch")
    assert "Ben asks for a rematch of match 1" in reply_text(rematch)


async def test_a_rematch_must_be_requested_in_the_channel_of_the_match(world: World) -> None:
    place = await start_small_match(world)
    result = await resign_match(world, place)
    elsewhere = world.guild.create_text_channel("elsewhere")
    board = await world.ada.slash(elsewhere, "match", match="1")
    refusal = await world.ada.click(board.response, label="Rematch")
    assert refusal.ephemeral
    assert (
        f"Match 1 was played in another channel. Ask for the rematch there: {result.jump_url}"
        in reply_text(refusal)
    )
    assert elsewhere.history() == []


async def test_a_three_player_rematch_rotates_the_seats(world: World) -> None:
    place = await start_match_of_three(world)
    ada, second, third = await members_by_seat(world)
    await ada.slash(place, "draw")
    await second.slash(place, "draw")
    await third.slash(place, "draw")
    result = place.last_message
    rematch = await second.click(result, label="Rematch")
    waits = await third.click(result, label="Rematch")
    assert "You accepted the rematch. The others still have to." in reply_text(waits)
    assert "accepted." in text_of(rematch.response)
    again = await third.click(result, label="Rematch")
    assert "You've already accepted. The others still have to." in reply_text(again)
    reply = await ada.click(result, label="Rematch")
    assert "The rematch has started: match 2." in reply_text(reply)
    assert [each.id for each in await members_by_seat(world, 2)] == [third.id, ada.id, second.id]


async def test_a_rematch_in_a_channel_without_threads_stays_there(threadless: World) -> None:
    place = await start_small_match(threadless)
    result = await resign_match(threadless, place)
    await threadless.ada.click(result, label="Rematch")
    await threadless.ben.click(result, label="Rematch")
    assert "match 2 · turn 1" in text_of(place.last_message)
    await play_first_move(threadless, place, 2)
    assert (await threadless.bot.club.matches.find(2)).stored.place.id == place.id


async def test_an_unanswered_rematch_expires(club: World) -> None:
    place = await start_small_match(club)
    result = await resign_match(club, place)
    rematch = await club.ada.click(result, label="Rematch")
    await club.pass_time(timedelta(hours=25))
    assert "**Expired**" in text_of(rematch.response)
    again = await club.ada.click(result, label="Rematch")
    assert "Ada asks for a rematch of match 1" in reply_text(again)


async def request_on_the_web(world: World) -> Challenge:
    """Request a rematch of match 1 as Ben, without posting its card."""
    club = world.bot.club
    match = await club.matches.find(1)
    home = match.stored.home_of(world.ben.id)
    ben = Participant(world.ben.id, "Ben")
    return await club.rematches.ask(match, ben, home.id, from_elsewhere=True)


async def test_a_rematch_requested_on_the_web_has_a_working_card(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await resign_match(world, place)
    challenge = await request_on_the_web(world)
    await world.bot.courier.deliver_challenge(challenge.id)
    card = place.last_message
    assert "Ben asks for a rematch of match 1" in text_of(card)
    assert world.ada.mention in text_of(card)
    await world.restart()
    await world.ben.click(card, label="Cancel")
    assert labels_of(place.last_message) == []
    challenge = await request_on_the_web(world)
    await world.bot.courier.deliver_challenge(challenge.id)
    await world.ada.click(place.last_message, label="Accept")
    assert "match 2 · turn 1" in text_of(place.last_message)


async def test_a_rematch_accepted_immediately_on_the_web_has_no_card(world: World) -> None:
    place = await start_small_match(world)
    await resign_match(world, place)
    challenge = await request_on_the_web(world)
    club = world.bot.club
    await club.challenges.accept(challenge.id, Participant(world.ada.id, "Ada"))
    await world.bot.courier.deliver_challenge(challenge.id)
    assert not [each for each in place.history() if "rematch" in text_of(each)]
