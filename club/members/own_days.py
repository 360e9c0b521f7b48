"""Changing one's own day: the time zone, the hours off and the days off."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from club.members.cities import typed_minutes
from club.members.own_day import MAX_DAYS_OFF, MAX_HOURS_OFF, OwnDay, applies_to, own_day_of
from club.members.vacations import Vacations
from club.outbox import notices
from club.paces import MINUTE, pace_of
from language.texts import N_
from rules.refusal import Refusal, quoted
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import StoredMatch
from storage.members import preferences
from storage.members.preferences import Preferences

Change = Callable[[Preferences], Preferences]


class OwnDays:
    """Sets the zones and the time off of people, and moves the ends of their turns."""

    def __init__(self, vacations: Vacations) -> None:
        self._vacations = vacations

    async def set_zone(self, user_id: int, zone: str) -> Preferences:
        """Set a person's time zone, one of `cities`."""
        return await self._change(user_id, lambda person: dataclasses.replace(person, zone=zone))

    async def forget(self, user_id: int) -> Preferences:
        """Remove a person's time zone and time off."""
        return await self._change(
            user_id,
            lambda person: dataclasses.replace(
                person, zone=None, off_from=0, off_until=0, days_off=""
            ),
        )

    async def set_time_off(
        self, user_id: int, begin: str, end: str, days: Collection[int]
    ) -> Preferences:
        """Set the time off of a person who has chosen a zone.

        :param begin: when the hours off begin, as typed, empty for none.
        :param end: when they end, as typed.
        :param days: the weekdays off, from Monday, 0.
        :raises Refusal: `no_zone`, `time`, `hours_off`, `days_off`.
        """
        off_from, off_until = (_minutes(text) for text in (begin, end))
        if (off_from is None) != (off_until is None):
            raise Refusal(
                "time",
                N_("Enter when your hours off start and end, or leave both empty."),
            )
        from_, until = off_from or 0, off_until or 0
        if (until - from_) % (24 * 60) * MINUTE > MAX_HOURS_OFF:
            raise Refusal("hours_off", N_("You can take at most 10 hours off a day."))
        if len(set(days)) > MAX_DAYS_OFF:
            raise Refusal("days_off", N_("You can take at most 2 days off a week."))
        days_off = "".join(str(day) for day in sorted(set(days)) if 0 <= day < 7)

        def change(person: Preferences) -> Preferences:
            if person.zone is None:
                raise Refusal("no_zone", N_("Set your time zone first."))
            return dataclasses.replace(person, off_from=from_, off_until=until, days_off=days_off)

        return await self._change(user_id, change)

    async def _change(self, user_id: int, change: Change) -> Preferences:
        async def save(tx: Transaction, turns: Sequence[StoredMatch], now: datetime) -> Preferences:
            person = change(await preferences.get(tx, user_id, locked=True))
            await preferences.save(tx, person)
            for turn in turns:
                await _move_deadline(tx, turn, own_day_of(person), now)
            return person

        return await self._vacations.change_turns(user_id, save)


async def _move_deadline(tx: Transaction, turn: StoredMatch, own: OwnDay, now: datetime) -> None:
    """Move the deadline of a running turn out of the time off, once a turn."""
    if turn.deadline is None or turn.runs_out_at or not applies_to(pace_of(turn.pace)):
        return
    deadline = own.ends(turn.deadline)
    if deadline > turn.deadline:
        wakes_at = deadline if turn.wakes_at == turn.deadline else turn.wakes_at
        await stored_matches.set_clock(tx, turn.id, deadline, wakes_at, turn.deadline)
        await notices.show_change(tx, turn, now)


def _minutes(text: str) -> int | None:
    """Return a typed time of day in minutes, or None for none.

    :raises Refusal: `time`.
    """
    minutes = typed_minutes(text) if text.strip() else None
    if minutes is None and text.strip():
        raise Refusal(
            "time", N_("“{time}” isn't a time of day. Enter it like 22:30."), time=quoted(text)
        )
    return minutes
