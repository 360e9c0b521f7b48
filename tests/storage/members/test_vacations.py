"""Stored vacations: days per year, ends and shortening."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from storage.database.store import Store
from storage.members import vacations
from storage.members.vacations import Vacation
from tests.storage.samples import ADA, BEN, NOON

DAY = timedelta(days=1)
NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)


async def a_vacation(
    store: Store, begins_at: datetime, days: int, user_id: int = ADA, *, automatic: bool = False
) -> Vacation:
    async with store.write() as tx:
        return await vacations.add(
            tx,
            user_id=user_id,
            begins_at=begins_at,
            ends_at=begins_at + days * DAY,
            days=days,
            automatic=automatic,
        )


async def test_a_vacation_comes_back_until_its_very_end(store: Store) -> None:
    added = await a_vacation(store, NOON, 3, automatic=True)
    assert added == Vacation(1, ADA, NOON, NOON + 3 * DAY, 3, automatic=True)
    async with store.read() as tx:
        assert await vacations.unfinished(tx, ADA, NOON) == (added,)
        assert await vacations.unfinished(tx, ADA, NOON + 3 * DAY - DAY / 9) == (added,)
        assert await vacations.unfinished(tx, ADA, NOON + 3 * DAY) == ()
        assert await vacations.unfinished(tx, BEN, NOON) == ()


async def test_vacations_come_in_the_order_of_their_ends(store: Store) -> None:
    second = await a_vacation(store, NOON + 2 * DAY, 1)
    first = await a_vacation(store, NOON, 2)
    async with store.read() as tx:
        assert await vacations.unfinished(tx, ADA, NOON) == (first, second)


async def test_days_count_for_the_year_their_vacation_starts_in(store: Store) -> None:
    await a_vacation(store, NEW_YEAR - 2 * DAY, 5)
    await a_vacation(store, NEW_YEAR, 4)
    await a_vacation(store, NEW_YEAR, 7, BEN)
    last, this = NEW_YEAR.replace(year=2026), NEW_YEAR.replace(year=2028)
    async with store.read() as tx:
        assert await vacations.days_between(tx, ADA, last, NEW_YEAR) == 5
        assert await vacations.days_between(tx, ADA, NEW_YEAR, this) == 4
        assert await vacations.days_between(tx, BEN, last, NEW_YEAR) == 0


async def test_a_vacation_can_be_shortened_or_deleted(store: Store) -> None:
    vacation = await a_vacation(store, NOON, 5)
    gone = await a_vacation(store, NOON + 5 * DAY, 2)
    async with store.write() as tx:
        await vacations.shorten(tx, vacation.id, NOON + 2 * DAY, 2)
        await vacations.shorten(tx, gone.id, NOON + 5 * DAY, 0)
    async with store.read() as tx:
        (remaining,) = await vacations.unfinished(tx, ADA, NOON)
        assert (remaining.id, remaining.ends_at, remaining.days) == (vacation.id, NOON + 2 * DAY, 2)
        assert await vacations.days_between(tx, ADA, NOON, NEW_YEAR) == 2
