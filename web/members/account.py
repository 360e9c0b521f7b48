"""What a member does from their own page: answers to challenges, signing in, sessions."""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.reasons import unknown_match
from language.texts import gettext
from presentation.matches.match import match_scene
from presentation.members.privacy import session_line
from rendering.glimpses import board_alone
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant
from web.http.reader import html
from web.http.routes import (
    ME,
    File,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    Route,
)
from web.http.site import SEAT_PAGES
from web.http.view import Crumb, NoPage, View

BOARD_WIDTH = 300
MAX_ID_DIGITS = 9
"""Maximum number of digits of a number in a path. Database numbers have no more."""


async def board_picture(visit: PrivateVisit) -> File:
    """Return the small board of a match in which the member plays or votes."""
    (match_id,) = visit.key("play")
    match = await visit.site.club.matches.find(match_id)
    person, pages = Participant(visit.user_id, visit.signed_in.name), SEAT_PAGES[-1]
    plays = match.player_of(visit.user_id) is not None
    if not plays and not await pages.may_act(visit.site, match, person):
        raise unknown_match(match_id)
    key = ("own", match.id, match.version, visit.reader.language)
    rendered = await visit.site.pictures.get(
        visit.visitor, key, board_alone, match_scene(match), BOARD_WIDTH
    )
    return File(rendered, is_immutable=visit.parts["version"] == str(match.version))


async def accept(visit: PrivateVisit) -> Redirect:
    """Accept a challenge, and go to its match if it has started."""
    challenge, person = await _challenge_to(visit)
    accepted = await visit.site.club.challenges.accept(challenge.id, person)
    visit.site.deliver_challenge(challenge.id)
    if accepted.match_id is None:
        return Redirect(visit.reader.to(ME))
    visit.site.deliver_match(accepted.match_id)
    return Redirect(visit.reader.to(visit.site.play_path(accepted.match_id)))


async def decline(visit: PrivateVisit) -> Redirect:
    """Decline a challenge."""
    challenge, person = await _challenge_to(visit)
    await visit.site.club.challenges.decline(challenge.id, person)
    visit.site.deliver_challenge(challenge.id)
    return Redirect(visit.reader.to(ME))


async def _challenge_to(visit: PrivateVisit) -> tuple[Challenge, Participant]:
    """Return a challenge, and the member under the name used in it.

    :raises Refusal: `unknown_challenge`.
    """
    text = visit.parts["id"]
    if len(text) > MAX_ID_DIGITS:
        raise NoPage
    challenge = await visit.site.club.challenges.find_for_guest(int(text), visit.user_id)
    names = [guest.name for guest in challenge.guests if guest.user_id == visit.user_id]
    return challenge, Participant(visit.user_id, names[0] or visit.signed_in.name)


async def sign_in_page(visit: PrivateVisit) -> View | Redirect:
    """Ask whether to sign in. This stops programs that follow links."""
    token = visit.parts["token"]
    link = await visit.site.club.web_sessions.find_unused_link(token)
    if visit.member is not None and visit.member.user_id == link.user_id:
        await visit.site.club.web_sessions.invalidate_link(token)
        return Redirect(_target(visit, link.match_id))
    name = visit.reader.markup(lambda _match: "").name(link.name)
    whose = html(gettext("Sign in as {name}", name=name))
    values = {"whose": whose, "token": token}
    return View("sign_in.html", gettext("Sign in"), "", values, is_private=True)


async def sign_in(visit: PrivateVisit) -> Redirect:
    """Redeem a link."""
    sessions, browser = visit.site.club.web_sessions, visit.browser
    redeemed = await sessions.redeem(visit.form.get("token", ""), browser.device, browser.token)
    return Redirect(_target(visit, redeemed.link.match_id), redeemed.token)


async def sign_out(visit: PrivateVisit) -> Redirect:
    """End this session."""
    await visit.site.club.web_sessions.end(visit.user_id, visit.signed_in.session_id)
    return Redirect("/", "")


async def sessions_page(visit: PrivateVisit) -> View:
    """List the browsers in which the member is signed in."""
    markup = visit.reader.markup(lambda _match: "")
    own = visit.signed_in.session_id
    values = {
        "sessions": [
            (html(session_line(each, markup)), each.id, each.id == own)
            for each in await visit.site.club.web_sessions.of_user(visit.user_id)
        ],
    }
    trail = (Crumb(gettext("My page"), visit.reader.to(ME)),)
    title = gettext("Signed-in browsers")
    return View("sessions.html", title, "", values, trail=trail, is_private=True)


async def end_session(visit: PrivateVisit) -> Redirect:
    """End one of the member's sessions."""
    text = visit.parts["id"]
    if len(text) > MAX_ID_DIGITS:
        raise NoPage
    session_id = int(text)
    await visit.site.club.web_sessions.end(visit.user_id, session_id)
    if session_id == visit.signed_in.session_id:
        return Redirect("/", "")
    return Redirect(visit.reader.to(f"{ME}/sessions"))


async def end_all_sessions(visit: PrivateVisit) -> Redirect:
    """End all of the member's sessions."""
    await visit.site.club.web_sessions.end_all(visit.user_id)
    return Redirect("/", "")


ROUTES: Sequence[Route] = (
    PrivateRoute("board", f"{ME}/board/{{key}}/{{version:[0-9]+}}.png", board_picture),
    FormRoute("challenge", f"{ME}/challenges/{{id:[0-9]+}}/accept", accept),
    FormRoute("challenge", f"{ME}/challenges/{{id:[0-9]+}}/decline", decline),
    PrivateRoute("sign-in", "/in/{token}", sign_in_page, needs_member=False, cost="sign-in"),
    FormRoute("sign-in", "/in", sign_in, needs_member=False, cost="sign-in"),
    PrivateRoute("sessions", f"{ME}/sessions", sessions_page),
    FormRoute("sessions", f"{ME}/sessions/end", end_all_sessions),
    FormRoute("sessions", f"{ME}/sessions/{{id:[0-9]+}}/end", end_session),
    FormRoute("sign-out", f"{ME}/sign-out", sign_out),
)


def _target(visit: PrivateVisit, match_id: int | None) -> str:
    """Return the target of a link: a match's board, or the user's own page."""
    return ME if match_id is None else visit.site.play_path(match_id)
