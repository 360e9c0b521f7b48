"""The milestones of long leaderboards, kept for a minute."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

from storage.database.transaction import Transaction
from storage.ratings import milestones as stored_milestones
from storage.ratings.milestones import Milestones
from storage.ratings.ratings import Ladder

STEP = 1000
"""Rows from one to the next; leaderboards of fewer than two steps have none, and need none."""

FRESH_FOR = timedelta(minutes=1)
"""So long a place far down a long leaderboard may be off by the matches that ended since."""

MOST = 64
"""Leaderboards whose milestones are kept; a hundred thousand rows have a hundred."""


class KeptMilestones:
    """A bounded memory of milestones, by leaderboard."""

    def __init__(self, step: int = STEP) -> None:
        self._step = step
        self._kept: OrderedDict[Ladder, Milestones] = OrderedDict()

    async def of(self, tx: Transaction, ladder: Ladder, now: datetime) -> Milestones:
        """The milestones of a leaderboard, those of a minute ago included."""
        kept = self._kept.get(ladder)
        if kept is not None and now - kept.laid_at < FRESH_FOR:
            return kept
        laid = await stored_milestones.lay(tx, ladder, self._step, now)
        self._kept.pop(ladder, None)
        if laid.rows:
            self._kept[ladder] = laid
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return laid
