"""The clock of the turn under way: when its time is over, and when somebody has to look.

A match stores the moment at which its turn's time is over, never a clock that ticks. While a
player is on vacation that moment is later by the days that they are away; while the clocks stand
by agreement there is none, and the seconds left are stored in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from club.clocks import event_vacations
from club.clocks.pace import Pace, pace_of, reminder_at
from storage.database.transaction import Transaction
from storage.matches.matches import StoredMatch
from storage.members import people, vacations


@dataclass(frozen=True, slots=True)
class TurnClock:
    """What is stored about the time of a turn."""

    deadline: datetime | None = None
    wakes_at: datetime | None = None
    paused_until: datetime | None = None
    time_left: int | None = None
    """Seconds, while the clocks stand."""


NO_CLOCK = TurnClock()


@dataclass(frozen=True, slots=True)
class Allowance:
    """The time that a turn has from now on."""

    time: timedelta | None
    """None for no limit, as for a computer."""
    whole: timedelta | None = None
    """The time that the turn had when it began, if it goes on."""
    paused_until: datetime | None = None
    """Until when the clocks are paused, None if they run."""


async def clock_for_turn(
    tx: Transaction,
    pace: Pace,
    user_id: int,
    now: datetime,
    allowance: Allowance,
    *,
    event_id: int | None = None,
) -> TurnClock:
    """The clock of a turn that begins, or goes on, now.

    :param event_id: the event that the match belongs to, which lets vacations stop it for some days
        only.
    """
    begins = now
    if allowance.time is not None and allowance.paused_until is None and pace.is_slow:
        # Whoever takes a vacation for them just now waits, and then finds this turn among theirs.
        await people.get(tx, user_id, locked=True)
        begins = await back_from_vacation(tx, user_id, now, event_id) or now
    return turn_clock(pace, begins, allowance)


def turn_clock(pace: Pace, begins: datetime, allowance: Allowance) -> TurnClock:
    """As `clock_for_turn`, if it is known when the player is back.

    :param begins: now, or the end of the vacation that they are on.
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
    # A turn that goes on with little time is announced as it does, and needs no second word.
    return TurnClock(deadline, reminder if reminder > begins else deadline)


async def back_from_vacation(
    tx: Transaction, user_id: int, now: datetime, event_id: int | None = None
) -> datetime | None:
    """Until when a person is on vacation, None for who is not.

    :param event_id: an event, to know for how long their clocks stand in it.
    """
    if event_id is not None:
        return (await event_vacations.away_until(tx, event_id, [user_id], now)).get(user_id)
    unfinished = await vacations.unfinished(tx, user_id, now)
    return unfinished[-1].ends_at if unfinished else None


async def away_until(tx: Transaction, match: StoredMatch, now: datetime) -> datetime | None:
    """Until when the clock of a match stands for the vacation of who is to move."""
    if match.deadline is None or match.to_move is None or not pace_of(match.pace).is_slow:
        return None
    mover = match.seats[match.to_move - 1]
    return await back_from_vacation(tx, mover.user_id, now, match.event_id)


async def time_left(tx: Transaction, match: StoredMatch, now: datetime) -> timedelta | None:
    """The time that the seat to move has left, None without a limit.

    Days of vacation that are still to come are no time on the clock.
    """
    return time_from(match, await away_until(tx, match, now) or now)


def time_from(match: StoredMatch, runs_from: datetime) -> timedelta | None:
    """As `time_left`, where it is known when the player is there.

    :param runs_from: now, or the end of the vacation that they are on.
    """
    if match.time_left is not None:
        return timedelta(seconds=match.time_left)
    if match.deadline is None or match.to_move is None:
        return None
    return max(match.deadline - runs_from, timedelta())


def allowance_of(match: StoredMatch, seat: int) -> timedelta | None:
    """The time for a turn of a seat that begins now; None without a limit, as for a computer."""
    if match.seats[seat - 1].level is not None:
        return None
    return pace_of(match.pace).allowance(match.seats[seat - 1].bank)
