"""The bot's Prometheus metrics. Labels are kinds, routes and games, never people or servers."""

from __future__ import annotations

import asyncio

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.monitoring.discord_calls import DiscordCalls
from bot.monitoring.event_loop import LoopLag
from bot.monitoring.event_metrics import EventMetrics
from bot.monitoring.state_metrics import StateMetrics
from bot.monitoring.watched import Watched
from presentation.pictures import watch_drawing


class Measurements:
    """All metrics of one bot."""

    def __init__(self, watched: Watched, calls: DiscordCalls, version: str) -> None:
        # The creation time of each series would double the output and isn't used.
        disable_created_metrics()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        events = EventMetrics(self._registry)
        self.lag = LoopLag(events.note_lag)
        self._state = StateMetrics(watched, self.lag, version)
        self._registry.register(self._state)

        calls.subscribe(events.note_call)
        watched.handlers.subscribe(events.interactions.note_arrival)
        watched.courier.outbox.subscribe(events.note_post)
        watched.club.store.subscribe_waits(events.note_wait)
        self._stop_watching = watch_drawing(events.note_picture)

    def close(self) -> None:
        """Stop recording pictures."""
        self._stop_watching()

    async def exposition(self, is_healthy: bool | None) -> bytes:
        """Return all metrics in the text format of Prometheus.

        :param is_healthy: None if health has not been checked yet.
        """
        await self._state.refresh(is_healthy=is_healthy)
        return await asyncio.to_thread(generate_latest, self._registry)
