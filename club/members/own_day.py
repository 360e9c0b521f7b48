"""A person's own day: their time zone, and the hours and days off in which no turn of theirs ends.

Others learn nothing of it but the deadlines that it moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from club.calendar import zone_named
from club.paces import DAY, HOUR, MINUTE, Pace
from storage.members.preferences import Preferences

SECOND = timedelta(seconds=1)
MAX_HOURS_OFF = 10 * HOUR
"""Maximum length of the hours off in a day."""
MAX_DAYS_OFF = 2
"""Maximum number of days off in a week."""


@dataclass(frozen=True, slots=True)
class HoursOff:
    """Hours off in each day, which may contain midnight, and weekdays off (Monday is 0)."""

    begin: time = time()
    end: time = time()
    """Equal to `begin` if there are no hours off."""
    days: frozenset[int] = frozenset()

    @property
    def length(self) -> timedelta:
        """How long the hours off of a day are."""
        minutes = (self.end.hour - self.begin.hour) * 60 + self.end.minute - self.begin.minute
        return minutes * MINUTE % DAY

    def end_after(self, wall: datetime) -> datetime | None:
        """Return when a stretch of time off ends, in local time, or None outside of one."""
        midnight = datetime.combine(wall.date(), time())
        if wall.weekday() in self.days:
            return midnight + DAY
        since = (wall - datetime.combine(wall.date(), self.begin)) % DAY
        return wall - since + self.length if since < self.length else None


NO_HOURS_OFF = HoursOff()


@dataclass(frozen=True, slots=True)
class OwnDay:
    """The zone and the time off of a person."""

    zone: tzinfo = UTC
    hours_off: HoursOff = NO_HOURS_OFF

    @property
    def has_time_off(self) -> bool:
        """Whether any hours or days are off."""
        return self.hours_off.begin != self.hours_off.end or bool(self.hours_off.days)

    def ends(self, deadline: datetime) -> datetime:
        """Return the first moment at or after a deadline that isn't in the time off."""
        moment = deadline
        while (end := self._end_after(moment)) is not None:
            moment = end
        return moment

    def date_of(self, moment: datetime) -> date:
        """Return the date of a moment."""
        return moment.astimezone(self.zone).date()

    def start_of(self, day: date) -> datetime:
        """Return when a day begins, in UTC."""
        midnight = datetime.combine(day, time(), self.zone)
        # A day whose midnight is skipped begins when the clocks are set forward.
        late, early = (midnight.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
        return _first(lambda at: self.date_of(at) >= day, early - SECOND, late)

    def end_of_day(self, moment: datetime) -> datetime:
        """Return when the day ends that contains a moment, or the moment if a day ends then."""
        day = self.date_of(moment)
        return moment if self.start_of(day) == moment else self.start_of(day + DAY)

    def days_after(self, moment: datetime, days: int) -> datetime:
        """Return the same time of day some days later, or earlier, in UTC."""
        return (moment.astimezone(self.zone) + days * DAY).astimezone(UTC)

    def _end_after(self, moment: datetime) -> datetime | None:
        local = moment.astimezone(self.zone)
        wall = local.replace(tzinfo=None)
        end_wall = self.hours_off.end_after(wall)
        if end_wall is None:
            return None
        end = moment.astimezone(UTC) + (end_wall - wall)
        offset = local.utcoffset()
        if end.astimezone(self.zone).utcoffset() == offset:
            return end
        # The clocks change before that. What is off afterwards is seen then.
        return _first(lambda at: at.astimezone(self.zone).utcoffset() != offset, moment, end)


EVERY_DAY = OwnDay()


def own_day_of(person: Preferences) -> OwnDay:
    """Return the own day of a person, that of UTC if they chose no zone."""
    if person.zone is None:
        return EVERY_DAY
    begin, end = (
        time(minutes // 60, minutes % 60) for minutes in (person.off_from, person.off_until)
    )
    days = frozenset(map(int, person.days_off))
    return OwnDay(zone_named(person.zone), HoursOff(begin, end, days))


def applies_to(pace: Pace) -> bool:
    """Whether turns are long enough for time off to move their ends."""
    return pace.time is not None and pace.time >= DAY


def _first(holds: Callable[[datetime], bool], before: datetime, at: datetime) -> datetime:
    """Return the whole second after `before`, at the latest `at`, from which a condition holds."""
    low = before.astimezone(UTC).replace(microsecond=0)
    high = at.astimezone(UTC)
    while high - low > SECOND:
        middle = low + (high - low) // SECOND // 2 * SECOND
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
