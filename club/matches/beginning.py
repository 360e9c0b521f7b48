"""The beginning of a match, from a full challenge or a round of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from club.clocks.clocks import NO_CLOCK, Allowance, clock_for_turn
from club.clocks.pace import pace_of
from club.outbox import notices
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.matches import NewMatch, StoredMatch
from storage.matches.terms import Participant, Place, Terms


@dataclass(frozen=True, slots=True)
class Agreement:
    """Who plays what, by which terms, and where."""

    terms: Terms
    places: Sequence[Place]
    """Where the match is shown; the server of the first is that of the match."""
    players: Sequence[Participant]
    """Seat 1 first."""
    challenge_id: int | None = None
    """The challenge that they agreed by."""
    event_id: int | None = None
    """The event that the match counts for."""


async def begin(
    tx: Transaction, agreement: Agreement, random: Random, now: datetime
) -> StoredMatch:
    """Deal, seat the players, start the clock and announce the first turn.

    :param random: what shuffles, in games that do.
    """
    terms, players = agreement.terms, agreement.players
    game, pace = GAMES[terms.game], pace_of(terms.pace)
    setup = game.deal(terms.options, random)
    to_move = game.start(setup).to_move
    clock = NO_CLOCK
    if to_move is not None:
        first = players[to_move - 1]
        allowance = Allowance(pace.time if first.level is None else None)
        clock = await clock_for_turn(
            tx, pace, first.user_id, now, allowance, event_id=agreement.event_id
        )
    match = await stored_matches.add(
        tx,
        NewMatch(
            terms=terms,
            places=agreement.places,
            players=players,
            setup=setup,
            to_move=to_move,
            created_at=now,
            challenge_id=agreement.challenge_id,
            event_id=agreement.event_id,
            bank=pace.bank,
            deadline=clock.deadline,
            wakes_at=clock.wakes_at,
        ),
    )
    await notices.announce_turn(tx, match, now)
    return match
