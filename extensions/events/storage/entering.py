"""The entrants of an event. Its other rows refer to them by number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal, TypedDict, Unpack

from sqlalchemy import Executable, Index, bindparam, func, insert, select, update

from storage.database.tables import EventId, PersonId, forgets, table_of
from storage.database.transaction import Transaction

EntrantState = Literal["asked", "in", "withdrawn", "removed", "forfeited"]
"""The states of an entrant: asked to confirm, in, or out.

Entrants are out if they left, were removed by an organiser, or made no first move.
"""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A present or former participant of an event.

    Other rows of the event refer to entrants by their numbers, so only this one names the person.
    """

    event_id: EventId
    number: int
    """The number in the order of entry, from 1."""
    user_id: PersonId
    name: str
    state: EntrantState
    seed: int | None
    """The rank by rating at the start, from 1. Later entrants follow."""
    rating: float
    """The rating on entry in the event's game, or in a tour the mean over all games."""
    division: int | None
    """The division of a league, from 1, the highest."""
    place: int | None
    """The place on a running ladder, or the final place in any finished event."""
    first_round: int
    """The first round that they can play in, 1 for timely entries."""
    joined_at: datetime
    seen_at: datetime
    """When they last confirmed their presence."""
    asked_at: datetime | None
    """When they were asked to confirm their presence, or None if no answer is pending."""
    left_at: datetime | None
    struck_round: int | None = None
    """The round whose results don't count, because they left with less than half of them."""

    @property
    def is_in(self) -> bool:
        """Whether they participate, now or up to the end."""
        return self.state == "in"


ENTRANTS = table_of(
    "event_entrant",
    Entrant,
    Index(None, "event_id", "user_id", unique=True),
    Index(None, "user_id", "place"),
    key=("event_id", "number"),
)


@forgets(ENTRANTS)
async def _forget_entrant(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    is_theirs = update(ENTRANTS).where(ENTRANTS.c.user_id == user_id)
    await tx.execute(is_theirs.values(user_id=stand_in, name=name))


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """A new entrant, or one who is asked whether they are still in."""

    user_id: int
    name: str
    rating: float
    state: EntrantState = "in"
    place: int | None = None
    seed: int | None = None
    first_round: int = 1


class EntrantFields(TypedDict, total=False):
    """The columns that `change` can set."""

    name: str
    state: EntrantState
    seed: int | None
    rating: float
    division: int | None
    place: int | None
    first_round: int
    joined_at: datetime
    seen_at: datetime
    asked_at: datetime | None
    left_at: datetime | None
    struck_round: int | None


_ROW = ENTRANTS.c
_ADDED = insert(ENTRANTS).returning(*ENTRANTS.c)
_LAST = select(func.coalesce(func.max(_ROW.number), 0)).where(_ROW.event_id == bindparam("of"))
_OF_EVENT = select(*ENTRANTS.c).where(_ROW.event_id == bindparam("of")).order_by(_ROW.number)


@lru_cache(maxsize=64)
def _changed(names: tuple[str, ...]) -> Executable:
    """Return a statement that changes these columns of an entrant."""
    values = {name: bindparam(f"new_{name}", type_=_ROW[name].type) for name in names}
    is_entrant = (_ROW.event_id == bindparam("of_event"), _ROW.number == bindparam("of_entrant"))
    return update(ENTRANTS).where(*is_entrant).values(**values).returning(*ENTRANTS.c)


async def add(tx: Transaction, event_id: int, new: NewEntrant, at: datetime) -> Entrant:
    """Add an entrant to an event locked by this transaction.

    :raises sqlalchemy.exc.IntegrityError: if they have entered already.
    """
    values = asdict(new) | {
        "event_id": event_id,
        "number": (await tx.execute(_LAST, {"of": event_id})).scalar_one() + 1,
        "joined_at": at,
        "seen_at": at,
        "asked_at": at if new.state == "asked" else None,
    }
    return Entrant(*(await tx.execute(_ADDED, values)).one())


async def change(tx: Transaction, entrant: Entrant, **changes: Unpack[EntrantFields]) -> Entrant:
    """Change an entrant of an event locked by this transaction."""
    values = {f"new_{name}": value for name, value in changes.items()}
    entrant_key = {"of_event": entrant.event_id, "of_entrant": entrant.number}
    return Entrant(*(await tx.execute(_changed(tuple(changes)), entrant_key | values)).one())


async def set_places(
    tx: Transaction, event_id: int, places: Mapping[int, int | None]
) -> tuple[Entrant, ...]:
    """Set the places of entrants, by number."""
    changed: list[Entrant] = []
    for number, place in places.items():
        values = {"of_event": event_id, "of_entrant": number, "new_place": place}
        changed.append(Entrant(*(await tx.execute(_changed(("place",)), values)).one()))
    return tuple(changed)


async def of_event(tx: Transaction, event_id: int) -> tuple[Entrant, ...]:
    """Return all present and former entrants of an event, by number."""
    return tuple(Entrant(*row) for row in await tx.execute(_OF_EVENT, {"of": event_id}))
