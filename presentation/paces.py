"""Paces and durations, in words."""

from __future__ import annotations

from datetime import timedelta

from club.clocks.pace import DAY, HOUR, MINUTE, Pace
from language.texts import gettext, ngettext, pgettext


def pace_words(pace: Pace) -> str:
    """ "3 days per turn"."""
    if pace.time is None:
        return gettext("no time limit")
    if pace.increment is None or pace.max_bank is None:
        return gettext("{time} per turn", time=duration_words(pace.time))
    return gettext(
        "{time} + {increment} per turn, at most {most}",
        time=duration_words(pace.time),
        increment=duration_words(pace.increment),
        most=duration_words(pace.max_bank),
    )


def duration_words(time: timedelta) -> str:
    """Return a duration in its two largest units: "2 days 5 hours", "less than a minute"."""
    days, remainder = divmod(max(time, timedelta()), DAY)
    hours, remainder = divmod(remainder, HOUR)
    minutes = remainder // MINUTE
    words = [
        ngettext("{count} day", "{count} days", days) if days else "",
        ngettext("{count} hour", "{count} hours", hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", minutes) if minutes else "",
    ]
    largest = [each for each in words if each][:2]
    if not largest:
        return gettext("less than a minute")
    if len(largest) == 1:
        return largest[0]
    return pgettext("duration", "{larger} {smaller}", larger=largest[0], smaller=largest[1])
