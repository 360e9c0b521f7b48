"""Sign-in links and sessions of the web pages, by hashes of their tokens."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import (
    Column,
    Index,
    Text,
    UniqueConstraint,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from storage.database.tables import OwnerId, columns_of, table_of
from storage.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Link:
    """A link that signs a user in."""

    user_id: OwnerId
    name: str
    """Their name on the server where they requested it."""
    match_id: int | None
    """The match whose board it opens, or None for their own page."""
    expires_at: datetime


WEB_LINKS = table_of(
    "web_link",
    Link,
    # Only hashes of the tokens are stored.
    Column("token_hash", Text, primary_key=True),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)


@dataclass(frozen=True, slots=True)
class NewSession:
    """A browser in which a user is signed in."""

    user_id: OwnerId
    name: str
    browser: str
    """The product name, such as "Chrome", empty if unknown."""
    system: str
    """The product name, such as "Android", empty if unknown."""
    created_at: datetime
    used_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Session(NewSession):
    """A session, with its number."""

    id: int


WEB_SESSIONS = table_of(
    "web_session",
    Session,
    Column("token_hash", Text, nullable=False),
    UniqueConstraint("token_hash"),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

_LINK, _SESSION = columns_of(Link, WEB_LINKS), columns_of(Session, WEB_SESSIONS)
_LINKS, _SESSIONS = WEB_LINKS.c, WEB_SESSIONS.c
_OF_TOKEN = select(*_SESSION).where(
    _SESSIONS.token_hash == bindparam("token"), _SESSIONS.expires_at > bindparam("now")
)


async def add_link(tx: Transaction, token_hash: str, link: Link) -> None:
    """Store a link."""
    await tx.execute(insert(WEB_LINKS).values(token_hash=token_hash, **asdict(link)))


async def link(tx: Transaction, token_hash: str, now: datetime) -> Link | None:
    """Return an unused link, or None if it has expired."""
    query = select(*_LINK).where(_LINKS.token_hash == token_hash, _LINKS.expires_at > now)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else Link(*row)


async def take_link(tx: Transaction, token_hash: str, now: datetime) -> Link | None:
    """Delete a link and return it. Only one of two simultaneous callers gets it."""
    query = delete(WEB_LINKS).where(_LINKS.token_hash == token_hash, _LINKS.expires_at > now)
    row = (await tx.execute(query.returning(*_LINK))).one_or_none()
    return None if row is None else Link(*row)


async def add(tx: Transaction, token_hash: str, session: NewSession) -> None:
    """Store a session."""
    await tx.execute(insert(WEB_SESSIONS).values(token_hash=token_hash, **asdict(session)))


async def of_token(tx: Transaction, token_hash: str, now: datetime) -> Session | None:
    """Return the session with a token, or None if there is none any more."""
    row = (await tx.execute(_OF_TOKEN, {"token": token_hash, "now": now})).one_or_none()
    return None if row is None else Session(*row)


async def of_user(tx: Transaction, user_id: int, now: datetime) -> tuple[Session, ...]:
    """Return a user's sessions, last used first."""
    query = select(*_SESSION).where(_SESSIONS.user_id == user_id, _SESSIONS.expires_at > now)
    rows = await tx.execute(query.order_by(_SESSIONS.used_at.desc(), _SESSIONS.id.desc()))
    return tuple(Session(*row) for row in rows)


async def open_among(
    tx: Transaction, session_ids: Collection[int], now: datetime
) -> frozenset[int]:
    """Return the sessions that haven't ended, among some numbers."""
    is_open = _SESSIONS.id.in_(session_ids), _SESSIONS.expires_at > now
    query = select(_SESSIONS.id).where(*is_open)
    return frozenset((await tx.execute(query)).scalars())


async def note_use(tx: Transaction, session_id: int, now: datetime) -> None:
    """Store when a session was last used."""
    query = update(WEB_SESSIONS).where(_SESSIONS.id == session_id)
    await tx.execute(query.values(used_at=now))


async def end(tx: Transaction, token_hash: str) -> None:
    """Delete the session with a token."""
    await tx.execute(delete(WEB_SESSIONS).where(_SESSIONS.token_hash == token_hash))


async def end_one(tx: Transaction, user_id: int, session_id: int) -> None:
    """Delete a session of a user by its number."""
    is_theirs = (_SESSIONS.user_id == user_id, _SESSIONS.id == session_id)
    await tx.execute(delete(WEB_SESSIONS).where(*is_theirs))


async def end_all(tx: Transaction, user_id: int) -> None:
    """Delete all links and sessions of a user.

    Links are deleted first, so a session from a simultaneous redemption is already stored.
    """
    await tx.execute(delete(WEB_LINKS).where(_LINKS.user_id == user_id))
    await tx.execute(delete(WEB_SESSIONS).where(_SESSIONS.user_id == user_id))


async def forget_expired(tx: Transaction, now: datetime) -> None:
    """Delete expired links and sessions."""
    await tx.execute(delete(WEB_LINKS).where(_LINKS.expires_at <= now))
    await tx.execute(delete(WEB_SESSIONS).where(_SESSIONS.expires_at <= now))
