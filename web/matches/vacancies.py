"""A vacant seat: taking it, giving it to a computer, taking it back, with forms for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from club.audit import Admin
from club.matches.match import Match
from club.matches.vacancies import deciding
from language.texts import gettext
from presentation.matches.match import game_words_of
from presentation.matches.vacancies import (
    choice_labels,
    computer_for,
    substitute_lines,
    vacancy_words,
)
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from storage.matches.match import Participant
from web.http.reader import html
from web.http.routes import FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.http.view import NoPage, View
from web.matches.match import seat_path
from web.matches.play import markup_of, match_to_play, my_crumb

MAX_LEVEL_DIGITS = 2


@dataclass(frozen=True, slots=True)
class _Reader:
    """A member who may know of a vacant seat."""

    person: Participant
    """The member, in the place from which they see the match."""
    organiser: Admin | None = None
    """The member, if they may organise the event of the match."""


async def seat_page(visit: PrivateVisit) -> View | Redirect:
    """What the member can do about the vacant seat of a match."""
    match, member = await _match_and_reader(visit, is_fresh=False)
    return await _view(visit, match, member)


async def act(visit: PrivateVisit) -> View | Redirect:
    """Offer the seat, take it, take it back, or agree to a choice."""
    match, member = await _match_and_reader(visit, is_fresh=True)
    person = member.person
    vacancies, what = visit.site.club.vacancies, visit.form.get("act", "")
    try:
        if what == "offer":
            match = await vacancies.offer(match, person.user_id, member.organiser)
        elif what == "take":
            match = await vacancies.take(match, person)
        elif what == "back":
            match = await vacancies.take_back(match, person.user_id)
        elif what.isascii() and what.isdecimal() and len(what) <= MAX_LEVEL_DIGITS:
            computer = await computer_for(visit.site.club, match, int(what))
            match = await vacancies.agree(match, person.user_id, computer)
        else:
            raise NoPage
    except Refusal as refusal:
        current = await visit.site.club.matches.find(match.id)
        return await _view(visit, current, member, refusal)
    visit.site.deliver_match(match.id)
    is_decided = match.vacancy is None
    path = visit.site.play_path(match.id)
    return Redirect(visit.reader.to(path if is_decided else seat_path(visit.site, match)))


ROUTES: Sequence[Route] = (
    PrivateRoute("action", "/play/{key}/seat", seat_page),
    FormRoute("action", "/play/{key}/seat", act),
)


async def _match_and_reader(visit: PrivateVisit, *, is_fresh: bool) -> tuple[Match, _Reader]:
    """Return a match and the member who sees it.

    :param is_fresh: whether to ask Discord again whether they see it.
    :raises NoPage: if they neither play in it, nor have left it, nor certainly see it.
    """
    match, user_id = await match_to_play(visit), visit.user_id
    own = match.player_of(user_id)
    if own is not None:
        return match, _Reader(Participant(user_id, own.name))
    for vacancy in match.vacancies:
        if vacancy.user_id == user_id:
            return match, _Reader(Participant(user_id, vacancy.name))
    for place in match.stored.server_places:
        sight = await visit.site.club.membership.viewer_at(user_id, place, is_fresh=is_fresh)
        if sight is not None and sight.sees:
            name = sight.name or visit.signed_in.name
            organises = sight.organises and match.stored.event_id is not None
            return match, _Reader(
                Participant(user_id, name, home=place.number),
                Admin(user_id, name) if organises else None,
            )
    raise NoPage


async def _view(
    visit: PrivateVisit, match: Match, member: _Reader, refusal: Refusal | None = None
) -> View | Redirect:
    reader, site, user_id = visit.reader, visit.site, visit.user_id
    markup, vacancy = markup_of(visit), match.vacancy
    fresh = match.fresh_substitute
    buttons: list[tuple[str, str, bool]] = []
    if vacancy is not None and any(each.user_id == user_id for each in deciding(match)):
        if not vacancy.is_open:
            buttons.append(("offer", gettext("Offer the seat"), True))
        has_engine = site.club.opponents.can_play(match.game)
        choices = choice_labels(match, has_engine=has_engine)
        buttons += [(str(level), label, False) for level, label in choices]
    elif (left := vacancy or fresh) is not None and left.user_id == user_id:
        buttons.append(("back", gettext("Take it back"), True))
    elif vacancy is not None and match.player_of(user_id) is None:
        if vacancy.is_open:
            buttons.append(("take", gettext("Take the seat"), True))
        elif member.organiser is not None:
            buttons.append(("offer", gettext("Offer the seat"), True))
    if not buttons and refusal is None and match.player_of(user_id) is not None:
        return Redirect(reader.to(site.play_path(match.id)))
    words = vacancy_words(match, markup)
    lines = [words] if words else substitute_lines(match, markup)
    if not lines and refusal is None:
        lines = [gettext("No seat waits for anyone in this match.")]
    is_player = match.player_of(user_id) is not None
    values: dict[str, object] = {
        "notice": "" if refusal is None else html(refusal_words(refusal, markup)),
        "heading": html(game_words_of(match.stored, user_id, markup)),
        "lines": [html(line) for line in lines],
        "buttons": buttons,
        "is_agreed": is_player and len(deciding(match)) > 1 and len(buttons) > 1,
        "action": reader.to(seat_path(site, match)),
        "board": reader.to(site.play_path(match.id)) if is_player else await _public(visit, match),
    }
    return View(
        "seat.html",
        gettext("A seat in match {number}", number=match.id),
        "",
        values,
        trail=(my_crumb(reader),),
        is_private=True,
        status=200 if refusal is None else 409,
    )


async def _public(visit: PrivateVisit, match: Match) -> str:
    """Return the address of the page for spectators, empty without one."""
    server = await visit.site.club.pages.server(match.guild_id)
    is_shown = server is not None and server.shows_match(match.stored)
    return visit.reader.to(visit.site.match_path(match.id)) if is_shown else ""
