"""What changes of a match do to the database, each within the transaction of its caller.

A change is decided on a match as it was found. It begins by taking the match for itself, which
fails where the match has changed since; so everything after that is free of races.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from club.clocks import event_vacations
from club.clocks.clocks import (
    NO_CLOCK,
    Allowance,
    TurnClock,
    allowance_of,
    clock_for_turn,
    time_from,
    time_left,
    turn_clock,
)
from club.clocks.pace import pace_of
from club.matches import conditional_replies
from club.matches.match import CONDITIONAL, Match, players_of
from club.outbox import notices
from club.ratings import rating_book
from rules.position import Outcome
from rules.replay import Played
from storage.database.errors import Outdated
from storage.database.transaction import Transaction
from storage.matches import conditional_lines as stored_lines
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches.conditional_lines import ConditionalLine
from storage.matches.matches import (
    MatchFields,
    MatchState,
    NewEntry,
    RecordEntry,
    Result,
    StoredMatch,
)
from storage.matches.offers import Offer
from storage.members import people, vacations
from storage.members.people import Preferences
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import EVERYWHERE

TAKEN_BACK = "take back"
"""The kind of an entry that undoes the one before it."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move and whose it is; `kind` is what the record calls it."""

    played: Played
    user_id: int
    kind: str = "move"

    @property
    def ends_turn(self) -> bool:
        """Whether another turn begins after it, if the match goes on."""
        before, after = self.played.before, self.played.after
        if self.played.left is not None:
            return after.to_move != before.to_move
        return after.to_move != before.to_move or not after.is_mid_turn


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
    """Make a move, and those that others have left behind to follow it at once."""
    stored = await taken(tx, match)
    lines = await stored_lines.of_match(tx, match.id)
    made = [first, *_left_behind(match, first.played, lines)]
    after = made[-1].played.after
    away, known = await _there(tx, stored, after.to_move, now)
    times, banks, turn = _timed(stored, made, now, away)
    changes = MatchFields(ply=stored.ply + len(made), to_move=after.to_move)
    if turn is not None:
        changes["turn_started_at"] = now
        changes.update(_clock_changes(turn))
    if after.outcome is not None:
        changes.update(_ending("over", _result(after.outcome), now))
    left = {each.played.left for each in made}
    seats = tuple(
        dataclasses.replace(
            seat,
            bank=banks.get(seat.seat, seat.bank),
            is_playing=seat.is_playing and seat.seat not in left,
        )
        for seat in stored.seats
    )
    stored = await stored_matches.change(
        tx, match.id, stored.version, dataclasses.replace(stored, seats=seats), **changes
    )
    for seat, bank in banks.items():
        await stored_matches.set_bank(tx, match.id, seat, bank)
    entries: list[RecordEntry] = []
    for each, time in zip(made, times, strict=True):
        seconds = None if time is None else round(time.total_seconds())
        entry = NewEntry(each.played.seat, each.played.text, each.user_id, now, each.kind, seconds)
        entries.append(await stored_matches.append_entry(tx, match.id, entry))
        if each.played.left is not None:
            await stored_matches.leave(tx, match.id, each.played.left)
    computers = {seat.seat for seat in stored.seats if seat.level is not None}
    offers = await _lapse(
        tx,
        match.id,
        now,
        lambda offer: after.outcome is not None or _lapses(offer, made, computers),
    )
    offer = None
    if offers_draw and after.outcome is None and len(made) == 1:
        offer = await _draw_offered(tx, stored, offers, first.played.seat, now)
    if offer is not None:
        offers = (*offers, offer)
    if after.outcome is not None or any(
        each.ends_turn or each.played.left is not None for each in made
    ):
        await notices.announce_turn(tx, stored, now, offer=offer, known=known)
    elif offer is not None:
        await notices.announce_offer(tx, stored, offer, now)
    elif offers != match.offers:
        await notices.show_change(tx, stored, now)
    changed = dataclasses.replace(
        match,
        stored=stored,
        players=players_of(match.game, stored),
        played=(*match.played, *(each.played for each in made)),
        position=after,
        record=(*match.record, *entries),
        offers=offers,
        away_until=_absence(stored, away),
    )
    if changed.is_over:
        await notices.announce_result(tx, stored, now)
    over = lines if after.outcome is not None else conditional_replies.ended(changed, lines)
    await stored_lines.remove(tx, [line.id for line in over])
    return await _rated(tx, changed) if changed.is_over else changed


async def end(
    tx: Transaction, match: Match, state: MatchState, result: Result, now: datetime
) -> Match:
    """End a match otherwise than by a move."""
    stored = await taken(tx, match)
    changes = _ending(state, result, now)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    await _lapse(tx, match.id, now, lambda offer: True)
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
    left = None if time is None else round(time.total_seconds())
    within_turn = match.turn_began <= to_ply and match.position.is_mid_turn
    if not within_turn:
        seconds = match.record[to_ply].time_left
        mover = stored.seats[match.played[to_ply].seat - 1]
        clock = await clock_for_turn(
            tx,
            match.pace,
            mover.user_id,
            now,
            Allowance(
                None if seconds is None else timedelta(seconds=seconds),
                whole=allowance_of(stored, mover.seat),
                paused_until=stored.paused_until,
            ),
            event_id=stored.event_id,
        )
        changes["turn_started_at"] = now
        changes.update(_clock_changes(clock))
    for seat, bank in _banks_before(match, to_ply).items():
        await stored_matches.set_bank(tx, match.id, seat, bank)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    for played in reversed(match.played[to_ply:]):
        entry = NewEntry(played.seat, played.text, user_id, now, TAKEN_BACK, left)
        await stored_matches.append_entry(tx, match.id, entry)
        # Only the first ends a time of thinking.
        left = None
    offers = await _lapse(tx, match.id, now, lambda offer: offer.kind in ("draw", "take back"))
    await _forget_lines(tx, match.id)
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
    await _lapse(tx, match.id, now, lambda offer: offer.kind == "resume")
    resumed = await _clocked(tx, match, stored, clock)
    await notices.announce(tx, resumed.stored, [seat], "resumed", resumed.version, now)
    return resumed


