"""Days, in UTC: the day of a moment, the days in a row on which somebody solved a puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

DAY = timedelta(days=1)


def streak(solved_at: Iterable[datetime], now: datetime) -> int:
    """On how many days in a row somebody has solved a puzzle.

    The latest of them is today, or yesterday as long as today isn't over.

    :param solved_at: when they solved each, the latest first.
    """
    expected, count = now.astimezone(UTC).date(), 0
    for moment in solved_at:
        day = moment.astimezone(UTC).date()
        if count == 0 and day == expected - DAY:
            expected = day
        if day == expected:
            count += 1
            expected -= DAY
        elif day < expected:
            break
    return count


def latest_day(now: datetime, hour: int) -> str:
    """The day whose hour has come last, as in `2026-10-31`."""
    return (now.astimezone(UTC) - timedelta(hours=hour)).date().isoformat()


def moment_of(day: str, hour: int) -> datetime:
    """When an hour of a day begins."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) + timedelta(
        hours=hour
    )


def day_after(day: str) -> str:
    """The next day."""
    return (date.fromisoformat(day) + DAY).isoformat()
