"""The pool on the web: looking for opponents, whose boards come by direct message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extensions.pool.club.pool import PlayerPool
from extensions.pool.presentation import (
    range_words,
    ranges,
    reach_note,
    rhythm_note,
    state_words,
    waiting_lines,
)
from extensions.pool.storage import Wish
from language.texts import gettext
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant
from web.http.reader import html
from web.http.routes import (
    ME,
    MORE_ROUTES,
    START,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
)
from web.http.view import Crumb, View
from web.start import WAYS, Choice, Menu, Way

PATH = f"{START}/pool"


@WAYS.add
def pool_way(visit: PrivateVisit) -> Sequence[Way]:
    """Offer the pool beside the form for a new match."""
    words = gettext("I pair players of similar strength every few minutes.")
    address = visit.reader.to(PATH)
    return [Way(gettext("Find someone to play"), words, address, gettext("Find me a match"))]


async def pool_page(visit: PrivateVisit) -> View:
    """Show who is waiting, and the member's own search."""
    return await _view(visit)


async def join(visit: PrivateVisit) -> View | Redirect:
    """Start or change a search for matches that are played by direct message."""
    form, club = visit.form, visit.site.club
    fastest, _, slowest = form.get("pace", "").partition("-")
    view = await club.part(PlayerPool).view(visit.user_id, None)
    games = tuple(game for game in GAMES if game in form)
    wish = Wish(games, fastest, slowest, view.wish.most, "direct")
    try:
        place = await club.meetings.direct_place(visit.user_id)
        person = Participant(visit.user_id, visit.signed_in.name)
        await club.part(PlayerPool).join(person, place, wish, direct_channel_id=place.channel_id)
    except Refusal as refusal:
        return await _view(visit, wish, refusal)
    return Redirect(visit.reader.to(PATH))


async def leave(visit: PrivateVisit) -> Redirect:
    """End the search."""
    await visit.site.club.part(PlayerPool).leave(visit.user_id)
    return Redirect(visit.reader.to(PATH))


async def _view(
    visit: PrivateVisit, wish: Wish | None = None, refusal: Refusal | None = None
) -> View:
    reader = visit.reader
    markup = reader.markup(lambda _match: "")
    view = await visit.site.club.part(PlayerPool).view(visit.user_id, None)
    wish = replace(wish or view.wish, reach="direct")
    paces = [
        Choice(f"{fastest}-{slowest}", range_words(fastest, slowest), pair == _paces(wish))
        for pair in ranges()
        for fastest, slowest in [pair]
    ]
    is_in = view.entry is not None
    label = gettext("Keep looking") if is_in else gettext("Find me a match")
    values: dict[str, object] = {
        "notice": "" if refusal is None else html(refusal_words(refusal, markup)),
        "words": html(state_words(view, markup)),
        "others": [html(line.removeprefix("- ")) for line in waiting_lines(view)],
        "ticks": [(key, game.name, key in wish.games) for key, game in GAMES.items()],
        "menus": [Menu("pace", gettext("Pace"), paces)],
        "notes": [
            html(each) for each in (rhythm_note(view), reach_note(view, wish, markup)) if each
        ],
        "action": reader.to(PATH),
        "label": label,
        "other": (reader.to(f"{PATH}/leave"), gettext("Stop looking")) if is_in else None,
    }
    trail = (
        Crumb(gettext("My page"), reader.to(ME)),
        Crumb(gettext("New match"), reader.to(START)),
    )
    title = gettext("Find someone to play")
    status = 200 if refusal is None else 409
    return View("search.html", title, "", values, trail=trail, is_private=True, status=status)


def _paces(wish: Wish) -> tuple[str, str]:
    return wish.fastest, wish.slowest


MORE_ROUTES.extend(
    (
        PrivateRoute("pool", PATH, pool_page),
        FormRoute("pool", PATH, join),
        FormRoute("pool", f"{PATH}/leave", leave),
    )
)
