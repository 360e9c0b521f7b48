"""Clocks after moves: the time left at each, the time banks and the next turn's clock."""

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
    time_left_from,
    turn_clock,
)
from club.clocks.pace import pace_of
from club.matches.match import Match
from club.matches.player_moves import PlayerMove
from storage.database.transaction import Transaction
from storage.matches.matches import MatchFields
from storage.matches.stored_match import StoredMatch
from storage.members import people, vacations
from storage.members.people import Preferences


@dataclass(frozen=True, slots=True)
class Presence:
    """Vacations and preferences of the players involved in a move."""

    away: Mapping[int, datetime]
    """When the vacations of the mover and of the next player end, by user."""
    preferences: Mapping[int, Preferences]
    """The next player's notification preferences, by user, if they were read."""

    def away_until(self, stored: StoredMatch) -> datetime | None:
        """Return when the vacation of the player to move ends, if it stops the clock."""
        if stored.deadline is None or stored.to_move is None:
            return None
        return self.away.get(stored.seats[stored.to_move - 1].user_id)


@dataclass(frozen=True, slots=True)
class MoveClocks:
    """The clocks after some moves."""

    times: Sequence[timedelta | None]
    """The time left at each move, or None without a time limit."""
    banks: Mapping[int, int]
    """The changed time banks in seconds, by seat."""
    turn: TurnClock | None
    """The clock of the turn that begins after them, if any."""

    def seconds(self) -> list[int | None]:
        """Return the times in whole seconds, as stored in records."""
        return [None if each is None else round(each.total_seconds()) for each in self.times]


async def presence(
    tx: Transaction, stored: StoredMatch, follower: int | None, now: datetime
) -> Presence:
    """Read the vacations of the player to move and of the next seat.

    The lock makes a player who is just starting a vacation wait until the turn is theirs.
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
    stored: StoredMatch, moves: Sequence[PlayerMove], now: datetime, presence: Presence
) -> MoveClocks:
    """Return the clocks after some moves."""
    pace = pace_of(stored.pace)
    remaining = time_left_from(stored, presence.away_until(stored) or now)
    times: list[timedelta | None] = []
    banks: dict[int, int] = {}
    begins = False
    for each in moves:
        times.append(remaining)
        if not each.ends_turn:
            continue
        begins = True
        if remaining is not None and each.played.left is None:
            bank = pace.banked(remaining)
            if bank is not None:
                banks[each.played.seat] = bank
        follower = each.played.after.to_move
        if follower is not None:
            bank = banks.get(follower)
            remaining = allowance_of(stored, follower) if bank is None else pace.allowance(bank)
    follower = moves[-1].played.after.to_move
    if not begins or follower is None:
        return MoveClocks(times, banks, None)
    begins_at = presence.away.get(stored.seats[follower - 1].user_id, now)
    clock = turn_clock(pace, begins_at, Allowance(remaining, paused_until=stored.paused_until))
    return MoveClocks(times, banks, clock)


async def clock_before(
    tx: Transaction, match: Match, stored: StoredMatch, to_ply: int, now: datetime
) -> TurnClock:
    """Return the clock as it was before move `to_ply`, counted from 0."""
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
    """Return the restored time banks of the seats whose moves are taken back.

    Each is the time left at the seat's first such move, so time used stays used, and the increments
    of the undone turns are lost.
    """
    if match.pace.increment is None:
        return {}
    banks: dict[int, int] = {}
    for entry in match.record[to_ply:]:
        if entry.time_left is not None:
            banks.setdefault(entry.seat, entry.time_left)
    return banks


def clock_changes(clock: TurnClock) -> MatchFields:
    """Return the fields of a match that a clock sets."""
    return MatchFields(**asdict(clock))
