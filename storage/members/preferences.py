"""Preferences of people, the same in all guilds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from sqlalchemy import Executable, Index, bindparam, select, update

from storage.database.tables import OwnerId, table_of, values_of
from storage.database.transaction import Transaction, insert, insert_into

Notice = Literal["mention", "direct", "none"]

Switch = Literal["gets_nudges", "hears_ahead", "shows_rhythm", "confirms"]
"""A preference that is on or off, by the name of its field."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a user, with defaults until first saved."""

    user_id: OwnerId
    notice: Notice = "mention"
    refused_at: datetime | None = None
    """When a direct message was refused, or None once they choose messages again."""
    digest_at: datetime | None = None
    """When the next daily digest is due, or None for none."""
    is_shown_globally: bool = True
    """Whether global leaderboards, and web pages, may show them."""
    confirms: bool = True
    """Whether the Play panel asks for confirmation."""
    confirmed_moves: int = 0
    """Moves confirmed in the panel, counted up to the offer to skip confirming."""
    named_as_solver: bool | None = None
    """Whether cards of daily puzzles may name them as a solver, or None if not asked yet."""
    language: str | None = None
    """The chosen language, or None for that of their Discord client."""
    seen_language: str | None = None
    """The language of their latest interaction on Discord, for direct messages.

    None if it is unknown or unsupported.
    """
    zone: str | None = None
    """The name of the chosen time zone, or None for none, so without time off."""
    off_from: int = 0
    """When the hours off begin in which no turn of theirs ends, in minutes after midnight."""
    off_until: int = 0
    """When they end, the same if there are none."""
    days_off: str = ""
    """The weekdays off, such as `56` for Saturday and Sunday."""
    gets_nudges: bool = True
    """Whether other players can nudge them."""
    shows_rhythm: bool = True
    """Whether others can see how fast they usually answer."""
    hears_ahead: bool = False
    """Whether they are notified of the turn before theirs, in matches of three."""


PEOPLE = table_of(
    "person",
    Preferences,
    Index(None, "digest_at"),
    key=("user_id",),
    reported_as="wishes",
)

_ONE = select(*PEOPLE.c).where(PEOPLE.c.user_id == bindparam("user_id"))


async def get(tx: Transaction, user_id: int, *, locked: bool = False) -> Preferences:
    """Return the preferences of a user.

    :param locked: whether to lock them, and the user's other data, until this writing transaction
        ends.
    """
    if locked:
        # Others can only wait for an existing row. Writing it locks it.
        rows = await tx.execute(_added_or_locked(tx.database), values_of(Preferences(user_id)))
        return Preferences(*rows.one())
    row = (await tx.execute(_ONE, {"user_id": user_id})).one_or_none()
    return Preferences(user_id) if row is None else Preferences(*row)


_HIDDEN = select(PEOPLE.c.user_id).where(
    PEOPLE.c.user_id.in_(bindparam("among", expanding=True)),
    PEOPLE.c.is_shown_globally.is_(False),
)


async def hidden(tx: Transaction, user_ids: Collection[int]) -> frozenset[int]:
    """Return the users hidden from global leaderboards and web pages, among these."""
    rows = await tx.execute(_HIDDEN, {"among": [*user_ids]})
    return frozenset(rows.scalars())


_WITH_ZONE = select(*PEOPLE.c).where(
    PEOPLE.c.user_id.in_(bindparam("among", expanding=True)), PEOPLE.c.zone.is_not(None)
)


async def with_time_zone(tx: Transaction, user_ids: Collection[int]) -> tuple[Preferences, ...]:
    """Return the people among some users who have chosen a time zone."""
    rows = await tx.execute(_WITH_ZONE, {"among": [*user_ids]})
    return tuple(Preferences(*row) for row in rows)


async def save(tx: Transaction, person: Preferences) -> None:
    """Save the preferences of a user."""
    values = values_of(person)
    user_id = values.pop("user_id")
    await tx.execute(
        insert(tx, PEOPLE)
        .values(user_id=user_id, **values)
        .on_conflict_do_update(index_elements=["user_id"], set_=values)
    )


async def note_language(tx: Transaction, user_id: int, language: str | None) -> None:
    """Store the language of a user's Discord client, if they have other preferences."""
    person = PEOPLE.c
    await tx.execute(update(PEOPLE).where(person.user_id == user_id).values(seen_language=language))


async def digests_due(tx: Transaction, now: datetime, limit: int) -> tuple[Preferences, ...]:
    """Return the people who are due for a digest, longest due first.

    Those locked by another process are left out.
    """
    digest_at = PEOPLE.c.digest_at
    query = select(*PEOPLE.c).where(digest_at <= now).order_by(digest_at).limit(limit)
    rows = await tx.execute(query.with_for_update(skip_locked=True))
    return tuple(Preferences(*row) for row in rows)


@cache
def _added_or_locked(database: str) -> Executable:
    added = insert_into(database, PEOPLE)
    unchanged = {"user_id": added.excluded.user_id}
    return added.on_conflict_do_update(index_elements=["user_id"], set_=unchanged).returning(
        *PEOPLE.c
    )
