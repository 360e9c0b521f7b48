"""A member's preferences that are on or off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from language.texts import gettext
from presentation.members.preferences import SWITCHES, is_on, switch_label, switch_lines
from storage.members.preferences import Switch
from web.http.reader import html
from web.http.routes import ME, FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.http.view import Crumb, NoPage, View

PATH = f"{ME}/preferences"


async def preferences_page(visit: PrivateVisit) -> View:
    """Show what is on and off, with a form for each."""
    person = await visit.site.club.preferences.of(visit.user_id)
    values: dict[str, object] = {
        "path": PATH,
        "switches": [
            (switch, is_on(person, switch), switch_label(person, switch), words, notes)
            for switch in SWITCHES
            for words, *notes in [switch_lines(person, switch)]
        ],
    }
    markup = visit.reader.markup(lambda _match: "")
    values["elsewhere"] = html(
        gettext(
            "Use {command} on Discord to choose how you're notified of your turns.",
            command=markup.command("preferences"),
        )
    )
    trail = (Crumb(gettext("My page"), visit.reader.to(ME)),)
    title = gettext("Preferences")
    return View("preferences.html", title, "", values, trail=trail, is_private=True)


async def turn(visit: PrivateVisit) -> Redirect:
    """Turn one of them on or off."""
    switch = cast(Switch, visit.parts["switch"])
    if switch not in SWITCHES:
        raise NoPage
    on = visit.form.get("on") == "1"
    await visit.site.club.preferences.turn(visit.user_id, switch, is_on=on)
    return Redirect(visit.reader.to(PATH))


ROUTES: Sequence[Route] = (
    PrivateRoute("preferences", PATH, preferences_page),
    FormRoute("preferences", f"{PATH}/{{switch}}", turn),
)
