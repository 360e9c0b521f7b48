"""Stored conditional lines keep their order and can be deleted."""

from __future__ import annotations

from extensions.study.storage import conditional_moves
from extensions.study.storage.conditional_moves import ConditionalLine
from storage.database.store import Store
from tests.storage.samples import NOON, add_match


async def test_lines_come_back_in_the_order_of_entry(store: Store) -> None:
    async with store.write() as tx:
        match, other = await add_match(tx), await add_match(tx)
        lines = [
            await conditional_moves.add(
                tx, match_id=match.id, seat=seat, ply=3, texts=texts, made_at=NOON
            )
            for seat, texts in ((2, ["f5-j7", "c4-e6"]), (1, ["a1", "b2", "c3"]))
        ]
    async with store.read() as tx:
        assert await conditional_moves.of_match(tx, match.id) == tuple(lines)
        assert await conditional_moves.of_match(tx, other.id) == ()
    assert lines[0] == ConditionalLine(1, match.id, 2, 3, ["f5-j7", "c4-e6"], NOON)


async def test_lines_are_deleted_by_number(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        first, second, third = [
            await conditional_moves.add(
                tx, match_id=match.id, seat=1, ply=0, texts=["a1", "b2"], made_at=NOON
            )
            for _ in range(3)
        ]
        await conditional_moves.remove(tx, [first.id, third.id])
        await conditional_moves.remove(tx, [])
    async with store.read() as tx:
        assert await conditional_moves.of_match(tx, match.id) == (second,)
