"""A player's actions at a board besides moving: offers, hints, resigning, rematches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from club.matches.computers import SHARE, check_may_be_hinted
from club.matches.match import Match
from club.matches.offer_kinds import VERBS
from club.matches.reasons import check_version, stale
from engine.opponent import Choice
from engine.serving.pool import SearchFailed
from language.texts import gettext
from presentation.matches.hints import hint_lines
from presentation.matches.offers import DirectAction, active_player, direct_actions
from rules.notation import read
from rules.refusal import Refusal
from storage.matches.match import Participant
from storage.matches.offers import Kind
from web.http.reader import html
from web.http.routes import FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.http.view import NoPage, View
from web.matches.play import (
    Feedback,
    board_view,
    confirmation_of,
    form_number,
    markup_of,
    own_match,
    refusal_view,
)

log = logging.getLogger(__name__)


MAX_HINT_SECONDS = 30.0
"""Timeout of a hint, including the searches queued before it."""


MatchChange = Callable[[Match], Awaitable[object]]


async def ask(visit: PrivateVisit) -> View | Redirect:
    """Make an offer to the other players, or take back a move without one."""
    kinds: dict[str, Kind] = {kind: kind for kind in VERBS}
    kind = kinds.get(visit.form.get("kind", ""))
    if kind is None:
        raise NoPage
    offers, stands_at = visit.site.club.offers, form_number(visit, "stands_at")
    return await _apply(visit, lambda match: offers.make(match, visit.user_id, kind, stands_at))


async def answer(visit: PrivateVisit) -> View | Redirect:
    """Accept or decline an offer, or withdraw the member's own."""
    offers, offer_id = visit.site.club.offers, form_number(visit, "offer")
    reply = offers.accept if visit.form.get("reply") == "yes" else offers.decline
    return await _apply(visit, lambda match: reply(match, visit.user_id, offer_id))


async def nudge(visit: PrivateVisit) -> View | Redirect:
    """Nudge the player to move."""
    return await _apply(visit, lambda match: visit.site.club.nudges.nudge(match, visit.user_id))


async def resign(visit: PrivateVisit) -> View | Redirect:
    """Resign the match, given the version the member saw."""
    matches, version = visit.site.club.matches, form_number(visit, "version")
    return await _apply(visit, lambda match: matches.resign(match, visit.user_id, version))


async def abort(visit: PrivateVisit) -> View | Redirect:
    """Abort the match, given the version the member saw."""
    matches, version = visit.site.club.matches, form_number(visit, "version")
    return await _apply(visit, lambda match: matches.abort(match, visit.user_id, version))


async def confirm(visit: PrivateVisit) -> View | Redirect:
    """Ask whether to resign or abort, beside the board."""
    match = await own_match(visit)
    player = active_player(match, visit.user_id)
    possible: dict[str, DirectAction] = {}
    if player is not None:
        possible = {action: action for action in direct_actions(match, player)}
    action = possible.get(visit.parts["action"])
    if player is None or action is None:
        return _to_board(visit, match)
    confirmation = confirmation_of(match, player, action, markup_of(visit))
    return await board_view(visit, match, (), Feedback(confirmation=confirmation))


async def hint(visit: PrivateVisit) -> View | Redirect:
    """Show the computer's suggestion, entered on the board."""
    match = await own_match(visit)
    try:
        choice = await _find_hint(visit, match)
    except Refusal as refusal:
        return await refusal_view(visit, match, refusal)
    except (SearchFailed, TimeoutError):
        log.exception("no hint for match %s", match.id)
        words = gettext("Sorry, I didn't find anything this time. Please try again.")
        return await board_view(visit, match, (), Feedback(words, status=503))
    lines = tuple(html(line) for line in hint_lines(match, choice, markup_of(visit)))
    return await board_view(visit, match, read(match.position, choice.move), Feedback(hint=lines))


async def rematch(visit: PrivateVisit) -> View | Redirect:
    """Ask for a rematch, or accept one."""
    match, club = await own_match(visit), visit.site.club
    player, home = match.player_of(visit.user_id), match.stored.home_of(visit.user_id)
    if player is None or not home.can_post:
        raise NoPage
    person = Participant(visit.user_id, player.name)
    try:
        await club.settings.for_new_play(home)
        if match.has_computers:
            club.opponents.check_can_play(match.game)
        challenge = await club.rematches.ask(match, person, home.id, from_elsewhere=True)
    except Refusal as refusal:
        return await refusal_view(visit, match, refusal)
    visit.site.deliver_challenge(challenge.id)
    if challenge.match_id is None:
        return _to_board(visit, match)
    visit.site.deliver_match(challenge.match_id)
    new_match = await club.matches.find(challenge.match_id)
    club.opponents.take_up(new_match)
    return _to_board(visit, new_match)


async def back_to_board(visit: PrivateVisit) -> Redirect:
    """Redirect from the address of a form back to the board."""
    return _to_board(visit, await own_match(visit))


ROUTES: Sequence[Route] = (
    FormRoute("action", "/play/{key}/ask", ask),
    FormRoute("action", "/play/{key}/answer", answer),
    FormRoute("action", "/play/{key}/nudge", nudge),
    FormRoute("action", "/play/{key}/rematch", rematch),
    FormRoute("hint", "/play/{key}/hint", hint, cost="search"),
    PrivateRoute("action", "/play/{key}/{form:ask|answer|nudge|rematch|hint}", back_to_board),
    PrivateRoute("action", "/play/{key}/{action:resign|abort}", confirm),
    FormRoute("action", "/play/{key}/resign", resign),
    FormRoute("action", "/play/{key}/abort", abort),
)


async def _apply(visit: PrivateVisit, act: MatchChange) -> View | Redirect:
    """Change the match, announce it, and return to the board."""
    match = await own_match(visit)
    try:
        await act(match)
    except Refusal as refusal:
        return await refusal_view(visit, match, refusal)
    visit.site.deliver_match(match.id)
    return _to_board(visit, match)


async def _find_hint(visit: PrivateVisit, match: Match) -> Choice:
    """Search for a hint.

    :raises Refusal: `stale`, and as `check_may_be_hinted` and `check_can_play`.
    :raises SearchFailed: if nothing was found.
    :raises TimeoutError: if it takes too long.
    """
    club = visit.site.club
    check_may_be_hinted(match, visit.user_id)
    check_version(match, form_number(visit, "version"))
    ticket = club.opponents.start_appraisal(match, match.position, SHARE)
    async with asyncio.timeout(MAX_HINT_SECONDS):
        choice = await ticket
    current = await club.matches.find(match.id)
    if current.version != match.version:
        raise stale(current)
    return choice


def _to_board(visit: PrivateVisit, match: Match) -> Redirect:
    return Redirect(visit.reader.to(visit.site.play_path(match.id)))
