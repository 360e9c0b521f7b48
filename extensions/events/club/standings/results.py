"""Result codes of pairings, the results of finished matches, and decisions by time used.

Points are counted in halves, so that they are integers: a win is 2, a draw 1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from club.matches.match import TAKEN_BACK
from club.matches.reasons import LEFT_EVENT, OUT_OF_TIME
from club.paces import pace_of
from extensions.events.storage.rounds import PairingOutcome
from rules.position import Position
from rules.registry import GAMES
from rules.replay import Played, replay_one
from storage.matches.match import Seat, StoredMatch
from storage.matches.moves import RecordEntry

WIN: Final = "win"
DRAW: Final = "draw"
LOSS: Final = "loss"
TIME_LOSS: Final = "time loss"
"""Lost on time: the clock ran out, or more time was used when the round ended."""

FIRST: Final = "first"
SECOND: Final = "second"
THIRD: Final = "third"
FORFEIT_WIN: Final = "forfeit win"
"""Won because the opponent left the event or never moved."""

FORFEIT_LOSS: Final = "forfeit loss"
WALKOVER: Final = "walkover"
"""Half a point each without a match: a block between them, or no time left in the round."""

BYE: Final = "bye"
"""A win without a match, for a player without an opponent."""

HALF_BYE: Final = "half bye"
"""Half a point for the round before a late entry."""

VOID: Final = "void"
"""No points, because a moderator has ended the match."""

POINTS: Mapping[PairingOutcome, int] = {
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
"""The half points of each result."""

PLAYED_OUTCOMES = frozenset((WIN, DRAW, LOSS, TIME_LOSS, FIRST, SECOND, THIRD))
"""Results of a match played to its end."""

UNOPPOSED = frozenset((BYE, HALF_BYE, WALKOVER))
"""Results of a round without an opponent."""

WIN_OUTCOMES = frozenset((WIN, FIRST, FORFEIT_WIN))
"""Results that count as wins in tie-breaks. A bye doesn't."""

TIMED_OUT: Final = "time out"
"""The record kind of a seat that ran out of time while the others played on."""

RESIGNED: Final = "resign"
"""The record kind of a seat that resigned while the others played on."""

OUTCOMES_BY_PLACE: Mapping[int, tuple[PairingOutcome, ...]] = {
    2: (WIN, LOSS),
    3: (FIRST, SECOND, THIRD),
}


@dataclass(frozen=True, slots=True)
class EventResult:
    """The result of a match in its event."""

    outcomes: tuple[PairingOutcome, ...]
    """Result codes by seat."""
    absent: tuple[int, ...]
    """Seats that ran out of time without a first move."""


def match_result(
    match: StoredMatch, record: Sequence[RecordEntry], leaving_times: Mapping[int, datetime]
) -> EventResult:
    """Return the result of a finished match.

    :param leaving_times: when players left the event, by seat.
    """
    result = match.result
    assert result is not None
    if match.state == "aborted":
        return EventResult((VOID,) * len(match.seats), ())
    late, absent = _late_seats(match, record), absent_seats(match, record)
    forfeits = forfeited_seats(match, record, leaving_times)
    is_forfeit_win = len(match.seats) == 2 and bool(forfeits)
    by_place = OUTCOMES_BY_PLACE[len(match.seats)]

    def outcome(seat: Seat) -> PairingOutcome:
        if seat.seat in forfeits:
            return FORFEIT_LOSS
        if seat.seat in late:
            return TIME_LOSS
        if is_forfeit_win:
            return FORFEIT_WIN
        if not result["winners"] and not _is_given_up(match):
            return DRAW if seat.is_playing else LOSS
        return by_place[(seat.place or len(by_place)) - 1]

    return EventResult(tuple(outcome(seat) for seat in match.seats), absent)


def absent_seats(match: StoredMatch, record: Sequence[RecordEntry]) -> tuple[int, ...]:
    """Return the seats that ran out of time without a first move, also while others play on."""
    moved = {entry.seat for entry in record if entry.kind != TIMED_OUT}
    return tuple(sorted(_late_seats(match, record) - moved))


def forfeited_seats(
    match: StoredMatch, record: Sequence[RecordEntry], leaving_times: Mapping[int, datetime]
) -> frozenset[int]:
    """Return the seats that forfeit a match, because they never moved or left its event.

    A player who lost or resigned before leaving the event has finished the match.

    :param leaving_times: when players left the event, by seat.
    """
    left_table = {
        entry.seat
        for entry in record
        if entry.kind == RESIGNED
        and entry.seat in leaving_times
        and entry.at >= leaving_times[entry.seat]
    }
    left_playing = {
        seat.seat
        for seat in match.seats
        if seat.is_playing
        and seat.seat in leaving_times
        and _lasted_until(match, leaving_times[seat.seat])
    }
    return frozenset(absent_seats(match, record)) | left_table | left_playing


def has_completed(
    match: StoredMatch, record: Sequence[RecordEntry], seat: int, left_at: datetime
) -> bool:
    """Whether a player who leaves the event has completed a match. The others may play on.

    :param left_at: when the player leaves.
    """
    return match.state != "aborted" and seat not in forfeited_seats(match, record, {seat: left_at})


