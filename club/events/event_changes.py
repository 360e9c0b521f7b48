"""Changing an event in one transaction, and doing what that makes due."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

from club.events import course as courses
from club.events import refusals
from club.events.course import Course
from club.events.progress import Progress
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.events.events import Event

EventChange = Callable[[Transaction, Course, datetime], Awaitable[Course]]
"""What becomes of an event at a moment, within the transaction that has taken it; it may refuse."""


class EventChanges:
    """Makes the changes that people ask for."""

    def __init__(self, store: Store, clock: Callable[[], datetime], progress: Progress) -> None:
        self._store = store
        self._clock = clock
        self._progress = progress

    async def make(self, event_id: int, change: EventChange) -> Event:
        """Change an event, and let it go on.

        :raises Refusal: `unknown_event`, and as the change does.
        """
        now = self._clock()
        async with self._store.write() as tx:
            course = await courses.find(tx, event_id, locked=True)
            if course is None:
                raise refusals.unknown_event()
            course = await change(tx, course, now)
        if course.event.wakes_at is not None and course.event.wakes_at <= now:
            course = await self._progress.go_on(course)
        return course.event
