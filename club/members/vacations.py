"""Vacations: whole days that stop a player's clocks in slow matches. Events limit the days.

Each player has a number of days per calendar year (UTC). They are taken in advance, or one by one
when a clock would run out. A vacation moves the deadlines of current turns. The time of a turn that
begins during a vacation starts at its end. The cards of all their matches say that they are away.
The vacation of someone who chose a time zone ends at midnight there, after at least the days taken.

Locking order: matches before people, as in changes of matches.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeVar

from club.members.own_day import OwnDay, applies_to, own_day_of
from club.outbox import notices
from club.paces import DAY, HOUR, pace_of
from club.parts import LoadedParts
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store, transactional
from storage.database.transaction import Outdated, Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.matches import moves as stored_moves
from storage.matches.match import StoredMatch
from storage.members import preferences, vacations
from storage.members import vacations as stored_vacations
from storage.members.preferences import Preferences
from storage.members.vacations import Vacation

log = logging.getLogger(__name__)

DAYS_A_YEAR = 14

MAX_ENDS = 50
"""Maximum number of vacations taken off the cards per round."""

MAX_MATCHES = 1000
"""Maximum number of a player's matches whose cards show a vacation."""


class Limit(NamedTuple):
    """How vacations stop a player's clocks in an event."""

    begin: datetime
    """Vacation days before this don't count."""
    max_time: timedelta


NO_LIMIT = Limit(datetime.min.replace(tzinfo=UTC), timedelta.max)

LIMITS: LoadedParts[tuple[Transaction, int], Limit] = LoadedParts()
"""The limit of an event, by its number."""

Result = TypeVar("Result")
TurnsChange = Callable[[Transaction, Sequence[StoredMatch], datetime], Awaitable[Result]]
"""A change of a player's vacations or time off, given the locked turns it affects."""


@dataclass(frozen=True, slots=True)
class Status:
    """A player's vacation status."""

    until: datetime | None
    """The end of the current vacation, or None if there is none."""
    days_left: int
    """Days left in `year`."""
    year: int
    """The year in which the next vacation would begin."""


