"""Offer turns at an even rate, however slow the answers, and record the results."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from benchmarks.load.tables import Table
from tests.discord.loopback import Loopback
from tests.discord.rest import Request
from tests.discord.waiting import wait_until

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
POSTED = "/channels/{channel_id}/messages"
EDITED = "/channels/{channel_id}/messages/{message_id}"

PATIENCE = 60.0
"""Seconds within which a started turn must be done."""

POLL_INTERVAL = 0.002
"""Seconds between polls of the bot's requests."""


@dataclass(slots=True)
class Turn:
    """A player's moves until the next player's. Times are those of `time.monotonic`."""

    offered_at: float
    answers: list[float] = field(default_factory=list[float])
    """Seconds until the answer to each move."""
    card: float | None = None
    """Seconds from its last move to the new board."""
    done_at: float | None = None
    """When the old board had lost its controls."""


@dataclass(slots=True)
class _Wait:
    """A wait in a thread for an answer, or for all effects of the last move."""

    answered_at: float | None = None
    posted_at: float | None = None
    is_edited: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Load:
    """People at tables in a world who take turns on request."""

    def __init__(self, world: Loopback, tables: Sequence[Table], at_once: int) -> None:
        self._world = world
        self._free = deque(tables[:at_once])
        self._next = deque(tables[at_once:])
        self._freed = asyncio.Event()
        self._waits: dict[int, _Wait] = {}
        self.requests = 0

    def reserve(self, count: int) -> list[Table]:
        """Remove some free matches, to be played by the caller."""
        return [self._free.pop() for _ in range(count)]

    async def offer(self, rate: float, seconds: float) -> list[Turn]:
        """Offer turns at an even rate, each in a different match as soon as one is free.

        :returns: all offered turns. Turns without a free match in time are dropped, and started
            turns are awaited.
        """
        began = time.monotonic()
        turns = [Turn(began + number / rate) for number in range(round(rate * seconds))]
        end = began + seconds
        playing: list[asyncio.Task[None]] = []
        async with self._polling():
            for turn in turns:
                await asyncio.sleep(max(0.0, turn.offered_at - time.monotonic()))
                table = await self._free_table(end)
                if table is None:
                    break
                playing.append(asyncio.create_task(self._play(table, turn)))
            for task in playing:
                await task
        return turns

    async def take_turns(self, people: int, seconds: float) -> list[Turn]:
        """Keep the bot busy with people who take a turn as soon as their last one is done.

        :returns: all turns. Turns started by the end are awaited.
        """
        end = time.monotonic() + seconds
        turns: list[Turn] = []

        async def take() -> None:
            while (now := time.monotonic()) < end:
                table = await self._free_table(end)
                if table is None:
                    break
                turns.append(Turn(now))
                await self._play(table, turns[-1])

        async with self._polling(), asyncio.TaskGroup() as playing:
            for _ in range(people):
                playing.create_task(take())
        return turns

    @asynccontextmanager
    async def _polling(self) -> AsyncIterator[None]:
        """Poll for responses while in this context, and wake the waits."""
        task = asyncio.create_task(self._poll())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _free_table(self, end: float) -> Table | None:
        while not self._free:
            self._freed.clear()
            try:
                async with asyncio.timeout(end - time.monotonic()):
                    await self._freed.wait()
            except TimeoutError:
                return None
        return self._free.popleft()

    async def _play(self, table: Table, turn: Turn) -> None:
        moves = table.course.turn_from(table.ply)
        origin = turn.offered_at
        for number, played in enumerate(moves, 1):
            mover = table.players[played.seat - 1]
            wait = self._waits[table.thread.id] = _Wait()
            call = await self._world.slash(
                mover, table.thread, "move", move=played.text, match=str(table.id)
            )
            is_last = number == len(moves)
            try:
                async with asyncio.timeout(PATIENCE):
                    while wait.answered_at is None or (
                        is_last and (wait.posted_at is None or not wait.is_edited)
                    ):
                        wait.changed.clear()
                        await wait.changed.wait()
            except TimeoutError:
                texts = [message.text for message in call.messages]
                raise AssertionError(f"nothing came of {call.data}: {texts}") from None
            turn.answers.append(wait.answered_at - origin)
            # After a deferred answer the move may not have been made yet.
            await wait_until(lambda call=call: call.messages, PATIENCE, f"no words on {call.data}")
            if is_last and wait.posted_at is not None:
                turn.card = wait.posted_at - origin
            origin = time.monotonic()
        turn.done_at = time.monotonic()
        del self._waits[table.thread.id]
        # Only the current board is requested again, and old pictures would fill the memory.
        del table.thread.sent[:-2]
        table.ply += len(moves)
        self._free.append(self._next.popleft() if table.is_over else table)
        self._freed.set()

    async def _poll(self) -> None:
        """Pass new responses to the waits, and forget them."""
        under_way: list[Request] = []
        while True:
            load = under_way + self._world.requests
            self.requests += len(self._world.requests)
            self._world.requests.clear()
            under_way = [request for request in load if request.status is None]
            for request in load:
                if request.status is not None:
                    self._update_wait(request)
            await asyncio.sleep(POLL_INTERVAL)

    def _update_wait(self, request: Request) -> None:
        if request.status is None or request.status >= 400:
            return
        if request.route == CALLBACK:
            channel_id = self._world.calls[request.ids["interaction_token"]].channel.id
        else:
            channel_id = int(request.ids.get("channel_id", 0))
        wait = self._waits.get(channel_id)
        if wait is None:
            return
        if request.route == CALLBACK:
            wait.answered_at = request.at
        elif request.route == POSTED:
            wait.posted_at = request.at
        elif request.route == EDITED:
            wait.is_edited = True
        wait.changed.set()
