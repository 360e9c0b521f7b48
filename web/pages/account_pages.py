"""Signing in and out, one's own page, and one's sessions."""

from __future__ import annotations

from collections.abc import Sequence

from rules.language import gettext
from web.reader import html
from web.routes import SIGN_IN, FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.view import View

ME = "/me"


async def sign_in_page(visit: PrivateVisit) -> View | Redirect:
    """Ask whether to sign in. Programs that follow links get no further."""
    token = visit.parts["token"]
    link = await visit.site.club.web_sessions.unused(token)
    if visit.member is not None and visit.member.user_id == link.user_id:
        await visit.site.club.web_sessions.spend(token)
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


async def my_page(visit: PrivateVisit) -> View:
    """One's own page."""
    values = {"name": visit.signed_in.name}
    return View("me.html", gettext("My page"), "", values, is_private=True)


ROUTES: Sequence[Route] = (
    PrivateRoute(SIGN_IN, "/in/{token}", sign_in_page, needs_member=False),
    FormRoute(SIGN_IN, "/in", sign_in, needs_member=False),
    PrivateRoute("me", ME, my_page),
    FormRoute("sign-out", f"{ME}/sign-out", sign_out),
)


def _target(visit: PrivateVisit, match_id: int | None) -> str:
    """Return where a link leads: to a match's board, or to the user's own page."""
    return ME if match_id is None else visit.site.play_path(match_id)