class Vacations:
    """Starts and ends vacations and counts the days left."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        wake: Callable[[int], Awaitable[None]],
    ) -> None:
        """:param wake: ends a match whose player has run out of time, unless a day saves it."""
        self._store = store
        self._clock = clock
        self._wake = wake

    async def status(self, user_id: int) -> Status:
        """Return a player's vacation status."""
        now = self._clock()
        return await self._store.read(lambda tx: _status(tx, user_id, now))

    async def away_in(self, match: StoredMatch) -> dict[int, datetime]:
        """Return until when players of a match are away, by user."""
        now = self._clock()
        return await self._store.read(lambda tx: away_in(tx, match, now))

    @transactional
    async def show_ends(self, tx: Transaction) -> None:
        """Take vacations that have ended off the cards."""
        now = self._clock()
        ended = await stored_vacations.shown_to_end(tx, now, MAX_ENDS)
        await stored_vacations.hide(tx, [vacation.id for vacation in ended])
        await _update_cards(tx, {vacation.user_id for vacation in ended}, now)

    async def take(self, user_id: int, days: int) -> Status:
        """Take days of vacation, from now or after those already taken.

        :raises Refusal: `days`, `too_many_days`.
        """
        if days < 1:
            raise Refusal("days", N_("A vacation is at least one whole day."))

        async def take(tx: Transaction, turns: Sequence[StoredMatch], now: datetime) -> Status:
            status = await _status(tx, user_id, now)
            if days > status.days_left:
                raise Refusal(
                    "too_many_days",
                    N_("You have {left} of {days} days of vacation left in {year}."),
                    left=status.days_left,
                    days=DAYS_A_YEAR,
                    year=status.year,
                )
            await _take(tx, user_id, days, turns, now)
            return await _status(tx, user_id, now)

        return await self.change_turns(user_id, take)

    async def end(self, user_id: int) -> tuple[int, Status]:
        """End a vacation. Days that have not begun can be taken later.

        :returns: the number of returned days, and the new status.
        :raises Refusal: `not_away`.
        """

        async def end_now(
            tx: Transaction, turns: Sequence[StoredMatch], now: datetime
        ) -> tuple[int, Status]:
            unfinished = await stored_vacations.unfinished(tx, user_id, now)
            if not unfinished:
                raise Refusal("not_away", N_("You aren't on vacation."))
            returned = 0
            before = await time_stopped(tx, user_id, turns)
            time_returned = timedelta()
            own = own_day_of(await preferences.get(tx, user_id))
            for vacation in unfinished:
                begun_until = max(now, vacation.begins_at)
                unbegun, ends_at = 0, vacation.ends_at
                while unbegun < vacation.days:
                    day_before = own.days_after(vacation.ends_at, -unbegun - 1)
                    if day_before < begun_until:
                        break
                    unbegun, ends_at = unbegun + 1, day_before
                returned += unbegun
                time_returned += vacation.ends_at - ends_at
                days = vacation.days - unbegun
                await stored_vacations.shorten(tx, vacation.id, ends_at, days)
            await stored_vacations.hide(tx, [vacation.id for vacation in unfinished])
            if returned:
                after = await time_stopped(tx, user_id, turns)
                await _shift(tx, own, turns, -time_returned, now, _differences(before, after))
            await _update_cards(tx, {user_id}, now)
            return returned, await _status(tx, user_id, now)

        return await self.change_turns(user_id, end_now)

    async def change_turns(self, user_id: int, change: TurnsChange[Result]) -> Result:
        """Change the clocks of a player's turns, with a retry if one of them has just begun.

        Turns whose time is up are over first, so that no change can save them.
        """
        woken: set[int] = set()

        async def change_unless_due(tx: Transaction) -> Result | _DueTurns:
            turns, now = await _locked_turns(tx, user_id), self._clock()
            due = [turn.id for turn in turns if _is_up(turn, now) and turn.id not in woken]
            return _DueTurns(due) if due else await change(tx, turns, now)

        while True:
            try:
                result = await self._store.write(change_unless_due)
            except Outdated:
                log.info("a turn of user %s began during a change of clocks; retrying", user_id)
                continue
            if not isinstance(result, _DueTurns):
                return result
            for match_id in result.match_ids:
                await self._wake(match_id)
            woken.update(result.match_ids)


@dataclass(frozen=True, slots=True)
class _DueTurns:
    """Turns whose time is up."""

    match_ids: list[int]


async def save(tx: Transaction, user_id: int, match: StoredMatch, now: datetime) -> bool:
    """Take the vacation days that keep a player from losing on time, if enough are left.

    :returns: whether the match goes on, for this or any other reason.
    :raises Outdated: if another turn of the player has just begun.
    """
    assert match.deadline is not None
    turns = [
        turn
        for turn in await _locked_turns(tx, user_id)
        if turn.id == match.id or not _is_up(turn, now) or await _has_moved(tx, turn, user_id)
    ]
    if not any(turn.id == match.id and turn.deadline == match.deadline for turn in turns):
        return True
    days = (now - match.deadline) // DAY + 1
    if await _days_left(tx, user_id, now.year) < days:
        return False
    before = await time_stopped(tx, user_id, turns)
    if match.event_id is not None:
        max_time = await max_time_stopped(tx, match.event_id)
        if max_time - before[match.id] < match.deadline + days * DAY - now:
            return False
    await stored_vacations.add(
        tx,
        user_id=user_id,
        begins_at=now,
        ends_at=match.deadline + days * DAY,
        days=days,
        automatic=True,
    )
    after = await time_stopped(tx, user_id, turns)
    own = own_day_of(await preferences.get(tx, user_id))
    await _shift(tx, own, turns, days * DAY, now, _differences(before, after))
    await _update_cards(tx, {user_id}, now)
    return True


async def away_until(
    tx: Transaction, event_id: int, user_ids: Collection[int], now: datetime
) -> dict[int, datetime]:
    """Return when the clocks of users on vacation resume in an event, by user."""
    begin, max_time = await _terms(tx, event_id)
    result: dict[int, datetime] = {}
    for user_id in user_ids:
        spans = _counted_spans(await vacations.since(tx, user_id, begin), begin, max_time)
        until = max((end for _, end in spans), default=now)
        if until > now:
            result[user_id] = until
    return result


