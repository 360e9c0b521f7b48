"""Paces: time limits per turn, or time banks with an increment per turn.

A pace is stored as a short text: `none`, `3d` (three days per turn), `@18` (every day at 18:00 UTC)
or `3d+12h<5d` (a Fischer clock that starts with three days and adds twelve hours per turn, up to
five days).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

REMINDER_FRACTION = 5
"""A player is reminded when 1/5 of the turn's time is left."""

_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE}
MIN_DAILY = timedelta(hours=6)
"""The least time of a turn that ends at an hour of the day."""

_DAILY = re.compile(r"@([01]\d|2[0-3])")
_FORM = re.compile(r"(\d+[dhm])(?:\+(\d+[dhm])<(\d+[dhm]))?")


@dataclass(frozen=True, slots=True)
class Pace:
    """The time control of a match, equal for all seats."""

    time: timedelta | None
    """Time per turn, or the initial bank. None for no limit."""
    increment: timedelta | None = None
    """Time added to the bank per turn, or None without a bank."""
    max_bank: timedelta | None = None
    """Maximum of the bank, or None without a bank."""
    hour: int | None = None
    """The hour of the day, in UTC, at which turns end, or None if they end after a time."""

    @property
    def bank(self) -> int | None:
        """The initial bank of each seat in seconds, or None without a bank."""
        if self.time is None or self.increment is None:
            return None
        return round(self.time.total_seconds())

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take more than an hour.

        Vacations only apply to slow paces. In fast matches, the players stay at the board.
        """
        return self.time is not None and self.time > HOUR

    @property
    def reminds(self) -> bool:
        """Whether players are reminded. Shorter turns would end before a reminder is read."""
        return self.time is not None and self.time >= HOUR

    def at(self, hour: int | None) -> Pace:
        """Return the pace at the hour of a team, if turns end at an hour and it has its own."""
        return self if self.hour is None or hour is None else replace(self, hour=hour)

    def allowance(self, bank: int | None) -> timedelta | None:
        """Return the time for a turn that starts with a bank in seconds, or None without limit."""
        if self.increment is None or bank is None:
            return self.time
        return timedelta(seconds=bank)

    def deadline(self, begins: datetime) -> datetime | None:
        """Return when a whole turn without a bank ends, or None without a limit."""
        if self.time is None or self.hour is None:
            return None if self.time is None else begins + self.time
        earliest = begins.astimezone(UTC) + MIN_DAILY
        at_hour = earliest.replace(hour=self.hour, minute=0, second=0, microsecond=0)
        return at_hour if at_hour >= earliest else at_hour + DAY

    def banked(self, left: timedelta) -> int | None:
        """Return the bank in seconds after a turn that ended with this time left."""
        if self.increment is None or self.max_bank is None:
            return None
        return round(min(left + self.increment, self.max_bank).total_seconds())


NO_LIMIT = Pace(None)

PACES = {
    "none": NO_LIMIT,
    "1m": Pace(MINUTE),
    "10m": Pace(10 * MINUTE),
    "1h": Pace(HOUR),
    "1d": Pace(DAY),
    "3d": Pace(3 * DAY),
    "7d": Pace(7 * DAY),
    "3d+12h<5d": Pace(3 * DAY, 12 * HOUR, 5 * DAY),
}
"""The paces that can be chosen, by text."""


PRIVATE_PACES = ("none", "7d")
"""The paces outside of servers, where players may notice a turn late. The default is first."""


def pace_of(text: str) -> Pace:
    """Parse a pace.

    :raises ValueError: if the text is not a pace.
    """
    if text in PACES:
        return PACES[text]
    if daily := _DAILY.fullmatch(text):
        return Pace(DAY, hour=int(daily[1]))
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(f"{text!r} is not a pace")
    time, increment, most = (None if part is None else _duration(part) for part in form.groups())
    return Pace(time, increment, most)


def daily_pace(hour: int) -> str:
    """Return the text of the pace whose turns end every day at an hour, in UTC."""
    return f"@{hour:02}"


def reminder_at(deadline: datetime, whole: timedelta) -> datetime:
    """Return when to remind the player of a turn with this total time."""
    return deadline - whole / REMINDER_FRACTION


def _duration(text: str) -> timedelta:
    return int(text[:-1]) * _UNITS[text[-1]]
