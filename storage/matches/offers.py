"""Offers between the players of a match, and their outcomes.

A closed offer stays in the table, because it limits further offers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Index, Select, bindparam, insert, select, update

from storage.database.tables import MatchId, table_of
from storage.database.transaction import Transaction

Kind = Literal["draw", "take back", "pause", "resume", "stop"]
OfferState = Literal["open", "accepted", "declined", "withdrawn", "lapsed"]


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of one seat to all others of a match."""

    id: int
    match_id: MatchId
    kind: Kind
    seat: int
    """The seat that made it."""
    to_ply: int | None
    """The number of moves that would remain after a take-back."""
    agreed: list[int]
    """The seats that have accepted it so far."""
    state: OfferState
    made_at: datetime
    closed_at: datetime | None


OFFERS = table_of(
    "offer",
    Offer,
    Index(None, "match_id", "state"),
)


# Built once, because building a frequent statement takes longer than running it.
_OPEN = (
    select(*OFFERS.c)
    .where(OFFERS.c.match_id == bindparam("of_match"), OFFERS.c.state == "open")
    .order_by(OFFERS.c.id)
)


async def add(
    tx: Transaction,
    *,
    match_id: int,
    kind: Kind,
    seat: int,
    made_at: datetime,
    to_ply: int | None = None,
) -> Offer:
    """Add an open offer, in the transaction that has locked the match."""
    added = await tx.execute(
        insert(OFFERS)
        .values(
            match_id=match_id,
            kind=kind,
            seat=seat,
            to_ply=to_ply,
            agreed=[],
            state="open",
            made_at=made_at,
        )
        .returning(*OFFERS.c)
    )
    return Offer(*added.one())


async def get(tx: Transaction, offer_id: int) -> Offer | None:
    """Return an offer, open or closed, or None."""
    row = (await tx.execute(select(*OFFERS.c).where(OFFERS.c.id == offer_id))).one_or_none()
    return None if row is None else Offer(*row)


async def open_of(tx: Transaction, match_id: int) -> tuple[Offer, ...]:
    """Return the open offers of a match, in order of creation."""
    rows = await tx.execute(_OPEN, {"of_match": match_id})
    return tuple(Offer(*row) for row in rows)


async def declined_draws(tx: Transaction, match_id: int) -> tuple[Offer, ...]:
    """Return the declined draw offers of a match, in order of creation."""
    row = OFFERS.c
    query = _of_match(match_id).where(row.kind == "draw", row.state == "declined")
    return tuple(Offer(*each) for each in await tx.execute(query.order_by(row.id)))


async def latest(tx: Transaction, match_id: int, kind: Kind, seat: int) -> Offer | None:
    """Return a seat's latest offer of a kind in a match."""
    query = _of_match(match_id).where(OFFERS.c.kind == kind, OFFERS.c.seat == seat)
    row = (await tx.execute(query.order_by(OFFERS.c.id.desc()).limit(1))).one_or_none()
    return None if row is None else Offer(*row)


async def open_of_matches(tx: Transaction, match_ids: Collection[int]) -> Mapping[int, list[Offer]]:
    """Return the open offers of some matches, by match and in order of creation."""
    row = OFFERS.c
    query = select(*OFFERS.c).where(row.match_id.in_(match_ids), row.state == "open")
    by_match: dict[int, list[Offer]] = {number: [] for number in match_ids}
    for each in await tx.execute(query.order_by(row.id)):
        offer = Offer(*each)
        by_match[offer.match_id].append(offer)
    return by_match


async def agree(tx: Transaction, offer_id: int, seats: Sequence[int]) -> None:
    """Store which seats have accepted an open offer."""
    await tx.execute(update(OFFERS).where(OFFERS.c.id == offer_id).values(agreed=list(seats)))


async def close(tx: Transaction, offer_id: int, state: OfferState, at: datetime) -> None:
    """Store the outcome of an open offer."""
    of_offer = OFFERS.c.id == offer_id
    is_open = OFFERS.c.state == "open"
    await tx.execute(update(OFFERS).where(of_offer, is_open).values(state=state, closed_at=at))


def _of_match(match_id: int) -> Select[tuple[object, ...]]:
    return select(*OFFERS.c).where(OFFERS.c.match_id == match_id)
