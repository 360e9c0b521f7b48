"""The clocks that moves leave behind: the time at each, the banks, and the next turn's clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from club.clocks import event_vacations
from club.clocks.clocks import (
    Allowance,
    TurnClock,
    allowance_of,
    clock_for_turn,
    time_from,
    turn_clock,
)
from club.clocks.pace import pace_of
from club.matches.made import Made
from club.matches.match import Match
from storage.database.transaction import Transaction
from storage.matches.matches import MatchFields, StoredMatch
from storage.members import people, vacations
from storage.members.people import Preferences


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there as moves are made."""

    away: Mapping[int, datetime]
    """Until when the player who moves and the one who follows are on vacation, by user."""
    preferences: Mapping[int, Preferences]
    """How the latter is told of their turn, by user, if it had to be read."""

    def absence(self, stored: StoredMatch) -> datetime | None:
        """Until when the clock of a match stands for the vacation of the player to move."""
        if stored.deadline is None or stored.to_move is None:
            return None
        return self.away.get(stored.seats[stored.to_move - 1].user_id)


@dataclass(frozen=True, slots=True)
class MoveClocks:
    """The clocks that some moves leave behind."""

    times: Sequence[timedelta | None]
    """The time left at each move, None without a limit."""
    banks: Mapping[int, int]
    """The banks that change, by seat."""
    turn: TurnClock | None
    """The clock of the turn that begins after them, None if none does."""

    def seconds(self) -> list[int | None]:
        """The times in whole seconds, as records have them."""
        return [None if each is None else round(each.total_seconds()) for each in self.times]


async def presence(
    tx: Transaction, stored: StoredMatch, follower: int | None, now: datetime
) -> Presence:
    """Find out who is there: the player who moves, and the seat that follows.

    A player who begins a vacation just now waits, and then finds the turn among theirs.
    """
    if stored.to_move is None or not pace_of(stored.pace).is_slow:
        return Presence({}, {})
    users = {stored.seats[stored.to_move - 1].user_id}
    preferences: dict[int, Preferences] = {}
    if follower is not None and stored.seats[follower - 1].level is None:
        user_id = stored.seats[follower - 1].user_id
        preferences[user_id] = await people.get(tx, user_id, locked=True)
        users.add(user_id)
    if stored.event_id is not None:
        away = await event_vacations.away_until(tx, stored.event_id, users, now)
    else:
        away = await vacations.away_until(tx, users, now)
    return Presence(away, preferences)


def clocks_after(
    stored: StoredMatch, made: Sequence[Made], now: datetime, presence: Presence
) -> MoveClocks:
    """The clocks that some moves leave behind."""
    pace = pace_of(stored.pace)
    left = time_from(stored, presence.absence(stored) or now)
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
        return MoveClocks(times, banks, None)
    begins_at = presence.away.get(stored.seats[follower - 1].user_id, now)
    clock = turn_clock(pace, begins_at, Allowance(left, paused_until=stored.paused_until))
    return MoveClocks(times, banks, clock)


async def clock_before(
    tx: Transaction, match: Match, stored: StoredMatch, to_ply: int, now: datetime
) -> TurnClock:
    """The clock as it was before the move after the first `to_ply`."""
    seconds = match.record[to_ply].time_left
    mover = stored.seats[match.played[to_ply].seat - 1]
    return await clock_for_turn(
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


def banks_before(match: Match, to_ply: int) -> dict[int, int]:
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


def clock_changes(clock: TurnClock) -> MatchFields:
    """What a clock sets in its match."""
    return MatchFields(**asdict(clock))
