"""Vacations: whole days on which a person's clocks stand, in all matches that are slow enough.

Everybody has some days in a calendar year (UTC). They are taken beforehand, or one by one at the
moment at which a clock would run out. A vacation moves the deadlines of the turns under way, and a
turn that begins during one has its time from the vacation's end on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot import notices
from bot.clocks import back_from_vacation
from bot.pace import DAY, pace_of
from rules.refusal import Refusal
from storage import matches as stored_matches
from storage import vacations as stored_vacations
from storage.matches import Match as StoredMatch
from storage.store import Store
from storage.transaction import Transaction

DAYS_A_YEAR = 14


@dataclass(frozen=True, slots=True)
class Status:
    """How a person stands."""

    until: datetime | None
    """The end of the vacation that they are on."""
    days_left: int
    """Days that they can still take this year."""


class Vacations:
    """The vacations of everybody."""

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
            raise Refusal("days", "A vacation has one whole day or more.")
        now = self._clock()
        async with self._store.write() as tx:
            left = (await _status(tx, user_id, now)).days_left
            if days > left:
                raise Refusal(
                    "too_many_days",
                    f"You have {left} of {DAYS_A_YEAR} days of vacation left in {now.year}.",
                )
            await _take(tx, user_id, days, now)
            return await _status(tx, user_id, now)

    async def end(self, user_id: int) -> tuple[int, Status]:
        """Come back; the days that have not begun can be taken another time.

        :returns: how many days that are, and how the person stands.
        :raises Refusal: `not_away`.
        """
        now = self._clock()
        async with self._store.write() as tx:
            unfinished = await stored_vacations.unfinished(tx, user_id, now)
            if not unfinished:
                raise Refusal("not_away", "You are not on vacation.")
            turns = await _locked_turns(tx, user_id)
            returned = 0
            for vacation in unfinished:
                rest = vacation.ends_at - max(now, vacation.begins_at)
                unbegun = min(rest // DAY, vacation.days)
                returned += unbegun
                ends_at, days = vacation.ends_at - unbegun * DAY, vacation.days - unbegun
                await stored_vacations.shorten(tx, vacation.id, ends_at, days)
            await _shift(tx, turns, -returned * DAY, now)
            return returned, await _status(tx, user_id, now)


async def save(tx: Transaction, user_id: int, match: StoredMatch, now: datetime) -> bool:
    """Take the days that keep a match's clock from having run out, if there are enough.

    :returns: whether the match goes on, be it for another reason.
    """
    assert match.deadline is not None
    days = (now - match.deadline) // DAY + 1
    if (await _status(tx, user_id, now)).days_left < days:
        return False
    turns = await _locked_turns(tx, user_id)
    if not any(turn.id == match.id and turn.deadline == match.deadline for turn in turns):
        return True
    await stored_vacations.add(
        tx,
        user_id=user_id,
        begins_at=now,
        ends_at=match.deadline + days * DAY,
        days=days,
        automatic=True,
    )
    await _shift(tx, turns, days * DAY, now)
    return True


async def _take(tx: Transaction, user_id: int, days: int, now: datetime) -> None:
    turns = await _locked_turns(tx, user_id)
    begins_at = await back_from_vacation(tx, user_id, now) or now
    await stored_vacations.add(
        tx,
        user_id=user_id,
        begins_at=begins_at,
        ends_at=begins_at + days * DAY,
        days=days,
        automatic=False,
    )
    await _shift(tx, turns, days * DAY, now)


async def _status(tx: Transaction, user_id: int, now: datetime) -> Status:
    taken = await stored_vacations.days_since(tx, user_id, datetime(now.year, 1, 1, tzinfo=UTC))
    until = await back_from_vacation(tx, user_id, now)
    return Status(until, max(DAYS_A_YEAR - taken, 0))


async def _locked_turns(tx: Transaction, user_id: int) -> list[StoredMatch]:
    """The slow matches in which it is this person's turn, which nobody else changes meanwhile."""
    locked: list[StoredMatch] = []
    # Always in the order of their numbers, so that two who lock don't wait for each other.
    for each in await stored_matches.timed_turns_of(tx, user_id):
        match = await stored_matches.get(tx, each.id, locked=True)
        if match is not None and match.version == each.version and pace_of(match.pace).is_slow:
            locked.append(match)
    return locked


async def _shift(
    tx: Transaction, turns: Sequence[StoredMatch], by: timedelta, now: datetime
) -> None:
    """Move the deadlines of turns, and let their cards show it."""
    for match in turns:
        if match.deadline is not None and match.wakes_at is not None:
            await stored_matches.set_clock(tx, match.id, match.deadline + by, match.wakes_at + by)
            await notices.show_change(tx, match, now)
