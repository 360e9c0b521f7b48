"""Posts about an event."""

from __future__ import annotations

from dataclasses import replace

from extensions.events.storage.news import is_overtaken
from storage import outbox
from storage.database.store import Store
from tests.storage.matches.test_outbox import a_post, claim_again, load_entry
from tests.storage.samples import NOON


async def test_a_later_post_of_the_same_series_replaces_one(store: Store) -> None:
    async with store.write() as tx:
        series = ("e_7-1", "e_7-2", "ex7-3", "e_70-4")
        for key in series:
            await outbox.enqueue(tx, a_post(key))
        await outbox.enqueue(tx, replace(a_post("e_70-5"), kind="board"))
        entries = [await load_entry(tx, key) for key in series]
        assert [await is_overtaken(tx, each) for each in entries] == [True, *[False] * 3]
        later = await claim_again(tx, "e_7-2")
        assert await outbox.give_up(tx, later, NOON, "refused")
        assert not await is_overtaken(tx, entries[0])
