"""Signing in to the web pages by links from Discord, and the resulting sessions.

A link works once, within two minutes. Links and sessions are identified by random tokens, of which
only hashes are stored.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from language.texts import lazy_gettext
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.members import preferences, sessions
from storage.members.sessions import Link, NewSession, Session

LINK_TIME = timedelta(minutes=2)
"""Lifetime of a link."""

SESSION_TIME = timedelta(days=30)
"""Lifetime of a session."""

MAX_SESSIONS = 20
"""Maximum number of sessions per user. Another one ends the least recently used."""

LAST_USE_PRECISION = timedelta(hours=1)
"""Precision of a session's stored last use."""

_LOCAL = ("localhost", "127.0.0.1")


@dataclass(frozen=True, slots=True)
class Device:
    """A browser and its system by their product names, empty if unknown."""

    browser: str = ""
    system: str = ""


@dataclass(frozen=True, slots=True)
class StartedSession:
    """A new session's token and link."""

    token: str
    link: Link


class WebSessions:
    """Creates and redeems links, and finds and ends sessions.

    :param web_url: the address of the pages, such as "https://stairwell.example", or None.
    """

    def __init__(
        self, store: Store, clock: Callable[[], datetime], web_url: str | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._web_url = web_url

    @property
    def are_available(self) -> bool:
        """Whether users can sign in. Browsers keep the cookie for https and localhost only."""
        if self._web_url is None:
            return False
        parts = urlsplit(self._web_url)
        return parts.scheme == "https" or parts.hostname in _LOCAL

    async def link(self, user_id: int, name: str, match_id: int | None = None) -> str:
        """Return the address of a new link.

        :param match_id: the match whose board it opens, or None for the user's own page.
        """
        token = secrets.token_urlsafe()
        link = Link(user_id, name, match_id, self._clock() + LINK_TIME)
        await self._store.write(lambda tx: sessions.add_link(tx, _hash(token), link))
        return f"{self._web_url}/in/{token}"

    async def find_unused_link(self, token: str) -> Link:
        """Return an unused link.

        :raises Refusal: `link_used`.
        """
        token_hash, now = _hash(token), self._clock()
        link = await self._store.read(lambda tx: sessions.link(tx, token_hash, now))
        if link is None:
            raise _link_used()
        return link

    async def redeem(self, token: str, device: Device, former_token: str = "") -> StartedSession:
        """Start a session with a link.

        :param former_token: the token of the browser's former session, which ends.
        :raises Refusal: `link_used`, also for all but one of simultaneous uses.
        """
        now, new_token = self._clock(), secrets.token_urlsafe()

        async def begin(tx: Transaction) -> Link | None:
            unused = await sessions.link(tx, _hash(token), now)
            if unused is None:
                return None
            # Sessions begun at once count each other.
            await preferences.get(tx, unused.user_id, locked=True)
            link = await sessions.take_link(tx, _hash(token), now)
            if link is None:
                return None
            if former_token:
                await sessions.end(tx, _hash(former_token))
            for each in (await sessions.of_user(tx, link.user_id, now))[MAX_SESSIONS - 1 :]:
                await sessions.end_one(tx, link.user_id, each.id)
            expires_at = now + SESSION_TIME
            session = NewSession(
                link.user_id, link.name, device.browser, device.system, now, now, expires_at
            )
            await sessions.add(tx, _hash(new_token), session)
            return link

        link = await self._store.write(begin)
        if link is None:
            raise _link_used()
        return StartedSession(new_token, link)

    async def invalidate_link(self, token: str) -> None:
        """Invalidate a link without starting a session."""
        token_hash, now = _hash(token), self._clock()
        await self._store.write(lambda tx: sessions.take_link(tx, token_hash, now))

    async def session(self, token: str) -> Session | None:
        """Return the session with a token, or None if it has ended."""
        if not token:
            return None
        token_hash, now = _hash(token), self._clock()
        session = await self._store.read(lambda tx: sessions.of_token(tx, token_hash, now))
        if session is not None and now - session.used_at >= LAST_USE_PRECISION:
            number = session.id
            await self._store.write(lambda tx: sessions.note_use(tx, number, now))
        return session

    async def of_user(self, user_id: int) -> tuple[Session, ...]:
        """Return a user's sessions, last used first."""
        now = self._clock()
        return await self._store.read(lambda tx: sessions.of_user(tx, user_id, now))

    async def end(self, user_id: int, session_id: int) -> None:
        """End a session if it is the user's own."""
        await self._store.write(lambda tx: sessions.end_one(tx, user_id, session_id))

    async def end_all(self, user_id: int) -> None:
        """End all sessions of a user, and delete their unused links."""
        await self._store.write(lambda tx: sessions.end_all(tx, user_id))

    async def forget_expired(self) -> None:
        """Delete expired links and sessions."""
        now = self._clock()
        await self._store.write(lambda tx: sessions.forget_expired(tx, now))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _link_used() -> Refusal:
    return Refusal(
        "link_used",
        lazy_gettext(
            "This link doesn't work any more. Links work only once, within two minutes. Use "
            "/web on Discord to get a new one."
        ),
    )
