"""The messages a front has posted about events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from club.outbox import queue
from extensions.events.club import posts as event_posts
from extensions.events.storage import events as stored_events
from extensions.events.storage import news as stored_news
from extensions.events.storage.events import Event
from extensions.events.storage.news import NewsKind
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction


class EventMessages:
    """Stores which messages about events have been posted."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    @transactional
    async def note_news_posted(
        self, tx: Transaction, event_id: int, news: int, *, silently: bool = False
    ) -> None:
        """Store which news of an event was posted, and schedule any newer news.

        :param news: the number of the last news posted.
        :param silently: whether nothing was actually posted, so that the next news needn't wait.
        """
        now = self._clock()
        if await stored_events.get(tx, event_id, locked=True) is None:
            return
        await stored_events.note_posted_news(tx, event_id, news, None if silently else now)
        event = await stored_events.current(tx, event_id)
        if await stored_news.of_event(tx, event_id, event.told_news):
            await schedule_news(tx, event, now)

    async def set_places(
        self,
        event_id: int,
        *,
        thread_id: int | None = None,
        card_message_id: int | None = None,
        scheduled_event_id: int | None = None,
    ) -> None:
        """Store where an event is shown, leaving out what is None."""
        await self._store.write(
            lambda tx: stored_events.set_places(
                tx,
                event_id,
                thread_id=thread_id,
                card_message_id=card_message_id,
                scheduled_event_id=scheduled_event_id,
            )
        )


NEWS_INTERVAL = timedelta(days=1)
"""Minimum time between two news messages in the thread of an event."""


async def add_news(
    tx: Transaction,
    event: Event,
    now: datetime,
    kind: NewsKind,
    *,
    round: int | None = None,
    entrants: Sequence[int] = (),
    places: Sequence[int] = (),
) -> None:
    """Store an item of news and schedule its post in the thread.

    The start of the event is posted immediately, because the first matches follow.
    """
    await stored_news.add(tx, event.id, now, kind, round=round, entrants=entrants, places=places)
    await schedule_news(tx, event, now, immediately=kind == "started")


async def schedule_news(
    tx: Transaction, event: Event, now: datetime, *, immediately: bool = False
) -> None:
    """Queue a post of all unposted news, at most one per `NEWS_INTERVAL` unless `immediately`.

    After the end, nothing waits.
    """
    due_at = now
    if event.told_at is not None and not (immediately or event.is_over):
        due_at = max(now, event.told_at + NEWS_INTERVAL)
    await queue.enqueue(tx, event_posts.news(event, due_at, now))
