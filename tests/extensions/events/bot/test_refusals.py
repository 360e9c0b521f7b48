"""Private refusals of invalid input about events, which suggest what to do instead."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.pages.layout import control
from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from tests.bot.matches.test_following import hide
from tests.bot.simulated import World, reply_text


async def open_event(world: World, format: str = "cup", *names: str, most: int = 4) -> int:
    """Open an event as Ada, enter the named members, and return its number."""
    with world.env.time_context():
        wishes = EventOptions(game=None if format == "tour" else "skirt", most=most)
        opener = Person(world.ada.id, "Ada")
        event = await world.bot.club.part(Events).open(
            Opening(world.guild.id, world.channel.id, format, opener, wishes)
        )
        for name in names:
            who = getattr(world, name)
            await world.bot.club.part(Events).join(event.id, Person(who.id, name))
    return event.id


OPENING: Sequence[tuple[dict[str, Any], str]] = [
    ({"format": "league"}, "Choose a game. Only a tour"),
    ({"format": "tour", "game": "skirt"}, "A tour covers every game. Leave the game empty"),
    ({"format": "tour", "options": "size 5"}, "Leave the options empty"),
    ({"format": "cup", "game": "skirt", "players": 2}, "A cup takes 3 to 6 players"),
    ({"format": "cup", "game": "skirt", "players": -5}, "A cup takes 3 to 6 players"),
    ({"format": "cup", "game": "skirt", "players": 99}, "A cup takes 3 to 6 players"),
    ({"format": "swiss", "game": "skirt", "players": 8}, "players"),
    ({"format": "swiss", "game": "skirt", "rounds": 99}, "rounds"),
    ({"format": "cup", "game": "skirt", "rounds": 3}, "in a Swiss tournament, up to 15"),
    ({"format": "league", "game": "skirt", "days": 9999}, "A round can last from 1 to"),
    ({"format": "league", "game": "skirt", "days": -1}, "A round can last from 1 to"),
    ({"format": "league", "game": "skirt", "name": "x" * 61}, "at most 60 characters"),
    ({"format": "league", "game": "skirt", "options": "size"}, "Type it like"),
    ({"format": "league", "game": "skirt", "options": "size 99"}, "can be 4, 5, 6"),
    ({"format": "league", "game": "skirt", "pace": "7d"}, "need a pace"),
]


async def test_invalid_events_cannot_be_opened(world: World) -> None:
    olga = world.organiser()
    for options, words in OPENING:
        refusal = await olga.slash(world.channel, "event open", **options)
        assert refusal.ephemeral, options
        assert words in reply_text(refusal), options
    assert not await world.bot.club.part(Events).reader.of_guild(world.guild.id)


NOTHING_THERE: Sequence[tuple[str, dict[str, Any], str]] = [
    ("event join", {}, "There are no events in this server yet"),
    ("event join", {"event": "7"}, "There is no such event"),
    ("event join", {"event": "seven"}, "Enter its number"),
    ("event leave", {"event": "9" * 30}, "Enter its number"),
    ("event standings", {"event": "²"}, "Enter its number"),
    ("event rounds", {"event": "-1"}, "Enter its number"),
    ("event challenge", {"event": "7"}, "There is no such event"),
    ("event adjudicate", {"match": "12"}, "isn't part of an event"),
    ("event adjudicate", {"match": "@everyone"}, "Enter its number"),
]


async def test_unknown_events_are_refused(world: World) -> None:
    olga = world.organiser()
    for command, options, words in NOTHING_THERE:
        refusal = await olga.slash(world.channel, command, **options)
        assert refusal.ephemeral, (command, options)
        assert words in reply_text(refusal), (command, options)


async def test_invalid_actions_in_an_open_event_are_refused(world: World) -> None:
    number, olga = str(await open_event(world)), world.organiser()
    attempts: Sequence[tuple[Any, str, dict[str, Any], str]] = [
        (world.ada, "join", {}, "You're already in Skirt cup"),
        (world.ben, "leave", {}, "You aren't in Skirt cup"),
        (world.ada, "challenge", {}, "Only ladders let you choose"),
        (olga, "close", {}, "needs at least 3 players"),
        (olga, "remove", {"member": world.ben}, "This member isn't in Skirt cup"),
        (olga, "extend", {}, "no date to extend"),
        (olga, "adjudicate", {"match": "1"}, "isn't part of an event"),
    ]
    for who, command, options, words in attempts:
        named = {} if command == "adjudicate" else {"event": number}
        refusal = await who.slash(world.channel, f"event {command}", **named, **options)
        assert refusal.ephemeral, command
        assert words in reply_text(refusal), command


async def test_with_several_events_the_caller_must_choose_one(world: World) -> None:
    for _ in range(2):
        await open_event(world)
    refusal = await world.ben.slash(world.channel, "event join")
    assert "Several events are in progress" in reply_text(refusal)
    assert "`event`" in reply_text(refusal)


async def test_an_event_in_a_hidden_channel_is_not_found(world: World) -> None:
    hidden = world.guild.create_text_channel("hidden")
    await open_event(world)
    deny = discord.PermissionOverwrite(view_channel=False)
    allowed, denied = deny.pair()
    overwrite = Overwrite(world.ben.id, OverwriteType.MEMBER, allowed.value, denied.value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    await world.env.settle()
    refusal = await world.ben.slash(hidden, "event join", event="1")
    assert "There is no such event" in reply_text(refusal)
    assert "No events right now" in reply_text(await world.ben.slash(hidden, "event list"))


async def test_a_running_cup_takes_neither_new_players_nor_those_who_left(world: World) -> None:
    number = await open_event(world, "cup", "ben", "cy", most=3)
    with world.env.time_context():
        await world.bot.club.part(Events).leave(number, world.cy.id)
    refusal = await world.cy.slash(world.channel, "event join", event=str(number))
    assert "it's too late to join" in reply_text(refusal)
    refusal = await world.organiser().slash(world.channel, "event join", event=str(number))
    assert "too late" in reply_text(refusal)


async def test_forged_controls_are_refused(world: World) -> None:
    await open_event(world)
    await world.pass_time(timedelta(minutes=1))
    for forged in (
        control("event-join", "7"),
        control("event-still", "²"),
        control("event-standings", "1", "0", "film"),
        control("event-page", "1", "-1", "text"),
        control("event-round", "1", "x", "0"),
        control("event-climb", "1", "me"),
        control("event-cancel", "1"),
        control("event-gone", "1"),
    ):
        answered = await world.click_anyway(world.ben, world.channel.history()[0], forged)
        assert answered.ephemeral or reply_text(answered), forged
        assert "something went wrong" not in reply_text(answered), forged
    assert (await world.bot.club.part(Events).reader.event(1)).entrant_count == 1


async def test_an_event_in_a_hidden_channel_is_only_known_to_its_entrants(world: World) -> None:
    await world.ada.slash(world.channel, "cup", game="skirt", players=3)
    elsewhere = world.guild.create_text_channel("elsewhere")
    for member in (world.ada, world.cy):
        hide(world, world.channel, member)
    question = await world.ada.slash(elsewhere, "event leave", event="1")
    assert "Skirt cup" in reply_text(question)
    refusal = await world.cy.slash(elsewhere, "event leave", event="1")
    assert "Skirt cup" not in reply_text(refusal)
