"""Stories about time: deadlines, banks, time-outs, pauses, and a bot that was away."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from sqlalchemy import update

from club.clocks.pace import DAY, HOUR, MINUTE, PACES
from club.clocks.uptime import LAST_HERE
from storage.database import key_values, schema
from storage.matches.matches import StoredMatch
from tests.bot.simulated import World, labels_of, menus_of, said, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")

SECOND = timedelta(seconds=1)


async def stored(club: World, match_id: int = 1) -> StoredMatch:
    return (await club.bot.club.matches.find(match_id)).stored


async def deadline_of(club: World, match_id: int = 1) -> datetime:
    deadline = (await stored(club, match_id)).deadline
    assert deadline is not None
    return deadline


async def three_begun(club: World, pace: str) -> Any:
    """Ada, Ben and Cy play Passtally; where they play."""
    made = await club.ada.slash(
        club.channel,
        "challenge",
        game="passtally",
        options="players 3",
        opponent=club.ben,
        second_opponent=club.cy,
        pace=pace,
    )
    await club.ben.click(made.response, label="Accept")
    await club.cy.click(made.response, label="Accept")
    return club.place()


async def turn_played(club: World, place: Any) -> None:
    """Whoever is to move makes all moves of their turn."""
    await club.make_a_move(place)
    while (await club.bot.club.matches.find(1)).position.is_mid_turn:
        await club.make_a_move(place)


@pytest.mark.parametrize("text", PACES)
async def test_the_pace_of_a_challenge_sets_the_deadline_on_the_card(
    club: World, text: str
) -> None:
    place = await club.match_begun("skirt", options="size 4", pace=text)
    time = PACES[text].time
    card = text_of(place.last_message)
    if time is None:
        assert "<t:" not in card
        return
    deadline = int((club.env.now() + time).timestamp())
    assert f"Move by <t:{deadline}:f>, <t:{deadline}:R>." in card


async def test_a_challenge_says_its_pace_and_takes_the_usual_one_of_the_server(
    club: World,
) -> None:
    usual = await club.ada.slash(club.channel, "challenge", game="skirt")
    assert "Pace: about one move a day; rated." in said(usual)
    rules = await club.ben.click(usual.response, label="Rules")
    assert "**Pace of these matches**: 3 days a turn." in said(rules)
    fast = await club.ada.slash(club.channel, "challenge", game="skirt", pace="10m")
    assert "Pace: 10 minutes a turn" in said(fast)


async def test_a_server_sets_its_usual_pace(club: World) -> None:
    role = club.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    admin: Any = club.guild.add_member(club.env.create_user("root"), roles=[role])
    shown = await admin.slash(club.channel, "settings")
    (menu,) = [each for each in menus_of(shown.response) if each["placeholder"] == "Pace"]
    changed = await admin.select(shown.response, ["3d+12h<5d"], custom_id=menu["custom_id"])
    assert "3 days + 12 hours a turn, at most 5 days" in said(changed)
    made = await club.ada.slash(club.channel, "challenge", game="skirt")
    rules = await club.ben.click(made.response, label="Rules")
    assert "3 days + 12 hours a turn, at most 5 days" in said(rules)


async def test_the_first_clock_starts_when_the_challenge_is_accepted(club: World) -> None:
    made = await club.ada.slash(club.channel, "challenge", game="skirt", pace="1d")
    await club.later(5 * HOUR)
    await club.ben.click(made.response, label="Accept")
    assert await deadline_of(club) == club.env.now() + DAY


async def test_each_turn_has_its_whole_time(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="1d")
    await club.later(20 * HOUR)
    await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + DAY


async def test_the_moves_of_one_turn_share_its_clock(club: World) -> None:
    place = await club.match_begun("passtally", pace="1d")
    deadline = await deadline_of(club)
    while not (await club.bot.club.matches.find(1)).position.is_mid_turn:
        deadline = await deadline_of(club)
        await club.later(HOUR)
        await club.make_a_move(place)
    assert await deadline_of(club) == deadline
    await club.later(HOUR)
    while (await club.bot.club.matches.find(1)).position.is_mid_turn:
        await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + DAY


async def test_a_bank_loses_what_a_turn_takes_and_gains_its_increment(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="3d+12h<5d")
    assert await deadline_of(club) == club.env.now() + 3 * DAY
    await club.later(DAY)
    await club.make_a_move(place)
    await club.later(2 * HOUR)
    await club.make_a_move(place)
    # Ada: three days, less one, and twelve hours.
    assert await deadline_of(club) == club.env.now() + 2 * DAY + 12 * HOUR
    await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + 3 * DAY + 10 * HOUR
    for _ in range(8):
        await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + 5 * DAY
    await club.restart()
    await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + 5 * DAY


async def test_who_runs_out_of_time_loses(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="1h")
    await club.make_a_move(place)
    await club.make_a_move(place)
    before = len(place.history())
    await club.later(HOUR)
    result = text_of(place.last_message)
    assert "Ben (Black) wins. Ada ran out of time." in result
    assert "match 1 · over" in result
    # A reminder took the place of the card of the turn, and the result came after it.
    assert len(place.history()) == before + 1
    assert labels_of(place.history()[-2]) == []
    late = await club.ada.slash(place, "move", move="d1", match="1")
    assert "Match 1 is over: Ben (Black) wins." in said(late)


async def test_a_clock_that_runs_out_while_the_bot_restarts_counts_all_the_same(
    club: World,
) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(10 * 60)
    await club.restart()
    await club.later(timedelta())
    # The bot was there at the beginning of the hour, so its absence began before the time was up.
    assert await deadline_of(club) == club.env.now() + 10 * MINUTE
    await club.later(10 * MINUTE)
    assert "Ada ran out of time" in text_of(place.last_message)


async def test_a_match_in_which_somebody_never_moved_is_aborted(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="1h")
    await club.make_a_move(place)
    await club.later(HOUR)
    result = text_of(place.last_message)
    assert "Aborted: it doesn't count. Ben never made a first move." in result
    assert (await stored(club)).state == "aborted"


async def test_of_three_who_runs_out_of_time_is_skipped_and_the_last_one_left_wins(
    club: World,
) -> None:
    place = await three_begun(club, "1h")
    for _ in range(6):
        await turn_played(club, place)
    first = (await club.bot.club.matches.find(1)).player_to_move
    assert first is not None
    await club.later(HOUR)
    assert f"{first.name} ran out of time. The others play on." in text_of(place.last_message)
    match = await club.bot.club.matches.find(1)
    second = match.player_to_move
    assert second is not None
    assert match.deadline == club.env.now() + HOUR
    assert club.pinged(place) == [second.user_id]
    seats = {second.seat}
    for _ in range(3):
        await turn_played(club, place)
        mover = (await club.bot.club.matches.find(1)).player_to_move
        assert mover is not None
        seats.add(mover.seat)
    assert seats == {1, 2, 3} - {first.seat}
    await club.restart()
    await club.later(HOUR)
    match = await club.bot.club.matches.find(1)
    assert match.result is not None
    (winner,) = match.result["winners"]
    (last,) = seats - {winner}
    result = text_of(place.last_message)
    names = {player.seat: player for player in match.players}
    assert f"{names[winner].name} ({names[winner].seat_name}) wins." in result
    assert f"{names[last].name} ran out of time." in result
    assert f"3. {first.name}" in result


async def test_a_match_of_three_is_aborted_when_one_of_them_never_moved(club: World) -> None:
    place = await three_begun(club, "1h")
    await turn_played(club, place)
    await turn_played(club, place)
    await club.later(HOUR)
    third = (await club.bot.club.matches.find(1)).players[2]
    assert f"{third.name} never made a first move." in text_of(place.last_message)
    assert (await stored(club)).state == "aborted"


async def test_a_move_at_the_very_deadline_is_too_late(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(10 * 60)
    late = await club.ada.slash(place, "move", move="d1")
    assert "Match 1 is over: Ben (Black) wins. Ada ran out of time." in said(late)
    assert (await stored(club)).ply == 2
    await club.later(timedelta())
    assert "Ada ran out of time" in text_of(place.last_message)
    assert text_of(place.last_message).count("over") == 1


async def test_a_move_in_the_last_second_is_in_time(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="10m")
    await club.env.advance_time(10 * 60 - 1)
    await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + 10 * MINUTE


@pytest.mark.parametrize("command", ["draw", "takeback", "resign"])
async def test_after_the_deadline_nothing_else_can_be_done_either(
    club: World, command: str
) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    question = await club.ada.slash(place, "resign")
    await club.env.advance_time(10 * 60)
    if command == "resign":
        late = await club.ada.click(question.response, label="Resign")
    else:
        late = await club.ada.slash(place, command)
    assert "Ada ran out of time" in said(late)
    result = (await stored(club)).result
    assert result is not None
    assert result["reason"] == "time"


async def test_who_looks_after_the_deadline_sees_the_result(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(11 * 60)
    await club.later(timedelta())
    more = await club.ada.slash(place, "board", text=True)
    assert "Ada ran out of time" in said(more)


async def paused(club: World, place: Any) -> None:
    await club.ada.slash(place, "pause")
    await club.ben.click(place.last_message, label="Agree")


async def test_clocks_that_stand_by_consent_run_on_with_what_was_left(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="1d")
    await club.later(10 * HOUR)
    await paused(club, place)
    until = int((club.env.now() + 30 * DAY).timestamp())
    assert f"Clocks paused until <t:{until}:R> at the latest." in text_of(place.last_message)
    await club.later(10 * DAY)
    assert (await stored(club)).state == "running"
    await club.restart()
    await club.ben.slash(place, "pause")
    await club.ada.click(place.last_message, label="Agree")
    assert await deadline_of(club) == club.env.now() + 14 * HOUR
    assert f"<t:{int((club.env.now() + 14 * HOUR).timestamp())}:f>" in text_of(place.last_message)


async def test_moves_are_possible_while_the_clocks_stand(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="3d+12h<5d")
    await club.later(DAY)
    await paused(club, place)
    await club.later(2 * DAY)
    await club.make_a_move(place)
    await club.make_a_move(place)
    assert (await stored(club)).deadline is None
    assert "Clocks paused" in text_of(place.last_message)
    await club.ben.slash(place, "pause")
    await club.ada.click(place.last_message, label="Agree")
    # Of Ada's three days one was gone before the pause, and her turn added half a day.
    assert await deadline_of(club) == club.env.now() + 2 * DAY + 12 * HOUR


async def test_after_thirty_days_the_clocks_run_by_themselves(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="1d")
    await paused(club, place)
    cards = len(place.history())
    await club.later(30 * DAY)
    assert await deadline_of(club) == club.env.now() + DAY
    assert club.pinged(place) == [club.ada.id]
    assert len(place.history()) == cards


async def test_no_clock_no_pause(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="none")
    refused = await club.ada.slash(place, "pause")
    assert "This match has no time limit" in said(refused)


async def test_taking_back_gives_back_the_time_that_was_left_then(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="1d")
    await club.later(10 * HOUR)
    await club.make_a_move(place)
    await club.later(3 * HOUR)
    taken = await club.ada.slash(place, "takeback")
    if "You ask" in said(taken):
        await club.ben.click(place.last_message, label="Agree")
    assert (await stored(club)).ply == 0
    assert await deadline_of(club) == club.env.now() + 14 * HOUR


async def test_taking_back_gives_nobody_a_second_increment(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="3d+12h<5d")
    await club.later(DAY)
    await club.make_a_move(place)
    await club.later(DAY)
    await club.make_a_move(place)
    await club.ada.slash(place, "takeback")
    await club.ben.click(place.last_message, label="Agree")
    assert (await stored(club)).ply == 0
    assert await deadline_of(club) == club.env.now() + 2 * DAY
    await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + 2 * DAY
    await club.make_a_move(place)
    assert await deadline_of(club) == club.env.now() + 2 * DAY + 12 * HOUR


async def spoilt(club: World, match_id: int) -> None:
    """Make the record of a match unreadable, which nothing but a fault of the disk would."""
    async with club.bot.club.store.write() as tx:
        of_match = schema.move.c.match_id == match_id
        await tx.execute(update(schema.move).where(of_match).values(text="no move"))


async def test_a_match_that_cannot_be_woken_keeps_no_other_from_it(
    club: World, caplog: pytest.LogCaptureFixture
) -> None:
    for number in (1, 2):
        await club.match_begun("skirt", options="size 4", pace="10m")
        place = club.place()
        await club.make_a_move(place, number)
        await club.make_a_move(place, number)
    await spoilt(club, 1)
    await club.restart()
    await club.later(10 * MINUTE)
    assert "match 1 could not be woken" in caplog.text
    assert "Ada ran out of time" in text_of(place.last_message)
    caplog.clear()
    await club.later(MINUTE)
    assert "could not be woken" not in caplog.text
    await club.later(10 * MINUTE)
    assert "match 1 could not be woken" in caplog.text


async def test_the_chores_go_on_whatever_fails_in_them(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    place = await world.match_begun("skirt", options="size 4", pace="1h")
    await world.make_a_move(place)
    await world.make_a_move(place)
    made = await world.ada.slash(world.channel, "challenge", game="scala")
    async with world.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_HERE}:1:0", "no time")
    await world.restart()
    await world.env.advance_time(25 * 3600)
    assert "the chore 'clocks' failed and is tried again" in caplog.text
    assert "**Expired**" in text_of(made.response)
    async with world.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_HERE}:1:0", (world.env.now()).isoformat())
    await world.env.advance_time(2 * 3600)
    assert "Ada ran out of time" in text_of(place.last_message)


@pytest.mark.parametrize(("pace", "given"), [("1m", 40 * SECOND), ("3d", timedelta())])
async def test_an_absence_of_seconds_is_given_back_to_turns_of_minutes_alone(
    club: World, pace: str, given: timedelta
) -> None:
    place = await club.match_begun("skirt", options="size 4", pace=pace)
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.later(timedelta())
    deadline = await deadline_of(club)
    await club.away(40 * SECOND)
    await club.later(timedelta())
    assert await deadline_of(club) == deadline + given
    assert (await stored(club)).state == "running"


async def test_the_time_of_an_absence_is_given_back(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="1h")
    deadline = await deadline_of(club)
    await club.away(DAY)
    await club.later(timedelta())
    assert await deadline_of(club) == deadline + DAY
    assert f"<t:{int((deadline + DAY).timestamp())}:R>" in text_of(place.last_message)
    assert club.pinged(place) == [club.ada.id]
    assert len(place.history()) == 1
    await club.make_a_move(place)


async def test_nobody_loses_by_moving_before_an_absence_has_been_given_back(
    club: World,
) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    # As it is from the moment on at which Discord is gone until the chores are done again.
    club.bot.dispatch("shard_disconnect", 0)
    await club.env.settle()
    await club.env.advance_time(50 * 60)
    club.bot.dispatch("shard_resumed", 0)
    await club.env.settle()
    await club.make_a_move(place)
    assert (await stored(club)).ply == 3


async def test_the_time_of_an_outage_of_discord_is_given_back(club: World) -> None:
    await club.match_begun("skirt", options="size 4", pace="1h")
    await club.later(30 * MINUTE)
    deadline = await deadline_of(club)
    club.bot.dispatch("shard_disconnect", 0)
    await club.later(5 * HOUR)
    assert (await stored(club)).state == "running"
    club.bot.dispatch("shard_resumed", 0)
    await club.later(timedelta())
    assert await deadline_of(club) == deadline + 5 * HOUR
    assert (await stored(club)).state == "running"


async def test_an_absence_gives_nothing_to_clocks_that_had_run_out_before(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="10m")
    await club.make_a_move(place)
    await club.make_a_move(place)
    await club.env.advance_time(9 * 60)
    async with club.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_HERE}:1:0", (club.env.now() + 2 * MINUTE).isoformat())
    await club.away(DAY)
    await club.later(timedelta())
    assert "Ada ran out of time" in text_of(place.last_message)
