"""Queries for whole matches, with their seats and places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, bindparam, select

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction
from storage.matches.stored_match import Seat, StoredMatch
from storage.matches.terms import MatchPlace

MATCH = columns_of(StoredMatch, schema.match)
"""The columns of a `StoredMatch`."""

_SEAT = columns_of(Seat, schema.seat)
_PLACE = columns_of(MatchPlace, schema.match_place)
IN_ORDER = (schema.seat.c.seat, schema.match_place.c.number)

WHOLE = (
    select(*MATCH, *_SEAT, *_PLACE)
    .join(schema.seat, schema.seat.c.match_id == schema.match.c.id)
    .join(schema.match_place, schema.match_place.c.match_id == schema.match.c.id)
    .order_by(schema.match.c.id, *IN_ORDER)
)
"""Selects matches with their seats and places, for `joined`."""

_SEATS_AND_PLACES = (
    select(*_SEAT, *_PLACE)
    .join(schema.match_place, schema.match_place.c.match_id == schema.seat.c.match_id)
    .where(schema.seat.c.match_id.in_(bindparam("of_matches", expanding=True)))
    .order_by(schema.seat.c.match_id, *IN_ORDER)
)


def joined(rows: Iterable[Row[*tuple[Any, ...]]]) -> tuple[StoredMatch, ...]:
    """Return the matches of a query made from `WHOLE`, with the rows of each match together."""
    matches: list[StoredMatch] = []
    for _, of_match in groupby(rows, key=lambda row: row[0]):
        rows_of_match = list(of_match)
        seats, places = _seats_and_places([row[len(MATCH) :] for row in rows_of_match])
        columns = rows_of_match[0][: len(MATCH)]
        matches.append(StoredMatch(*columns, seats=seats, places=places))
    return tuple(matches)


def _seats_and_places(
    rows: Sequence[Sequence[Any]],
) -> tuple[tuple[Seat, ...], tuple[MatchPlace, ...]]:
    """The seats and places of one match, from a row for each combination."""
    first = rows[0][: len(_SEAT)]
    places = [row[len(_SEAT) :] for row in rows if row[: len(_SEAT)] == first]
    return (
        tuple(Seat(*row[: len(_SEAT)]) for row in rows[:: len(places)]),
        tuple(MatchPlace(*place) for place in places),
    )


async def fetched(tx: Transaction, query: Select[*tuple[Any, ...]]) -> tuple[StoredMatch, ...]:
    """Return the matches of a query for the columns `MATCH`, with their seats and places."""
    return await with_seats_and_places(tx, (await tx.execute(query)).all())


async def with_seats_and_places(
    tx: Transaction, rows: Sequence[Row[*tuple[Any, ...]]]
) -> tuple[StoredMatch, ...]:
    """Return the matches of rows of the columns `MATCH`."""
    if not rows:
        return ()
    others = await tx.execute(_SEATS_AND_PLACES, {"of_matches": [row.id for row in rows]})
    by_match = {
        match_id: _seats_and_places(list(of_match))
        for match_id, of_match in groupby(others, key=lambda row: row[0])
    }
    return tuple(
        StoredMatch(*row, seats=seats, places=places)
        for row in rows
        for seats, places in (by_match[row.id],)
    )
