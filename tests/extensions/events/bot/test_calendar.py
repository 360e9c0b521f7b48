"""Entries in a server's calendar, which follow the bot's events."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from club.audit import Admin
from extensions.events.club.events import Events
from tests.bot.simulated import World, reply_text
from tests.extensions.events.bot.crowds import crowd, pass_days, start_event
from tests.extensions.events.bot.cups import SOON, card_of

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4


def entries(world: World) -> list[Any]:
    """The entries in the calendar."""
    return list(world.env.backend.get_guild(world.guild.id).scheduled_events.values())


def moment(text: Any) -> datetime:
    time = text if isinstance(text, datetime) else datetime.fromisoformat(text)
    return time.astimezone(UTC)


async def open_league(world: World, olga: Any) -> str:
    return reply_text(await olga.slash(world.channel, "event open", format="league", game="skirt"))


async def test_an_event_gets_a_calendar_entry_when_it_opens(club: World) -> None:
    words = await open_league(club, club.organiser())
    assert "Create Events" not in words
    (entry,) = entries(club)
    assert entry.name == "Skirt league, season 1"
    assert f"/{card_of(club).id}" in entry.description
    event = (await club.bot.club.part(Events).reader.event(1)).event
    assert event.scheduled_event_id == entry.id
    assert event.entries_close_at is not None
    assert abs(moment(entry.scheduled_start_time) - event.entries_close_at) < SOON


async def test_a_ladder_is_always_open_and_has_no_entry(club: World) -> None:
    await club.organiser().slash(club.channel, "event open", format="ladder", game="skirt")
    await club.pass_time(SOON)
    event = (await club.bot.club.part(Events).reader.event(1)).event
    assert event.state == "running"
    assert entries(club) == []


async def test_the_entry_moves_with_the_event(club: World) -> None:
    await start_event(club, "league", crowd(club, 4))
    (entry,) = entries(club)
    before = moment(entry.scheduled_end_time)
    await club.organiser().slash(club.channel, "event extend")
    await club.pass_time(SOON)
    (entry,) = entries(club)
    assert (moment(entry.scheduled_end_time) - before).days == 7


async def test_cancelling_the_event_cancels_the_entry(club: World) -> None:
    olga = club.organiser()
    await open_league(club, olga)
    question = await olga.slash(club.channel, "event cancel", event="1")
    await olga.click(question.response, label="Cancel event")
    await club.pass_time(SOON)
    assert [entry.status for entry in entries(club)] == [CANCELED]


async def test_a_started_entry_ends_with_the_event(club: World) -> None:
    event = await start_event(club, "league", crowd(club, 4))
    (entry,) = entries(club)
    club.env.backend.edit_scheduled_event(club.guild.id, entry.id, {"status": ACTIVE})
    await pass_days(club, 3)
    assert (await club.bot.club.part(Events).reader.event(event.id)).event.is_over
    assert entries(club)[0].status == COMPLETED


async def test_a_deleted_entry_is_not_recreated(club: World) -> None:
    await start_event(club, "league", crowd(club, 4))
    (entry,) = entries(club)
    club.env.backend.delete_scheduled_event(club.guild.id, entry.id)
    await club.env.settle()
    extended = await club.organiser().slash(club.channel, "event extend")
    await club.pass_time(SOON)
    assert "has been extended by a week" in reply_text(extended)
    assert entries(club) == []


async def test_the_organiser_is_warned_once_of_a_missing_permission(club: World) -> None:
    olga = club.organiser()
    await club.env.settle()
    own = club.guild.roles["TestBot"]
    rights = discord.Permissions(
        view_channel=True, send_messages=True, embed_links=True, attach_files=True,
        read_message_history=True, create_public_threads=True, send_messages_in_threads=True,
    )  # fmt: skip
    club.env.backend.edit_role(club.guild.id, own.id, {"permissions": rights.value})
    await club.env.settle()
    words = await open_league(club, olga)
    assert "is open." in words
    assert "I need the **Create Events** permission" in words
    assert entries(club) == []
    closed = await olga.slash(club.channel, "event cancel", event="1")
    assert "Create Events" not in reply_text(closed)
    # A cup starts when it is full, so it has no date for the calendar.
    cup = await club.ada.slash(club.channel, "cup", game="skirt")
    assert "Create Events" not in reply_text(cup)


async def test_an_event_in_a_channel_that_not_everyone_sees_has_no_entry(club: World) -> None:
    olga = club.organiser()
    await club.env.settle()
    denied = discord.PermissionOverwrite(view_channel=False)
    allowed = discord.PermissionOverwrite(view_channel=True)
    overwrites: Any = {club.guild.default_role: denied, olga: allowed, club.guild.me: allowed}
    hidden = club.guild.create_text_channel("hidden", overwrites=overwrites)
    reply = await olga.slash(hidden, "event open", format="league", game="skirt")
    assert "is open." in reply_text(reply)
    await club.pass_time(SOON)
    assert entries(club) == []


async def test_closing_its_channel_removes_the_entry_until_it_is_opened_again(
    club: World,
) -> None:
    event = await start_event(club, "league", crowd(club, 4))
    assert len(entries(club)) == 1
    denied = discord.Permissions(view_channel=True).value
    everyone = Overwrite(club.guild.id, OverwriteType.ROLE, 0, denied)
    club.env.backend.set_overwrite(club.channel.id, everyone)
    club.grant(club.channel, view_channel=True, send_messages=True)
    await club.pass_time(SOON)
    assert entries(club) == []
    everyone = Overwrite(club.guild.id, OverwriteType.ROLE, denied, 0)
    club.env.backend.set_overwrite(club.channel.id, everyone)
    with club.env.time_context():
        await club.bot.club.part(Events).organising.extend(event.id, Admin(club.cy.id, "Cy"))
    await club.pass_time(SOON)
    assert len(entries(club)) == 1


async def test_deleting_its_channel_removes_the_entry(club: World) -> None:
    await start_event(club, "league", crowd(club, 4))
    club.env.backend.delete_channel(club.channel.id)
    await club.pass_time(SOON)
    assert entries(club) == []
