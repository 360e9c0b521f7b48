"""Vacations: taking days in advance or at the last moment, and refunding them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from club.paces import DAY, HOUR
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def deadline_of(club: World, match_id: int = 1) -> datetime:
    deadline = (await club.bot.club.matches.find(match_id)).deadline
    assert deadline is not None
    return deadline


async def start_match(club: World, pace: str, number: int = 1) -> Any:
    """Start a match, play a move each, and return its place. Ada is to move."""
    place = await club.start_match("skirt", options="size 4", pace=pace)
    await club.make_a_move(place, number)
    await club.make_a_move(place, number)
    return place


def vacation_note(moment: datetime) -> str:
    return f"On vacation until <t:{int(moment.timestamp())}:f>."


async def test_a_vacation_extends_the_deadline_and_appears_on_the_card(club: World) -> None:
    place = await start_match(club, "1d")
    await club.pass_time(10 * HOUR)
    cards = len(place.history())
    taken = await club.ada.slash(place, "vacation", days=3)
    assert taken.ephemeral
    end = club.env.now() + 3 * DAY
    assert f"You're on vacation until <t:{int(end.timestamp())}:f>." in reply_text(taken)
    assert "You have 11 of 14 days left in 2026." in reply_text(taken)
    assert await deadline_of(club) == end + 14 * HOUR
    card = text_of(place.last_message)
    assert f"Move by <t:{int((end + 14 * HOUR).timestamp())}:f>" in card
    assert vacation_note(end) in card
    assert len(place.history()) == cards
    await club.pass_time(3 * DAY + 13 * HOUR)
    await club.make_a_move(place)
    assert (await club.bot.club.matches.find(1)).ply == 3


async def test_a_vacation_day_is_used_automatically_before_a_timeout(club: World) -> None:
    place = await start_match(club, "1d")
    deadline = await deadline_of(club)
    await club.pass_time(DAY)
    assert await deadline_of(club) == deadline + DAY
    assert vacation_note(deadline + DAY) in text_of(place.last_message)
    status = await club.ada.slash(place, "vacation")
    assert "You have 13 of 14 days left" in reply_text(status)
    await club.make_a_move(place)
    # Vacation days don't count as time left, and no time was left before them.
    assert (await club.bot.club.matches.find(1)).record[-1].time_left == 0


async def test_returning_early_refunds_the_unstarted_days(club: World) -> None:
    place = await start_match(club, "1d")
    await club.pass_time(10 * HOUR)
    taken = await club.ada.slash(place, "vacation", days=5)
    began = club.env.now()
    await club.pass_time(DAY + HOUR)
    back = await club.ada.click(taken.response, label="I'm back")
    assert "Days returned: 3." in reply_text(back)
    assert "You have 12 of 14 days left" in reply_text(back)
    assert await deadline_of(club) == began + 2 * DAY + 14 * HOUR
    assert vacation_note(began + 2 * DAY) in text_of(place.last_message)


async def test_returning_immediately_refunds_every_day_once(club: World) -> None:
    place = await start_match(club, "1d")
    deadline = await deadline_of(club)
    taken = await club.ada.slash(place, "vacation", days=5)
    button = club.control_of(taken.response, "I'm back")
    back = await club.ada.click(taken.response, label="I'm back")
    assert "You aren't on vacation" in reply_text(back)
    assert "You have 14 of 14 days left" in reply_text(back)
    assert labels_of(back.response) == []
    assert await deadline_of(club) == deadline
    assert "On vacation" not in text_of(place.last_message)
    refusal = await club.click_anyway(club.ada, place.last_message, button)
    assert "You aren't on vacation" in reply_text(refusal)


def away_note(club: World, days: int) -> str:
    return f"Ada is away until <t:{int((club.env.now() + days * DAY).timestamp())}:f>."


async def test_all_matches_say_who_is_away_until_they_are_back(club: World) -> None:
    waiting = await start_match(club, "1d")
    await club.make_a_move(waiting)
    untimed, fast = await start_match(club, "none", 2), await start_match(club, "1h", 3)
    places = (waiting, untimed, fast)
    cards = [len(place.history()) for place in places]
    taken = await club.ada.slash(waiting, "vacation", days=3)
    words = away_note(club, 3)
    assert [words in text_of(place.last_message) for place in places] == [True, True, False]
    assert [len(place.history()) for place in places] == cards
    assert words in reply_text(await club.ben.click(untimed.last_message, label="More"))
    await club.pass_time(HOUR)
    await club.ada.click(taken.response, label="I'm back")
    # Her first day counts to its end, but she is there.
    assert not any("is away" in text_of(place.last_message) for place in places)


async def test_cards_lose_the_words_when_a_vacation_ends(club: World) -> None:
    place = await start_match(club, "7d")
    await club.make_a_move(place)
    await club.ada.slash(place, "vacation", days=1)
    assert away_note(club, 1) in text_of(place.last_message)
    await club.pass_time(DAY + HOUR)
    assert "is away" not in text_of(place.last_message)
