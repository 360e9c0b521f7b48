"""Stories about days off: taken beforehand or at the last moment, and given back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from club.clocks.pace import DAY, HOUR
from club.clocks.vacations import DAYS_A_YEAR, Vacations
from rules.refusal import Refusal
from tests.bot.simulated import World, labels_of, said, text_of
from tests.databases import new_store


async def deadline_of(club: World, match_id: int = 1) -> datetime:
    deadline = (await club.bot.club.matches.find(match_id)).deadline
    assert deadline is not None
    return deadline


async def begun(club: World, pace: str, number: int = 1) -> Any:
    """A match in which Ada is to move and both have moved; where it is played."""
    place = await club.match_begun("skirt", options="size 4", pace=pace)
    await club.make_a_move(place, number)
    await club.make_a_move(place, number)
    return place


def told_until(moment: datetime) -> str:
    return f"On vacation until <t:{int(moment.timestamp())}:f>."


async def test_a_vacation_moves_the_deadline_and_the_card_shows_it(club: World) -> None:
    place = await begun(club, "1d")
    await club.later(10 * HOUR)
    cards = len(place.history())
    taken = await club.ada.slash(place, "vacation", days=3)
    assert taken.ephemeral
    end = club.env.now() + 3 * DAY
    assert f"You are on vacation until <t:{int(end.timestamp())}:f>." in said(taken)
    assert "You have 11 of 14 days left in 2026." in said(taken)
    assert await deadline_of(club) == end + 14 * HOUR
    card = text_of(place.last_message)
    assert f"Move by <t:{int((end + 14 * HOUR).timestamp())}:f>" in card
    assert told_until(end) in card
    assert len(place.history()) == cards
    await club.later(3 * DAY + 13 * HOUR)
    await club.make_a_move(place)
    assert (await club.bot.club.matches.find(1)).ply == 3


async def test_the_vacation_of_who_is_not_to_move_stops_no_clock_but_their_next(
    club: World,
) -> None:
    place = await begun(club, "1d")
    deadline = await deadline_of(club)
    await club.ben.slash(place, "vacation", days=5)
    end = club.env.now() + 5 * DAY
    assert await deadline_of(club) == deadline
    await club.later(HOUR)
    await club.make_a_move(place)
    assert await deadline_of(club) == end + DAY
    assert told_until(end) in text_of(place.last_message)


async def test_a_vacation_is_of_all_slow_matches_and_of_no_fast_one(club: World) -> None:
    slow = await begun(club, "1d", 1)
    other = await begun(club, "7d", 2)
    fast = await begun(club, "1h", 3)
    before = [await deadline_of(club, number) for number in (1, 2, 3)]
    await club.ada.slash(slow, "vacation", days=2)
    after = [await deadline_of(club, number) for number in (1, 2, 3)]
    moved = [later - earlier for later, earlier in zip(after, before, strict=True)]
    assert moved == [2 * DAY, 2 * DAY, timedelta()]
    for place in (slow, other):
        assert "On vacation until" in text_of(place.last_message)
    shown = await club.ada.slash(fast, "board")
    assert "On vacation" not in said(shown)
    await club.later(HOUR)
    assert "Ada ran out of time" in text_of(fast.last_message)


async def test_a_day_is_taken_by_itself_when_a_clock_would_run_out(club: World) -> None:
    place = await begun(club, "1d")
    deadline = await deadline_of(club)
    await club.later(DAY)
    assert await deadline_of(club) == deadline + DAY
    assert told_until(deadline + DAY) in text_of(place.last_message)
    status = await club.ada.slash(place, "vacation")
    assert "You have 13 of 14 days left" in said(status)
    await club.make_a_move(place)
    # Days off are no time on the clock, and what was left before them was nothing.
    assert (await club.bot.club.matches.find(1)).record[-1].time_left == 0


async def test_a_day_taken_by_itself_is_one_of_all_slow_matches(club: World) -> None:
    await begun(club, "1d", 1)
    await club.later(HOUR)
    await begun(club, "3d", 2)
    other = await deadline_of(club, 2)
    await club.later(23 * HOUR)
    assert await deadline_of(club, 2) == other + DAY


async def test_a_move_at_the_deadline_is_saved_by_a_day_off_too(club: World) -> None:
    place = await begun(club, "1d")
    await club.env.advance_time(DAY.total_seconds() + 5)
    await club.make_a_move(place)
    assert (await club.bot.club.matches.find(1)).record[-1].time_left == 0


async def test_no_day_is_taken_for_who_has_never_moved(club: World) -> None:
    await club.match_begun("skirt", options="size 4", pace="1d")
    await club.later(DAY + HOUR)
    match = await club.bot.club.matches.find(1)
    assert match.is_aborted
    assert (await club.bot.club.vacations.status(club.ada.id)).days_left == DAYS_A_YEAR


async def test_who_has_no_days_left_runs_out_of_time(club: World) -> None:
    place = await begun(club, "1d")
    await club.ada.slash(place, "vacation", days=DAYS_A_YEAR)
    await club.later(DAYS_A_YEAR * DAY)
    assert (await club.bot.club.matches.find(1)).state == "running"
    await club.restart()
    await club.later(DAY)
    assert "Ada ran out of time" in text_of(place.last_message)


async def test_who_never_comes_back_uses_up_the_days_and_then_loses(club: World) -> None:
    place = await begun(club, "1d")
    for day in range(DAYS_A_YEAR + 1):
        assert (await club.bot.club.matches.find(1)).state == "running", day
        await club.later(DAY)
    assert "Ada ran out of time" in text_of(place.last_message)


async def test_a_bank_is_no_larger_for_a_vacation(club: World) -> None:
    place = await begun(club, "3d+12h<5d")
    await club.later(DAY)
    await club.ada.slash(place, "vacation", days=4)
    await club.later(2 * DAY)
    await club.make_a_move(place)
    match = await club.bot.club.matches.find(1)
    # Three days and a half after the first turn, less one, and half a day.
    assert match.seats[0].bank == 3 * DAY.total_seconds()


async def test_coming_back_returns_the_days_that_have_not_begun(club: World) -> None:
    place = await begun(club, "1d")
    await club.later(10 * HOUR)
    taken = await club.ada.slash(place, "vacation", days=5)
    began = club.env.now()
    await club.later(DAY + HOUR)
    back = await club.ada.click(taken.response, label="I'm back")
    assert "Days returned: 3." in said(back)
    assert "You have 12 of 14 days left" in said(back)
    assert await deadline_of(club) == began + 2 * DAY + 14 * HOUR
    assert told_until(began + 2 * DAY) in text_of(place.last_message)


async def test_coming_back_at_once_returns_all(club: World) -> None:
    place = await begun(club, "1d")
    deadline = await deadline_of(club)
    taken = await club.ada.slash(place, "vacation", days=5)
    back = await club.ada.click(taken.response, label="I'm back")
    assert "You are not on vacation" in said(back)
    assert "You have 14 of 14 days left" in said(back)
    assert labels_of(back.response) == []
    assert await deadline_of(club) == deadline
    assert "On vacation" not in text_of(place.last_message)


async def test_coming_back_twice_is_told_kindly(club: World) -> None:
    place = await begun(club, "1d")
    taken = await club.ada.slash(place, "vacation", days=1)
    button = club.control_of(taken.response, "I'm back")
    await club.ada.click(taken.response, label="I'm back")
    again = await club.ada.slash(place, "vacation")
    assert "You are not on vacation" in said(again)
    refused = await club.click_anyway(club.ada, place.last_message, button)
    assert "You are not on vacation" in said(refused)


async def test_a_second_vacation_follows_on_the_first_and_both_come_back(club: World) -> None:
    place = await begun(club, "1d")
    deadline = await deadline_of(club)
    await club.ada.slash(place, "vacation", days=2)
    taken = await club.ada.slash(place, "vacation", days=3)
    end = club.env.now() + 5 * DAY
    assert f"until <t:{int(end.timestamp())}:f>" in said(taken)
    assert await deadline_of(club) == deadline + 5 * DAY
    await club.restart()
    await club.later(HOUR)
    back = await club.ada.click(taken.response, label="I'm back")
    assert "Days returned: 4." in said(back)
    assert await deadline_of(club) == deadline + DAY


async def test_more_days_than_there_are_can_not_be_taken(club: World) -> None:
    place = await begun(club, "1d")
    await club.ada.slash(place, "vacation", days=10)
    refused = await club.ada.slash(place, "vacation", days=5)
    assert "You have 4 of 14 days of vacation left in 2026." in said(refused)
    assert refused.ephemeral


async def test_there_are_new_days_in_a_new_year(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="none")
    await club.ada.slash(place, "vacation", days=DAYS_A_YEAR)
    await club.later(364 * DAY + 23 * HOUR)
    assert "You have 0 of 14 days left in 2026" in said(await club.ada.slash(place, "vacation"))
    await club.later(HOUR)
    assert "You have 14 of 14 days left in 2027" in said(await club.ada.slash(place, "vacation"))


async def test_days_that_follow_on_a_vacation_over_new_year_are_of_the_new_year(
    club: World,
) -> None:
    place = await club.match_begun("skirt", options="size 4", pace="none")
    await club.later(360 * DAY)
    await club.ada.slash(place, "vacation", days=DAYS_A_YEAR)
    more = await club.ada.slash(place, "vacation", days=2)
    assert "You have 12 of 14 days left in 2027." in said(more)
    refused = await club.ada.slash(place, "vacation", days=13)
    assert "You have 12 of 14 days of vacation left in 2027." in said(refused)
    await club.later(30 * DAY)
    assert "You have 12 of 14 days left in 2027" in said(await club.ada.slash(place, "vacation"))


async def test_a_pause_and_a_vacation_do_not_count_twice(club: World) -> None:
    place = await begun(club, "1d")
    await club.later(10 * HOUR)
    await club.ada.slash(place, "pause")
    await club.ben.click(place.last_message, label="Agree")
    await club.ada.slash(place, "vacation", days=2)
    await club.later(DAY)
    await club.ben.slash(place, "pause")
    await club.ada.click(place.last_message, label="Agree")
    # A day of the vacation is still to come, and then what was left before the pause.
    assert await deadline_of(club) == club.env.now() + DAY + 14 * HOUR


async def test_days_are_whole_and_at_least_one(tmp_path: Any) -> None:
    store = await new_store(tmp_path)
    vacations = Vacations(store, lambda: datetime(2026, 3, 1, tzinfo=UTC))
    with pytest.raises(Refusal, match="at least one whole day"):
        await vacations.take(1, 0)
    await store.close()
