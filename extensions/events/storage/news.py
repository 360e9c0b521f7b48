"""The news of an event, in order, for its thread and for reading later."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, func, insert, select

from storage.database.tables import EventId, table_of
from storage.database.transaction import Transaction
from storage.outbox import OUTBOX, Entry

NewsKind = Literal[
    "opened",
    "asked",
    "started",
    "round begun",
    "round over",
    "out",
    "late entry",
    "adjudicated",
    "extended",
    "climbed",
    "dropped",
    "over",
    "went up",
    "went down",
    "cancelled",
    "too few",
]
"""The kind of a piece of news, which determines its `entrants` and `places`.

The entrants are the people asked to confirm, out or entered, the players of a decided match, those
who climbed past each other or dropped on a ladder, the champions, or those who change divisions.
The places are the new ones on a ladder.
"""


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news."""

    event_id: EventId
    number: int
    """The number of the news within the event, from 1."""
    at: datetime
    kind: NewsKind
    round: int | None
    entrants: tuple[int, ...]
    """The numbers of the entrants concerned."""
    places: tuple[int, ...]


EVENT_NEWS = table_of(
    "event_news",
    News,
    key=("event_id", "number"),
)

_ROW = EVENT_NEWS.c
_ADDED = insert(EVENT_NEWS)
_LAST = select(func.coalesce(func.max(_ROW.number), 0)).where(_ROW.event_id == bindparam("of"))


async def add(
    tx: Transaction,
    event_id: int,
    at: datetime,
    kind: NewsKind,
    *,
    round: int | None = None,
    entrants: Sequence[int] = (),
    places: Sequence[int] = (),
) -> None:
    """Add a piece of news to an event locked by this transaction."""
    number = (await tx.execute(_LAST, {"of": event_id})).scalar_one() + 1
    values = {"event_id": event_id, "number": number, "at": at, "kind": kind, "round": round}
    subjects = {"entrants": list(entrants), "places": list(places)}
    await tx.execute(_ADDED, values | subjects)


async def of_event(tx: Transaction, event_id: int, after: int = 0) -> tuple[News, ...]:
    """Return the news of an event, oldest first.

    :param after: only those after this number.
    """
    is_theirs = (_ROW.event_id == event_id, _ROW.number > after)
    rows = await tx.execute(select(*EVENT_NEWS.c).where(*is_theirs).order_by(_ROW.number))
    return tuple(_news(News(*row)) for row in rows)


def _news(news: News) -> News:
    return dataclasses.replace(news, entrants=tuple(news.entrants), places=tuple(news.places))


async def is_overtaken(tx: Transaction, entry: Entry) -> bool:
    """Whether a later entry replaces it.

    That is one of the same kind whose key differs only after the last dash.
    """
    row = OUTBOX.c
    alike = row.key.startswith(f"{entry.key.rpartition('-')[0]}-", autoescape=True)
    later = select(row.id).where(
        row.id > entry.id, row.kind == entry.kind, alike, row.gave_up_at.is_(None)
    )
    return (await tx.execute(later.limit(1))).first() is not None
