"""Starting a match, from a full challenge or a round of an event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from club.clocks.clocks import NO_CLOCK, Allowance, clock_for_turn
from club.clocks.pace import pace_of
from club.matches import match_transactions
from club.matches.match import Match, players_of
from club.matches.player_moves import PlayerMove
from club.outbox import notices
from rules.registry import GAMES
from rules.replay import leave
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
    absent: Collection[int] = ()
    """The seats, of a match of three, whose players leave it as it starts."""


async def begin(
    tx: Transaction, agreement: Agreement, random: Random, now: datetime
) -> StoredMatch:
    """Start a match: deal, seat the players, start the clock and announce the first turn.

    :param random: the source of randomness for games with a shuffled set-up.
    """
    terms, players, absent = agreement.terms, agreement.players, agreement.absent
    game, pace = GAMES[terms.game], pace_of(terms.pace)
    setup = game.deal(terms.options, random)
    to_move = game.start(setup).to_move
    clock = NO_CLOCK
    if to_move is not None:
        first = players[to_move - 1]
        is_timed = first.level is None and to_move not in absent
        allowance = Allowance(pace.time if is_timed else None)
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
    if absent:
        return await _without(tx, match, absent, now)
    await notices.announce_turn(tx, match, now, paired=agreement.from_pool)
    return match


async def _without(
    tx: Transaction, stored: StoredMatch, absent: Collection[int], now: datetime
) -> StoredMatch:
    """Take absent players out of a new match, and announce the first turn of the others."""
    game = GAMES[stored.game]
    match = Match(
        stored,
        game,
        players_of(game, stored),
        played=(),
        position=game.start(stored.setup),
        record=(),
    )
    for seat in sorted(absent):
        departure = leave(match.position, seat, "resigns")
        player_move = PlayerMove(departure, match.players[seat - 1].user_id, "resign")
        match = await match_transactions.record(tx, match, player_move, now)
    return match.stored
