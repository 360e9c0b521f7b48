"""A cup, from the command to the champion."""

from __future__ import annotations

from typing import Any

from tests.bot.events.cups import SOON, card_of, play_all, start_cup, thread_of
from tests.bot.matches.computers import cards, resign
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of


async def mover(world: World) -> Any:
    """The player to move in the first match."""
    player = (await world.bot.club.matches.find(1)).player_to_move
    members = (world.ada, world.ben, world.cy)
    return next(each for each in members if player is not None and each.id == player.user_id)


def first_place(world: World) -> Any:
    """The thread of the first match. Threads of a round are opened in any order."""
    return next(each for each in world.channel.threads if " match 1" in text_of(each.last_message))


async def test_any_member_can_open_a_cup_in_one_step(club: World) -> None:
    opened = await club.ada.slash(club.channel, "cup", game="skirt")
    assert opened.ephemeral
    assert "is open. You're in it too." in reply_text(opened)
    card = card_of(club)
    assert "## Skirt cup" in text_of(card)
    assert "**1 of 4 places taken**: Ada. Starts when it's full." in text_of(card)
    assert labels_of(card) == ["Join", "Open just for me", "Rules", "Leave"]
    assert thread_of(club).name == "Skirt cup"


async def test_joining_updates_the_card_immediately(club: World) -> None:
    await club.ada.slash(club.channel, "cup", game="skirt")
    joined = await club.ben.click(card_of(club), label="Join")
    assert "**2 of 4 places taken**: Ada and Ben" in text_of(card_of(club))
    assert "You're in **Skirt cup**" in reply_text(joined)
    again = await club.ben.click(card_of(club), label="Join")
    assert "You are already in Skirt cup" in reply_text(again)


async def test_leaving_before_the_start_frees_the_seat(club: World) -> None:
    await club.ada.slash(club.channel, "cup", game="skirt")
    await club.ben.click(card_of(club), label="Join")
    goodbye = await club.ben.click(card_of(club), label="Leave")
    assert reply_text(goodbye) == "You left **Skirt cup**."
    assert "**1 of 4 places taken**: Ada." in text_of(card_of(club))
    back = await club.ben.click(card_of(club), label="Join")
    assert "You're in" in reply_text(back)


async def test_a_full_cup_starts_automatically_with_two_matches_each(club: World) -> None:
    await start_cup(club)
    card = card_of(club)
    words = text_of(card)
    assert words.count("[match ") == 3
    assert f"https://discord.com/channels/{club.guild.id}/{club.channel.id})" not in words
    assert "1. Ada" in alt_of(card)
    assert "Join" not in labels_of(card)
    assert len(club.channel.threads) == 4
    news = thread_of(club).last_message
    assert "**It has started.**" in text_of(news)
    boards = [each for each in club.channel.threads if each.id != thread_of(club).id]
    assert news.id < min(each.id for each in boards)


async def test_boards_of_a_cup_link_to_the_cup(club: World) -> None:
    await start_cup(club)
    thread = thread_of(club)
    link = f"-# Part of [Skirt cup](https://discord.com/channels/{club.guild.id}/{thread.id})"
    place = next(each for each in club.channel.threads if each.id != thread.id)
    assert link in text_of(place.last_message)
    await play_all(club, winner=club.ada)
    await club.pass_time(SOON)
    assert link in text_of(place.last_message)
    await club.start_match()
    assert "Part of" not in text_of(club.place().last_message)


async def test_the_last_result_decides_the_champion(club: World) -> None:
    await start_cup(club)
    await play_all(club, winner=club.ada)
    await club.pass_time(SOON)
    card = card_of(club)
    assert "🏆 **Ada** wins Skirt cup!" in text_of(card)
    assert alt_of(card).startswith("Standings. Skirt cup, Skirt · final. 1. Ada: 4 pts")
    assert labels_of(card) == ["Open just for me", "Matches"]


async def test_the_champion_is_announced_and_mentioned_at_once(club: World) -> None:
    await start_cup(club)
    thread = thread_of(club)
    before = len(thread.history())
    await play_all(club, winner=club.ada)
    await club.pass_time(SOON)
    assert len(thread.history()) == before + 1
    assert f"🏆 **<@{club.ada.id}>** wins Skirt cup!" in text_of(thread.last_message)
    assert club.pings_in(thread) == [club.ada.id]
    await club.pass_time(SOON * 60 * 24)
    assert len(thread.history()) == before + 1


