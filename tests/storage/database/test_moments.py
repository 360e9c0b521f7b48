"""Columns of times: any time zone on input, UTC on output."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy.exc import StatementError

from storage.database.store import Store
from storage.matches import matches
from tests.storage.samples import NOON, add_match


@pytest.mark.parametrize("hours", [-11, 0, 5.75, 14])
async def test_a_time_in_any_zone_comes_back_as_the_same_moment_in_utc(
    store: Store, hours: float
) -> None:
    zone = timezone(timedelta(hours=hours))
    moment = datetime(2026, 3, 1, 0, 30, 15, 123456, tzinfo=zone)
    async with store.write() as tx:
        await add_match(tx, created_at=moment)
    async with store.read() as tx:
        match = await matches.get(tx, 1)
    assert match is not None
    assert match.created_at == moment
    assert match.created_at.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="has no time zone"):
        async with store.write() as tx:
            await add_match(tx, created_at=NOON.replace(tzinfo=None))
