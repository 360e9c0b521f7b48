"""Paces and durations, in words."""

from __future__ import annotations

from datetime import timedelta

from bot.pages.wording import counted
from club.clocks.pace import DAY, HOUR, MINUTE, Pace

_UNITS = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"))


def pace_words(pace: Pace) -> str:
    """ "3 days a turn"."""
    if pace.time is None:
        return "no time limit"
    if pace.increment is None or pace.most is None:
        return f"{duration_words(pace.time)} a turn"
    return (
        f"{duration_words(pace.time)} + {duration_words(pace.increment)} a turn, "
        f"at most {duration_words(pace.most)}"
    )


def duration_words(time: timedelta) -> str:
    """A duration in its two largest units: "2 days 5 hours"; "less than a minute"."""
    words: list[str] = []
    rest = time
    for unit, name in _UNITS:
        count, rest = divmod(max(rest, timedelta()), unit)
        if count:
            words.append(counted(count, name))
    return " ".join(words[:2]) or "less than a minute"
