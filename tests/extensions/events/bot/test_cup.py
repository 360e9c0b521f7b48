"""A cup, from the command to the champion."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.storage.events import EVENTS
from storage.database.transaction import Transaction
from storage.outbox import OUTBOX
from tests.bot.matches.computers import cards, resign
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of
from tests.extensions.events.bot.cups import SOON, card_of, cards_of, play_all, start_cup, thread_of


async def mover(world: World, number: int = 1) -> Any:
    """The player to move in a match."""
    player = (await world.bot.club.matches.find(number)).player_to_move
    members = (world.ada, world.ben, world.cy)
    return next(each for each in members if player is not None and each.id == player.user_id)


def place_of(world: World, number: int = 1) -> Any:
    """The thread of a match. Threads of a round are opened in any order."""
    threads = world.channel.threads
    return next(each for each in threads if f" match {number}" in text_of(each.last_message))


async def unsend(tx: Transaction, message_id: int) -> None:
    """Forget that a post was sent, as if the process had died before storing that."""
    posted = update(OUTBOX).where(OUTBOX.c.message_id == message_id)
    await tx.execute(posted.values(sent_at=None, message_id=None))


async def test_a_cup_is_opened_joined_and_left_before_its_start(club: World) -> None:
    opened = await club.ada.slash(club.channel, "cup", game="skirt")
    assert opened.ephemeral
    assert "is open. You're in it too." in reply_text(opened)
    card = card_of(club)
    assert "## Skirt cup" in text_of(card)
    assert "**1 of 4 places taken**: Ada. Starts when it's full." in text_of(card)
    assert labels_of(card) == ["Join", "Open just for me", "Rules", "Leave"]
    assert thread_of(club).name == "Skirt cup"
    joined = await club.ben.click(card_of(club), label="Join")
    assert "**2 of 4 places taken**: Ada and Ben" in text_of(card_of(club))
    assert "You're in **Skirt cup**" in reply_text(joined)
    again = await club.ben.click(card_of(club), label="Join")
    assert "You're already in Skirt cup" in reply_text(again)
    goodbye = await club.ben.click(card_of(club), label="Leave")
    assert reply_text(goodbye) == "You left **Skirt cup**."
    assert "**1 of 4 places taken**: Ada." in text_of(card_of(club))
    back = await club.ben.click(card_of(club), label="Join")
    assert "You're in" in reply_text(back)


async def test_a_card_posted_just_before_a_crash_stays_the_only_one(club: World) -> None:
    await club.ada.slash(club.channel, "cup", game="skirt")
    card, events = card_of(club), club.bot.club.part(Events)
    # This is the stored state if a process dies after posting, before storing the card.
    async with club.bot.club.store.write() as tx:
        await tx.execute(update(EVENTS).values(card_message_id=None))
        await unsend(tx, card.id)
    with club.env.time_context():
        await events.join(1, Person(club.ben.id, "Ben"))
    await club.restart()
    await club.pass_time(SOON)
    assert [each.id for each in cards_of(club)] == [card.id]
    assert "**2 of 4 places taken**: Ada and Ben" in text_of(card_of(club))


async def test_news_posted_just_before_a_crash_is_not_repeated_with_later_news(
    club: World,
) -> None:
    await start_cup(club)
    thread, events = thread_of(club), club.bot.club.part(Events)
    before = len(thread.history())
    # This is the stored state if a process dies after posting, before storing that.
    async with club.bot.club.store.write() as tx:
        await tx.execute(update(EVENTS).values(told_news=0, told_at=None))
        await unsend(tx, thread.last_message.id)
    with club.env.time_context():
        await events.leave(1, club.cy.id)
    await club.restart()
    await club.pass_time(SOON)
    assert len(thread.history()) == before
    await club.pass_time(SOON * 60 * 24)
    assert len(thread.history()) == before + 1
    assert "**Cy** left." in text_of(thread.last_message)
    assert "It has started" not in text_of(thread.last_message)


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


async def test_a_cup_from_its_start_to_its_champion(club: World) -> None:
    await start_cup(club)
    closer = await club.ada.click(card_of(club), label="Open just for me")
    assert "You're tied for **1st** place in Skirt cup." in reply_text(closer)
    thread = thread_of(club)
    link = f"-# Part of [Skirt cup](https://discord.com/channels/{club.guild.id}/{thread.id})"
    place = next(each for each in club.channel.threads if each.id != thread.id)
    assert link in text_of(place.last_message)
    before = len(thread.history())
    await play_all(club, winner=club.ada)
    await club.pass_time(SOON)
    assert link in text_of(place.last_message)
    card = card_of(club)
    assert "🏆 **Ada** wins Skirt cup!" in text_of(card)
    assert alt_of(card).startswith("Standings. Skirt cup, Skirt · final. 1. Ada: 4 pts")
    assert labels_of(card) == ["Open just for me", "Matches"]
    # The champion is mentioned at once, and only once.
    assert len(thread.history()) == before + 1
    assert f"🏆 **<@{club.ada.id}>** wins Skirt cup!" in text_of(thread.last_message)
    assert club.pings_in(thread) == [club.ada.id]
    closer = await club.ada.click(card, label="Open just for me")
    assert closer.ephemeral
    assert "You're **1st** in Skirt cup." in reply_text(closer)
    as_text = await club.ada.click(closer.response, label="As text")
    assert "Ada" in reply_text(as_text)
    assert "```" in reply_text(as_text)
    matches = await club.ada.click(card, label="Matches")
    assert reply_text(matches).count("[match ") == 6
    assert "**1 : 0**" in reply_text(matches)
    assert "Players are named in turn order." in reply_text(matches)
    match = await club.bot.club.matches.find(1)
    first, second = (seat.name for seat in match.seats)
    assert f"- {first} – {second} · " in reply_text(matches)
    assert "🏆 **Skirt cup** (" in reply_text(await club.ada.slash(club.channel, "profile"))
    assert "🏆" not in reply_text(await club.ben.slash(club.channel, "profile"))
    await club.start_match()
    assert "Part of" not in text_of(club.place().last_message)
    await club.pass_time(SOON * 60 * 24)
    assert len(thread.history()) == before + 1


async def test_dropping_out_ends_all_matches_and_is_news_once_a_day(club: World) -> None:
    await start_cup(club)
    thread = thread_of(club)
    before = len(thread.history())
    question = await club.cy.click(card_of(club), label="Drop out")
    assert "You'll forfeit your matches in it" in reply_text(question)
    await club.cy.click(question.response, label="Drop out")
    await club.pass_time(SOON)
    assert text_of(card_of(club)).count("[match ") == 2
    assert "Cy" not in text_of(card_of(club))
    assert len(thread.history()) == before
    await club.pass_time(SOON * 60 * 24)
    assert len(thread.history()) == before + 1
    assert "**Cy** left." in text_of(thread.last_message)


async def test_the_last_card_becomes_the_result_unless_the_match_was_slow(club: World) -> None:
    await start_cup(club)
    place = place_of(club)
    await club.make_a_move(place)
    await club.make_a_move(place)
    turns = [each.id for each in cards(place)]
    await resign(place, await mover(club))
    assert [each.id for each in cards(place)] == turns
    assert "resigned" in text_of(place.last_message)
    assert "Rematch" in labels_of(place.last_message)
    slow = place_of(club, 2)
    await club.pass_time(SOON * 60)
    count = len(cards(slow))
    await resign(slow, await mover(club, 2))
    assert len(cards(slow)) == count + 1


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


async def test_a_cup_can_give_a_head_start(club: World) -> None:
    await club.ada.slash(club.channel, "cup", game="passtally", options="head-start 2")
    assert "number of players: 3 · points of the first player at the start: 2" in text_of(
        card_of(club)
    )
    for each in (club.ben, club.cy):
        await each.click(card_of(club), label="Join")
    await club.pass_time(SOON)
    match = await club.bot.club.matches.find(1)
    assert match.position.scores == (2, 1, 0)


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
