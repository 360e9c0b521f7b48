"""A person's own day: where time off moves a deadline, in every zone and at changes of clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.members.own_day import HoursOff, OwnDay, zone_named
from club.paces import DAY, MINUTE

ZONES = sorted(name for name in available_timezones() if "/" in name)
YEAR = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST = timedelta(hours=60)
"""More than two days off between the hours off of two nights, with a change of clocks."""


def is_off(own: OwnDay, moment: datetime) -> bool:
    """Whether a moment is in the time off, by the local wall clock."""
    wall, hours = moment.astimezone(own.zone), own.hours_off
    now = wall.time().replace(tzinfo=None)
    if hours.begin <= hours.end:
        is_hour_off = hours.begin <= now < hours.end
    else:
        is_hour_off = now >= hours.begin or now < hours.end
    return is_hour_off or wall.weekday() in hours.days


def day_of(zone: str, begin: int, length: int, days: set[int]) -> OwnDay:
    end = (begin + length) % (24 * 60)
    begins, ends = (time(each // 60, each % 60) for each in (begin, end))
    return OwnDay(ZoneInfo(zone), HoursOff(begins, ends, frozenset(days)))


own_days = st.builds(
    day_of,
    st.sampled_from(ZONES),
    st.integers(0, 24 * 60 - 1),
    st.integers(0, 10 * 60),
    st.sets(st.integers(0, 6), max_size=2),
)
moments = st.integers(0, 366 * 24 * 3600).map(lambda seconds: YEAR + timedelta(seconds=seconds))


@given(own_days, moments, st.sampled_from((1, 3, 7)))
def test_a_moved_deadline_is_the_first_moment_on(own: OwnDay, begins: datetime, days: int) -> None:
    deadline = begins + days * DAY
    end = own.ends(deadline)
    assert deadline <= end < deadline + LONGEST
    assert not is_off(own, end)
    assert own.ends(end) == end
    # Everything before is off: the last second, and as much as a brute force can see.
    if end > deadline:
        steps = [deadline, end - timedelta(seconds=1)]
        moment = deadline.replace(second=0) + MINUTE
        while moment < end:
            steps.append(moment)
            moment += 15 * MINUTE
        assert all(is_off(own, each) for each in steps)


@given(st.sampled_from(ZONES), moments)
def test_a_day_begins_and_ends_at_midnight_or_when_that_is_skipped(
    zone: str, moment: datetime
) -> None:
    own = OwnDay(ZoneInfo(zone))
    end = own.end_of_day(moment)
    second = timedelta(seconds=1)
    assert moment <= end <= moment + 26 * timedelta(hours=1)
    assert own.date_of(end) > own.date_of(end - second)
    assert own.end_of_day(end) == end


def at(zone: str, text: str, *, fold: int = 0) -> datetime:
    """Return a local time in UTC."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return local.astimezone(UTC)


@pytest.mark.parametrize(
    ("hours", "deadline", "end"),
    [
        # 2:00 to 3:00 doesn't exist on 28 March 2027, and occurs twice on 31 October.
        ((time(22), time(2, 30)), "2027-03-28 01:00", "2027-03-28 03:00"),
        ((time(22), time(8)), "2027-03-27 23:00", "2027-03-28 08:00"),
        ((time(2, 10), time(2, 50)), "2027-03-28 03:00", "2027-03-28 03:00"),
        ((time(22), time(8)), "2027-10-30 23:00", "2027-10-31 08:00"),
        ((time(22), time(2, 30)), "2027-10-31 01:00", "2027-10-31 02:30"),
    ],
)
def test_hours_off_follow_the_clocks_of_their_zone(
    hours: tuple[time, time], deadline: str, end: str
) -> None:
    own = OwnDay(ZoneInfo("Europe/Berlin"), HoursOff(*hours))
    assert own.ends(at("Europe/Berlin", deadline)) == at("Europe/Berlin", end)


def test_an_hour_off_that_occurs_twice_is_off_both_times() -> None:
    own = OwnDay(ZoneInfo("Europe/Berlin"), HoursOff(time(2), time(3)))
    for fold in (0, 1):
        deadline = at("Europe/Berlin", "2027-10-31 02:20", fold=fold)
        assert own.ends(deadline) == at("Europe/Berlin", "2027-10-31 03:00")


def test_days_off_begin_and_end_with_the_hours_off_around_them() -> None:
    weekend = HoursOff(time(22), time(8), frozenset({5, 6}))
    own = OwnDay(ZoneInfo("Asia/Tokyo"), weekend)
    assert own.ends(at("Asia/Tokyo", "2026-12-04 22:00")) == at("Asia/Tokyo", "2026-12-07 08:00")


def test_a_day_that_a_zone_skips_is_no_day() -> None:
    own = OwnDay(ZoneInfo("Pacific/Apia"), HoursOff(days=frozenset({4})))
    # Samoa had no Friday on 30 December 2011.
    deadline = at("Pacific/Apia", "2011-12-29 23:30")
    assert own.ends(deadline) == deadline
    assert own.end_of_day(deadline) == own.start_of(date(2011, 12, 31))


def test_a_zone_that_this_system_lacks_is_that_of_utc() -> None:
    assert zone_named("Europe/Atlantis") is UTC
