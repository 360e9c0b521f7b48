"""The thinking time of each seat of a match, as measured by its clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from club.clocks.pace import pace_of
from club.matches.match import TAKEN_BACK
from rules.position import Position
from rules.registry import GAMES
from rules.replay import Played, replay_one
from storage.matches.records import RecordEntry
from storage.matches.stored_match import StoredMatch


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
        self._position, self._goes_on = played.after.played_on(), True
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
