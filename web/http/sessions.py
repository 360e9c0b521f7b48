"""Signed-in visitors: session cookies, and the protection against forged requests."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aiohttp import web

from club.members.sessions import SESSION_TIME, Device
from language.texts import COMPLETE
from storage.members import preferences as stored_preferences
from web.http.reader import Reader
from web.http.site import Site

# The first match counts, because most browsers name others too.
_BROWSERS = (
    ("SamsungBrowser/", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> Device:
    """Return the browser and system of a User-Agent header."""
    return Device(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(products: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in products if mark in user_agent), "")


_SAFE = ("same-origin", "none")


@dataclass(frozen=True, slots=True)
class Member:
    """A signed-in user."""

    user_id: int
    name: str
    """Their name on the server where they asked for the link."""
    session_id: int
    preferences: stored_preferences.Preferences


def cookie_name(site: Site) -> str:
    """Return the name of the session's cookie. Browsers accept `__Host-` with https alone."""
    return "__Host-session" if site.is_secure else "session"


def token_of(site: Site, request: web.Request) -> str:
    """Return the session's token that a browser sent, empty if there is none."""
    return request.cookies.get(cookie_name(site), "")


async def member_of(site: Site, request: web.Request) -> Member | None:
    """Return the signed-in member, or None if there is none."""
    session = await site.club.web_sessions.session(token_of(site, request))
    if session is None:
        return None
    user_id = session.user_id
    preferences = await site.club.store.read(lambda tx: stored_preferences.get(tx, user_id))
    return Member(user_id, session.name, session.id, preferences)


def reader_for(member: Member, reader: Reader) -> Reader:
    """Return a visitor in the member's language, unless the address names one."""
    language = member.preferences.language
    if reader.has_chosen or language not in COMPLETE:
        return reader
    return replace(reader, language=language)


def set_cookie(site: Site, response: web.StreamResponse, token: str) -> None:
    """Sign a browser in, or out with an empty token."""
    response.set_cookie(
        cookie_name(site),
        token,
        max_age=int(SESSION_TIME.total_seconds()) if token else 0,
        path="/",
        httponly=True,
        secure=site.is_secure,
        samesite="Lax",
    )


def is_same_origin(site: Site, request: web.Request) -> bool:
    """Whether a form was sent by a page of this site, or directly by the user.

    Browsers report this in Sec-Fetch-Site, old ones only in Origin.
    """
    fetch_site = request.headers.get("Sec-Fetch-Site")
    if fetch_site is not None:
        return fetch_site in _SAFE
    return request.headers.get("Origin") == site.settings.url
