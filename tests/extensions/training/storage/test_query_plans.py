"""No query about lessons and puzzles scans a whole table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from extensions.training.storage import daily, lessons, puzzles
from storage.database.shards import ALL
from tests.storage.database.test_query_plans import MONTH, Question, check_plans, plan_of
from tests.storage.samples import ADA, GUILD, NOON

__all__ = ["plan_of"]

QUESTIONS: dict[str, Question] = {
    "a lesson started": lambda tx: lessons.of_user(tx, ADA, "skirt"),
    "whether a user has played a game": lambda tx: lessons.has_played(tx, ADA, "skirt", 7),
    "the guilds with an open puzzle": lambda tx: daily.open_in(tx, *MONTH, NOON),
    "the guilds with a due puzzle": lambda tx: daily.due_in(tx, NOON, 9, ALL),
    "a day's puzzle claimed": lambda tx: daily.claim(tx, GUILD, NOON, NOON),
    "the puzzles that someone has not tried": lambda tx: puzzles.latest_open(tx, ADA),
    "a user's attempted puzzles": lambda tx: puzzles.attempted(tx, ADA, "scala"),
    "those that they have missed": lambda tx: puzzles.unsolved(tx, ADA),
    "a first try": lambda tx: puzzles.decide(tx, ADA, "scala-001", "missed"),
    "a puzzle solved": lambda tx: puzzles.note_solved(tx, ADA, "scala-001", NOON),
    "when they solved puzzles": lambda tx: puzzles.solved_at(tx, ADA),
    "what they made of puzzles": lambda tx: puzzles.counts(tx, ADA),
    "the games that they play": lambda tx: puzzles.games_played(tx, ADA),
    "the ratings of a game's puzzles": lambda tx: puzzles.of_game(tx, "scala"),
    "the ratings of a solver": lambda tx: puzzles.of_solver(tx, ADA),
    "the latest puzzles of a guild": lambda tx: daily.latest(tx, GUILD, 2),
    "those that are a certain puzzle": lambda tx: daily.open_with(
        tx, [GUILD, 7], "scala-001", NOON
    ),
    "what it was given": lambda tx: daily.times_given(tx, GUILD),
    "the puzzles whose day is over": lambda tx: daily.over(tx, NOON, 9),
    "how many have tried one": lambda tx: daily.tries(tx, GUILD, "2026-02-02"),
    "who is named for it": lambda tx: daily.named(tx, GUILD, "2026-02-02", 9),
    "who solved most in a month": lambda tx: daily.table(tx, GUILD, *MONTH, 9),
    "whether one is still open": lambda tx: daily.is_any_open(tx, GUILD, *MONTH, NOON),
    "how its puzzles went": lambda tx: daily.totals(tx, GUILD, *MONTH),
}


async def test_every_query_uses_an_index(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    await check_plans(plan_of, QUESTIONS)
