"""Nudges: a waiting player reminds the one to move, once a turn and after half of its time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from club.matches.match import Match
from club.matches.reasons import check_runs, player_in
from club.matches.turns import allowance_of, time_left_from
from club.members.vacations import is_off
from club.outbox import notices
from club.paces import DAY, pace_of
from club.references import Name
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches import nudges as stored_nudges
from storage.matches.match import Seat, StoredMatch
from storage.matches.nudges import Nudge
from storage.members import blocks, preferences


class Nudges:
    """Nudges the players to move."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def are_possible(self, match: Match, user_id: int) -> bool:
        """Whether a user could nudge the player to move now."""
        now = self._clock()
        try:
            _check_turn(match, user_id, now)
            await self._store.read(lambda tx: _nudge_of(tx, match.stored, user_id, now))
        except Refusal:
            return False
        return True

    async def nudge(self, match: Match, user_id: int) -> None:
        """Nudge the player to move: a mention or a direct message, as they prefer.

        :raises Refusal: `not_yours`, `left`, `match_over`, `no_nudge`, `too_soon`, `nudged`.
        """
        now = self._clock()
        _check_turn(match, user_id, now)

        async def add(tx: Transaction) -> None:
            stored = await stored_matches.current(tx, match.id, locked=True)
            nudge = await _nudge_of(tx, stored, user_id, now, locked=True)
            await stored_nudges.add(tx, nudge)
            await notices.announce(tx, stored, [stored.to_move or 0], "nudge", 0, now)

        await self._store.write(add)

    async def of_turn(self, match: StoredMatch) -> Seat | None:
        """Return the seat that has nudged the player to move, or None."""
        return await self._store.read(lambda tx: nudging_seat(tx, match))


async def nudging_seat(tx: Transaction, match: StoredMatch) -> Seat | None:
    """Return the seat that has nudged the player to move, or None."""
    if match.state != "running":
        return None
    nudge = await stored_nudges.of_turn(tx, match.id, match.turn_started_at)
    seats = (seat for seat in match.seats if nudge and seat.user_id == nudge.user_id)
    return next(seats, None)


def _check_turn(match: Match, user_id: int, now: datetime) -> None:
    """Check what needs no query.

    :raises Refusal: `not_yours`, `left`, `match_over`, `no_nudge`, `too_soon`.
    """
    check_runs(match)
    player_in(match, user_id)
    _slow_seat(match.stored, user_id, now)


def _slow_seat(match: StoredMatch, user_id: int, now: datetime) -> Seat:
    """Return the seat of another person to move who has used half of their time.

    :raises Refusal: `no_nudge`, `too_soon`.
    """
    seat = None if match.to_move is None else match.seats[match.to_move - 1]
    pace = pace_of(match.pace)
    is_slow = pace.reminds or pace.time is None
    is_other = seat is not None and seat.is_person and seat.user_id != user_id
    if seat is None or not is_other or seat.is_vacant or not is_slow:
        raise Refusal("no_nudge", N_("There's nobody to nudge in this match right now."))
    if not _is_half_over(match, seat, now):
        words = N_(
            "You can nudge {name} once half of their time is used up. Without a time limit, wait "
            "a day."
        )
        raise Refusal("too_soon", words, name=Name(seat.name))
    return seat


async def _nudge_of(
    tx: Transaction, match: StoredMatch, user_id: int, now: datetime, *, locked: bool = False
) -> Nudge:
    """Return the nudge that a player can make now.

    :param locked: whether to lock the person to nudge, so that only one nudge a day gets through,
        even in several matches at once.
    :raises Refusal: `no_nudge`, `too_soon`, `nudged`.
    """
    seat = _slow_seat(match, user_id, now)
    person = await preferences.get(tx, seat.user_id, locked=locked)
    is_nudged = await stored_nudges.of_turn(tx, match.id, match.turn_started_at) is not None
    if is_nudged or await stored_nudges.are_between(tx, user_id, seat.user_id, now - DAY):
        words = N_("Only one nudge per turn, and one a day between the same two players.")
        raise Refusal("nudged", words)
    if (
        not person.gets_nudges
        or person.notice == "none"
        or await is_off(tx, person, now)
        or await blocks.between(tx, user_id, [seat.user_id])
    ):
        # The reason is theirs.
        words = N_("{name} can't be nudged at the moment.")
        raise Refusal("no_nudge", words, name=Name(seat.name))
    return Nudge(match.id, match.turn_started_at, user_id, seat.user_id, now)


def _is_half_over(match: StoredMatch, seat: Seat, now: datetime) -> bool:
    """Whether a player has used half of the time of their turn, or a day without a limit."""
    time, began = allowance_of(match, seat.seat), match.turn_started_at
    if time is None:
        return now - began >= DAY
    left = time_left_from(match, now)
    if left is None or match.deadline is None:
        return False
    return left <= min(time, match.deadline - began) / 2
