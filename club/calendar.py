"""Days and months in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

DAY = timedelta(days=1)


def month_before(now: datetime) -> str:
    """Return the previous month, such as `2026-10`."""
    first = now.astimezone(UTC).replace(day=1)
    return f"{first - timedelta(days=1):%Y-%m}"


def bounds_of(month: str) -> tuple[datetime, datetime]:
    """Return the start of a month (`2026-10`) and of the next one."""
    since = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    later = since + timedelta(days=32)
    return since, later.replace(day=1)