async def time_stopped(
    tx: Transaction, user_id: int, matches: Sequence[StoredMatch]
) -> dict[int, timedelta]:
    """For each match in an event, return how long vacations stop a user's clocks in it.

    Matches outside events are left out.
    """
    result: dict[int, timedelta] = {}
    for match in matches:
        if match.event_id is not None:
            begin, max_time = await _terms(tx, match.event_id)
            spans = _counted_spans(await vacations.since(tx, user_id, begin), begin, max_time)
            result[match.id] = sum((end - start for start, end in spans), timedelta())
    return result


async def spans(tx: Transaction, event_id: int, user_id: int) -> list[tuple[datetime, datetime]]:
    """Return when a user's vacations stop, or have stopped, their clocks in an event."""
    begin, max_time = await _terms(tx, event_id)
    return _counted_spans(await vacations.since(tx, user_id, begin), begin, max_time)


async def max_time_stopped(tx: Transaction, event_id: int) -> timedelta:
    """Return the maximum time that vacations stop a player's clocks in an event."""
    _, max_time = await _terms(tx, event_id)
    return max_time


async def vacation_end(
    tx: Transaction, user_id: int, now: datetime, event_id: int | None = None
) -> datetime | None:
    """Return when a player's vacation ends, or None if they are not on vacation.

    :param event_id: an event, to return when the player's clocks resume in it.
    """
    if event_id is not None:
        return (await away_until(tx, event_id, [user_id], now)).get(user_id)
    unfinished = await vacations.unfinished(tx, user_id, now)
    return unfinished[-1].ends_at if unfinished else None


async def away_in(tx: Transaction, match: StoredMatch, now: datetime) -> dict[int, datetime]:
    """Return until when players of a match are away, by user."""
    pace = pace_of(match.pace)
    if match.state != "running" or not (pace.is_slow or pace.time is None):
        return {}
    user_ids = [seat.user_id for seat in match.seats if seat.is_person and seat.is_playing]
    return await vacations.shown_until(tx, user_ids, now)


async def is_off(tx: Transaction, person: Preferences, now: datetime) -> bool:
    """Whether a person is on vacation or in their time off, so that no one should disturb them."""
    is_away = bool(await vacations.shown_until(tx, [person.user_id], now))
    return is_away or own_day_of(person).ends(now) != now


async def _terms(tx: Transaction, event_id: int) -> Limit:
    limits = await LIMITS.of((tx, event_id))
    return limits[0] if limits else NO_LIMIT


def _counted_spans(
    all_vacations: Sequence[Vacation], begin: datetime, max_time: timedelta
) -> list[tuple[datetime, datetime]]:
    """Return the parts of vacations that count, in order, until no days are left."""
    result: list[tuple[datetime, datetime]] = []
    remaining = max_time
    for vacation in all_vacations:
        start = max(vacation.begins_at, begin)
        length = min(vacation.ends_at - start, remaining)
        if length > timedelta():
            result.append((start, start + length))
            remaining -= length
    return result


async def _take(
    tx: Transaction, user_id: int, days: int, turns: Sequence[StoredMatch], now: datetime
) -> None:
    begins_at = await vacation_end(tx, user_id, now) or now
    person = await preferences.get(tx, user_id)
    own = own_day_of(person)
    ends_at = own.days_after(begins_at, days)
    if person.zone is not None:
        ends_at = own.end_of_day(ends_at)
    before = await time_stopped(tx, user_id, turns)
    await stored_vacations.add(
        tx,
        user_id=user_id,
        begins_at=begins_at,
        ends_at=ends_at,
        days=days,
        automatic=False,
    )
    after = await time_stopped(tx, user_id, turns)
    await _shift(tx, own, turns, ends_at - begins_at, now, _differences(before, after))
    await _update_cards(tx, {user_id}, now)


async def _status(tx: Transaction, user_id: int, now: datetime) -> Status:
    until = await vacation_end(tx, user_id, now)
    year = (until or now).year
    return Status(until, await _days_left(tx, user_id, year), year)


async def _days_left(tx: Transaction, user_id: int, year: int) -> int:
    """Return the days left in a year. A vacation counts for the year in which it begins."""
    begin, end = (datetime(each, 1, 1, tzinfo=UTC) for each in (year, year + 1))
    return max(DAYS_A_YEAR - await stored_vacations.days_between(tx, user_id, begin, end), 0)


