"""What changes of a match do to the database, each within the transaction of its caller.

A change is decided on a match as it was found. It begins by taking the match for itself, which
fails where the match has changed since; so everything after that is free of races.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from datetime import datetime

from club.clocks.clocks import (
    NO_CLOCK,
    Allowance,
    TurnClock,
    allowance_of,
    clock_for_turn,
    time_from,
    time_left,
)
from club.matches import conditional_replies, offers_after, turn_clocks
from club.matches.made import Made, ends_turn, with_replies
from club.matches.match import Match, players_of
from club.matches.turn_clocks import MoveClocks, Presence
from club.outbox import notices
from club.ratings import rating_book
from rules.position import Outcome
from storage.database.errors import Outdated
from storage.database.transaction import Transaction
from storage.matches import conditional_lines as stored_lines
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches import records
from storage.matches.matches import MatchFields, MatchState, Result, StoredMatch
from storage.matches.offers import Offer
from storage.matches.records import NewEntry, RecordEntry
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import EVERYWHERE

TAKEN_BACK = "take back"
"""The kind of an entry that undoes the one before it."""


async def taken(tx: Transaction, match: Match) -> StoredMatch:
    """The match as it is stored, which nobody else changes until the transaction has ended.

    :raises Outdated: where it is no longer at the version that was found.
    """
    stored = await stored_matches.get(tx, match.id, locked=True)
    if stored is None or stored.version != match.version:
        raise Outdated(f"match {match.id}", match.version)
    return stored


async def record(
    tx: Transaction, match: Match, first: Made, now: datetime, *, offers_draw: bool = False
) -> Match:
    """Make a move, and the planned replies that follow it at once."""
    stored = await taken(tx, match)
    lines = await stored_lines.of_match(tx, match.id)
    made = with_replies(match, first, lines)
    after = made[-1].played.after
    presence = await turn_clocks.presence(tx, stored, after.to_move, now)
    clocks = turn_clocks.clocks_after(stored, made, now, presence)
    stored = await _advanced(tx, stored, made, clocks, now)
    entries = await _entered(tx, stored, made, clocks, now)
    offers = await offers_after.settle(tx, stored, made, now, offers_draw=offers_draw)
    changed = dataclasses.replace(
        match,
        stored=stored,
        players=players_of(match.game, stored),
        played=(*match.played, *(each.played for each in made)),
        position=after,
        record=(*match.record, *entries),
        offers=offers.all_open,
        away_until=presence.absence(stored),
    )
    await _announce(tx, match, changed, offers.new, now, presence)
    if after.outcome is not None:
        await stored_lines.remove(tx, [line.id for line in lines])
    elif not after.is_mid_turn:
        # Within a turn its moves may still be taken back, and then the lines can be met again.
        over = conditional_replies.ended(changed, lines)
        await stored_lines.remove(tx, [line.id for line in over])
    return await _rated(tx, changed) if changed.is_over else changed


async def _advanced(
    tx: Transaction, stored: StoredMatch, made: Sequence[Made], clocks: MoveClocks, now: datetime
) -> StoredMatch:
    """Store the match as it is after some moves, its clocks and seats included."""
    after = made[-1].played.after
    changes = MatchFields(ply=stored.ply + len(made), to_move=after.to_move)
    if clocks.turn is not None:
        changes["turn_started_at"] = now
        changes.update(turn_clocks.clock_changes(clocks.turn))
    if after.outcome is not None:
        changes.update(_ending("over", _result(after.outcome), now))
    left = {each.played.left for each in made}
    seats = tuple(
        dataclasses.replace(
            seat,
            bank=clocks.banks.get(seat.seat, seat.bank),
            is_playing=seat.is_playing and seat.seat not in left,
        )
        for seat in stored.seats
    )
    former = dataclasses.replace(stored, seats=seats)
    stored = await stored_matches.change(tx, stored.id, stored.version, former, **changes)
    for seat, bank in clocks.banks.items():
        await stored_matches.set_bank(tx, stored.id, seat, bank)
    return stored


async def _entered(
    tx: Transaction, stored: StoredMatch, made: Sequence[Made], clocks: MoveClocks, now: datetime
) -> list[RecordEntry]:
    """Enter some moves in the record."""
    entries: list[RecordEntry] = []
    for each, left in zip(made, clocks.seconds(), strict=True):
        entry = NewEntry(each.played.seat, each.played.text, each.user_id, now, each.kind, left)
        entries.append(await records.append(tx, stored.id, entry))
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
    """Queue the posts that some moves call for.

    :param offer: the draw that was offered with them.
    """
    made = match.played[len(before.played) :]
    if match.is_over or any(each.left is not None or ends_turn(each) for each in made):
        await notices.announce_turn(tx, match.stored, now, offer=offer, known=presence.preferences)
    elif offer is not None:
        await notices.announce_offer(tx, match.stored, offer, now)
    elif match.offers != before.offers:
        await notices.show_change(tx, match.stored, now)
    if match.is_over:
        await notices.announce_result(tx, match.stored, now)


async def end(
    tx: Transaction, match: Match, state: MatchState, result: Result, now: datetime
) -> Match:
    """End a match otherwise than by a move."""
    stored = await taken(tx, match)
    changes = _ending(state, result, now)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    await offers_after.lapse(tx, match.id, now, lambda offer: True)
    await _forget_lines(tx, match.id)
    await notices.announce_turn(tx, stored, now)
    await notices.announce_result(tx, stored, now)
    ended = dataclasses.replace(match, stored=stored, offers=(), away_until=None)
    return await _rated(tx, ended)


async def undo(tx: Transaction, match: Match, to_ply: int, user_id: int, now: datetime) -> Match:
    """Take back all moves after the first `to_ply`; the clock is as it was before the first of
    them, where that is another turn."""
    stored = await taken(tx, match)
    before = match.played[to_ply].before
    changes = MatchFields(ply=to_ply, to_move=before.to_move)
    time = time_from(stored, match.away_until or now)
    within_turn = match.turn_began <= to_ply and match.position.is_mid_turn
    if not within_turn:
        clock = await turn_clocks.clock_before(tx, match, stored, to_ply, now)
        changes["turn_started_at"] = now
        changes.update(turn_clocks.clock_changes(clock))
    for seat, bank in turn_clocks.banks_before(match, to_ply).items():
        await stored_matches.set_bank(tx, match.id, seat, bank)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    # Only the first entry ends a time of thinking.
    left = None if time is None else round(time.total_seconds())
    for played in reversed(match.played[to_ply:]):
        entry = NewEntry(played.seat, played.text, user_id, now, TAKEN_BACK, left)
        await records.append(tx, match.id, entry)
        left = None
    offers = await offers_after.lapse(
        tx, match.id, now, lambda offer: offer.kind in ("draw", "take back")
    )
    await _forget_lines(tx, match.id, beyond=to_ply if within_turn else -1)
    if not within_turn:
        await notices.announce_turn(tx, stored, now, by=user_id)
    elif any((place.card_ply or 0) > to_ply for place in stored.places):
        await notices.show_again(tx, stored, now)
    elif offers != match.offers:
        await notices.show_change(tx, stored, now)
    return dataclasses.replace(
        match,
        stored=stored,
        played=match.played[:to_ply],
        position=before,
        record=match.record[:to_ply],
        offers=offers,
        away_until=None,
    )


async def pause(tx: Transaction, match: Match, until: datetime, now: datetime) -> Match:
    """Let the clocks stand."""
    stored = await taken(tx, match)
    left = await time_left(tx, stored, now)
    clock = TurnClock(None, until, until, None if left is None else round(left.total_seconds()))
    paused = await _clocked(tx, match, stored, clock)
    await notices.show_change(tx, paused.stored, now)
    return paused


async def resume(tx: Transaction, match: Match, now: datetime) -> Match:
    """Let the clocks run again, and tell the player on whose time."""
    stored = await taken(tx, match)
    seat = stored.to_move
    assert seat is not None
    clock = await clock_for_turn(
        tx,
        match.pace,
        stored.seats[seat - 1].user_id,
        now,
        Allowance(await time_left(tx, stored, now), whole=allowance_of(stored, seat)),
        event_id=stored.event_id,
    )
    await offers_after.lapse(tx, match.id, now, lambda offer: offer.kind == "resume")
    resumed = await _clocked(tx, match, stored, clock)
    await notices.announce(tx, resumed.stored, [seat], "resumed", resumed.version, now)
    return resumed


async def _clocked(tx: Transaction, match: Match, stored: StoredMatch, clock: TurnClock) -> Match:
    changes = turn_clocks.clock_changes(clock)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    offers = await stored_offers.open_of(tx, match.id)
    return dataclasses.replace(match, stored=stored, offers=offers)


async def _rated(tx: Transaction, match: Match) -> Match:
    """A match that has just ended, with what it does to ratings."""
    stored = await rating_book.enter(tx, match.stored, match.played)
    rating_changes = await stored_ratings.changes_by(tx, match.id, stored.guild_id or EVERYWHERE)
    return dataclasses.replace(match, stored=stored, rating_changes=rating_changes)


def _ending(state: MatchState, result: Result, now: datetime) -> MatchFields:
    changes = turn_clocks.clock_changes(NO_CLOCK)
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


async def _forget_lines(tx: Transaction, match_id: int, *, beyond: int = -1) -> None:
    """Remove the lines of a match that begin after more moves than these; by default all."""
    lines = await stored_lines.of_match(tx, match_id)
    await stored_lines.remove(tx, [line.id for line in lines if line.ply > beyond])
