"""What the bot's own absence costs nobody: clocks stand while it can't be reached.

Whether it is there is noted in every round of the chores. When it comes back, after its own rest or
an outage of whatever it is reached by, all deadlines are moved by the time that it was away.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from club.clocks.pace import DAY, HOUR
from club.outbox import notices
from storage.database import key_values
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches

SHORT = timedelta(minutes=1)
"""An absence up to which it is given back only to turns that have less than an hour left: who has
days does not miss it, and no short rest moves all clocks that there are."""

LAST_HERE = "last_here"

log = logging.getLogger(__name__)


class Uptime:
    """Knows when somebody could play last."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._was_away = True

    def clocks_run(self) -> bool:
        """Whether somebody may run out of time now: not before an absence was given back."""
        return not self._was_away

    def leave(self) -> None:
        """Note that nobody can play from now on."""
        self._was_away = True

    async def stay(self) -> None:
        """Note that people can play now, and give back the time when they could not."""
        now = self._clock()
        async with self._store.write() as tx:
            text = await key_values.get(tx, LAST_HERE, locked=True)
            await key_values.put(tx, LAST_HERE, now.isoformat())
            if self._was_away and text is not None:
                last_here = datetime.fromisoformat(text)
                if now > last_here:
                    await _give_back(tx, last_here, now)
        self._was_away = False


async def _give_back(tx: Transaction, last_here: datetime, now: datetime) -> None:
    """Move the deadlines that were still to come when the absence began."""
    away = now - last_here
    timed = await match_lists.timed(tx, last_here)
    given = 0
    for each in timed:
        if away <= SHORT and (each.deadline is None or each.deadline - last_here > HOUR):
            continue
        match = await stored_matches.get(tx, each.id, locked=True)
        if match is None or match.deadline is None or match.wakes_at is None:
            continue
        given += 1
        await stored_matches.set_clock(tx, match.id, match.deadline + away, match.wakes_at + away)
        if away >= HOUR or match.deadline < now + DAY:
            # Elsewhere the former deadline is shown, which is near enough and far off, and no
            # short rest makes the bot change all cards that there are.
            await notices.show_change(tx, match, now)
    if given:
        log.info("away for %s: the clocks of %d matches stood meanwhile", away, given)
