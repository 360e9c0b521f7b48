"""Processes that write to a database: `python -m tests.storage.database.writers count_up URL`."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

from storage.database import key_values
from storage.database.store import Store
from storage.matches import matches, moves
from storage.matches.moves import NewRecordEntry
from tests.storage.samples import ADA, add_match


async def count_up(store: Store) -> None:
    for _ in range(20):
        async with store.write() as tx:
            count = int(await key_values.get(tx, "count") or 0)
            await key_values.put(tx, "count", str(count + 1))


async def remember(store: Store, name: str) -> None:
    for number in range(20):
        async with store.write() as tx:
            await key_values.put(tx, f"{name}:{number}", "remembered")


async def play_on(store: Store) -> None:
    """Print the number of each committed move, until killed."""
    async with store.write() as tx:
        match = await matches.get(tx, 1) or await add_match(tx)
    while True:
        async with store.write() as tx:
            match = await matches.change(tx, 1, match.version, ply=match.ply + 1)
            await moves.append(tx, 1, NewRecordEntry(1, "a1", ADA, datetime.now(UTC)))
        print(match.ply, flush=True)


async def main(task: str, url: str, *words: str) -> None:
    store = await Store.open(url)
    await {"count_up": count_up, "remember": remember, "play_on": play_on}[task](store, *words)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
