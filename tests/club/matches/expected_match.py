"""A plain model of a match: its moves, seats, banks and clock.

It uses the rules of games, but not the services, the storage or the standings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from rules.position import Game, Position, Setup
from rules.replay import Cause, Played, leave, replay

TIME = timedelta(minutes=10)
"""The time per turn, or in each bank at the start."""

WAITING = timedelta(minutes=10)
"""The time for which two others wait for a seat whose time has run out, once for each seat."""

INCREMENT, MAX_TIME = timedelta(minutes=1), timedelta(minutes=12)
"""The increment per turn, and the maximum, of a bank."""

PACES = {"10m": False, "10m+1m<12m": True}
"""Whether each seat has a bank, by the text of the pace."""


@dataclass(slots=True)
class ExpectedMatch:
    """The expected state of a match."""

    game: Game
    setup: Setup
    seats: int
    has_banks: bool
    deadline: datetime | None
    """The deadline of the turn, None while the clocks are paused."""
    texts: list[str] = field(default_factory=list[str])
    left: list[timedelta] = field(default_factory=list[timedelta])
    """The time left at each of the texts."""
    banks: dict[int, timedelta] = field(default_factory=dict[int, timedelta])
    """The time for the next turn of each seat that has moved."""
    vacancies: dict[int, Literal["vacant", "returned"]] = field(
        default_factory=dict[int, Literal["vacant", "returned"]]
    )
    """The seats for which the others wait, or have waited."""
    stands_with: timedelta | None = None
    """The time left on the paused clock."""
    state: Literal["running", "over", "aborted"] = "running"
    winners: tuple[int, ...] = ()

    @property
    def played(self) -> list[Played]:
        """The moves and departures so far."""
        return list(replay(self.game, self.setup, self.texts))

    @property
    def position(self) -> Position:
        """The current position."""
        return self.played[-1].after if self.texts else self.game.start(self.setup)

    @property
    def playing(self) -> list[int]:
        """The seats still playing."""
        gone = {each.left for each in self.played}
        return [seat for seat in range(1, self.seats + 1) if seat not in gone]

    @property
    def never_moved(self) -> list[int]:
        """The seats still playing that have made no move."""
        moved = {each.seat for each in self.played if each.left is None}
        return [seat for seat in self.playing if seat not in moved]

    @property
    def vacant_seat(self) -> int | None:
        """The seat to move, if the others wait for it."""
        mover = self.position.to_move
        return mover if self.vacancies.get(mover or 0) == "vacant" else None

    def move(self, text: str, now: datetime) -> None:
        """Make a move. The seat to move is taken back by it."""
        if self.vacant_seat is not None:
            self.vacancies[self.vacant_seat] = "returned"
        self._go_on(text, now)

    def resign(self, seat: int, now: datetime, cause: Cause = "resigns") -> None:
        """Resign a seat. The others play on, and the last one left wins."""
        others = [each for each in self.playing if each != seat]
        if len(others) == 1:
            self._end("over", others)
        else:
            self._go_on(leave(self.position, seat, cause).text, now)

    def run_out(self, now: datetime) -> None:
        """Apply a time-out, if it is due."""
        if self.deadline is None or self.deadline > now:
            return
        if self.never_moved:
            self._end("aborted", ())
            return
        mover = self.position.to_move
        assert mover is not None
        if len(self.playing) > 2 and mover not in self.vacancies:
            self.vacancies[mover], self.deadline = "vacant", now + WAITING
        else:
            self.resign(mover, now, "times out")

    def pause(self, now: datetime) -> None:
        """Pause the clocks."""
        self.stands_with, self.deadline = self._time_left(now), None

    def resume(self, now: datetime) -> None:
        """Resume the clocks."""
        assert self.stands_with is not None
        self.deadline, self.stands_with = now + self.stands_with, None

    def put_off(self, time: timedelta) -> None:
        """Refund downtime."""
        if self.deadline is not None:
            self.deadline += time

    def revocable_from(self, seat: int) -> int | None:
        """The number of moves before a seat's latest one, if it can be taken back."""
        own = [at for at, each in enumerate(self.played) if each.seat == seat and not each.left]
        if self.state != "running" or seat not in self.playing or not own:
            return None
        since = self.played[own[-1] :]
        is_final = any(each.left or not each.before.may_be_taken_back(each.move) for each in since)
        return None if is_final else own[-1]

    def take_back(self, first: int, now: datetime) -> None:
        """Undo the moves from a number on, and restore the time left at that move."""
        undone = list(zip(self.played, self.left, strict=True))[first:]
        is_same_turn = all(played.after.is_mid_turn for played, _ in undone)
        if (vacant := self.vacant_seat) is not None:
            del self.vacancies[vacant]
            if is_same_turn:
                self.vacancies[vacant] = "returned"
        for played, time_left in reversed(undone):
            # Thinking time stays used, and the turn's increment is revoked.
            self.banks[played.seat] = time_left
        del self.texts[first:], self.left[first:]
        if not is_same_turn:
            self._set(undone[0][1], now)

    def abort(self) -> None:
        """Abort the match as a moderator."""
        self._end("aborted", ())

    def _go_on(self, text: str, now: datetime) -> None:
        before, time_left = self.position, self._time_left(now)
        self.texts.append(text)
        self.left.append(time_left)
        after = self.position
        if after.outcome is not None:
            self._end("over", after.outcome.winners)
        elif after.to_move != before.to_move or (
            self.played[-1].left is None and not after.is_mid_turn
        ):
            if self.played[-1].left is None:
                self.banks[self.played[-1].seat] = min(time_left + INCREMENT, MAX_TIME)
            self._set(self.time_of(after.to_move), now)

    def time_of(self, seat: int | None) -> timedelta:
        """The time that a seat has for a turn."""
        return self.banks.get(seat or 0, TIME) if self.has_banks else TIME

    def _time_left(self, now: datetime) -> timedelta:
        if self.stands_with is not None:
            return self.stands_with
        assert self.deadline is not None
        return max(self.deadline - now, timedelta())

    def _set(self, time_left: timedelta, now: datetime) -> None:
        if self.stands_with is None:
            self.deadline = now + time_left
        else:
            self.stands_with = time_left

    def _end(self, state: Literal["over", "aborted"], winners: Sequence[int]) -> None:
        self.state, self.winners = state, tuple(winners)
        self.deadline = self.stands_with = None
