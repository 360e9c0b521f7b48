"""Clocks: deadlines, time banks, timeouts, pauses and downtime."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from club.paces import DAY, HOUR, MINUTE
from club.uptime import LAST_ONLINE
from storage.database import key_values
from storage.matches.match import StoredMatch
from tests.bot.matches.test_following import direct_messages_to
from tests.bot.simulated import World, labels_of, menus_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")

SECOND = timedelta(seconds=1)


async def stored_match(club: World, match_id: int = 1) -> StoredMatch:
    return (await club.bot.club.matches.find(match_id)).stored


async def deadline_of(club: World, match_id: int = 1) -> datetime:
    deadline = (await stored_match(club, match_id)).deadline
    assert deadline is not None
    return deadline


async def test_the_pace_of_a_challenge_sets_the_deadline_on_the_card(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    deadline = int((club.env.now() + DAY).timestamp())
    assert f"Move by <t:{deadline}:f> (<t:{deadline}:R>)." in text_of(place.last_message)


async def test_a_challenge_shows_its_pace_and_defaults_to_the_servers(club: World) -> None:
    usual = await club.ada.slash(club.channel, "challenge", game="skirt")
    assert "Pace: 3 days per turn; rated." in reply_text(usual)
    rules = await club.ben.click(usual.response, label="Rules")
    assert "**Pace of these matches**: 3 days per turn." in reply_text(rules)
    fast = await club.ada.slash(club.channel, "challenge", game="skirt", pace="10m")
    assert "Pace: 10 minutes per turn" in reply_text(fast)
    admin = club.admin()
    settings = await admin.slash(club.channel, "settings")
    (menu,) = [each for each in menus_of(settings.response) if each["placeholder"] == "Pace"]
    changed = await admin.select(settings.response, ["3d+12h<5d"], custom_id=menu["custom_id"])
    assert "3 days + 12 hours per turn, at most 5 days" in reply_text(changed)
    challenge = await club.ada.slash(club.channel, "challenge", game="skirt")
    rules = await club.ben.click(challenge.response, label="Rules")
    assert "3 days + 12 hours per turn, at most 5 days" in reply_text(rules)


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
    board = await club.ada.slash(place, "match", text=True)
    assert "Ada ran out of time" in reply_text(board)


async def test_the_other_chores_run_even_if_one_fails(
    club: World, caplog: pytest.LogCaptureFixture
) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1h")
    await club.make_a_move(place)
    await club.make_a_move(place)
    with club.env.time_context():
        await club.bot.club.preferences.set_digest(club.ada.id, True)
    async with club.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_ONLINE}:1:0", "no time")
    await club.restart()
    await club.pass_time(25 * HOUR)
    assert "the chore 'clocks' failed and will be tried again" in caplog.text
    assert len(direct_messages_to(club.ada)) == 1
    async with club.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_ONLINE}:1:0", club.env.now().isoformat())
    await club.pass_time(2 * HOUR)
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


async def test_a_player_who_has_left_the_server_is_reminded_by_the_match_itself(
    club: World,
) -> None:
    place = await club.start_match("skirt", options="size 4", pace="3d")
    await club.make_a_move(place)
    before = [message.id for message in place.history()]
    club.guild.remove_member(club.ben)
    await club.pass_time(timedelta(days=2, hours=12))
    await club.pass_time(MINUTE)
    match = await stored_match(club)
    assert match.home_of(club.ben.id).is_direct
    assert not match.home_of(club.ada.id).is_direct
    texts = [text_of(message) for message in direct_messages_to(club.ben)]
    assert any("it continues here" in text for text in texts)
    assert any("to move" in text for text in texts)
    assert [message.id for message in place.history()] == before


async def test_time_in_which_a_server_is_unavailable_is_added_back(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1h")
    deadline = await deadline_of(club)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    guild.unavailable = True
    await club.pass_time(timedelta())
    await club.pass_time(5 * HOUR)
    assert (await stored_match(club)).state == "running"
    guild.unavailable = False
    await club.pass_time(timedelta())
    assert await deadline_of(club) == deadline + 5 * HOUR
    assert f"<t:{int((deadline + 5 * HOUR).timestamp())}:R>" in text_of(place.last_message)


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
