"""The largest page of the pool."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from extensions.pool import bot as pool
from extensions.pool.club.pool import PoolView, WaitingCounts
from extensions.pool.storage import PoolEntry, Wish
from rules.registry import GAMES
from tests.bot.largest import ID, NAME, filled


def scenes() -> Iterator[partial[Any]]:
    everyone = dict.fromkeys(GAMES, ID)
    wish = Wish(tuple(GAMES), "1h", "7d", 9, "everywhere")
    for guild_id in (ID, None):
        waiting = WaitingCounts(everyone, everyone)
        entry = filled(PoolEntry, games=wish.games, fastest="1h", slowest="7d", most=9)
        view = PoolView(guild_id, entry, wish, waiting, True, False, True)
        yield partial(pool.pool_page, view, wish, NAME * 3)
