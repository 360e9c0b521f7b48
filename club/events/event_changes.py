"""Changing an event in one transaction, then advancing it if anything is due."""

from __future__ import annotations

import logging
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
"""A change of a locked event in the caller's transaction, which may raise `Refusal`."""


log = logging.getLogger(__name__)


class EventChanges:
    """Applies changes of users to events."""

    def __init__(self, store: Store, clock: Callable[[], datetime], progress: Progress) -> None:
        self._store = store
        self._clock = clock
        self._progress = progress

    async def make(self, event_id: int, change: EventChange) -> Event:
        """Change an event and advance it if anything is due.

        The change is stored even if the event can't be advanced, which is retried later.

        :raises Refusal: `unknown_event`, or whatever the change raises.
        """
        now = self._clock()
        async with self._store.write() as tx:
            course = await courses.find(tx, event_id, locked=True)
            if course is None:
                raise refusals.unknown_event()
            course = await change(tx, course, now)
        if course.event.wakes_at is not None and course.event.wakes_at <= now:
            try:
                course = await self._progress.run_due_steps(course)
            except Exception:
                log.exception("could not advance event %s after a change", event_id)
        return course.event
