"""Vacant seats on Discord: the card with its buttons, who sees it, and who is notified."""

from __future__ import annotations

from typing import Any

import pytest

from club.club import OWN_USER
from club.matches.match import Match
from club.paces import HOUR, MINUTE
from storage.matches.match import Participant
from tests.bot.matches.agreeing import members_by_seat, start_match_of_three
from tests.bot.matches.test_following import direct_messages_to, hide
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def match_of(world: World) -> Match:
    return await world.bot.club.matches.find(1)


async def silent_match(world: World, channel: Any = None) -> tuple[Any, list[Any]]:
    """A match of three in which the time of seat 1 has run out.

    :returns: its place, and the players, seat 1 first.
    """
    if channel is not None:
        world.channel = channel
    place = await start_match_of_three(world, pace="1h")
    members = await members_by_seat(world)
    match = await match_of(world)
    while match.turn_number <= 6 or match.to_move != 1 or match.position.is_mid_turn:
        assert match.player_to_move is not None
        text = match.position.text(match.position.moves()[-1])
        await world.play_silently(members[match.player_to_move.seat - 1], text)
        match = await match_of(world)
    await world.pass_time(HOUR)
    return place, members


def newcomer(world: World, name: str = "Dora") -> Any:
    return world.guild.add_member(world.env.create_user(name.lower(), global_name=name))


async def test_the_card_says_that_the_match_waits_and_mentions_the_players(world: World) -> None:
    place, members = await silent_match(world)
    text = text_of(place.last_message)
    assert f"<@{members[0].id}> ran out of time." in text
    assert "who should take it?" in text
    assert {"Offer the seat", "Other choices", "Take it back"} <= {*labels_of(place.last_message)}
    assert sorted(world.pings_in(place)) == sorted(member.id for member in members)


async def test_a_member_takes_a_seat_with_the_button_on_the_card(world: World) -> None:
    place, members = await silent_match(world)
    dora = newcomer(world)
    refused = await dora.click(place.last_message, label="Offer the seat")
    assert "can play in this match" in reply_text(refused)
    offered = await members[1].click(place.last_message, label="Offer the seat")
    assert "The seat is open." in reply_text(offered)
    taken = await dora.click(place.last_message, label="Take the seat")
    assert "You've taken the seat, and it's your turn." in reply_text(taken)
    card = place.last_message
    assert f"Dora plays for <@{members[0].id}>, unrated." in text_of(card)
    assert world.pings_in(place) == [members[0].id]
    match = await match_of(world)
    await world.play_silently(dora, match.position.text(match.position.moves()[-1]))
    assert (await match_of(world)).ply == match.ply + 1


async def test_the_one_who_left_takes_the_seat_back(world: World) -> None:
    place, members = await silent_match(world)
    await members[1].click(place.last_message, label="Offer the seat")
    await newcomer(world).click(place.last_message, label="Take the seat")
    back = await members[0].click(place.last_message, label="Take it back")
    assert "Welcome back." in reply_text(back)
    match = await match_of(world)
    assert match.player_to_move is not None
    assert match.player_to_move.user_id == members[0].id
    assert "Take it back" not in labels_of(place.last_message)


async def test_the_others_play_on_once_both_have_chosen_it(world: World) -> None:
    place, members = await silent_match(world)
    choices = await members[1].click(place.last_message, label="Other choices")
    chosen = await members[1].click(choices.response, label="Play on without this seat")
    name = (await match_of(world)).players[1].name
    assert f"{name} would play on without" in reply_text(chosen)
    assert f"{name} would play on without" in text_of(place.last_message)
    agreed = await members[2].click(place.last_message, label="Agree")
    assert "The match continues without this seat." in reply_text(agreed)
    assert len((await match_of(world)).playing) == 2


