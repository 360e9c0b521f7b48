"""Notifications: mentions, reminders, direct messages and the daily digest."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord

from club.paces import DAY, HOUR, MINUTE
from storage.matches.match import Participant, Place, Terms
from tests.bot.matches.agreeing import members_by_seat, names_by_seat, start_match_of_three
from tests.bot.simulated import World, labels_of, reply_text, text_of

REFUSED = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


async def change_preference(member: Any, place: Any, label: str) -> Any:
    """Click a button of `/preferences`, and return the page."""
    preferences = await member.slash(place, "preferences")
    assert preferences.ephemeral
    return await member.click(preferences.response, label=label)


def direct_messages_to(member: Any) -> list[discord.Message]:
    return member.user.dm_channel.history()


def refuse_direct_messages(club: World, member: Any, **fault: Any) -> None:
    """Make Discord refuse direct messages to a member from now on."""
    path = f"/channels/{member.user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, times=None, **{**REFUSED, **fault})


def cards(place: Any) -> list[Any]:
    return [message for message in place.history() if message.attachments]


async def test_a_reminder_replaces_the_card_and_comes_once(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    await club.make_a_move(place)
    first = place.last_message
    await club.pass_time(19 * HOUR)
    assert place.last_message.id == first.id
    before = len(club.env.http_requests)
    await club.pass_time(12 * MINUTE)
    # First it is checked that the player is still in the server.
    methods = [each.method for each in club.env.http_requests[before:]]
    assert methods == ["GET", "POST", "DELETE"]
    reminder = place.last_message
    assert reminder.id != first.id
    assert club.pings_in(place) == [club.ben.id]
    assert len(cards(place)) == 2
    assert "Play" in labels_of(reminder)
    assert text_of(reminder) == text_of(first)
    await club.pass_time(3 * HOUR)
    await club.restart()
    await club.pass_time(HOUR)
    assert place.last_message.id == reminder.id


async def test_a_reminder_follows_a_pause_only_if_none_came_before(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    await club.pass_time(20 * HOUR)
    reminder = place.last_message
    await pause_and_resume(club, place)
    resumed = place.last_message
    assert resumed.id != reminder.id
    assert club.pings_in(place) == [club.ada.id]
    await club.pass_time(4 * HOUR - MINUTE)
    assert place.last_message.id == resumed.id


async def test_after_a_pause_the_reminder_comes_at_four_fifths_of_the_full_time(
    club: World,
) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    await club.pass_time(10 * HOUR)
    await pause_and_resume(club, place)
    card = place.last_message
    await club.pass_time(9 * HOUR)
    assert place.last_message.id == card.id
    await club.pass_time(12 * MINUTE)
    assert place.last_message.id != card.id
    assert club.pings_in(place) == [club.ada.id]


async def pause_and_resume(club: World, place: Any) -> None:
    """Agree to pause the clocks, and to resume them some days later."""
    for _ in range(2):
        await club.ada.slash(place, "pause")
        await club.ben.click(place.last_message, label="Agree")
        await club.pass_time(5 * DAY if _ == 0 else timedelta())


async def test_players_who_chose_direct_messages_get_them_instead_of_mentions(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    preferences = await change_preference(club.ben, place, "Message me")
    assert "I'll send you a **direct message**" in reply_text(preferences)
    await club.make_a_move(place)
    assert club.pings_in(place) == []
    (message,) = direct_messages_to(club.ben)
    assert "Skirt (cells on a side: 4) · match 1" in text_of(message)
    assert "with Ada" in text_of(message)
    assert "It's your turn. The last move was **" in text_of(message)
    assert "Move by <t:" in text_of(message)
    assert labels_of(message) == ["Go to the board"]
    await club.pass_time(20 * HOUR)
    assert len(direct_messages_to(club.ben)) == 2
    assert "It's still your turn" in text_of(direct_messages_to(club.ben)[-1])
    assert len(cards(place)) == 2
    await club.restart()
    await club.pass_time(2 * HOUR)
    assert len(direct_messages_to(club.ben)) == 2


async def test_an_overtaken_direct_message_is_not_sent(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    await change_preference(club.ben, place, "Message me")
    for member in (club.ada, club.ben):
        match = await club.bot.club.matches.find(1)
        await club.play_silently(member, match.position.text(match.position.moves()[0]))
    await club.pass_time(timedelta())
    assert direct_messages_to(club.ben) == []


async def test_players_with_notifications_off_get_none(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    preferences = await change_preference(club.ben, place, "Don't notify me")
    assert "I **won't notify** you" in reply_text(preferences)
    await club.make_a_move(place)
    card = place.last_message
    assert club.pings_in(place) == []
    await club.pass_time(20 * HOUR)
    assert place.last_message.id == card.id
    assert direct_messages_to(club.ben) == []
    refusal = await club.click_anyway(club.ada, card, "sw|notify|pigeon")
    assert "This button is out of date." in reply_text(refusal)


async def test_players_who_block_direct_messages_are_mentioned_instead(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    await change_preference(club.ben, place, "Message me")
    refuse_direct_messages(club, club.ben)
    await club.make_a_move(place)
    assert club.pings_in(place) == [club.ben.id]
    assert len(cards(place)) == 2
    preferences = await club.ben.slash(place, "preferences")
    assert "I couldn't message you" in reply_text(preferences)
    assert "I'll mention you instead until you choose **Message me** again" in reply_text(
        preferences
    )
    requests = requests_to(club, club.ben)
    await club.pass_time(20 * HOUR)
    # The reminder is a mention, without another attempt at a direct message.
    assert club.pings_in(place) == [club.ben.id]
    assert requests_to(club, club.ben) == requests
    club.env.backend.faults.clear()
    again = await club.ben.click(preferences.response, label="Message me")
    assert "I couldn't message you" not in reply_text(again)
    await club.make_a_move(place)
    await club.make_a_move(place)
    assert len(direct_messages_to(club.ben)) == 1


def requests_to(club: World, member: Any) -> int:
    path = f"/channels/{member.user.dm_channel.id}/messages"
    return sum(request.path.endswith(path) for request in club.env.http_requests)


async def test_direct_messages_opened_too_fast_are_retried(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    await change_preference(club.ben, place, "Message me")
    refuse_direct_messages(
        club, club.ben, code=40003, message="You are opening direct messages too fast"
    )
    await club.make_a_move(place)
    assert direct_messages_to(club.ben) == []
    club.env.backend.faults.clear()
    await club.pass_time(MINUTE)
    assert len(direct_messages_to(club.ben)) == 1
    assert "I couldn't message you" not in reply_text(await club.ben.slash(place, "preferences"))


async def test_a_digest_comes_daily_while_a_move_is_due(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="7d")
    preferences = await change_preference(club.ada, place, "Digest on")
    next_at = int((club.env.now() + DAY).timestamp())
    assert f"Next time: <t:{next_at}:f>" in reply_text(preferences)
    await club.pass_time(DAY - HOUR)
    assert direct_messages_to(club.ada) == []
    await club.pass_time(HOUR)
    (digest,) = direct_messages_to(club.ada)
    assert "### Your turns today" in text_of(digest)
    assert "**1** · [Skirt vs Ben](" in text_of(digest)
    assert place.last_message.jump_url in text_of(digest)
    await club.restart()
    await club.pass_time(DAY - HOUR)
    assert len(direct_messages_to(club.ada)) == 1
    await club.pass_time(HOUR)
    assert len(direct_messages_to(club.ada)) == 2


async def test_no_digest_comes_if_no_move_is_due_or_after_switching_it_off(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="7d")
    await change_preference(club.ben, place, "Digest on")
    await club.pass_time(DAY)
    assert direct_messages_to(club.ben) == []
    await club.make_a_move(place)
    await club.pass_time(DAY)
    assert len(direct_messages_to(club.ben)) == 1
    preferences = await change_preference(club.ben, place, "Digest off")
    assert "You get no daily digest" in reply_text(preferences)
    await club.pass_time(2 * DAY)
    assert len(direct_messages_to(club.ben)) == 1


async def test_one_digest_follows_days_of_downtime_at_the_usual_time(
    club: World,
) -> None:
    place = await club.start_match("skirt", options="size 4", pace="7d")
    await change_preference(club.ada, place, "Digest on")
    usual = club.env.now() + DAY
    await club.stop_for(3 * DAY + 5 * HOUR)
    await club.pass_time(timedelta())
    assert len(direct_messages_to(club.ada)) == 1
    preferences = await club.ada.slash(place, "preferences")
    assert f"Next time: <t:{int((usual + 3 * DAY).timestamp())}:f>" in reply_text(preferences)


async def test_a_refused_digest_turns_digests_off_and_is_reported(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="7d")
    await change_preference(club.ada, place, "Digest on")
    refuse_direct_messages(club, club.ada)
    await club.pass_time(DAY)
    preferences = await club.ada.slash(place, "preferences")
    assert "You get no daily digest" in reply_text(preferences)
    assert "I couldn't message you" in reply_text(preferences)
    assert "You won't get a digest until you turn it back on" in reply_text(preferences)
    assert "I'll **mention** you" in reply_text(preferences)
    club.env.backend.faults.clear()
    again = await club.ada.click(preferences.response, label="Digest on")
    assert "I couldn't message you" not in reply_text(again)
    await club.pass_time(DAY)
    assert len(direct_messages_to(club.ada)) == 1


async def test_a_digest_shortens_a_long_list_of_matches(club: World) -> None:
    ada, ben = Participant(club.ada.id, "Ada"), Participant(club.ben.id, "Ben")
    terms, place = Terms("skirt", {"size": 4}, "7d"), Place(club.guild.id, club.channel.id)
    with club.env.time_context():
        for _ in range(17):
            challenge = await club.bot.club.challenges.make(terms, place, ada, [ben], seat=1)
            await club.bot.club.challenges.accept(challenge.id, ben)
    await change_preference(club.ada, club.channel, "Digest on")
    await club.pass_time(DAY)
    (digest,) = direct_messages_to(club.ada)
    assert text_of(digest).count("your turn") == 15
    assert "…and 2 more." in text_of(digest)


async def test_a_message_says_who_has_left_a_match_of_three(club: World) -> None:
    place = await start_match_of_three(club)
    leaver, follower, _ = await members_by_seat(club)
    await change_preference(follower, place, "Message me")
    await club.resign(leaver, place)
    name, *_ = await names_by_seat(club)
    (message,) = direct_messages_to(follower)
    words = f"It's your turn. {name} left the match. The others keep playing."
    assert words in text_of(message)


async def test_the_turn_before_ones_own_is_announced_on_the_card_posted_anyway(
    club: World,
) -> None:
    place = await start_match_of_three(club)
    first, second, third = await members_by_seat(club)
    page = await third.slash(place, "preferences")
    assert "I won't notify you of the turn before yours." in reply_text(page)
    await change_preference(third, place, "Early notice on")
    words = f"<@{third.id}>: your turn is next."
    cards = len(place.history())
    while (await club.bot.club.matches.find(1)).stored.to_move == 1:
        await club.make_a_move(place)
    assert len(place.history()) == cards + 1
    assert words in text_of(place.last_message)
    assert club.pings_in(place) == [second.id, third.id]
    await change_preference(third, place, "Early notice off")
    while (await club.bot.club.matches.find(1)).stored.to_move in (2, 3):
        await club.make_a_move(place)
    assert "your turn is next" not in text_of(place.last_message)
    assert club.pings_in(place) == [first.id]


async def test_a_message_announces_the_turn_before_ones_own(club: World) -> None:
    place = await start_match_of_three(club)
    *_, third = await members_by_seat(club)
    await change_preference(third, place, "Message me")
    await change_preference(third, place, "Early notice on")
    while (await club.bot.club.matches.find(1)).stored.to_move == 1:
        await club.make_a_move(place)
    (message,) = direct_messages_to(third)
    assert "is to move, and your turn is next." in text_of(message)
    assert "your turn is next" not in text_of(place.last_message)
