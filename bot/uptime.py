"""What the bot's own absence costs nobody: clocks stand while it can't be reached.

Whether it is there is noted in every round of the chores. When it comes back, after its own rest or
an outage of Discord's, all deadlines are moved by the time that it was away.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bot import notices
from bot.pace import DAY
from storage import facts
from storage import matches as stored_matches
from storage.matches import Match as StoredMatch
from storage.store import Store
from storage.transaction import Transaction

NEGLIGIBLE = timedelta(minutes=1)
"""An absence that is too short to be given back."""

LAST_HERE = "last_here"

log = logging.getLogger(__name__)


class Uptime:
    """Knows when somebody could play last."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._was_away = True

    async def note(self, is_connected: bool) -> None:
        """Note whether people can play now, and give back the time when they could not."""
        if not is_connected:
            self._was_away = True
            return
        now = self._clock()
        async with self._store.write() as tx:
            text = await facts.get(tx, LAST_HERE)
            await facts.put(tx, LAST_HERE, now.isoformat())
            if self._was_away and text is not None:
                last_here = datetime.fromisoformat(text)
                if now - last_here > NEGLIGIBLE:
                    await _give_back(tx, last_here, now)
        self._was_away = False


async def _give_back(tx: Transaction, last_here: datetime, now: datetime) -> None:
    """Move the deadlines that were still to come when the absence began."""
    away = now - last_here
    timed = await stored_matches.timed(tx, last_here)
    for each in timed:
        match = await stored_matches.get(tx, each.id, locked=True)
        if match is None or match.deadline is None or match.wakes_at is None:
            continue
        await stored_matches.set_clock(tx, match.id, match.deadline + away, match.wakes_at + away)
        if _is_near(match, now):
            await notices.show_change(tx, match, now)
    log.info("away for %s: the clocks of %d matches stood meanwhile", away, len(timed))


def _is_near(match: StoredMatch, now: datetime) -> bool:
    """Whether a card that shows the former deadline would alarm somebody."""
    return match.deadline is not None and match.deadline < now + DAY
