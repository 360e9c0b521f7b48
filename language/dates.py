"""Months and days in words, for pictures and titles without Discord's timestamps."""

from __future__ import annotations

from datetime import date

from language.texts import gettext, lazy_pgettext

_MONTHS = (
    lazy_pgettext("month", "January"),
    lazy_pgettext("month", "February"),
    lazy_pgettext("month", "March"),
    lazy_pgettext("month", "April"),
    lazy_pgettext("month", "May"),
    lazy_pgettext("month", "June"),
    lazy_pgettext("month", "July"),
    lazy_pgettext("month", "August"),
    lazy_pgettext("month", "September"),
    lazy_pgettext("month", "October"),
    lazy_pgettext("month", "November"),
    lazy_pgettext("month", "December"),
)
_SHORT = (
    lazy_pgettext("short month", "Jan"),
    lazy_pgettext("short month", "Feb"),
    lazy_pgettext("short month", "Mar"),
    lazy_pgettext("short month", "Apr"),
    lazy_pgettext("short month", "May"),
    lazy_pgettext("short month", "Jun"),
    lazy_pgettext("short month", "Jul"),
    lazy_pgettext("short month", "Aug"),
    lazy_pgettext("short month", "Sep"),
    lazy_pgettext("short month", "Oct"),
    lazy_pgettext("short month", "Nov"),
    lazy_pgettext("short month", "Dec"),
)

_WEEKDAYS = (
    lazy_pgettext("weekday", "Monday"),
    lazy_pgettext("weekday", "Tuesday"),
    lazy_pgettext("weekday", "Wednesday"),
    lazy_pgettext("weekday", "Thursday"),
    lazy_pgettext("weekday", "Friday"),
    lazy_pgettext("weekday", "Saturday"),
    lazy_pgettext("weekday", "Sunday"),
)


def weekday_name(weekday: int) -> str:
    """ "Saturday", of 0 to 6, from Monday."""
    return str(_WEEKDAYS[weekday])


def month_name(month: int) -> str:
    """ "October", of 1 to 12."""
    return str(_MONTHS[month - 1])


def short_month_name(month: int) -> str:
    """ "Oct", for little room."""
    return str(_SHORT[month - 1])


def month_of_year(month: int, year: int) -> str:
    """ "October 2026"."""
    return gettext("{month} {year}", month=month_name(month), year=year)


def day_words(day: date) -> str:
    """ "21 November 2026"."""
    return gettext("{day} {month} {year}", day=day.day, month=month_name(day.month), year=day.year)


def short_day_words(day: date) -> str:
    """ "21 Nov", for little room."""
    return gettext("{day} {month}", day=day.day, month=short_month_name(day.month))
