"""The offers of a match once moves are made: which lapse, and the draw offered with a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from club.matches.made import Made
from storage.database.transaction import Transaction
from storage.matches import offers as stored_offers
from storage.matches.matches import StoredMatch
from storage.matches.offers import Offer


@dataclass(frozen=True, slots=True)
class OffersAfter:
    """The offers of a match once moves are made."""

    standing: tuple[Offer, ...]
    """Those made before that are still open."""
    new: Offer | None = None
    """The draw offered with the move."""

    @property
    def all_open(self) -> tuple[Offer, ...]:
        """All open offers, the latest last."""
        return self.standing if self.new is None else (*self.standing, self.new)


async def settle(
    tx: Transaction, stored: StoredMatch, made: Sequence[Made], now: datetime, *, offers_draw: bool
) -> OffersAfter:
    """Close the offers that some moves make void, and make the one that comes with a move.

    An offer that a planned reply overtakes is not made.
    """
    is_over = made[-1].played.after.outcome is not None
    computers = {seat.seat for seat in stored.seats if seat.level is not None}
    standing = await lapse(
        tx, stored.id, now, lambda offer: is_over or _lapses(offer, made, computers)
    )
    if not offers_draw or is_over or len(made) > 1:
        return OffersAfter(standing)
    new = await _draw_offered(tx, stored, standing, made[0].played.seat, now)
    return OffersAfter(standing, new)


async def _draw_offered(
    tx: Transaction, stored: StoredMatch, open_offers: Sequence[Offer], seat: int, now: datetime
) -> Offer | None:
    """The offer that a seat makes with its move; None where one is open already."""
    if any(offer.kind == "draw" for offer in open_offers):
        return None
    return await stored_offers.add(
        tx, match_id=stored.id, kind="draw", seat=seat, ply=stored.ply, made_at=now
    )


def _lapses(offer: Offer, made: Sequence[Made], computers: Set[int]) -> bool:
    """Whether an offer is void after these moves; all are where a seat has left, because it may be
    the one that asked, or the last that was to answer.

    A computer has answered a draw that is offered before it moves, and does not speak for people.
    """
    if offer.kind == "take back" or any(each.played.left is not None for each in made):
        return True
    silent = {offer.seat, *computers}
    return offer.kind == "draw" and any(each.played.seat not in silent for each in made)


async def lapse(
    tx: Transaction, match_id: int, now: datetime, is_void: Callable[[Offer], bool]
) -> tuple[Offer, ...]:
    """Close the offers that are void; those that are still open."""
    left: list[Offer] = []
    for offer in await stored_offers.open_of(tx, match_id):
        if is_void(offer):
            await stored_offers.close(tx, offer.id, "lapsed", now)
        else:
            left.append(offer)
    return tuple(left)
