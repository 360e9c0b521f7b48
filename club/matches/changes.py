"""Database changes of a match from its start to its end, each within the caller's transaction.

A change starts from a match loaded earlier. It first locks the match, which fails if the match has
changed since, so nothing after that can race.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from club.matches import turns
from club.matches.match import TAKEN_BACK, Match, players_of
from club.matches.seams import OBSERVERS, kind_in
from club.matches.turns import (
    NO_CLOCK,
    Allowance,
    MoveClocks,
    PlayerMove,
    Presence,
    TurnClock,
    allowance_of,
    away_until,
    clock_for_turn,
    ends_turn,
    time_left,
    time_left_from,
)
from club.outbox import notices
from club.paces import pace_of
from club.ratings import rating_book
from rules.position import Outcome
from rules.registry import GAMES
from rules.replay import leave
from storage.challenges.challenges import TeamTerms
from storage.database.transaction import Outdated, Transaction
from storage.matches import matches as stored_matches
from storage.matches import moves as stored_moves
from storage.matches import offers as stored_offers
from storage.matches import vacancies
from storage.matches.match import MatchState, Participant, Place, Result, StoredMatch, Terms
from storage.matches.matches import MatchFields, NewMatch
from storage.matches.moves import NewRecordEntry, RecordEntry
from storage.matches.offers import Offer
from storage.matches.vacancies import Vacancy
from storage.ratings import ratings as stored_ratings


async def lock_match(tx: Transaction, match: Match) -> StoredMatch:
    """Lock a match until the end of the transaction and return its row.

    :raises Outdated: if its version has changed.
    """
    stored = await stored_matches.get(tx, match.id, locked=True)
    if stored is None or stored.version != match.version:
        raise Outdated(f"match {match.id}", match.version)
    return stored


async def record(
    tx: Transaction, match: Match, *made: PlayerMove, now: datetime, offers_draw: bool = False
) -> Match:
    """Record a move, or all moves of a turn, and the replies of observers."""
    stored = await lock_match(tx, match)
    moves = list(made)
    for observer in OBSERVERS:
        moves += await observer.replies(tx, match, moves)
    after = moves[-1].played.after
    presence = await turns.presence(tx, stored, after.to_move, now)
    clocks = turns.clocks_after(stored, moves, now, presence)
    stored = await _advance(tx, stored, moves, clocks, now)
    entries = await _append_entries(tx, stored, moves, clocks, now)
    offers = await turns.settle(tx, stored, moves, now, offers_draw=offers_draw)
    changed = dataclasses.replace(
        match,
        stored=stored,
        players=players_of(match.game, stored),
        played=(*match.played, *(move.played for move in moves)),
        position=after,
        record=(*match.record, *entries),
        offers=offers.all_open,
        away_until=presence.away_until(stored),
    )
    await _announce(tx, match, changed, offers.new, now, presence)
    return await _rated_and_observed(tx, match, changed, now)


async def end(
    tx: Transaction, match: Match, state: MatchState, result: Result, now: datetime
) -> Match:
    """End a match other than by a move."""
    stored = await lock_match(tx, match)
    changes = _ending_changes(state, result, now)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    await turns.lapse(tx, match.id, now, lambda offer: True)
    await notices.announce_turn(tx, stored, now)
    await notices.announce_result(tx, stored, now)
    ended = dataclasses.replace(match, stored=stored, offers=(), away_until=None)
    return await _rated_and_observed(tx, match, ended, now)


async def undo(tx: Transaction, match: Match, to_ply: int, user_id: int, now: datetime) -> Match:
    """Take back all moves after the first `to_ply`.

    If that reaches an earlier turn, the clock is restored to the start of the undone moves.
    """
    stored = await lock_match(tx, match)
    before = match.played[to_ply].before
    changes = MatchFields(ply=to_ply, to_move=before.to_move)
    time = time_left_from(stored, match.away_until or now)
    within_turn = match.turn_began <= to_ply and match.position.is_mid_turn
    if not within_turn:
        clock = await turns.clock_before(tx, match, stored, to_ply, now)
        changes["turn_started_at"] = now
        changes.update(turns.clock_changes(clock))
    banks = turns.banks_before(match, to_ply)
    for seat, bank in banks.items():
        await stored_matches.set_bank(tx, match.id, seat, bank)
    vacant, vacancy = stored.vacant_seat, "returned" if within_turn else None
    seats = tuple(
        dataclasses.replace(
            seat,
            bank=banks.get(seat.seat, seat.bank),
            vacancy=vacancy if seat == vacant else seat.vacancy,
        )
        for seat in stored.seats
    )
    if vacant is not None and within_turn:
        await vacancies.set_vacancy(tx, match.id, vacant.seat, "returned")
    elif vacant is not None:
        # Its turn comes again, with all of its time.
        await vacancies.remove(tx, match.id, vacant.seat)
    former = dataclasses.replace(stored, seats=seats)
    stored = await stored_matches.change(tx, match.id, stored.version, former, **changes)
    # Only the first entry follows thinking time.
    remaining = None if time is None else round(time.total_seconds())
    for played in reversed(match.played[to_ply:]):
        entry = NewRecordEntry(played.seat, played.text, user_id, now, TAKEN_BACK, remaining)
        await stored_moves.append(tx, match.id, entry)
        remaining = None
    offers = await turns.lapse(tx, match.id, now, lambda offer: offer.kind in ("draw", "take back"))
    if not within_turn:
        await notices.announce_turn(tx, stored, now, by=user_id, follower=before.follower)
    else:
        await notices.show_change(tx, stored, now)
    undone = dataclasses.replace(
        match,
        stored=stored,
        players=players_of(match.game, stored),
        played=match.played[:to_ply],
        position=before,
        record=match.record[:to_ply],
        offers=offers,
        away_until=await away_until(tx, stored, now),
        rules=match.rules.before(to_ply),
    )
    return await _rated_and_observed(tx, match, undone, now)


async def pause(tx: Transaction, match: Match, until: datetime, now: datetime) -> Match:
    """Pause the clocks."""
    stored = await lock_match(tx, match)
    remaining = await time_left(tx, stored, now)
    seconds = None if remaining is None else round(remaining.total_seconds())
    clock = TurnClock(None, until, paused_until=until, time_left=seconds)
    paused = await set_clock(tx, match, stored, clock, now)
    await notices.show_change(tx, paused.stored, now)
    return paused


async def resume(tx: Transaction, match: Match, now: datetime) -> Match:
    """Restart the clocks and notify the player to move."""
    stored = await lock_match(tx, match)
    seat = stored.to_move
    assert seat is not None
    clock = await clock_for_turn(
        tx,
        match.pace,
        stored.seats[seat - 1].user_id,
        now,
        Allowance(
            await time_left(tx, stored, now),
            whole=allowance_of(stored, seat),
            is_of_team=stored.seats[seat - 1].is_team,
        ),
        event_id=stored.event_id,
    )
    await turns.lapse(tx, match.id, now, lambda offer: offer.kind == "resume")
    resumed = await set_clock(tx, match, stored, clock, now)
    await notices.announce(tx, resumed.stored, [seat], "resumed", resumed.version, now)
    return resumed


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
    team: TeamTerms | None = None
    """The terms of its teams, if any play."""


async def begin(
    tx: Transaction, agreement: Agreement, random: Random, now: datetime
) -> StoredMatch:
    """Start a match: deal, seat the players, start the clock and announce the first turn.

    :param random: the source of randomness for games with a shuffled set-up.
    :raises Refusal: if the kind of a seat doesn't allow it.
    """
    kind = kind_in(agreement.players)
    agreement = await kind.prepare(tx, agreement)
    terms, players, absent = agreement.terms, agreement.players, agreement.absent
    game, pace = GAMES[terms.game], pace_of(terms.pace)
    setup = game.deal(terms.options, random)
    start = game.start(setup)
    to_move = start.to_move
    clock = NO_CLOCK
    if to_move is not None:
        first = players[to_move - 1]
        is_timed = first.level is None and to_move not in absent
        time = pace.time if is_timed else None
        allowance = Allowance(time, is_of_team=first.team_id is not None)
        clock = await clock_for_turn(
            tx, pace.at(first.hour), first.user_id, now, allowance, event_id=agreement.event_id
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
            runs_out_at=clock.runs_out_at,
            wakes_at=clock.wakes_at,
        ),
    )
    await kind.begin(tx, match, agreement)
    if absent:
        return await _without(tx, match, absent, now)
    await notices.announce_turn(tx, match, now, paired=agreement.from_pool, follower=start.follower)
    return match


async def _advance(
    tx: Transaction,
    stored: StoredMatch,
    moves: Sequence[PlayerMove],
    clocks: MoveClocks,
    now: datetime,
) -> StoredMatch:
    """Store the state, clocks and seats of a match after some moves."""
    after = moves[-1].played.after
    changes = MatchFields(ply=stored.ply + len(moves), to_move=after.to_move)
    if clocks.turn is not None:
        changes["turn_started_at"] = now
        changes.update(turns.clock_changes(clocks.turn))
    if after.outcome is not None:
        changes.update(_ending_changes("over", _result(after.outcome), now))
    seats_left = {move.played.left for move in moves}
    # A player who still moves after their time has run out has taken the seat back.
    mover = None if moves[0].played.left is not None else moves[0].played.seat
    returned = mover if stored.vacant_seat is not None and mover == stored.to_move else None
    seats = tuple(
        dataclasses.replace(
            seat,
            bank=clocks.banks.get(seat.seat, seat.bank),
            is_playing=seat.is_playing and seat.seat not in seats_left,
            vacancy="returned" if seat.seat == returned else seat.vacancy,
        )
        for seat in stored.seats
    )
    if returned is not None:
        await vacancies.set_vacancy(tx, stored.id, returned, "returned")
    former = dataclasses.replace(stored, seats=seats)
    stored = await stored_matches.change(tx, stored.id, stored.version, former, **changes)
    for seat, bank in clocks.banks.items():
        await stored_matches.set_bank(tx, stored.id, seat, bank)
    return stored


async def _append_entries(
    tx: Transaction,
    stored: StoredMatch,
    moves: Sequence[PlayerMove],
    clocks: MoveClocks,
    now: datetime,
) -> list[RecordEntry]:
    """Append moves to the record."""
    entries: list[RecordEntry] = []
    for each, seconds_left in zip(moves, clocks.seconds(), strict=True):
        entry = NewRecordEntry(
            each.played.seat, each.played.text, each.user_id, now, each.kind, seconds_left
        )
        entries.append(await stored_moves.append(tx, stored.id, entry))
        if each.played.left is not None:
            await stored_matches.leave(tx, stored.id, each.played.left)
    return entries


async def _announce(
    tx: Transaction,
    before: Match,
    match: Match,
    offer: Offer | None,
    now: datetime,
    presence: Presence,
) -> None:
    """Queue the posts about some moves.

    :param offer: the draw offered with them.
    """
    moves = match.played[len(before.played) :]
    if match.is_over or any(move.left is not None or ends_turn(move) for move in moves):
        await notices.announce_turn(
            tx,
            match.stored,
            now,
            offer=offer,
            loaded=presence.preferences,
            follower=match.position.follower,
            replaced=_replaced_by_computers(match),
        )
    elif offer is not None:
        await notices.announce_offer(tx, match.stored, offer, now)
    elif match.team_to_move is not None or match.offers != before.offers:
        await notices.show_change(tx, match.stored, now)
    if match.is_over:
        await notices.announce_result(tx, match.stored, now)


async def set_clock(
    tx: Transaction, match: Match, stored: StoredMatch, clock: TurnClock, now: datetime
) -> Match:
    """Set the clock of a locked match, without a notice."""
    changes = turns.clock_changes(clock)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    offers = await stored_offers.open_of(tx, match.id)
    until = await away_until(tx, stored, now)
    return dataclasses.replace(match, stored=stored, offers=offers, away_until=until)


def _replaced_by_computers(match: Match) -> list[Vacancy]:
    """Return the seats that computers have taken since the last board."""
    shown = match.first_unshown_ply(match.ply) if match.replaced else 0
    return [each for each in match.replaced if not each.taken_by and (each.ply or 0) >= shown]


async def _rated_and_observed(tx: Transaction, before: Match, match: Match, now: datetime) -> Match:
    """Return a changed match, rated if it has ended, after observers have followed the change."""
    changed = await _rate(tx, match) if match.is_over else match
    for observer in OBSERVERS:
        await observer.changed(tx, before, changed, now)
    return changed


async def _rate(tx: Transaction, match: Match) -> Match:
    """Rate a match that has just ended and return it with the rating changes and its rules."""
    stored = await rating_book.enter(tx, match.stored, match.played)
    rating_changes = await stored_ratings.changes_by(tx, match.id, rating_book.shown_in(stored))
    rules = await kind_in(stored.seats).load(tx, stored)
    return dataclasses.replace(
        match,
        stored=stored,
        players=players_of(match.game, stored),
        rating_changes=rating_changes,
        rules=rules,
    )


def _ending_changes(state: MatchState, result: Result, now: datetime) -> MatchFields:
    changes = turns.clock_changes(NO_CLOCK)
    changes.update(MatchFields(state=state, to_move=None, ended_at=now, result=result))
    return changes


def _result(outcome: Outcome) -> Result:
    scores = None if outcome.scores is None else list(outcome.scores)
    return Result(
        winners=list(outcome.winners),
        reason=outcome.reason,
        scores=scores,
        values=dict(outcome.values),
    )


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
        match = await record(tx, match, player_move, now=now)
    return match.stored
