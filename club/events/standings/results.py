"""What somebody can get in a pairing, as codes, and how a match that is over becomes them.

Points are counted in halves, so that they are whole numbers: a win is 2, a draw 1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from club.endings import LEFT_EVENT, OUT_OF_TIME
from storage.matches.matches import RecordEntry, Seat, StoredMatch

WIN = "win"
DRAW = "draw"
LOSS = "loss"
TIME_LOSS = "time loss"
"""Lost by time: it ran out, or more of it was used when the time for the match was over."""
FIRST, SECOND, THIRD = "first", "second", "third"
"""Places at a table of three."""
FORFEIT_WIN = "forfeit win"
"""Won because the other is out, or never came."""
FORFEIT_LOSS = "forfeit loss"
WALKOVER = "walkover"
"""Half a point each, because these two are not to play each other."""
BYE = "bye"
"""A win without a match, where somebody is left over."""
HALF_BYE = "half bye"
"""Half a point for a round before somebody entered."""
VOID = "void"
"""Nothing for anybody: a moderator has ended the match."""

POINTS: Mapping[str, int] = {
    WIN: 2,
    DRAW: 1,
    LOSS: 0,
    TIME_LOSS: 0,
    FIRST: 2,
    SECOND: 1,
    THIRD: 0,
    FORFEIT_WIN: 2,
    FORFEIT_LOSS: 0,
    WALKOVER: 1,
    BYE: 2,
    HALF_BYE: 1,
    VOID: 0,
}
"""Half points."""

PLAYED = frozenset((WIN, DRAW, LOSS, TIME_LOSS, FIRST, SECOND, THIRD))
"""What somebody gets by playing."""

ALONE = frozenset((BYE, HALF_BYE, WALKOVER))
"""What somebody gets in a round without an opponent."""

WON = frozenset((WIN, FIRST, FORFEIT_WIN))
"""What counts as a win when ties are broken; a bye does not."""

TIMED_OUT = "time out"
"""The kind of an entry of the record of a match: a seat ran out of time while others played on."""

BY_PLACE = {2: (WIN, LOSS), 3: (FIRST, SECOND, THIRD)}


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a match, for its event."""

    outcomes: tuple[str, ...]
    """What each seat got."""
    absent: tuple[int, ...]
    """The seats that ran out of time without a first move."""


def settled(match: StoredMatch, record: Sequence[RecordEntry], out: Collection[int]) -> Settled:
    """What each seat gets in a match that is over.

    :param out: the seats of those who are out of the event.
    """
    result = match.result
    assert result is not None
    if match.state == "aborted":
        return Settled((VOID,) * len(match.seats), ())
    late = {entry.seat for entry in record if entry.kind == TIMED_OUT}
    if result["reason"] == OUT_OF_TIME:
        playing = {seat.seat for seat in match.seats if seat.is_playing}
        late |= playing - {*result["winners"]}
    moved = {entry.seat for entry in record if entry.kind != TIMED_OUT}
    absent = tuple(sorted(late - moved))
    forfeits = {*absent, *(out if result["reason"] == LEFT_EVENT else ())}
    is_given = len(match.seats) == 2 and bool(forfeits)
    by_place = BY_PLACE[len(match.seats)]

    def outcome(seat: Seat) -> str:
        if seat.seat in forfeits:
            return FORFEIT_LOSS
        if seat.seat in late:
            return TIME_LOSS
        if is_given:
            return FORFEIT_WIN
        if not result["winners"]:
            return DRAW if seat.is_playing else LOSS
        return by_place[(seat.place or len(by_place)) - 1]

    return Settled(tuple(outcome(seat) for seat in match.seats), absent)


def time_used(
    match: StoredMatch, record: Sequence[RecordEntry], now: datetime
) -> tuple[timedelta, ...]:
    """How long it was each seat's turn, seat 1 first, up to now where it still is."""
    used = {seat.seat: timedelta() for seat in match.seats}
    since = match.created_at
    for entry in record:
        used[entry.seat] += max(entry.at - since, timedelta())
        since = entry.at
    if match.to_move is not None:
        used[match.to_move] += max(now - since, timedelta())
    return tuple(used[seat.seat] for seat in match.seats)


def decided_by_time(match: StoredMatch, used: Sequence[timedelta]) -> tuple[str, ...]:
    """What each seat gets where the time for a match that runs is over: who has used more time
    has lost. Whose turn it is comes behind on equal time, and who has left it behind all."""

    def rank(seat: int) -> tuple[bool, timedelta, bool, int]:
        is_playing = match.seats[seat - 1].is_playing
        return not is_playing, used[seat - 1], seat == match.to_move, seat

    order = sorted((seat.seat for seat in match.seats), key=rank)
    by_place = BY_PLACE[len(order)]
    return tuple(
        TIME_LOSS if order.index(seat.seat) == len(order) - 1 else by_place[order.index(seat.seat)]
        for seat in match.seats
    )
