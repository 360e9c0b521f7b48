"""Paces: parsing, wording, deadlines, time banks and reminders."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.paces import DAY, HOUR, MINUTE, PACES, Pace, pace_of, reminder_at
from presentation.phrases import duration_words, pace_words

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FISCHER = pace_of("3d+12h<5d")

durations = st.integers(min_value=1, max_value=30 * 24 * 60).map(lambda count: count * MINUTE)


def test_the_choices_are_worded_correctly() -> None:
    assert [pace_words(pace) for pace in PACES.values()] == [
        "no time limit",
        "1 minute per turn",
        "10 minutes per turn",
        "1 hour per turn",
        "1 day per turn",
        "3 days per turn",
        "7 days per turn",
        "3 days + 12 hours per turn, at most 5 days",
    ]


def test_every_choice_is_parsed_from_its_text() -> None:
    assert {text: pace_of(text) for text in PACES} == PACES


def test_a_pace_no_longer_offered_can_still_be_parsed() -> None:
    assert pace_of("2d") == Pace(2 * DAY)
    assert pace_of("30m+5m<1h") == Pace(30 * MINUTE, 5 * MINUTE, HOUR)


@pytest.mark.parametrize("text", ["", "3", "d", "3w", "3d+12h", "3d<5d", "-3d", "3d+12h<5d "])
def test_an_invalid_pace_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a pace"):
        pace_of(text)


def test_only_more_than_an_hour_per_turn_is_slow() -> None:
    slow = {text for text, pace in PACES.items() if pace.is_slow}
    assert slow == {"1d", "3d", "7d", "3d+12h<5d"}


def test_turns_of_an_hour_or_more_bring_a_reminder() -> None:
    reminding = {text for text, pace in PACES.items() if pace.reminds}
    assert reminding == {"1h", "1d", "3d", "7d", "3d+12h<5d"}


def test_without_a_bank_each_turn_gets_the_full_time() -> None:
    pace = pace_of("3d")
    assert pace.bank is None
    assert pace.allowance(None) == 3 * DAY
    assert pace.banked(HOUR) is None


def test_without_a_limit_there_is_no_deadline() -> None:
    pace = pace_of("none")
    assert pace.bank is None
    assert pace.allowance(None) is None
    assert not pace.reminds


def test_a_bank_starts_full_and_gains_time_each_turn() -> None:
    assert FISCHER.bank == 3 * 24 * 3600
    assert FISCHER.allowance(FISCHER.bank) == 3 * DAY
    assert FISCHER.banked(DAY) == 36 * 3600
    assert FISCHER.banked(timedelta()) == 12 * 3600


def test_a_bank_is_capped_at_its_maximum() -> None:
    assert FISCHER.banked(4 * DAY + 20 * HOUR) == 5 * 24 * 3600
    assert FISCHER.banked(5 * DAY) == 5 * 24 * 3600


@given(start=durations, increment=durations, spare=durations, used=st.lists(durations))
def test_a_bank_stays_between_its_increment_and_its_maximum(
    start: timedelta, increment: timedelta, spare: timedelta, used: list[timedelta]
) -> None:
    pace = Pace(start, increment, start + spare)
    bank = pace.bank
    for each in used:
        allowance = pace.allowance(bank)
        assert allowance is not None
        bank = pace.banked(max(allowance - each, timedelta()))
        assert bank is not None
        most = (start + spare).total_seconds()
        assert min(increment.total_seconds(), most) <= bank <= most


@given(whole=durations)
def test_a_reminder_comes_after_four_fifths_of_the_time(whole: timedelta) -> None:
    gone = reminder_at(NOON + whole, whole) - NOON
    assert abs(gone - whole * 4 / 5) < timedelta(milliseconds=1)


@given(time=durations, increment=durations, most=durations)
def test_a_bank_is_parsed_from_its_minutes(
    time: timedelta, increment: timedelta, most: timedelta
) -> None:
    minutes = [each // MINUTE for each in (time, increment, most)]
    assert pace_of("{}m+{}m<{}m".format(*minutes)) == Pace(time, increment, most)


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(), "less than a minute"),
        (timedelta(seconds=59), "less than a minute"),
        (MINUTE, "1 minute"),
        (90 * MINUTE, "1 hour 30 minutes"),
        (DAY + 5 * HOUR + 7 * MINUTE, "1 day 5 hours"),
        (2 * DAY + 7 * MINUTE, "2 days 7 minutes"),
        (-HOUR, "less than a minute"),
    ],
)
def test_a_duration_is_formatted_in_its_largest_units(time: timedelta, words: str) -> None:
    assert duration_words(time) == words


@given(time=durations)
def test_a_duration_is_never_rounded_up(time: timedelta) -> None:
    units = {"day": DAY, "hour": HOUR, "minute": MINUTE}
    words = duration_words(time).split()
    parts = zip(words[::2], words[1::2], strict=True)
    total = sum((int(count) * units[unit.rstrip("s")] for count, unit in parts), timedelta())
    assert total <= time < total + DAY