@pytest.mark.club(computers=True)
async def test_the_others_agree_on_a_computer(club: World) -> None:
    world = club
    assert world.bot.user is not None
    await world.bot.club.front_notes.put({OWN_USER: f"{world.bot.user.id} Stairwell"})
    place, members = await silent_match(world)
    for member in members[1:]:
        choices = await member.click(place.last_message, label="Other choices")
        await member.click(choices.response, label="Computer, level 1")
    match = await match_of(world)
    assert match.computer_to_move is not None
    await world.think()
    match = await match_of(world)
    assert match.to_move == 2
    assert f"plays for <@{members[0].id}>, unrated." in text_of(place.last_message)
    assert {*world.pings_in(place)} == {members[0].id, members[1].id}


@pytest.mark.club(computers=True)
async def test_a_direct_message_says_that_a_computer_plays_on_even_after_its_move(
    club: World,
) -> None:
    assert club.bot.user is not None
    await club.bot.club.front_notes.put({OWN_USER: f"{club.bot.user.id} Stairwell"})
    with club.env.time_context():
        await club.bot.club.preferences.set_notice(club.ada.id, "direct")
        await club.bot.club.preferences.set_notice(club.ben.id, "direct")
        await club.bot.club.preferences.set_notice(club.cy.id, "direct")
    _, members = await silent_match(club)
    with club.env.time_context():
        match = await match_of(club)
        computer = Participant(club.bot.user.id, "Stairwell", 1)
        for member in members[1:]:
            match = await club.bot.club.vacancies.agree(match, member.id, computer)
    await club.think()
    await club.pass_time(MINUTE)
    told = [text_of(each) for each in direct_messages_to(members[0])]
    assert any(f"Stairwell plays for <@{members[0].id}>, unrated." in each for each in told)


async def test_a_direct_message_lets_the_one_who_left_take_the_seat_back(world: World) -> None:
    with world.env.time_context():
        for member in (world.ada, world.ben, world.cy):
            await world.bot.club.preferences.set_notice(member.id, "direct")
    place, members = await silent_match(world)
    told = direct_messages_to(members[0])[-1]
    assert "The match waits for this seat until" in text_of(told)
    await members[1].click(place.last_message, label="Offer the seat")
    await newcomer(world).click(place.last_message, label="Take the seat")
    told = direct_messages_to(members[0])[-1]
    assert "Dora plays for" in text_of(told)
    assert "Take it back" in labels_of(told)
    # The button works anywhere, even if they no longer see the channel.
    other = world.guild.create_text_channel("other")
    hide(world, world.channel, members[0])
    page = await members[0].slash(other, "help")
    back = await world.click_anyway(members[0], page.response, "sw|seatback|1")
    assert "Welcome back." in reply_text(back)


async def test_those_who_cant_see_a_match_learn_nothing_of_its_seat(world: World) -> None:
    outsider = newcomer(world, "Mia")
    open_channel = world.channel
    place, members = await silent_match(world, world.hidden_channel(outsider))
    await members[1].click(place.last_message, label="Offer the seat")
    shown = await outsider.slash(open_channel, "help")
    for verb in ("takeseat", "offerseat", "seatback", "seatchoices"):
        reply = await world.click_anyway(outsider, shown.response, f"sw|{verb}|1")
        assert "There is no match 1 in this server." in reply_text(reply), verb
    reply = await world.click_anyway(outsider, shown.response, "sw|seatlevel|1|0")
    assert "There is no match 1 in this server." in reply_text(reply)


async def test_the_seat_is_lost_at_the_end_of_the_wait_even_after_a_restart(world: World) -> None:
    place, members = await silent_match(world)
    await members[1].click(place.last_message, label="Offer the seat")
    old = place.last_message
    await world.restart()
    await world.pass_time(10 * MINUTE)
    match = await match_of(world)
    assert len(match.playing) == 2
    assert "ran out of time. The others keep playing." in text_of(place.last_message)
    late = await world.click_anyway(newcomer(world), old, "sw|takeseat|1")
    assert "No seat waits for anyone in this match any more." in reply_text(late)
