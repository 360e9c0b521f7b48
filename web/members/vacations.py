"""A member's vacation: until when they are away, taking days, and coming back."""

from __future__ import annotations

from collections.abc import Sequence

from club.members.vacations import DAYS_A_YEAR, Status
from language.texts import N_, gettext
from language.typed import normalised
from presentation.members.vacations import vacation_lines, vacation_note, welcome_back
from presentation.refusals import refusal_words
from rules.refusal import Refusal, quoted
from web.http.reader import html
from web.http.routes import ME, FormRoute, PrivateRoute, PrivateVisit, Redirect, Route, number_in
from web.http.view import Crumb, View

PATH = f"{ME}/vacation"


async def vacation_page(visit: PrivateVisit) -> View:
    """Show the vacation and the days left, with a form to take some."""
    return await _page(visit)


async def take(visit: PrivateVisit) -> Redirect | View:
    """Take days, from now or after those already taken."""
    try:
        await visit.site.club.vacations.take(visit.user_id, _days_in(visit.form.get("days", "")))
    except Refusal as refusal:
        return await _page(visit, refusal)
    visit.site.deliver_due()
    return Redirect(visit.reader.to(PATH))


async def come_back(visit: PrivateVisit) -> View:
    """End the vacation, and show how many days were returned."""
    try:
        returned, status = await visit.site.club.vacations.end(visit.user_id)
    except Refusal as refusal:
        return await _page(visit, refusal)
    visit.site.deliver_due()
    return _view(visit, status, news=welcome_back(returned))


ROUTES: Sequence[Route] = (
    PrivateRoute("vacation", PATH, vacation_page),
    FormRoute("vacation", f"{PATH}/take", take),
    FormRoute("vacation", f"{PATH}/end", come_back),
)


def _days_in(text: str) -> int:
    number = number_in(normalised(text).strip())
    if number is None:
        raise Refusal(
            "days",
            N_("“{text}” isn't a number of days. Enter one from 1 to {most}."),
            text=quoted(text),
            most=DAYS_A_YEAR,
        )
    return number


async def _page(visit: PrivateVisit, refusal: Refusal | None = None) -> View:
    return _view(visit, await visit.site.club.vacations.status(visit.user_id), refusal)


def _view(
    visit: PrivateVisit, status: Status, refusal: Refusal | None = None, news: str = ""
) -> View:
    markup = visit.reader.markup(lambda _match: "")
    values = {
        "path": PATH,
        "notice": "" if refusal is None else html(refusal_words(refusal, markup)),
        "news": news,
        "lines": [html(line) for line in vacation_lines(status, markup)],
        "note": vacation_note(),
        "is_away": status.until is not None,
        "most": status.days_left,
        "typed": visit.form.get("days", ""),
    }
    trail = (Crumb(gettext("My page"), visit.reader.to(ME)),)
    return View("vacation.html", gettext("Vacation"), "", values, trail=trail, is_private=True)
