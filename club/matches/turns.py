"""A turn: its moves, the offers that lapse with it, and the clock of the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from club.matches.match import CONDITIONAL, Match
from club.members import vacations as event_vacations
from club.members.own_day import EVERY_DAY, OwnDay, applies_to, own_day_of
from club.members.vacations import vacation_end
from club.paces import HOUR, Pace, pace_of, reminder_at
from rules.replay import Played
from storage.database.tables import values_of
from storage.database.transaction import Transaction
from storage.matches import offers as stored_offers
from storage.matches.match import StoredMatch
from storage.matches.matches import MatchFields
from storage.matches.moves import RecordKind
from storage.matches.offers import Offer
from storage.members import preferences as stored_preferences
from storage.members import vacations
from storage.members.preferences import Preferences


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A move and the user who made it. `kind` is stored in the record."""

    played: Played
    user_id: int
    kind: RecordKind = "move"

    @property
    def ends_turn(self) -> bool:
        """Whether the move ends its turn."""
        return ends_turn(self.played)


def ends_turn(played: Played) -> bool:
    """Whether a move ends its turn."""
    before, after = played.before, played.after
    if played.left is not None:
        return after.to_move != before.to_move
    return after.to_move != before.to_move or not after.is_mid_turn


@dataclass(frozen=True, slots=True)
class OffersAfter:
    """The offers of a match after some moves."""

    still_open: tuple[Offer, ...]
    """Earlier offers that are still open."""
    new: Offer | None = None
    """The draw offered with the move."""

    @property
    def all_open(self) -> tuple[Offer, ...]:
        """All open offers, the latest last."""
        return self.still_open if self.new is None else (*self.still_open, self.new)


async def settle(
    tx: Transaction,
    stored: StoredMatch,
    moves: Sequence[PlayerMove],
    now: datetime,
    *,
    offers_draw: bool,
) -> OffersAfter:
    """Close the offers that some moves make void, and add a draw offered with the move.

    The draw is not offered if a planned reply follows the move.
    """
    is_over = moves[-1].played.after.outcome is not None
    computers = {seat.seat for seat in stored.seats if seat.level is not None}
    still_open = await lapse(
        tx, stored.id, now, lambda offer: is_over or _lapses(offer, moves, computers)
    )
    if not offers_draw or is_over or moves[-1].kind == CONDITIONAL:
        return OffersAfter(still_open)
    new = await _draw_offered(tx, stored, still_open, moves[0].played.seat, now)
    return OffersAfter(still_open, new)


async def lapse(
    tx: Transaction, match_id: int, now: datetime, is_void: Callable[[Offer], bool]
) -> tuple[Offer, ...]:
    """Close the void offers of a match and return the remaining ones."""
    remaining: list[Offer] = []
    for offer in await stored_offers.open_of(tx, match_id):
        if is_void(offer):
            await stored_offers.close(tx, offer.id, "lapsed", now)
        else:
            remaining.append(offer)
    return tuple(remaining)


async def _draw_offered(
    tx: Transaction, stored: StoredMatch, open_offers: Sequence[Offer], seat: int, now: datetime
) -> Offer | None:
    """Add the draw that a seat offers with its move, unless one is open already."""
    if any(offer.kind == "draw" for offer in open_offers):
        return None
    return await stored_offers.add(tx, match_id=stored.id, kind="draw", seat=seat, made_at=now)


def _lapses(offer: Offer, moves: Sequence[PlayerMove], computers: Set[int]) -> bool:
    """Whether an offer is void after these moves.

    Who has yet to answer declines a draw or a stop by moving. A computer's move doesn't decline it
    for people, nor does the move of a player who has agreed. When a seat leaves, all offers lapse,
    because it may have made one or been the last to answer.
    """
    if offer.kind == "take back" or any(move.played.left is not None for move in moves):
        return True
    silent = {offer.seat, *offer.agreed, *computers}
    return offer.kind in ("draw", "stop") and any(move.played.seat not in silent for move in moves)


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The stored clock of a turn."""

    deadline: datetime | None = None
    wakes_at: datetime | None = None
    runs_out_at: datetime | None = None
    """When its time is used up, if the player's time off moves the deadline."""
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
    is_of_team: bool = False
    """Whether a team votes on the turn, which takes no vacations and is reminded at half time."""


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
    begins, own = now, EVERY_DAY
    is_timed = allowance.time is not None and allowance.paused_until is None
    if is_timed and pace.is_slow and not allowance.is_of_team:
        # The lock makes a vacation that starts at this moment wait until the turn has begun.
        person = await stored_preferences.get(tx, user_id, locked=True)
        begins, own = await vacation_end(tx, user_id, now, event_id) or now, own_day_of(person)
    return turn_clock(pace, begins, allowance, own)


