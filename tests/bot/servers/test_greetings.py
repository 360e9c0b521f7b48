"""The greeting that the bot posts once after joining a server."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
from simcord.backend import serializers

from preview.preview import greet_again
from tests.bot.simulated import World, labels_of, reply_text, text_of


def set_system_channel(club: World, channel: Any) -> None:
    """Set the channel that announces new members."""
    club.env.backend.edit_guild(club.guild.id, {"system_channel_id": channel.id})


async def join_server(club: World) -> None:
    """Make the bot leave the server and rejoin."""
    backend = club.env.backend
    guild = backend.guilds[club.guild.id]
    backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await club.env.settle()
    guild_payload = dict(serializers.guild_create_payload(backend, guild))
    # With this key, the event would report the end of an outage.
    del guild_payload["unavailable"]
    backend.emit("GUILD_CREATE", guild_payload)
    await club.env.settle()


def greetings(channel: Any) -> list[Any]:
    return [each for each in channel.history() if "Shall we play?" in text_of(each)]


async def test_the_bot_introduces_itself_and_can_be_set_up_at_once(club: World) -> None:
    set_system_channel(club, club.channel)
    await join_server(club)
    (greeting,) = greetings(club.channel)
    assert labels_of(greeting) == ["Look around", "Set up"]
    assert len(greeting.attachments) == 1
    tour = await club.ada.click(greeting, label="Look around")
    assert tour.ephemeral
    assert "**Skirt**" in reply_text(tour)
    refusal = await club.ada.click(greeting, label="Set up")
    assert "Only members with **Manage Server**" in reply_text(refusal)
    olga = club.admin()
    opened = await olga.click(greeting, label="Set up")
    assert opened.ephemeral
    assert "## Settings" in reply_text(opened)


async def test_it_greets_once_despite_restarting_or_rejoining(club: World) -> None:
    set_system_channel(club, club.channel)
    await join_server(club)
    await club.restart()
    await club.pass_time(timedelta(minutes=1))
    await join_server(club)
    assert len(greetings(club.channel)) == 1


async def test_the_preview_greets_again_in_an_empty_channel(club: World) -> None:
    set_system_channel(club, club.channel)
    await join_server(club)
    empty = club.guild.create_text_channel("empty")
    set_system_channel(club, empty)
    with club.env.time_context():
        await greet_again(club.bot, club.guild.id, empty.id)
    await club.env.settle()
    assert len(greetings(empty)) == 1


async def test_a_greeting_prevented_by_a_crash_is_sent_by_the_next_process(club: World) -> None:
    set_system_channel(club, club.channel)
    await club.restart()
    await club.pass_time(timedelta(minutes=1))
    assert len(greetings(club.channel)) == 1


async def test_existing_servers_are_not_greeted(club: World) -> None:
    set_system_channel(club, club.channel)
    await club.stop_for(timedelta(days=2))
    await club.pass_time(timedelta(minutes=1))
    assert greetings(club.channel) == []


async def test_no_greeting_is_posted_without_a_channel_to_write_in(club: World) -> None:
    me = club.guild.me
    assert me is not None
    quiet_channel = club.guild.create_text_channel(
        "silent", overwrites={me: discord.PermissionOverwrite(send_messages=False)}
    )
    await join_server(club)
    assert greetings(club.channel) == []
    set_system_channel(club, quiet_channel)
    await join_server(club)
    assert greetings(quiet_channel) == greetings(club.channel) == []


async def test_a_greeting_rejected_by_discord_is_sent_once(
    club: World,
) -> None:
    set_system_channel(club, club.channel)
    path = f"/channels/{club.channel.id}/messages"
    club.env.inject_error("POST", path, status=503, times=10)
    await join_server(club)
    assert greetings(club.channel) == []
    club.env.backend.faults.clear()
    await club.pass_time(timedelta(minutes=5))
    await club.pass_time(timedelta(minutes=5))
    assert len(greetings(club.channel)) == 1
