"""A person's time zone and time off, in words."""

from __future__ import annotations

from club.members.cities import city_of
from club.members.own_day import HoursOff, own_day_of
from language.dates import weekday_name
from language.lists import all_of
from language.texts import gettext
from presentation.markup import Markup
from storage.members.preferences import Preferences


def own_day_lines(person: Preferences, markup: Markup) -> list[str]:
    """Return what a person set, for themselves alone."""
    if person.zone is None:
        return [
            gettext(
                "Set your time zone, then choose hours and days off. Your turns won't run out then."
            )
        ]
    city = markup.strong(city_of(person.zone))
    off = own_day_of(person).hours_off
    lines = [gettext("Your time zone: {city}.", city=city)]
    if not off.length and not off.days:
        lines.append(gettext("Your turns can run out at any time of day."))
    if off.length:
        begin, end = hours_words(off)
        lines.append(
            gettext("Your turns never run out between {begin} and {end}.", begin=begin, end=end)
        )
    if off.days:
        days = all_of([weekday_name(day) for day in sorted(off.days)])
        lines.append(gettext("Days off: {days}.", days=days))
    return lines


def own_day_note() -> str:
    """Return what time off does, and what others learn of it."""
    return gettext(
        "In matches with a day or more per turn, a deadline that falls in your time off moves to "
        "the end of it. Others see only the later deadline, not your time zone or your hours."
    )


def hours_words(off: HoursOff) -> tuple[str, str]:
    """ "22:00" and "08:00", empty without hours off."""
    return (f"{off.begin:%H:%M}", f"{off.end:%H:%M}") if off.length else ("", "")
