"""A cache of the milestones of long leaderboards."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

from storage.database.transaction import Transaction
from storage.ratings import milestones as stored_milestones
from storage.ratings.milestones import Milestones
from storage.ratings.ratings import Ladder

STEP = 1000
"""Rows between milestones. Leaderboards of less than two steps don't need any."""

FRESH_FOR = timedelta(minutes=1)
"""How long milestones are cached. Until then, places far down may be slightly outdated."""

CAPACITY = 64
"""Maximum number of cached leaderboards. 100,000 rows have 100 milestones."""


class KeptMilestones:
    """A bounded cache of milestones by leaderboard."""

    def __init__(self, step: int = STEP) -> None:
        self._step = step
        self._cache: OrderedDict[Ladder, Milestones] = OrderedDict()

    async def of(self, tx: Transaction, ladder: Ladder, now: datetime) -> Milestones:
        """Return the milestones of a leaderboard, up to `FRESH_FOR` old."""
        cached = self._cache.get(ladder)
        if cached is not None and now - cached.laid_at < FRESH_FOR:
            return cached
        fresh = await stored_milestones.compute(tx, ladder, self._step, now)
        self._cache.pop(ladder, None)
        if fresh.rows:
            self._cache[ladder] = fresh
            while len(self._cache) > CAPACITY:
                self._cache.popitem(last=False)
        return fresh
