"""Stories about the events of a server's calendar, which follow those that the bot runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord

from tests.bot.commands.events.crowds import begun, crowd, pass_days
from tests.bot.commands.events.cups import SOON, card_of
from tests.bot.simulated import World, said

ORGANISER = discord.Permissions(manage_events=True)
SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4


def olga_of(world: World) -> Any:
    role = world.guild.create_role("Organisers", permissions=ORGANISER)
    return world.guild.add_member(world.env.create_user("olga", global_name="Olga"), roles=[role])


def entries(world: World) -> list[Any]:
    """What is in the calendar."""
    return list(world.env.backend.get_guild(world.guild.id).scheduled_events.values())


def moment(text: Any) -> datetime:
    found = text if isinstance(text, datetime) else datetime.fromisoformat(text)
    return found.astimezone(UTC)


async def opened_league(world: World, olga: Any) -> str:
    return said(await olga.slash(world.channel, "event open", format="league", game="skirt"))


async def test_an_event_stands_in_the_calendar_from_its_opening_on(world: World) -> None:
    words = await opened_league(world, olga_of(world))
    assert "Create Events" not in words
    (entry,) = entries(world)
    assert entry.name == "Skirt league, season 1"
    assert f"/{card_of(world).id}" in entry.description
    event = (await world.bot.club.events.reader.event(1)).event
    assert event.scheduled_event_id == entry.id
    assert event.entries_close_at is not None
    assert abs(moment(entry.scheduled_start_time) - event.entries_close_at) < SOON


async def test_the_entry_is_moved_with_the_event(world: World) -> None:
    await begun(world, "league", crowd(world, 4))
    (entry,) = entries(world)
    before = moment(entry.scheduled_end_time)
    await olga_of(world).slash(world.channel, "event extend")
    await world.later(SOON)
    (entry,) = entries(world)
    assert (moment(entry.scheduled_end_time) - before).days == 7


async def test_the_entry_is_closed_when_the_event_is_called_off(world: World) -> None:
    olga = olga_of(world)
    await opened_league(world, olga)
    asked = await olga.slash(world.channel, "event cancel", event="1")
    await olga.click(asked.response, label="Cancel event")
    await world.later(SOON)
    assert [entry.status for entry in entries(world)] == [CANCELED]


async def test_the_entry_is_ended_with_the_event_when_it_has_begun(world: World) -> None:
    event = await begun(world, "league", crowd(world, 4))
    (entry,) = entries(world)
    world.env.backend.edit_scheduled_event(world.guild.id, entry.id, {"status": ACTIVE})
    await pass_days(world, 3)
    assert (await world.bot.club.events.reader.event(event.id)).event.is_over
    assert entries(world)[0].status == COMPLETED


async def test_who_deletes_the_entry_does_not_find_it_there_again(world: World) -> None:
    await begun(world, "league", crowd(world, 4))
    (entry,) = entries(world)
    world.env.backend.delete_scheduled_event(world.guild.id, entry.id)
    await world.env.settle()
    extended = await olga_of(world).slash(world.channel, "event extend")
    await world.later(SOON)
    assert "has one more week" in said(extended)
    assert entries(world) == []


async def test_a_missing_permission_is_told_once_to_who_opens_the_event(world: World) -> None:
    olga = olga_of(world)
    await world.env.settle()
    own = world.guild.roles["TestBot"]
    rights = discord.Permissions(
        view_channel=True, send_messages=True, embed_links=True, attach_files=True,
        read_message_history=True, create_public_threads=True, send_messages_in_threads=True,
    )  # fmt: skip
    world.env.backend.edit_role(world.guild.id, own.id, {"permissions": rights.value})
    await world.env.settle()
    words = await opened_league(world, olga)
    assert "is open." in words
    assert "I need the permission **Create Events**" in words
    assert entries(world) == []
    closed = await olga.slash(world.channel, "event cancel", event="1")
    assert "Create Events" not in said(closed)
    # A cup begins when it is full, and so it has no date that a calendar could show.
    cup = await world.ada.slash(world.channel, "cup", game="skirt")
    assert "Create Events" not in said(cup)
