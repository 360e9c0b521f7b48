"""Time zones by city, or by what time it is there."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from club.members.own_day import zone_named
from club.paces import DAY, HOUR, MINUTE
from language.texts import N_
from language.typed import folded
from rules.refusal import Refusal, quoted

_REGIONS = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
}

_BY_LONGITUDE = """
Pacific/Pago_Pago Pacific/Honolulu America/Adak Pacific/Marquesas Pacific/Gambier
America/Anchorage America/Los_Angeles
America/Vancouver America/Tijuana America/Phoenix America/Denver America/Edmonton America/Chicago
America/Winnipeg America/Mexico_City America/Guatemala America/Costa_Rica America/Regina
America/New_York America/Toronto America/Havana America/Bogota America/Lima America/Panama
America/Jamaica America/Halifax America/Puerto_Rico America/Caracas America/La_Paz America/Manaus
America/Santiago America/Asuncion America/St_Johns America/Sao_Paulo America/Argentina/Buenos_Aires
America/Montevideo America/Nuuk America/Noronha Atlantic/Azores Atlantic/Cape_Verde
Atlantic/Reykjavik Europe/London Europe/Dublin Europe/Lisbon Africa/Abidjan Africa/Accra
Africa/Casablanca Africa/Lagos Africa/Algiers Africa/Tunis Europe/Berlin Europe/Paris Europe/Madrid
Europe/Rome Europe/Vienna Europe/Zurich Europe/Amsterdam Europe/Brussels Europe/Copenhagen
Europe/Stockholm Europe/Oslo Europe/Warsaw Europe/Prague Europe/Budapest Europe/Athens
Europe/Helsinki Europe/Bucharest Europe/Sofia Europe/Kyiv Africa/Cairo Africa/Johannesburg
Africa/Khartoum Asia/Jerusalem Asia/Beirut Europe/Istanbul Europe/Moscow Asia/Baghdad Asia/Riyadh
Africa/Nairobi Africa/Addis_Ababa Asia/Tehran Asia/Dubai Asia/Baku Asia/Tbilisi Asia/Yerevan
Asia/Kabul Asia/Karachi Asia/Tashkent Asia/Almaty Asia/Yekaterinburg Asia/Kolkata Asia/Colombo
Asia/Kathmandu Asia/Dhaka Asia/Omsk Asia/Yangon Asia/Bangkok Asia/Jakarta Asia/Ho_Chi_Minh
Asia/Novosibirsk Asia/Shanghai Asia/Hong_Kong Asia/Singapore Asia/Taipei Asia/Manila
Asia/Kuala_Lumpur Australia/Perth Australia/Eucla Asia/Tokyo Asia/Seoul Asia/Yakutsk
Australia/Darwin Australia/Adelaide Australia/Brisbane Australia/Sydney Australia/Melbourne
Pacific/Port_Moresby Pacific/Guam Asia/Vladivostok Australia/Lord_Howe Pacific/Noumea
Asia/Magadan Pacific/Auckland Pacific/Fiji Asia/Kamchatka Pacific/Chatham Pacific/Tongatapu
Pacific/Apia Pacific/Kiritimati
"""
WELL_KNOWN = tuple(_BY_LONGITUDE.split())
"""Cities to choose from, at least one for each offset, from west to east."""

_OTHER_NAMES = {
    "America/Los_Angeles": "San Francisco, Seattle, San Diego, Las Vegas, Portland, Pacific",
    "America/Denver": "Salt Lake City, Mountain",
    "America/Chicago": "Houston, Dallas, Austin, Minneapolis, New Orleans, Central",
    "America/New_York": "Boston, Washington, Philadelphia, Atlanta, Miami, Eastern",
    "America/Toronto": "Ottawa, Montreal",
    "America/Sao_Paulo": "Rio de Janeiro, Brasília",
    "Europe/London": "Edinburgh, Manchester, Birmingham, Glasgow, Cardiff, ロンドン",
    "Europe/Lisbon": "Lissabon, Porto",
    "Europe/Berlin": "München, Munich, Muenchen, Hamburg, Köln, Cologne, Frankfurt, Stuttgart, "
    "Leipzig, Dresden, Hannover, Nürnberg, Bremen, Düsseldorf, ベルリン",
    "Europe/Vienna": "Wien, Graz, Salzburg, Linz, Innsbruck, ウィーン",
    "Europe/Zurich": "Zürich, Bern, Basel, Genf, Geneva, Genève",
    "Europe/Paris": "Lyon, Marseille, パリ",
    "Europe/Madrid": "Barcelona, Valencia, Sevilla",
    "Europe/Rome": "Rom, Roma, Mailand, Milan, Milano, Neapel, Naples, ローマ",
    "Europe/Brussels": "Brüssel, Bruxelles",
    "Europe/Amsterdam": "Rotterdam, Den Haag, The Hague",
    "Europe/Copenhagen": "Kopenhagen, København",
    "Europe/Warsaw": "Warschau, Warszawa, Krakow",
    "Europe/Prague": "Prag, Praha",
    "Europe/Athens": "Athen",
    "Europe/Bucharest": "Bukarest",
    "Europe/Kyiv": "Kiew, Kiev",
    "Europe/Moscow": "Moskau, St Petersburg, モスクワ",
    "Africa/Cairo": "Kairo, カイロ",
    "Africa/Johannesburg": "Cape Town, Kapstadt",
    "Asia/Dubai": "Abu Dhabi, ドバイ",
    "Asia/Kolkata": "Mumbai, Delhi, New Delhi, Bangalore, Bengaluru, Chennai, Hyderabad, デリー",
    "Asia/Shanghai": "Beijing, Peking, Shenzhen, Guangzhou, 北京, 上海",
    "Asia/Hong_Kong": "Hongkong, 香港",
    "Asia/Singapore": "Singapur, シンガポール",
    "Asia/Taipei": "Taipeh, 台北",
    "Asia/Seoul": "Busan, ソウル, 서울",
    "Asia/Tokyo": "Tokio, Osaka, Kyoto, Nagoya, Yokohama, Sapporo, Fukuoka, 東京, 大阪, 京都, "
    "名古屋, 横浜, 札幌, 福岡, 神戸, 仙台, 広島, 日本",
    "Australia/Sydney": "Canberra, シドニー",
    "Pacific/Honolulu": "Hawaii, ホノルル",
}
"""Other large cities, and other names, by zone."""

_TIME = re.compile(r"(\d{1,2})(?:[:.h時](\d{2})?分?)?\s*(uhr|am|pm|a\.m\.|p\.m\.)?")


def city_of(zone: str) -> str:
    """Return the city that a time zone is named after."""
    return zone.rpartition("/")[2].replace("_", " ")


def zone_of_city(text: str) -> str:
    """Return the time zone of a typed city.

    :raises Refusal: `city`, with a similar one.
    """
    zones, name = _zones(), _plain(text)
    if name in zones:
        return zones[name]
    words = {"city": quoted(text)}
    for similar in get_close_matches(name, zones, 1, 0.7):
        raise Refusal(
            "city",
            N_("I don't know the city “{city}”. Did you mean {similar}?"),
            **words,
            similar=_names()[similar],
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
def _names() -> dict[str, str]:
    """The names of cities, by what they are compared by."""
    others = (name for names in _OTHER_NAMES.values() for name in names.split(", "))
    cities = (city_of(zone) for zone in sorted(available_timezones()) if _has_city(zone))
    return {_plain(name): name for name in ("UTC", *others, *cities)}


@cache
def _zones() -> dict[str, str]:
    """The zones by the names of cities, and by their own."""
    zones = sorted(zone for zone in available_timezones() if _has_city(zone))
    named = {_plain(zone): zone for zone in zones}
    others = {
        _plain(name): zone for zone, names in _OTHER_NAMES.items() for name in names.split(", ")
    }
    # Of two zones of a city, the one that is well known, or has the shorter name, is meant.
    zones.sort(key=lambda zone: (zone in WELL_KNOWN, -len(zone)))
    return {"utc": "UTC"} | others | {_plain(city_of(zone)): zone for zone in zones} | named


def _has_city(zone: str) -> bool:
    return zone.partition("/")[0] in _REGIONS


def _plain(text: str) -> str:
    """Return a name without letter case, accents and punctuation."""
    spread = unicodedata.normalize("NFD", folded(text).replace("_", " ").replace("-", " "))
    kept = (each for each in spread if not unicodedata.combining(each) and each not in ".,'")
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