async def _clocked(tx: Transaction, match: Match, stored: StoredMatch, clock: TurnClock) -> Match:
    changes = _clock_changes(clock)
    stored = await stored_matches.change(tx, match.id, stored.version, stored, **changes)
    offers = await stored_offers.open_of(tx, match.id)
    return dataclasses.replace(match, stored=stored, offers=offers)


async def _rated(tx: Transaction, match: Match) -> Match:
    """A match that has just ended, with what it does to ratings."""
    stored = await rating_book.enter(tx, match.stored, match.played)
    rating_changes = await stored_ratings.changes_by(tx, match.id, stored.guild_id or EVERYWHERE)
    return dataclasses.replace(match, stored=stored, rating_changes=rating_changes)


def _left_behind(match: Match, played: Played, lines: Sequence[ConditionalLine]) -> list[Made]:
    return [
        Made(each, match.players[each.seat - 1].user_id, CONDITIONAL)
        for each in conditional_replies.replies(match, played, lines)
    ]


async def _there(
    tx: Transaction, stored: StoredMatch, follower: int | None, now: datetime
) -> tuple[dict[int, datetime], dict[int, Preferences]]:
    """Until when who moves, and the seat that follows, are on vacation, by user; and how the
    latter is told of its turn, as far as that had to be read.

    Whoever takes a vacation for the follower just now waits, and then finds the turn among theirs.
    """
    if stored.to_move is None or not pace_of(stored.pace).is_slow:
        return {}, {}
    users = {stored.seats[stored.to_move - 1].user_id}
    known: dict[int, Preferences] = {}
    if follower is not None and stored.seats[follower - 1].level is None:
        user_id = stored.seats[follower - 1].user_id
        known[user_id] = await people.get(tx, user_id, locked=True)
        users.add(user_id)
    if stored.event_id is not None:
        return await event_vacations.away_until(tx, stored.event_id, users, now), known
    return await vacations.away_until(tx, users, now), known


def _absence(stored: StoredMatch, away: Mapping[int, datetime]) -> datetime | None:
    """Until when the clock of a match stands for the vacation of who is to move."""
    if stored.deadline is None or stored.to_move is None:
        return None
    return away.get(stored.seats[stored.to_move - 1].user_id)


def _timed(
    stored: StoredMatch, made: Sequence[Made], now: datetime, away: Mapping[int, datetime]
) -> tuple[list[timedelta | None], dict[int, int], TurnClock | None]:
    """The time left at each move, the banks that change by seat, and the clock of the turn that
    begins after them, if one does.

    :param away: until when who moves, and who follows, are on vacation, by user.
    """
    pace = pace_of(stored.pace)
    left = time_from(stored, _absence(stored, away) or now)
    times: list[timedelta | None] = []
    banks: dict[int, int] = {}
    begins = False
    for each in made:
        times.append(left)
        if not each.ends_turn:
            continue
        begins = True
        if left is not None and each.played.left is None:
            bank = pace.banked(left)
            if bank is not None:
                banks[each.played.seat] = bank
        follower = each.played.after.to_move
        if follower is not None:
            bank = banks.get(follower)
            left = allowance_of(stored, follower) if bank is None else pace.allowance(bank)
    follower = made[-1].played.after.to_move
    if not begins or follower is None:
        return times, banks, None
    begins_at = away.get(stored.seats[follower - 1].user_id, now)
    clock = turn_clock(pace, begins_at, Allowance(left, paused_until=stored.paused_until))
    return times, banks, clock


def _banks_before(match: Match, to_ply: int) -> dict[int, int]:
    """What those have in their banks again who had answered moves that are taken back.

    Whoever made the first of them is on the clock, which says what they have.
    """
    if match.pace.increment is None:
        return {}
    undone = zip(match.played[to_ply:], match.record[to_ply:], strict=True)
    mover = match.played[to_ply].seat
    banks: dict[int, int] = {}
    for played, entry in undone:
        if played.seat != mover and entry.time_left is not None:
            banks.setdefault(played.seat, entry.time_left)
    return banks


def _clock_changes(clock: TurnClock) -> MatchFields:
    return MatchFields(**asdict(clock))


def _ending(state: MatchState, result: Result, now: datetime) -> MatchFields:
    changes = _clock_changes(NO_CLOCK)
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


async def _draw_offered(
    tx: Transaction, stored: StoredMatch, there: Sequence[Offer], seat: int, now: datetime
) -> Offer | None:
    """The offer that a seat makes with its move; None where one is open already."""
    if any(offer.kind == "draw" for offer in there):
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


async def _lapse(
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


async def _forget_lines(tx: Transaction, match_id: int) -> None:
    lines = await stored_lines.of_match(tx, match_id)
    await stored_lines.remove(tx, [line.id for line in lines])
