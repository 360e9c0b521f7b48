"""Time zones by city, or by what time it is there."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from club.calendar import zone_named
from club.members.city_names import OTHER_NAMES, WELL_KNOWN
from club.paces import DAY, HOUR, MINUTE
from language.texts import N_
from language.typed import folded
from rules.refusal import Refusal, quoted

_REGIONS = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
}

_TIME = re.compile(r"(\d{1,2})(?:[:.h時](\d{2})?分?)?\s*(uhr|am|pm|a\.m\.|p\.m\.)?")


def city_of(zone: str) -> str:
    """Return the city that a time zone is named after."""
    return zone.rpartition("/")[2].replace("_", " ")


def zone_of_city(text: str) -> str:
    """Return the time zone of a typed city.

    :raises Refusal: `city`, with a similar one.
    """
    cities, name = _cities(), _plain(text)
    if name in cities:
        return cities[name][1]
    words = {"city": quoted(text)}
    for similar in get_close_matches(name, cities, 1, 0.7):
        raise Refusal(
            "city",
            N_("I don't know the city “{city}”. Did you mean {similar}?"),
            **words,
            similar=cities[similar][0],
        )
    message = N_(
        "I don't know the city “{city}”. Enter a larger one in the same time zone, or what time it "
        "is for you, such as 14:30."
    )
    raise Refusal("city", message, **words)


def typed_minutes(text: str) -> int | None:
    """Return a typed time of day, such as `14:30` or `2 pm`, in minutes, or None for other text."""
    match = _TIME.fullmatch(folded(text))
    if match is None:
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "")[:1]
    if half in ("a", "p"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def zones_at(minutes: int, now: datetime) -> tuple[str, ...]:
    """Return the zones of well-known cities where it is about this time of day, west to east.

    :raises Refusal: `time`, if it is that time nowhere.
    """
    typed = minutes * MINUTE
    zones = tuple(zone for zone in WELL_KNOWN if _is_near(_time_of_day(zone, now), typed))
    if not zones:
        words = N_("It's {time} nowhere at the moment. Enter what time it is for you now.")
        raise Refusal("time", words, time=f"{minutes // 60:02}:{minutes % 60:02}")
    return zones


def _time_of_day(zone: str, now: datetime) -> timedelta:
    local = now.astimezone(zone_named(zone))
    return local.hour * HOUR + local.minute * MINUTE


def _is_near(one: timedelta, other: timedelta) -> bool:
    """Whether two times of day differ by a few minutes only."""
    apart = abs(one - other) % DAY
    return min(apart, DAY - apart) <= 7 * MINUTE


@cache
def _cities() -> dict[str, tuple[str, str]]:
    """Return the name and the time zone of cities, and of zones, by what they are compared by."""
    zones = sorted(each for each in available_timezones() if each.partition("/")[0] in _REGIONS)
    others = [(name, zone) for zone, names in OTHER_NAMES.items() for name in names.split(", ")]
    # Of two zones of a city, the one that is well known, or has the shorter name, is meant.
    by_rank = sorted(zones, key=lambda zone: (zone in WELL_KNOWN, -len(zone)))
    cities = [(city_of(zone), zone) for zone in by_rank]
    named = [("UTC", "UTC"), *others, *cities, *((zone, zone) for zone in zones)]
    return {_plain(name): (name, zone) for name, zone in named}


def _plain(text: str) -> str:
    """Return a name without letter case, accents and punctuation."""
    spread = unicodedata.normalize("NFD", folded(text).replace("_", " ").replace("-", " "))
    kept = (each for each in spread if not unicodedata.combining(each) and each not in ".,'")
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