def turn_clock(
    pace: Pace, begins: datetime, allowance: Allowance, own: OwnDay = EVERY_DAY
) -> TurnClock:
    """Like `clock_for_turn`, with the player's vacation already looked up.

    :param begins: now, or the end of the player's vacation.
    """
    time, paused_until = allowance.time, allowance.paused_until
    if time is None:
        return TurnClock(None, paused_until, paused_until=paused_until)
    if paused_until is not None:
        seconds = round(time.total_seconds())
        return TurnClock(None, paused_until, paused_until=paused_until, time_left=seconds)
    runs_out_at = begins + time
    if allowance.whole is None and time == pace.time:
        runs_out_at = pace.deadline(begins) or runs_out_at
    deadline = runs_out_at
    if applies_to(pace) and own.has_time_off:
        # A turn that was interrupted in time off may have used up its time.
        deadline = own.ends(runs_out_at if time else begins + HOUR)
    moved = runs_out_at if deadline > runs_out_at else None
    if not pace.reminds:
        return TurnClock(deadline, deadline, moved)
    if allowance.is_of_team:
        reminder = begins + (runs_out_at - begins) / 2
    else:
        reminder = reminder_at(runs_out_at, time if allowance.whole is None else allowance.whole)
    # A turn that continues with little time has just been announced and needs no reminder.
    return TurnClock(deadline, reminder if reminder > begins else deadline, moved)


async def away_until(tx: Transaction, match: StoredMatch, now: datetime) -> datetime | None:
    """Return when the vacation of the player to move ends, if it stops the clock."""
    if match.deadline is None or match.to_move is None or not pace_of(match.pace).is_slow:
        return None
    if match.vacant_seat is not None:
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
    return max((match.runs_out_at or match.deadline) - runs_from, timedelta())


def allowance_of(match: StoredMatch, seat: int) -> timedelta | None:
    """Return the time for a new turn of a seat, or None without a limit, as for computers."""
    if match.seats[seat - 1].level is not None:
        return None
    return pace_of(match.pace).allowance(match.seats[seat - 1].bank)


def team_allowance(match: StoredMatch, seat: int) -> Allowance:
    """Return the allowance of a team's vote that begins now."""
    time, paused_until = allowance_of(match, seat), match.paused_until
    return Allowance(time, paused_until=paused_until, is_of_team=True)


def _is_of_team(match: StoredMatch, seat: int) -> bool:
    return match.seats[seat - 1].is_team


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
    if follower is not None and stored.seats[follower - 1].is_person:
        user_id = stored.seats[follower - 1].user_id
        preferences[user_id] = await stored_preferences.get(tx, user_id, locked=True)
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
    for move in moves:
        times.append(remaining)
        # A vote begins even if the last one has not ended the turn.
        if not move.ends_turn and (move != moves[-1] or not _is_of_team(stored, move.played.seat)):
            continue
        begins = True
        if remaining is not None and move.played.left is None:
            bank = pace.banked(remaining)
            if bank is not None:
                banks[move.played.seat] = bank
        follower = move.played.after.to_move
        if follower is not None:
            bank = banks.get(follower)
            remaining = allowance_of(stored, follower) if bank is None else pace.allowance(bank)
    follower = moves[-1].played.after.to_move
    if not begins or follower is None:
        return MoveClocks(times, banks, None)
    seat = stored.seats[follower - 1]
    begins_at = presence.away.get(seat.user_id, now)
    allowance = Allowance(remaining, paused_until=stored.paused_until, is_of_team=seat.is_team)
    person = presence.preferences.get(seat.user_id)
    own = EVERY_DAY if person is None else own_day_of(person)
    clock = turn_clock(pace.at(seat.hour), begins_at, allowance, own)
    return MoveClocks(times, banks, clock)


async def clock_before(
    tx: Transaction, match: Match, stored: StoredMatch, to_ply: int, now: datetime
) -> TurnClock:
    """Return the clock as it was before move `to_ply`, counted from 0."""
    mover = stored.seats[match.played[to_ply].seat - 1]
    if mover.is_team:
        pace = match.pace.at(mover.hour)
        return turn_clock(pace, now, team_allowance(stored, mover.seat))
    seconds = match.record[to_ply].time_left
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
    return MatchFields(**values_of(clock))
