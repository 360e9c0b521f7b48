"""The points at which a process can end: around commits and around requests.

A `Life` counts the points that its process passes. At the chosen one, the current task stops for
good, and no other task of the process begins or commits a transaction or reaches Discord any more.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Literal, NoReturn

Point = Literal["before commit", "after commit", "before request", "before answer"]


@dataclass(slots=True, eq=False)
class Life:
    """A process, with the number of points it has passed and the point where it ends."""

    ends_at: int | None = None
    """The number of the point where it ends, from 1; None for a natural end."""
    passed: list[Point] = field(default_factory=list[Point])
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        return self.ended.is_set()

    async def reach(self, point: Point) -> None:
        """Pass a point, or stop there forever."""
        if self.is_over:
            await self.stop()
        self.passed.append(point)
        if len(self.passed) == self.ends_at:
            await self.stop()

    async def stop(self) -> NoReturn:
        """End the process here. Only a cancellation ends this call."""
        self.ended.set()
        await asyncio.get_running_loop().create_future()
        raise AssertionError("nothing resumes a process that has ended")
