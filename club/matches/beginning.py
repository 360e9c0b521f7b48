"""Starting a match, from a full challenge or a round of an event."""

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
from storage.matches.matches import NewMatch
from storage.matches.stored_match import StoredMatch
from storage.matches.terms import Participant, Place, Terms


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms, places and players of a match to start."""

    terms: Terms
    places: Sequence[Place]
    """Where the match is shown. The match belongs to the server of the first place."""
    players: Sequence[Participant]
    """The players, seat 1 first."""
    challenge_id: int | None = None
    """The challenge that led to the match."""
    event_id: int | None = None
    """The event the match counts for."""
    from_pool: bool = False
    """Whether the pool paired the players, who need a notice."""


async def begin(
    tx: Transaction, agreement: Agreement, random: Random, now: datetime
) -> StoredMatch:
    """Start a match: deal, seat the players, start the clock and announce the first turn.

    :param random: the source of randomness for games with a shuffled set-up.
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
            from_pool=agreement.from_pool,
            bank=pace.bank,
            deadline=clock.deadline,
            wakes_at=clock.wakes_at,
        ),
    )
    await notices.announce_turn(tx, match, now, paired=agreement.from_pool)
    return match