async def _locked_turns(tx: Transaction, user_id: int) -> list[StoredMatch]:
    """Lock a player and the slow matches in which it is their turn, and return these matches.

    :raises Outdated: if another turn of theirs has just begun.
    """
    # Always in the order of their numbers, to prevent deadlocks.
    matches = [
        await stored_matches.get(tx, each.id, locked=True)
        for each in await match_lists.timed_turns_of(tx, user_id)
    ]
    # From here on, no further turn of theirs can begin.
    await preferences.get(tx, user_id, locked=True)
    locked = {match.id for match in matches if match is not None}
    if any(each.id not in locked for each in await match_lists.timed_turns_of(tx, user_id)):
        raise Outdated(f"the turns of user {user_id}", len(matches))
    return [match for match in matches if match is not None and _is_slow_turn(match, user_id)]


def _is_slow_turn(match: StoredMatch, user_id: int) -> bool:
    if match.deadline is None or match.to_move is None or match.vacant_seat is not None:
        return False
    return match.seats[match.to_move - 1].user_id == user_id and pace_of(match.pace).is_slow


def _is_up(turn: StoredMatch, now: datetime) -> bool:
    """Whether the time of a turn is up, although its match still runs."""
    return turn.deadline is not None and turn.deadline <= now


async def _has_moved(tx: Transaction, match: StoredMatch, user_id: int) -> bool:
    """Whether a player has made a move that was not taken back, so that days can save the match."""
    moves = 0
    for entry in await stored_moves.of_match(tx, match.id):
        if match.seats[entry.seat - 1].user_id == user_id:
            # Any other entry of someone who still plays takes a move back.
            moves += 1 if entry.kind in ("move", "conditional") else -1
    return moves > 0


def _differences(
    before: Mapping[int, timedelta], after: Mapping[int, timedelta]
) -> dict[int, timedelta]:
    return {match_id: time - before[match_id] for match_id, time in after.items()}


async def _shift(
    tx: Transaction,
    own: OwnDay,
    turns: Sequence[StoredMatch],
    by: timedelta,
    now: datetime,
    in_events: Mapping[int, timedelta],
) -> None:
    """Move the deadlines of a player's turns.

    :param own: the player's own day.
    :param in_events: different shifts for matches of events, by match.
    """
    for match in turns:
        of_match = in_events.get(match.id, by)
        if of_match:
            await give_time(tx, match, of_match, own, now)


async def give_time(
    tx: Transaction, match: StoredMatch, by: timedelta, own: OwnDay, now: datetime
) -> None:
    """Give time back to the turn of a locked match, or take back what was given.

    The deadline is moved from the end of the time itself, so no time off is given twice.

    :param own: the own day of the player to move.
    """
    if match.deadline is None or match.wakes_at is None or match.to_move is None:
        return
    runs_out_at = (match.runs_out_at or match.deadline) + by
    deadline = runs_out_at
    if match.runs_out_at is not None:
        user_id = match.seats[match.to_move - 1].user_id
        continues_at = await vacation_end(tx, user_id, now, match.event_id) or now
        if runs_out_at < continues_at:
            # The turn was interrupted in time off, after its time was used up.
            deadline = continues_at + HOUR
    if applies_to(pace_of(match.pace)):
        deadline = own.ends(deadline)
    if by > timedelta():
        # Fewer hours off than before don't shorten the turn.
        deadline = max(deadline, match.deadline)
    wakes_at = deadline if match.wakes_at == match.deadline else match.wakes_at + by
    moved = runs_out_at if deadline > runs_out_at else None
    await stored_matches.set_clock(tx, match.id, deadline, min(wakes_at, deadline), moved)


async def _update_cards(tx: Transaction, user_ids: Collection[int], now: datetime) -> None:
    """Bring the cards of all running matches of some players up to date."""
    matches = [
        match
        for user_id in user_ids
        for match in await match_lists.running_of(tx, user_id, limit=MAX_MATCHES)
    ]
    # In the order of their numbers, to prevent deadlocks.
    for match in sorted(matches, key=lambda each: each.id):
        await notices.show_change(tx, match, now)
