"""What the bot's own absence costs nobody: clocks stand while it can't be reached.

It is reached by shards, each of which may be cut off while the others are not. In every round of
the chores the process that serves them notes which are there. When one comes back, after a rest of
its process or an outage of whatever it is reached by, the deadlines of its guilds' matches move by
the time that it was away.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from club.clocks.pace import DAY, HOUR
from club.outbox import notices
from storage.database import key_values
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches

SHORT = timedelta(minutes=1)
"""An absence up to which it is given back only to turns that have less than an hour left: who has
days does not miss it, and no short rest moves all clocks that there are."""

LAST_HERE = "last_here"
"""What the keys begin with that say when somebody could play last."""

log = logging.getLogger(__name__)


class Uptime:
    """Knows when somebody in the guilds of each shard could play last."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._here = Shards(1, frozenset())

    def clocks_run(self, guild_id: int) -> bool:
        """Whether somebody in a guild may run out of time now: not before an absence was given
        back."""
        return self._here.have(guild_id)

    def leave(self, shard: int | None = None) -> None:
        """Note that nobody can play from now on, in the guilds of one shard or in all."""
        gone = self._here.ids if shard is None else {shard}
        self._here = Shards(self._here.count, self._here.ids.difference(gone))

    async def stay(self, shards: Shards = ALL) -> None:
        """Note that people can play in the guilds of these shards now, and of no others here, and
        give back the time when they could not."""
        if shards.count != self._here.count:
            self._here = Shards(shards.count, frozenset())
        for shard in sorted(shards.ids):
            await self._stay(Shards(shards.count, frozenset({shard})))
        self._here = shards

    async def _stay(self, shard: Shards) -> None:
        now = self._clock()
        key = _key(shard)
        is_back = not shard.ids <= self._here.ids
        async with self._store.write() as tx:
            text = await key_values.get(tx, key, locked=True)
            if text is None:
                text = await _dealt_anew(tx, shard.count)
            await key_values.put(tx, key, now.isoformat())
            if is_back and text is not None:
                last_here = datetime.fromisoformat(text)
                if now > last_here:
                    await _give_back(tx, shard, last_here, now)


def _key(shard: Shards) -> str:
    (number,) = shard.ids
    return f"{LAST_HERE}:{shard.count}:{number}"


async def _dealt_anew(tx: Transaction, count: int) -> str | None:
    """When anybody could play last, where the guilds were dealt out to another number of shards
    then; from now on that is said of each of the present ones.

    None where nobody ever could, or it has been said already.
    """
    former = await key_values.beginning_with(tx, LAST_HERE)
    present = {_key(Shards(count, frozenset({number}))) for number in range(count)}
    if not former or present.intersection(former):
        return None
    latest = max(former.values(), key=datetime.fromisoformat)
    for key in former:
        await key_values.remove(tx, key)
    for key in sorted(present):
        await key_values.put(tx, key, latest)
    return latest


async def _give_back(tx: Transaction, shard: Shards, last_here: datetime, now: datetime) -> None:
    """Move the deadlines that were still to come when the absence began."""
    away = now - last_here
    timed = await match_lists.timed(tx, last_here, shard)
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
