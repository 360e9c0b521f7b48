"""Time zones, and days and months in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = timedelta(days=1)


@cache
def zone_named(name: str | None) -> tzinfo:
    """Return a time zone, UTC for None or if this system has none of that name any more."""
    try:
        return UTC if name is None else ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return UTC


def moment_at(day: date, hour: int, zone: str | None) -> datetime:
    """Return when an hour of a day begins in a time zone, in UTC."""
    return datetime.combine(day, time(hour), zone_named(zone)).astimezone(UTC)


def month_before(now: datetime) -> str:
    """Return the previous month, such as `2026-10`."""
    first = now.astimezone(UTC).replace(day=1)
    return f"{first - timedelta(days=1):%Y-%m}"


def bounds_of(month: str) -> tuple[datetime, datetime]:
    """Return the start of a month (`2026-10`) and of the next one."""
    since = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    later = since + timedelta(days=32)
    return since, later.replace(day=1)
