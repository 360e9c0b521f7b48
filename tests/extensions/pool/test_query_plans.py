"""No query about searches scans a whole table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from extensions.pool import storage as pool
from tests.storage.database.test_query_plans import Question, check_plans, plan_of
from tests.storage.samples import ADA, BEN, NOON

__all__ = ["plan_of"]

QUESTIONS: dict[str, Question] = {
    "the search of a user": lambda tx: pool.get(tx, ADA),
    "the searches of some users": lambda tx: pool.of_users(tx, [ADA, BEN]),
    "the searches that go on": lambda tx: pool.unexpired(tx, NOON),
    "the searches that end": lambda tx: pool.ending(tx, NOON, 9),
    "the searches that have ended": lambda tx: pool.expired(tx, NOON, 9),
    "the matches from the pool": lambda tx: pool.seats(tx, NOON),
}


async def test_every_query_uses_an_index(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    await check_plans(plan_of, QUESTIONS)
