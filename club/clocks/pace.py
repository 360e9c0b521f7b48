"""How much time a match gives: a limit for each turn, or a bank that each turn adds to.

A pace is kept as a short text: `none`, `3d` (three days a turn), `3d+12h<5d` (three days to begin
with, twelve hours more for each turn, never more than five days: Fischer's clock with a cap).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

LAST_PART = 5
"""The player of a turn is reminded when a fifth of its time is left."""

_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE}
_FORM = re.compile(r"(\d+[dhm])(?:\+(\d+[dhm])<(\d+[dhm]))?")


@dataclass(frozen=True, slots=True)
class Pace:
    """The time of one match; all seats have the same."""

    time: timedelta | None
    """For each turn, or in the bank at the beginning; None is no limit."""
    increment: timedelta | None = None
    """What a turn adds to the bank; None where each turn has the whole time anew."""
    most: timedelta | None = None
    """What a bank holds at most."""

    @property
    def bank(self) -> int | None:
        """Seconds that each seat has to begin with, None without a bank."""
        if self.time is None or self.increment is None:
            return None
        return round(self.time.total_seconds())

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take so long that people plan their days around it.

        Only then there are vacations; a turn of an hour or less is for people who sit there.
        """
        return self.time is not None and self.time > HOUR

    @property
    def reminds(self) -> bool:
        """Whether there is a reminder; shorter turns are over before anybody sees it."""
        return self.time is not None and self.time >= HOUR

    def allowance(self, bank: int | None) -> timedelta | None:
        """The time for a turn that begins with this bank, in seconds; None without a limit."""
        if self.increment is None or bank is None:
            return self.time
        return timedelta(seconds=bank)

    def banked(self, left: timedelta) -> int | None:
        """The bank, in seconds, after a turn that ended with this time left."""
        if self.increment is None or self.most is None:
            return None
        return round(min(left + self.increment, self.most).total_seconds())


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
"""What can be chosen, by its text."""


def pace_of(text: str) -> Pace:
    """The pace that a text stands for.

    :raises ValueError: where it is none.
    """
    if text in PACES:
        return PACES[text]
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(f"{text!r} is no pace")
    time, increment, most = (None if part is None else _duration(part) for part in form.groups())
    return Pace(time, increment, most)


def reminder_at(deadline: datetime, whole: timedelta) -> datetime:
    """When the player of a turn is reminded that had this time as a whole."""
    return deadline - whole / LAST_PART


def _duration(text: str) -> timedelta:
    return int(text[:-1]) * _UNITS[text[-1]]
