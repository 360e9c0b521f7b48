"""Days and months in UTC, and streaks of days on which a puzzle was solved."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

DAY = timedelta(days=1)


def streak(solved_at: Iterable[datetime], now: datetime) -> int:
    """Return the number of consecutive days with a solved puzzle.

    The last day is today, or yesterday if none was solved today yet.

    :param solved_at: the times of the solutions, latest first.
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
    """Return the latest day on which an hour has passed, such as `2026-10-31`."""
    return (now.astimezone(UTC) - timedelta(hours=hour)).date().isoformat()


def moment_of(day: str, hour: int) -> datetime:
    """Return the start of an hour of a day."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) + timedelta(
        hours=hour
    )


def day_after(day: str) -> str:
    """Return the next day."""
    return (date.fromisoformat(day) + DAY).isoformat()


def month_before(now: datetime) -> str:
    """Return the previous month, such as `2026-10`."""
    first = now.astimezone(UTC).replace(day=1)
    return f"{first - timedelta(days=1):%Y-%m}"


def bounds_of(month: str) -> tuple[datetime, datetime]:
    """Return the start of a month (`2026-10`) and of the next one."""
    since = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    later = since + timedelta(days=32)
    return since, later.replace(day=1)
