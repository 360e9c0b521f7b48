"""A player's move, and the offers that lapse or are made with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from club.matches.match import CONDITIONAL
from rules.replay import Played
from storage.database.transaction import Transaction
from storage.matches import offers as stored_offers
from storage.matches.match import StoredMatch
from storage.matches.moves import RecordKind
from storage.matches.offers import Offer


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A move and the user who made it. `kind` is stored in the record."""

    played: Played
    user_id: int
    kind: RecordKind = "move"

    @property
    def ends_turn(self) -> bool:
        """Whether the move ends its turn."""
        return ends_turn(self.played)


def ends_turn(played: Played) -> bool:
    """Whether a move ends its turn."""
    before, after = played.before, played.after
    if played.left is not None:
        return after.to_move != before.to_move
    return after.to_move != before.to_move or not after.is_mid_turn


@dataclass(frozen=True, slots=True)
class OffersAfter:
    """The offers of a match after some moves."""

    still_open: tuple[Offer, ...]
    """Earlier offers that are still open."""
    new: Offer | None = None
    """The draw offered with the move."""

    @property
    def all_open(self) -> tuple[Offer, ...]:
        """All open offers, the latest last."""
        return self.still_open if self.new is None else (*self.still_open, self.new)


async def settle(
    tx: Transaction,
    stored: StoredMatch,
    moves: Sequence[PlayerMove],
    now: datetime,
    *,
    offers_draw: bool,
) -> OffersAfter:
    """Close the offers that some moves make void, and add a draw offered with the move.

    The draw is not offered if a planned reply follows the move.
    """
    is_over = moves[-1].played.after.outcome is not None
    computers = {seat.seat for seat in stored.seats if seat.level is not None}
    still_open = await lapse(
        tx, stored.id, now, lambda offer: is_over or _lapses(offer, moves, computers)
    )
    if not offers_draw or is_over or moves[-1].kind == CONDITIONAL:
        return OffersAfter(still_open)
    new = await _draw_offered(tx, stored, still_open, moves[0].played.seat, now)
    return OffersAfter(still_open, new)


async def lapse(
    tx: Transaction, match_id: int, now: datetime, is_void: Callable[[Offer], bool]
) -> tuple[Offer, ...]:
    """Close the void offers of a match and return the remaining ones."""
    remaining: list[Offer] = []
    for offer in await stored_offers.open_of(tx, match_id):
        if is_void(offer):
            await stored_offers.close(tx, offer.id, "lapsed", now)
        else:
            remaining.append(offer)
    return tuple(remaining)


async def _draw_offered(
    tx: Transaction, stored: StoredMatch, open_offers: Sequence[Offer], seat: int, now: datetime
) -> Offer | None:
    """Add the draw that a seat offers with its move, unless one is open already."""
    if any(offer.kind == "draw" for offer in open_offers):
        return None
    return await stored_offers.add(
        tx, match_id=stored.id, kind="draw", seat=seat, ply=stored.ply, made_at=now
    )


def _lapses(offer: Offer, moves: Sequence[PlayerMove], computers: Set[int]) -> bool:
    """Whether an offer is void after these moves.

    Who has yet to answer declines a draw or a stop by moving. A computer's move doesn't decline it
    for people, nor does the move of a player who has agreed. When a seat leaves, all offers lapse,
    because it may have made one or been the last to answer.
    """
    if offer.kind == "take back" or any(move.played.left is not None for move in moves):
        return True
    silent = {offer.seat, *offer.agreed, *computers}
    return offer.kind in ("draw", "stop") and any(move.played.seat not in silent for move in moves)
