"""Signing in and out, and a member's sessions."""

from __future__ import annotations

from collections.abc import Sequence

from language.texts import gettext
from presentation.community.session_words import session_line
from web.pages.my_pages import MAX_ID_DIGITS, ME
from web.reader import html
from web.routes import FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.view import NoPage, View


async def sign_in_page(visit: PrivateVisit) -> View | Redirect:
    """Ask whether to sign in. This stops programs that follow links."""
    token = visit.parts["token"]
    link = await visit.site.club.web_sessions.find_unused_link(token)
    if visit.member is not None and visit.member.user_id == link.user_id:
        await visit.site.club.web_sessions.invalidate_link(token)
        return Redirect(_target(visit, link.match_id))
    name = visit.reader.markup(lambda _match: "").name(link.name)
    whose = html(gettext("You'll be signed in as {name}.", name=name))
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
        "me": visit.reader.to(ME),
    }
    return View("sessions.html", gettext("Signed-in browsers"), "", values, is_private=True)


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
