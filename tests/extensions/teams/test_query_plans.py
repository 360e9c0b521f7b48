"""No query about votes and teams scans a whole table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from extensions.teams.storage import ratings, teams
from tests.storage.database.test_query_plans import Question, check_plans, plan_of
from tests.storage.samples import ADA, GUILD

__all__ = ["plan_of"]

QUESTIONS: dict[str, Question] = {
    "the votes on a turn": lambda tx: teams.votes_since(tx, 1, 4),
    "the latest votes of a match": lambda tx: teams.latest_votes(tx, 1, 3),
    "the number of open votes": lambda tx: teams.count_open_votes(tx, [1, 2]),
    "the open votes of a user": lambda tx: teams.open_matches_of(tx, ADA),
    "the matches that a guild plays": lambda tx: teams.count_running(tx, GUILD),
    "the ratings of some guilds": lambda tx: ratings.of_guilds(tx, "skirt", [GUILD]),
    "the ratings of a server": lambda tx: ratings.of_guild(tx, GUILD, ["scala", "skirt"]),
}


async def test_every_query_uses_an_index(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    await check_plans(plan_of, QUESTIONS)
