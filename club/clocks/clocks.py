"""The clock of the current turn: its deadline and the next time it needs attention.

A match stores the deadline of its turn, never a ticking clock. A vacation of the player moves the
deadline. While the clocks are paused by agreement, the remaining seconds are stored instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from club.clocks.event_vacations import vacation_end
from club.clocks.pace import Pace, pace_of, reminder_at
from storage.database.transaction import Transaction
from storage.matches.stored_match import StoredMatch
from storage.members import people


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The stored clock of a turn."""

    deadline: datetime | None = None
    wakes_at: datetime | None = None
    paused_until: datetime | None = None
    time_left: int | None = None
    """Remaining seconds while the clocks are paused."""


NO_CLOCK = TurnClock()


@dataclass(frozen=True, slots=True)
class Allowance:
    """The time available to a turn that starts or continues now."""

    time: timedelta | None
    """The remaining time. None for no limit, as for computers."""
    whole: timedelta | None = None
    """The full time of the turn, if it has already begun."""
    paused_until: datetime | None = None
    """When the pause ends, or None if the clocks run."""


async def clock_for_turn(
    tx: Transaction,
    pace: Pace,
    user_id: int,
    now: datetime,
    allowance: Allowance,
    *,
    event_id: int | None = None,
) -> TurnClock:
    """Return the clock of a turn that starts or continues now.

    :param event_id: the event of the match, which limits vacations.
    """
    begins = now
    if allowance.time is not None and allowance.paused_until is None and pace.is_slow:
        # The lock makes a vacation that starts at this moment wait until the turn has begun.
        await people.get(tx, user_id, locked=True)
        begins = await vacation_end(tx, user_id, now, event_id) or now
    return turn_clock(pace, begins, allowance)


def turn_clock(pace: Pace, begins: datetime, allowance: Allowance) -> TurnClock:
    """Like `clock_for_turn`, with the player's vacation already looked up.

    :param begins: now, or the end of the player's vacation.
    """
    time, paused_until = allowance.time, allowance.paused_until
    if time is None:
        return TurnClock(None, paused_until, paused_until)
    if paused_until is not None:
        return TurnClock(None, paused_until, paused_until, round(time.total_seconds()))
    deadline = begins + time
    if not pace.reminds:
        return TurnClock(deadline, deadline)
    reminder = reminder_at(deadline, time if allowance.whole is None else allowance.whole)
    # A turn that continues with little time has just been announced and needs no reminder.
    return TurnClock(deadline, reminder if reminder > begins else deadline)


async def away_until(tx: Transaction, match: StoredMatch, now: datetime) -> datetime | None:
    """Return when the vacation of the player to move ends, if it stops the clock."""
    if match.deadline is None or match.to_move is None or not pace_of(match.pace).is_slow:
        return None
    mover = match.seats[match.to_move - 1]
    return await vacation_end(tx, mover.user_id, now, match.event_id)


async def time_left(tx: Transaction, match: StoredMatch, now: datetime) -> timedelta | None:
    """Return the remaining time of the seat to move, or None without a limit.

    The rest of a vacation doesn't count as time on the clock.
    """
    return time_left_from(match, await away_until(tx, match, now) or now)


def time_left_from(match: StoredMatch, runs_from: datetime) -> timedelta | None:
    """Like `time_left`, with the player's vacation already looked up.

    :param runs_from: now, or the end of the player's vacation.
    """
    if match.time_left is not None:
        return timedelta(seconds=match.time_left)
    if match.deadline is None or match.to_move is None:
        return None
    return max(match.deadline - runs_from, timedelta())


def allowance_of(match: StoredMatch, seat: int) -> timedelta | None:
    """Return the time for a new turn of a seat, or None without a limit, as for computers."""
    if match.seats[seat - 1].level is not None:
        return None
    return pace_of(match.pace).allowance(match.seats[seat - 1].bank)