async def test_other_news_is_posted_once_a_day(club: World) -> None:
    await start_cup(club)
    thread = thread_of(club)
    before = len(thread.history())
    question = await club.cy.click(card_of(club), label="Drop out")
    await club.cy.click(question.response, label="Drop out")
    await club.pass_time(SOON)
    assert len(thread.history()) == before
    await club.pass_time(SOON * 60 * 24)
    assert len(thread.history()) == before + 1
    assert "**Cy** left." in text_of(thread.last_message)


async def test_the_last_card_of_a_short_match_becomes_its_result(club: World) -> None:
    await start_cup(club)
    place = first_place(club)
    await club.make_a_move(place)
    await club.make_a_move(place)
    turns = [each.id for each in cards(place)]
    await resign(place, await mover(club))
    assert [each.id for each in cards(place)] == turns
    assert "resigned" in text_of(place.last_message)
    assert "Rematch" in labels_of(place.last_message)


async def test_the_result_of_a_slow_match_is_posted_anew(club: World) -> None:
    await start_cup(club)
    place = first_place(club)
    await club.pass_time(SOON * 60)
    turns = len(cards(place))
    await resign(place, await mover(club))
    assert len(cards(place)) == turns + 1


async def test_the_champions_profile_shows_the_title(club: World) -> None:
    await start_cup(club)
    await play_all(club, winner=club.ada)
    await club.pass_time(SOON)
    assert "🏆 **Skirt cup** (" in reply_text(await club.ada.slash(club.channel, "profile"))
    assert "🏆" not in reply_text(await club.ben.slash(club.channel, "profile"))


async def test_a_tied_place_is_shown_as_tied(club: World) -> None:
    await start_cup(club)
    closer = await club.ada.click(card_of(club), label="Open just for me")
    assert "You are tied for **1st** place in Skirt cup." in reply_text(closer)


async def test_the_personal_view_shows_the_callers_place_and_all_matches(club: World) -> None:
    await start_cup(club)
    await play_all(club, winner=club.ada)
    await club.pass_time(SOON)
    closer = await club.ada.click(card_of(club), label="Open just for me")
    assert closer.ephemeral
    assert "You are **1st** in Skirt cup." in reply_text(closer)
    as_text = await club.ada.click(closer.response, label="As text")
    assert "Ada" in reply_text(as_text)
    assert "```" in reply_text(as_text)
    matches = await club.ada.click(card_of(club), label="Matches")
    assert reply_text(matches).count("[match ") == 6
    assert "**1 : 0**" in reply_text(matches)


async def test_dropping_out_asks_for_confirmation_and_ends_all_matches(club: World) -> None:
    await start_cup(club)
    question = await club.cy.click(card_of(club), label="Drop out")
    assert "You'll forfeit your matches in it" in reply_text(question)
    await club.cy.click(question.response, label="Drop out")
    await club.pass_time(SOON)
    assert text_of(card_of(club)).count("[match ") == 2
    assert "Cy" not in text_of(card_of(club))


async def test_a_cup_works_without_threads(threadless: World) -> None:
    await start_cup(threadless)
    await play_all(threadless, winner=threadless.ada)
    await threadless.pass_time(SOON)
    assert "🏆 **Ada** wins Skirt cup!" in text_of(card_of(threadless))


async def test_a_cup_can_have_tables_of_three(club: World) -> None:
    await club.ada.slash(club.channel, "cup", game="passtally", options="players 3")
    assert "1 of 3 places taken" in text_of(card_of(club))
    for each in (club.ben, club.cy):
        await each.click(card_of(club), label="Join")
    await club.pass_time(SOON)
    assert text_of(card_of(club)).count("[match ") == 2


async def test_a_restart_neither_loses_nor_repeats_posts(club: World) -> None:
    await club.ada.slash(club.channel, "cup", game="skirt", players=3)
    await club.restart()
    await club.ben.click(card_of(club), label="Join")
    await club.restart()
    await club.cy.click(card_of(club), label="Join")
    await club.pass_time(SOON)
    assert text_of(card_of(club)).count("[match ") == 3
    cards = [each for each in club.channel.history() if "Open just for me" in labels_of(each)]
    assert len(cards) == 1