def decided_by_time(
    match: StoredMatch, used: Sequence[timedelta], forfeits: Collection[int] = ()
) -> tuple[PairingOutcome, ...]:
    """Return the results of an overdue match, in which the player who has used more time loses.

    On equal time, the seat to move ranks lower. Seats that have left, or wait for a substitute or
    have one, rank last.

    :param forfeits: the seats that left it with the event, or never moved.
    """

    def rank(seat: int) -> tuple[bool, timedelta, bool, int]:
        is_gone = match.seats[seat - 1].is_silent
        return is_gone, used[seat - 1], seat == match.to_move, seat

    order = sorted((seat.seat for seat in match.seats), key=rank)
    by_place = OUTCOMES_BY_PLACE[len(order)]

    def outcome(seat: int) -> PairingOutcome:
        if seat in forfeits:
            return FORFEIT_LOSS
        place = order.index(seat)
        return TIME_LOSS if place == len(order) - 1 else by_place[place]

    return tuple(outcome(seat.seat) for seat in match.seats)


def time_used(
    match: StoredMatch, record: Sequence[RecordEntry], now: datetime, left: timedelta | None
) -> tuple[timedelta, ...]:
    """Return the time used by each seat, seat 1 first, including the current turn.

    Downtimes of the bot and vacation days don't count. Moves that were taken back do.

    :param left: the time left on the clock of the seat to move.
    """
    meter = _Meter(match)
    for entry in record:
        meter.enter(entry)
    meter.charge(now, left)
    return tuple(meter.used[seat.seat] for seat in match.seats)


def _late_seats(match: StoredMatch, record: Sequence[RecordEntry]) -> set[int]:
    """Return the seats that ran out of time, also those that a substitute played to the end."""
    late = {entry.seat for entry in record if entry.kind == TIMED_OUT}
    late |= {seat.seat for seat in match.seats if seat.has_substitute}
    if _is_given_up(match):
        return late
    if match.result is not None and match.result["reason"] == OUT_OF_TIME:
        playing = {seat.seat for seat in match.seats if seat.is_playing}
        late |= playing - {*match.result["winners"]}
    return late


def _is_given_up(match: StoredMatch) -> bool:
    """Whether a substitute played in a match of two, which the other player wins in any case."""
    return len(match.seats) == 2 and any(seat.has_substitute for seat in match.seats)


def _lasted_until(match: StoredMatch, left_at: datetime) -> bool:
    """Whether a match was still being played when a player left its event."""
    if match.ended_at is None or match.result is None:
        return True
    ended_so = match.result["reason"] == LEFT_EVENT and match.ended_at == left_at
    return match.ended_at > left_at or ended_so


@dataclass(frozen=True, slots=True)
class _Standing:
    """A move not taken back."""

    played: Played
    left: timedelta | None
    """Time left for its seat when it was made."""


class _Meter:
    """Replays a record and charges each seat for its time."""

    def __init__(self, match: StoredMatch) -> None:
        self._game = GAMES[match.game]
        self._pace = pace_of(match.pace)
        self._position: Position = self._game.start(match.setup)
        self._banks = {seat.seat: self._pace.bank for seat in match.seats}
        self._since = match.created_at
        self._standing: list[_Standing] = []
        self._left: timedelta | None = self._allowance()
        self._goes_on = True
        """Whether the current take-back has stayed within the turn of the seat to move."""
        self.used = {seat.seat: timedelta() for seat in match.seats}

    def enter(self, entry: RecordEntry) -> None:
        """Charge the time up to an entry and apply the entry."""
        after = None if entry.time_left is None else timedelta(seconds=entry.time_left)
        self.charge(entry.at, after)
        if entry.kind == TAKEN_BACK:
            # The first of several entries of one take-back stores the clock.
            self._take_back(goes_on=after is not None or self._goes_on)
        else:
            self._play(entry)

    def charge(self, at: datetime, left: timedelta | None) -> None:
        """Charge the seat to move for the time up to a moment.

        :param left: its remaining time then, None to charge the wall-clock time.
        """
        elapsed = max(at - self._since, timedelta())
        if self._left is None or left is None:
            thinking_time = elapsed
            left = None if self._left is None else self._left - elapsed
        else:
            thinking_time = min(max(self._left - left, timedelta()), elapsed)
        if self._position.to_move is not None:
            self.used[self._position.to_move] += thinking_time
        self._since, self._left = at, left

    def _play(self, entry: RecordEntry) -> None:
        played = replay_one(self._position, entry.text)
        self._standing.append(_Standing(played, self._left))
        mover = self._position.to_move
        self._position, self._goes_on = played.after, True
        if played.after.to_move == mover and (played.left or played.after.is_mid_turn):
            return
        if played.left is None and self._left is not None:
            self._banks[played.seat] = self._pace.banked(self._left)
        self._left = self._allowance()

    def _take_back(self, *, goes_on: bool) -> None:
        """Undo a move. Within the same turn the clock continues, otherwise it is restored."""
        undone = self._standing.pop()
        is_same_turn = self._position.is_mid_turn and self._position.to_move == undone.played.seat
        self._goes_on = goes_on and is_same_turn
        self._position = undone.played.before
        if self._pace.increment is not None and undone.left is not None:
            self._banks[undone.played.seat] = round(undone.left.total_seconds())
        if not self._goes_on:
            self._left = undone.left

    def _allowance(self) -> timedelta | None:
        """Return the time for a turn that begins now."""
        mover = self._position.to_move
        return None if mover is None else self._pace.allowance(self._banks[mover])
