"""Vacations: whole days on which a person's clocks stand, in all matches that are slow enough.

Everybody has some days in a calendar year (UTC). They are taken beforehand, or one by one at the
moment at which a clock would run out. A vacation moves the deadlines of the turns under way, and a
turn that begins during one has its time from the vacation's end on.

Whatever changes a match takes the match first and then the person whose turn begins; so does a
vacation. Two that took them in different orders would wait for each other.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from club.clocks.clocks import back_from_vacation
from club.clocks.event_vacations import most_stopped, time_stopped
from club.clocks.pace import DAY, pace_of
from club.outbox import notices
from rules.language import N_
from rules.refusal import Refusal
from storage.database.errors import Outdated
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.matches.matches import StoredMatch
from storage.members import people
from storage.members import vacations as stored_vacations

DAYS_A_YEAR = 14

Changed = TypeVar("Changed")
VacationChange = Callable[[Transaction, Sequence[StoredMatch], datetime], Awaitable[Changed]]
"""What becomes of a person's vacations at a moment, given the turns that they move."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Status:
    """How a person stands."""

    until: datetime | None
    """The end of the vacation that they are on."""
    days_left: int
    """Days that they can still take."""
    year: int
    """The year of those days: in which the next vacation would begin."""


class Vacations:
    """Takes days of vacation, gives back those not begun, and says how many are left."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def status(self, user_id: int) -> Status:
        """Whether somebody is away, and how many days they have left."""
        now = self._clock()
        async with self._store.read() as tx:
            return await _status(tx, user_id, now)

    async def take(self, user_id: int, days: int) -> Status:
        """Take some days, from now on or after those that are taken already.

        :raises Refusal: `days`, `too_many_days`.
        """
        if days < 1:
            raise Refusal("days", N_("A vacation is at least one whole day."))

        async def taken(tx: Transaction, turns: Sequence[StoredMatch], now: datetime) -> Status:
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

        return await self._changed(user_id, taken)

    async def end(self, user_id: int) -> tuple[int, Status]:
        """Come back; the days that have not begun can be taken another time.

        :returns: how many days that are, and how the person stands.
        :raises Refusal: `not_away`.
        """

        async def ended(
            tx: Transaction, turns: Sequence[StoredMatch], now: datetime
        ) -> tuple[int, Status]:
            unfinished = await stored_vacations.unfinished(tx, user_id, now)
            if not unfinished:
                raise Refusal("not_away", N_("You are not on vacation."))
            returned = 0
            before = await time_stopped(tx, user_id, turns)
            for vacation in unfinished:
                rest = vacation.ends_at - max(now, vacation.begins_at)
                unbegun = min(rest // DAY, vacation.days)
                returned += unbegun
                ends_at, days = vacation.ends_at - unbegun * DAY, vacation.days - unbegun
                await stored_vacations.shorten(tx, vacation.id, ends_at, days)
            if returned:
                after = await time_stopped(tx, user_id, turns)
                await _shift(tx, turns, -returned * DAY, now, _differences(before, after))
            return returned, await _status(tx, user_id, now)

        return await self._changed(user_id, ended)

    async def _changed(self, user_id: int, change: VacationChange[Changed]) -> Changed:
        """Change a person's vacations, once more where a turn of theirs has begun meanwhile."""
        while True:
            now = self._clock()
            try:
                async with self._store.write() as tx:
                    return await change(tx, await _locked_turns(tx, user_id), now)
            except Outdated:
                log.info("a turn of user %s has begun as their vacation was to change", user_id)


async def save(tx: Transaction, user_id: int, match: StoredMatch, now: datetime) -> bool:
    """Take the days that keep a match's clock from having run out, if there are enough.

    :returns: whether the match goes on, be it for another reason.
    :raises Outdated: where another turn of the person has begun just now.
    """
    assert match.deadline is not None
    turns = await _locked_turns(tx, user_id)
    if not any(turn.id == match.id and turn.deadline == match.deadline for turn in turns):
        return True
    days = (now - match.deadline) // DAY + 1
    if await _days_left(tx, user_id, now.year) < days:
        return False
    before = await time_stopped(tx, user_id, turns)
    if match.event_id is not None:
        most = await most_stopped(tx, match.event_id)
        if most - before[match.id] < match.deadline + days * DAY - now:
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
    await _shift(tx, turns, days * DAY, now, _differences(before, after))
    return True


async def _take(
    tx: Transaction, user_id: int, days: int, turns: Sequence[StoredMatch], now: datetime
) -> None:
    begins_at = await back_from_vacation(tx, user_id, now) or now
    before = await time_stopped(tx, user_id, turns)
    await stored_vacations.add(
        tx,
        user_id=user_id,
        begins_at=begins_at,
        ends_at=begins_at + days * DAY,
        days=days,
        automatic=False,
    )
    after = await time_stopped(tx, user_id, turns)
    await _shift(tx, turns, days * DAY, now, _differences(before, after))


async def _status(tx: Transaction, user_id: int, now: datetime) -> Status:
    until = await back_from_vacation(tx, user_id, now)
    year = (until or now).year
    return Status(until, await _days_left(tx, user_id, year), year)


async def _days_left(tx: Transaction, user_id: int, year: int) -> int:
    """Days that nobody has taken yet; a vacation counts for the year in which it begins."""
    begin, end = (datetime(each, 1, 1, tzinfo=UTC) for each in (year, year + 1))
    return max(DAYS_A_YEAR - await stored_vacations.days_between(tx, user_id, begin, end), 0)


async def _locked_turns(tx: Transaction, user_id: int) -> list[StoredMatch]:
    """The slow matches in which it is this person's turn, which nobody else changes meanwhile, and
    to which none is added.

    :raises Outdated: where one has been added just now.
    """
    # Always in the order of their numbers, so that two who lock don't wait for each other.
    found = [
        await stored_matches.get(tx, each.id, locked=True)
        for each in await match_lists.timed_turns_of(tx, user_id)
    ]
    # From here on no turn of theirs begins.
    await people.get(tx, user_id, locked=True)
    locked = {match.id for match in found if match is not None}
    if any(each.id not in locked for each in await match_lists.timed_turns_of(tx, user_id)):
        raise Outdated(f"the turns of user {user_id}", len(found))
    return [match for match in found if match is not None and _is_slow_turn(match, user_id)]


def _is_slow_turn(match: StoredMatch, user_id: int) -> bool:
    if match.deadline is None or match.to_move is None:
        return False
    return match.seats[match.to_move - 1].user_id == user_id and pace_of(match.pace).is_slow


def _differences(
    before: Mapping[int, timedelta], after: Mapping[int, timedelta]
) -> dict[int, timedelta]:
    return {match_id: time - before[match_id] for match_id, time in after.items()}


async def _shift(
    tx: Transaction,
    turns: Sequence[StoredMatch],
    by: timedelta,
    now: datetime,
    in_events: Mapping[int, timedelta],
) -> None:
    """Move the deadlines of turns, and let their cards show it.

    :param in_events: by how much those of matches of events are moved, by match.
    """
    for match in turns:
        own = in_events.get(match.id, by)
        if own and match.deadline is not None and match.wakes_at is not None:
            await stored_matches.set_clock(tx, match.id, match.deadline + own, match.wakes_at + own)
            await notices.show_change(tx, match, now)
