"""Moderators ending a match that is stuck."""

from __future__ import annotations

import logging

import discord
import pytest

from storage.matches.match import Participant
from tests.bot.matches.agreeing import start_small_match
from tests.bot.simulated import World, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")


async def test_a_moderator_can_end_a_match_with_a_reason(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    place = await start_small_match(world)
    await world.ada.slash(place, "move", move="e1", draw=True)
    mia = world.staff("Mia", manage_messages=True)
    ended = await mia.slash(place, "end", match="1", reason="both have left us")
    assert ended.ephemeral
    assert "You ended match 1. It doesn't count." in reply_text(ended)
    words = "Aborted: it doesn't count. Ended by Mia (moderator): both have left us"
    assert words in text_of(place.last_message)
    assert "offers a draw" not in text_of(place.last_message)
    match = await world.bot.club.matches.find(1)
    assert match.is_aborted
    assert match.result is not None
    assert match.result["winners"] == []
    assert f"match 1 ended by user {mia.id}: 'both have left us'" in caplog.text
    await world.restart()
    late = await mia.slash(place, "end", match="1", reason="once more")
    assert "Match 1 is over: Aborted" in reply_text(late)


async def test_a_moderators_reason_is_escaped_and_pings_no_one(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    place = await start_small_match(world)
    mia = world.staff("Mia", manage_messages=True)
    reason = f"**loud** @everyone {world.ben.mention} `code` [here](https://x.y)\n# Big"
    await mia.slash(place, "end", match="1", reason=reason)
    words = text_of(place.last_message)
    assert "\\*\\*loud\\*\\*" in words
    assert "@everyone" not in words
    assert world.ben.mention not in words
    assert "\\`code\\`" in words
    assert "\\[here\\](https" in words
    assert "\n# Big" not in words
    assert place.last_message.mentions == []
    # Each log record is a single line, even with line breaks in the reason.
    assert not [record for record in caplog.records if "\n# Big" in record.getMessage()]


async def test_players_and_spectators_cannot_end_a_match(world: World) -> None:
    place = await start_small_match(world)
    # An admin has given them access to the command by mistake.
    command = next(each for each in await world.bot.tree.fetch_commands() if each.name == "end")
    world.guild.set_command_permissions(command, {world.ada: True, world.cy: True})
    for member in (world.ada, world.cy):
        refusal = await member.slash(place, "end", match="1", reason="I am losing")
        assert refusal.ephemeral
        assert "you need **Manage Messages** in the channel of the match" in reply_text(refusal)
    assert not (await world.bot.club.matches.find(1)).is_over


async def test_a_moderator_of_another_channel_cannot_end_a_match(world: World) -> None:
    place = await start_small_match(world)
    mia = world.staff("Mia")
    elsewhere = world.guild.create_text_channel(
        "elsewhere", overwrites={mia: discord.PermissionOverwrite(manage_messages=True)}
    )
    refusal = await mia.slash(elsewhere, "end", match="1", reason="because I can")
    assert "you need **Manage Messages** in the channel of the match" in reply_text(refusal)
    assert not (await world.bot.club.matches.find(1)).is_over
    assert "· finished" not in text_of(place.last_message)


async def test_a_player_without_channel_permissions_cannot_moderate_it(
    world: World,
) -> None:
    await start_small_match(world)
    mia = world.staff("Mia", manage_messages=True)
    nothing = discord.Permissions.all()
    hidden = world.guild.create_text_channel(
        "hidden",
        overwrites={
            mia: discord.PermissionOverwrite.from_pair(discord.Permissions.none(), nothing)
        },
    )
    await world.ada.slash(hidden, "challenge", game="skirt", options="size 4")
    with world.env.time_context():
        await world.bot.club.challenges.accept(2, Participant(mia.id, "Mia"))
    refusal = await mia.slash(world.channel, "end", match="2", reason="I am losing")
    assert "Manage Messages" in reply_text(refusal)
    assert not (await world.bot.club.matches.find(2)).is_over


async def test_autocomplete_suggests_the_matches_of_the_channel(world: World) -> None:
    place = await start_small_match(world)
    mia = world.staff("Mia", manage_messages=True)
    for where in (place, world.channel):
        offered = await mia.autocomplete(where, "end", "match", "")
        assert [each["value"] for each in offered] == ["1"]
