"""What somebody can get in a pairing, as codes, and how a match that is over becomes them.

Points are counted in halves, so that they are whole numbers: a win is 2, a draw 1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from club.endings import LEFT_EVENT, OUT_OF_TIME
from storage.matches.matches import Seat, StoredMatch
from storage.matches.records import RecordEntry

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
"""Half a point each without a match: one of them blocks another, or the round has ended before."""
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

RESIGNED = "resign"
"""The kind of such an entry for a seat that gave the match up."""

BY_PLACE = {2: (WIN, LOSS), 3: (FIRST, SECOND, THIRD)}


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a match, for its event."""

    outcomes: tuple[str, ...]
    """What each seat got."""
    absent: tuple[int, ...]
    """The seats that ran out of time without a first move."""


def settled(
    match: StoredMatch, record: Sequence[RecordEntry], out: Mapping[int, datetime]
) -> Settled:
    """Return what each seat gets in a match that is over.

    :param out: when those left the event who are out of it, by seat.
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
    forfeits = {*absent, *left_with_event(record, out)}
    if result["reason"] == LEFT_EVENT:
        forfeits |= {seat.seat for seat in match.seats if seat.is_playing and seat.seat in out}
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


def left_with_event(record: Sequence[RecordEntry], out: Mapping[int, datetime]) -> frozenset[int]:
    """Return the seats that left a match because they left its event, while the others played on.

    Whoever had resigned before has played that match to its end.

    :param out: when those left the event who are out of it, by seat.
    """
    return frozenset(
        entry.seat
        for entry in record
        if entry.kind == RESIGNED and entry.seat in out and entry.at >= out[entry.seat]
    )


def decided_by_time(
    match: StoredMatch, used: Sequence[timedelta], forfeits: Collection[int] = ()
) -> tuple[str, ...]:
    """Return what each seat gets in a running match whose time in the event is over: who has used
    more time has lost. On equal time the seat to move comes behind, and who has left behind all.

    :param forfeits: the seats that left it with the event.
    """

    def rank(seat: int) -> tuple[bool, timedelta, bool, int]:
        is_playing = match.seats[seat - 1].is_playing
        return not is_playing, used[seat - 1], seat == match.to_move, seat

    order = sorted((seat.seat for seat in match.seats), key=rank)
    by_place = BY_PLACE[len(order)]

    def outcome(seat: int) -> str:
        if seat in forfeits:
            return FORFEIT_LOSS
        place = order.index(seat)
        return TIME_LOSS if place == len(order) - 1 else by_place[place]

    return tuple(outcome(seat.seat) for seat in match.seats)
