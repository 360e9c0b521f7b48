"""A member's time zone, hours off and days off."""

from __future__ import annotations

from collections.abc import Sequence

from club.members.cities import city_of, typed_minutes, zone_of_city, zones_at
from club.members.own_day import own_day_of
from language.dates import weekday_name
from language.texts import gettext
from presentation.members.own_day import hours_words, own_day_lines, own_day_note
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from web.http.reader import html
from web.http.routes import ME, FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.http.view import Crumb, View

PATH = f"{ME}/day"


async def own_day_page(visit: PrivateVisit) -> View:
    """Show the member's time zone and time off, with forms to change them."""
    return await _page(visit)


async def set_zone(visit: PrivateVisit) -> Redirect | View:
    """Set the time zone of a city, or offer those in which it is a typed time."""
    text = visit.form.get("city", "").strip()
    try:
        minutes = typed_minutes(text)
        if minutes is not None:
            return await _page(visit, cities=zones_at(minutes, visit.reader.now))
        await visit.site.club.own_days.set_zone(visit.user_id, zone_of_city(text))
    except Refusal as refusal:
        return await _page(visit, refusal)
    return Redirect(visit.reader.to(PATH))


async def set_time_off(visit: PrivateVisit) -> Redirect | View:
    """Set the hours and days off."""
    begin, end = visit.form.get("begin", ""), visit.form.get("end", "")
    days = [day for day in range(7) if visit.form.get(f"day{day}")]
    try:
        await visit.site.club.own_days.set_time_off(visit.user_id, begin, end, days)
    except Refusal as refusal:
        return await _page(visit, refusal)
    visit.site.deliver_due()
    return Redirect(visit.reader.to(PATH))


async def forget(visit: PrivateVisit) -> Redirect:
    """Remove the time zone and the time off."""
    await visit.site.club.own_days.forget(visit.user_id)
    return Redirect(visit.reader.to(PATH))


ROUTES: Sequence[Route] = (
    PrivateRoute("own-day", PATH, own_day_page),
    FormRoute("own-day", f"{PATH}/zone", set_zone),
    FormRoute("own-day", f"{PATH}/off", set_time_off),
    FormRoute("own-day", f"{PATH}/forget", forget),
)


async def _page(
    visit: PrivateVisit, refusal: Refusal | None = None, cities: Sequence[str] = ()
) -> View:
    person = await visit.site.club.preferences.of(visit.user_id)
    off, markup = own_day_of(person).hours_off, visit.reader.markup(lambda _match: "")
    begin, end = hours_words(off)
    values = {
        "path": PATH,
        "notice": "" if refusal is None else html(refusal_words(refusal, markup)),
        "lines": [html(line) for line in own_day_lines(person, markup)],
        "note": own_day_note(),
        "has_zone": person.zone is not None,
        "city": "" if person.zone is None else city_of(person.zone),
        "typed": visit.form.get("city", ""),
        "cities": [(zone, city_of(zone)) for zone in cities],
        "begin": visit.form.get("begin", begin),
        "end": visit.form.get("end", end),
        "days": [(f"day{day}", weekday_name(day), day in off.days) for day in range(7)],
    }
    trail = (Crumb(gettext("My page"), visit.reader.to(ME)),)
    return View("own_day.html", gettext("Your day"), "", values, trail=trail, is_private=True)
