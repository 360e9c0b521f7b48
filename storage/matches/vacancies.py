"""Vacated seats: who left, who was asked for, and who took the seat.

Whether a seat is vacant or taken is stored with the seat (`Seat.vacancy`), until when it is offered
as the deadline of its match.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Index, Select, bindparam, delete, insert, or_, select, update

from storage.database.tables import MatchId, PersonId, forgets, reports, table_of, values_of
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import SEATS, StoredMatch

ALONE = 0
"""The proposed level for playing on without the seat."""


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat that its player has left without a word."""

    match_id: MatchId
    seat: int
    user_id: PersonId
    """Who left it."""
    name: str
    home: int
    """The number of the place where they played from."""
    since: datetime
    is_open: bool = False
    """Whether members can take it."""
    level: int | None = None
    """The level of a computer that the others consider, or `ALONE`."""
    agreed: list[int] = field(default_factory=list[int])
    """The seats that have agreed to this level, the one that proposed it first."""
    taken_by: PersonId | None = None
    """Who took it, None for nobody or a computer."""
    taken_at: datetime | None = None
    ply: int | None = None
    """The number of moves at which it was taken."""


VACANCIES = table_of(
    "vacated_seat",
    Vacancy,
    Index(None, "user_id", "match_id"),
    Index(None, "taken_by", "match_id"),
    key=("match_id", "seat"),
)

_ROW = VACANCIES.c


def _is_of(user_id: int) -> Any:
    return or_(_ROW.user_id == user_id, _ROW.taken_by == user_id)


def matches_of(user_id: int) -> tuple[Select[tuple[int]], Select[tuple[int]]]:
    """Return the queries for the matches in which a person has left a seat, or taken one."""
    query = select(_ROW.match_id)
    return query.where(_ROW.user_id == user_id), query.where(_ROW.taken_by == user_id)


@reports(VACANCIES, "vacated_seats")
def _report(user_id: int) -> Select[*tuple[Any, ...]]:
    own = (_ROW.match_id, _ROW.seat, _ROW.since, _ROW.taken_at, _ROW.ply)
    has_left = (_ROW.user_id == user_id).label("has_left")
    return select(*own, has_left).where(_is_of(user_id))


@forgets(VACANCIES)
async def _forget(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    rows = VACANCIES
    left = update(rows).where(_ROW.user_id == user_id).values(user_id=stand_in, name=name)
    await tx.execute(left)
    taken = update(rows).where(_ROW.taken_by == user_id).values(taken_by=stand_in)
    await tx.execute(taken)


_OF_MATCH = select(*_ROW).where(_ROW.match_id == bindparam("of_match")).order_by(_ROW.seat)


async def of_match(tx: Transaction, match: StoredMatch) -> tuple[Vacancy, ...]:
    """Return the vacated seats of a match. Most matches have none, and need no query."""
    if all(seat.vacancy is None for seat in match.seats):
        return ()
    return tuple(Vacancy(*row) for row in await tx.execute(_OF_MATCH, {"of_match": match.id}))


async def add(tx: Transaction, vacancy: Vacancy) -> None:
    """Store a vacated seat, in the transaction that has locked the match."""
    await tx.execute(insert(VACANCIES).values(values_of(vacancy)))


async def save(tx: Transaction, vacancy: Vacancy) -> None:
    """Store what has changed about a vacated seat, in the transaction that has locked the match."""
    of_seat = _ROW.match_id == vacancy.match_id, _ROW.seat == vacancy.seat
    await tx.execute(update(VACANCIES).where(*of_seat).values(values_of(vacancy)))


async def set_vacancy(tx: Transaction, match_id: int, seat: int, vacancy: str | None) -> None:
    """Store whether a seat is vacant, in the transaction that changes the match."""
    of_seat = SEATS.c.match_id == match_id, SEATS.c.seat == seat
    await tx.execute(update(SEATS).where(*of_seat).values(vacancy=vacancy))


async def remove(tx: Transaction, match_id: int, seat: int) -> None:
    """Forget that a seat was vacated, in the transaction that changes the match."""
    await set_vacancy(tx, match_id, seat, None)
    of_seat = _ROW.match_id == match_id, _ROW.seat == seat
    await tx.execute(delete(VACANCIES).where(*of_seat))


async def give_back(tx: Transaction, match: StoredMatch) -> tuple[Vacancy, ...]:
    """Give the taken seats of a match that has just ended back to those who began it.

    :returns: these seats.
    """
    taken: list[Vacancy] = []
    for vacancy in await of_match(tx, match):
        seat = match.seats[vacancy.seat - 1]
        if seat.has_substitute:
            taken.append(vacancy)
            began = replace(
                seat, user_id=vacancy.user_id, name=vacancy.name, home=vacancy.home, level=None
            )
            await stored_matches.set_player(tx, began)
        else:
            await set_vacancy(tx, match.id, vacancy.seat, None)
    return tuple(taken)
