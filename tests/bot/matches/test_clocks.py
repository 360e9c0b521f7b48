"""Clocks: deadlines, time banks, timeouts, pauses and downtime."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest

from club.paces import DAY, HOUR, MINUTE, PACES
from club.uptime import LAST_ONLINE
from storage.database import key_values
from storage.matches.match import StoredMatch
from tests.bot.simulated import World, labels_of, menus_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")

SECOND = timedelta(seconds=1)


async def stored_match(club: World, match_id: int = 1) -> StoredMatch:
    return (await club.bot.club.matches.find(match_id)).stored


async def deadline_of(club: World, match_id: int = 1) -> datetime:
    deadline = (await stored_match(club, match_id)).deadline
    assert deadline is not None
    return deadline


async def start_match_of_three(club: World, pace: str) -> Any:
    """Start a match of Passtally, and return its place."""
    challenge = await club.ada.slash(
        club.channel,
        "challenge",
        game="passtally",
        options="players 3",
        opponent=club.ben,
        second_opponent=club.cy,
        pace=pace,
    )
    await club.ben.click(challenge.response, label="Accept")
    await club.cy.click(challenge.response, label="Accept")
    return club.place()


async def play_turn(club: World, place: Any) -> None:
    """Make all moves of the player to move."""
    await club.make_a_move(place)
    while (await club.bot.club.matches.find(1)).position.is_mid_turn:
        await club.make_a_move(place)


@pytest.mark.parametrize("text", ["1d", "none"])
async def test_the_pace_of_a_challenge_sets_the_deadline_on_the_card(
    club: World, text: str
) -> None:
    place = await club.start_match("skirt", options="size 4", pace=text)
    time = PACES[text].time
    card = text_of(place.last_message)
    if time is None:
        assert "<t:" not in card
        return
    deadline = int((club.env.now() + time).timestamp())
    assert f"Move by <t:{deadline}:f> (<t:{deadline}:R>)." in card


async def test_a_challenge_shows_its_pace_and_defaults_to_the_servers(
    club: World,
) -> None:
    usual = await club.ada.slash(club.channel, "challenge", game="skirt")
    assert "Pace: 3 days per turn; rated." in reply_text(usual)
    rules = await club.ben.click(usual.response, label="Rules")
    assert "**Pace of these matches**: 3 days per turn." in reply_text(rules)
    fast = await club.ada.slash(club.channel, "challenge", game="skirt", pace="10m")
    assert "Pace: 10 minutes per turn" in reply_text(fast)


async def test_a_server_sets_its_default_pace(club: World) -> None:
    role = club.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    admin: Any = club.guild.add_member(club.env.create_user("root"), roles=[role])
    settings = await admin.slash(club.channel, "settings")
    (menu,) = [each for each in menus_of(settings.response) if each["placeholder"] == "Pace"]
    changed = await admin.select(settings.response, ["3d+12h<5d"], custom_id=menu["custom_id"])
    assert "3 days + 12 hours per turn, at most 5 days" in reply_text(changed)
    challenge = await club.ada.slash(club.channel, "challenge", game="skirt")
    rules = await club.ben.click(challenge.response, label="Rules")
    assert "3 days + 12 hours per turn, at most 5 days" in reply_text(rules)


async def test_the_first_clock_starts_when_the_challenge_is_accepted(club: World) -> None:
    challenge = await club.ada.slash(club.channel, "challenge", game="skirt", pace="1d")
    await club.pass_time(5 * HOUR)
    await club.ben.click(challenge.response, label="Accept")
    assert await deadline_of(club) == club.env.now() + DAY


async def test_running_out_of_time_loses_the_match(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1h")
    await club.make_a_move(place)
    await club.make_a_move(place)
    before = len(place.history())
    await club.pass_time(HOUR)
    result = text_of(place.last_message)
    assert "Ben (Black) wins. Ada ran out of time." in result
    assert "match 1 · finished" in result
    # A reminder has replaced the card of the turn, and the result was posted after it.
    assert len(place.history()) == before + 1
    assert labels_of(place.history()[-2]) == []
    late = await club.ada.slash(place, "move", move="d1", match="1")
    assert "Match 1 is over: Ben (Black) wins." in reply_text(late)


async def test_a_clock_running_out_during_a_restart_still_counts(
    club: World,
) -> None:
    place = await club.start_match("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(10 * 60)
    await club.restart()
    await club.pass_time(timedelta())
    # The bot was last up when the turn began, so all ten minutes count as downtime.
    assert await deadline_of(club) == club.env.now() + 10 * MINUTE
    await club.pass_time(10 * MINUTE)
    assert "Ada ran out of time" in text_of(place.last_message)


async def test_a_match_is_aborted_if_a_player_never_moved(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1h")
    await club.make_a_move(place)
    await club.pass_time(HOUR)
    result = text_of(place.last_message)
    assert "Aborted: it doesn't count. Ben never made a first move." in result
    assert (await stored_match(club)).state == "aborted"


async def test_of_three_players_those_out_of_time_are_skipped_and_the_last_wins(
    club: World,
) -> None:
    place = await start_match_of_three(club, "1h")
    for _ in range(6):
        await play_turn(club, place)
    first = (await club.bot.club.matches.find(1)).player_to_move
    assert first is not None
    await club.pass_time(HOUR)
    assert f"{first.name} ran out of time. The others keep playing." in text_of(place.last_message)
    match = await club.bot.club.matches.find(1)
    second = match.player_to_move
    assert second is not None
    assert match.deadline == club.env.now() + HOUR
    assert club.pings_in(place) == [second.user_id]
    seats = {second.seat}
    for _ in range(3):
        await play_turn(club, place)
        mover = (await club.bot.club.matches.find(1)).player_to_move
        assert mover is not None
        seats.add(mover.seat)
    assert seats == {1, 2, 3} - {first.seat}
    await club.restart()
    await club.pass_time(HOUR)
    match = await club.bot.club.matches.find(1)
    assert match.result is not None
    (winner,) = match.result["winners"]
    (last,) = seats - {winner}
    result = text_of(place.last_message)
    names = {player.seat: player for player in match.players}
    assert f"{names[winner].name} ({names[winner].seat_name}) wins." in result
    assert f"{names[last].name} ran out of time." in result
    assert f"3. {first.name}" in result


async def test_a_move_exactly_at_the_deadline_is_too_late(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(10 * 60)
    late = await club.ada.slash(place, "move", move="d1")
    assert "Match 1 is over: Ben (Black) wins. Ada ran out of time." in reply_text(late)
    assert (await stored_match(club)).ply == 2
    await club.pass_time(timedelta())
    assert "Ada ran out of time" in text_of(place.last_message)
    assert text_of(place.last_message).count("finished") == 1


async def test_the_board_shows_the_result_after_the_deadline(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(11 * 60)
    await club.pass_time(timedelta())
    more = await club.ada.slash(place, "board", text=True)
    assert "Ada ran out of time" in reply_text(more)


async def pause(club: World, place: Any) -> None:
    await club.ada.slash(place, "pause")
    await club.ben.click(place.last_message, label="Agree")


async def test_clocks_resume_by_themselves_after_thirty_days(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    await pause(club, place)
    cards = len(place.history())
    await club.pass_time(30 * DAY)
    assert await deadline_of(club) == club.env.now() + DAY
    assert club.pings_in(place) == [club.ada.id]
    assert len(place.history()) == cards


async def test_the_other_chores_run_even_if_one_fails(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    place = await world.start_match("skirt", options="size 4", pace="1h")
    await world.make_a_move(place)
    await world.make_a_move(place)
    challenge = await world.ada.slash(world.channel, "challenge", game="scala")
    async with world.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_ONLINE}:1:0", "no time")
    await world.restart()
    await world.env.advance_time(25 * 3600)
    assert "the chore 'clocks' failed and will be tried again" in caplog.text
    assert "**Expired**" in text_of(challenge.response)
    async with world.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_ONLINE}:1:0", (world.env.now()).isoformat())
    await world.env.advance_time(2 * 3600)
    assert "Ada ran out of time" in text_of(place.last_message)


async def test_downtime_is_added_back_to_the_clocks(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1h")
    deadline = await deadline_of(club)
    await club.stop_for(DAY)
    await club.pass_time(timedelta())
    assert await deadline_of(club) == deadline + DAY
    assert f"<t:{int((deadline + DAY).timestamp())}:R>" in text_of(place.last_message)
    assert club.pings_in(place) == [club.ada.id]
    assert len(place.history()) == 1
    await club.make_a_move(place)


async def test_downtime_of_discord_is_added_back_to_the_clocks(club: World) -> None:
    await club.start_match("skirt", options="size 4", pace="1h")
    await club.pass_time(30 * MINUTE)
    deadline = await deadline_of(club)
    club.bot.dispatch("shard_disconnect", 0)
    await club.pass_time(5 * HOUR)
    assert (await stored_match(club)).state == "running"
    club.bot.dispatch("shard_resumed", 0)
    await club.pass_time(timedelta())
    assert await deadline_of(club) == deadline + 5 * HOUR
    assert (await stored_match(club)).state == "running"


async def test_downtime_adds_nothing_to_clocks_already_run_out(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(9 * 60)
    async with club.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_ONLINE}:1:0", (club.env.now() + 2 * MINUTE).isoformat())
    await club.stop_for(DAY)
    await club.pass_time(timedelta())
    assert "Ada ran out of time" in text_of(place.last_message)
