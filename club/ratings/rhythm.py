"""How fast a player answers: the median time of their latest turns at a pace, in steps.

The time of a turn is what its player used of the clock, so vacations, pauses and downtime don't
count, and hours and days off do. Without a time limit it is all that passed since the turn before.
These turns don't count:

- those in matches with a computer or a team, or at less than an hour per turn,
- those with a move that was planned or taken back, or ended by resigning or by the clock,
- those whose clock stood all the time.

Nothing of this is stored. It is derived from the records of the latest matches.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from statistics import median

from club.paces import DAY, HOUR, MINUTE, pace_of
from storage.database.transaction import Transaction
from storage.matches import moves as stored_moves
from storage.matches.match import StoredMatch
from storage.matches.moves import RecordEntry

STEPS = (10 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY)
"""The times to which a median is rounded up. They are few, so that they reveal no exact habits."""

MAX_TURNS = 30
"""Number of latest turns that count at each pace."""

MIN_TURNS = 5
"""Number of turns without which nothing is said."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How fast a player usually answers at a pace."""

    pace: str
    within: timedelta | None
    """One of `STEPS`, or None for longer than all of them."""


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A turn that counts, with the time that it took."""

    pace: str
    ended_at: datetime
    time: timedelta


async def rhythms(
    tx: Transaction, matches: Iterable[StoredMatch], user_id: int
) -> tuple[Rhythm, ...]:
    """Return how fast a player usually answers in some matches, at each pace, fastest first."""
    turns = await latest_turns(tx, matches, user_id)
    by_pace: dict[str, list[TimedTurn]] = {}
    for turn in turns:
        by_pace.setdefault(turn.pace, []).append(turn)
    longest = timedelta.max
    return tuple(
        Rhythm(pace, rounded_up(time))
        for pace in sorted(by_pace, key=lambda each: (pace_of(each).time or longest, each))
        for time in [usual_time(by_pace[pace])]
        if time is not None
    )


async def latest_turns(
    tx: Transaction, matches: Iterable[StoredMatch], user_id: int
) -> list[TimedTurn]:
    """Return a player's turns in the latest of some matches, about `MAX_TURNS` at each pace."""
    chosen = {match.id: match for match in _latest_of(matches, user_id)}
    record = await stored_moves.of_matches(tx, chosen)
    return [
        turn
        for match_id, entries in groupby(record, key=lambda entry: entry.match_id)
        for turn in turns_in(chosen[match_id], entries, user_id)
    ]


def usual_time(turns: Iterable[TimedTurn]) -> timedelta | None:
    """Return the median time of the latest turns, or None if they are too few."""
    latest = sorted(turns, key=lambda turn: turn.ended_at)[-MAX_TURNS:]
    if len(latest) < MIN_TURNS:
        return None
    return timedelta(seconds=median(turn.time.total_seconds() for turn in latest))


def step_of(time: timedelta) -> int:
    """Return the number of the first of `STEPS` that isn't shorter, or of those if all are."""
    return bisect_left(STEPS, time)


def rounded_up(time: timedelta) -> timedelta | None:
    """Return a time as one of `STEPS`, or None if it is longer than all of them."""
    step = step_of(time)
    return STEPS[step] if step < len(STEPS) else None


def turns_in(
    match: StoredMatch, record: Iterable[RecordEntry], user_id: int
) -> Iterator[TimedTurn]:
    """Yield the turns of a player in a match that count, in order."""
    pace, began = pace_of(match.pace), match.created_at
    allowances: dict[int, timedelta | None] = {}
    turns = [[*entries] for _, entries in groupby(record, key=lambda entry: entry.seat)]
    for turn in turns:
        last, is_whole = turn[-1], all(entry.kind == "move" for entry in turn)
        is_over = turn is not turns[-1] or match.to_move != last.seat
        allowed = allowances.get(last.seat, pace.time)
        left = None if last.time_left is None else timedelta(seconds=last.time_left)
        if pace.time is None:
            time = last.at - began
        else:
            time = timedelta() if allowed is None or left is None else allowed - left
        is_own = match.seats[last.seat - 1].user_id == user_id
        if is_own and is_whole and is_over and time > timedelta():
            yield TimedTurn(match.pace, last.at, time)
        if pace.increment is not None:
            # A take-back restores the bank of an earlier turn.
            bank = pace.banked(left) if is_whole and left is not None else None
            allowances[last.seat] = None if bank is None else timedelta(seconds=bank)
        began = last.at


def counts(match: StoredMatch) -> bool:
    """Whether turns of a match count: it is between people who needn't stay at the board."""
    pace = pace_of(match.pace)
    return all(seat.is_person for seat in match.seats) and (pace.time is None or pace.reminds)


def _latest_of(matches: Iterable[StoredMatch], user_id: int) -> Iterator[StoredMatch]:
    """Yield the latest matches, at each pace until they have about `MAX_TURNS` of a player."""
    numbers: dict[str, int] = {}
    latest_first = sorted(matches, key=lambda each: each.ended_at or each.turn_started_at)[::-1]
    for match in latest_first:
        if counts(match) and numbers.get(match.pace, 0) < MAX_TURNS:
            yield match
            turns = next((seat.turns for seat in match.seats if seat.user_id == user_id), None)
            # It is stored when a match ends. Until then, half of a seat's moves are a low estimate.
            least = match.ply // (2 * len(match.seats)) if turns is None else turns
            numbers[match.pace] = numbers.get(match.pace, 0) + least
