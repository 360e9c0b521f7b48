"""Stored reviews."""

from __future__ import annotations

from extensions.study.storage import reviews
from storage.database.store import Store
from tests.storage.samples import NOON, add_match


async def test_a_review_is_stored_and_can_be_replaced(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await reviews.keep(tx, match.id, {"values": [0.5]}, NOON)
        await reviews.keep(tx, match.id, {"values": [0.5, 1]}, NOON)
    async with store.read() as tx:
        assert await reviews.get(tx, match.id) == {"values": [0.5, 1]}
        assert await reviews.get(tx, match.id + 1) is None
