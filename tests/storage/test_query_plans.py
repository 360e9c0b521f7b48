"""No question that is asked while people wait looks at a whole table.

SQLite plans without looking at the rows, so an empty database tells what a full one would do.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, select

from storage import challenges, facts, matches, outbox, reviews, schema, settings
from storage.store import Store
from storage.transaction import Transaction
from tests.storage.samples import ADA, CHANNEL, GUILD, NOON, a_challenge, a_match

Question = Callable[[Transaction], Awaitable[Any]]

WHOLE_TABLE = re.compile(rf"SCAN ({'|'.join(schema.metadata.tables)})\b")

QUESTIONS: dict[str, Question] = {
    "a match": lambda tx: matches.get(tx, 1),
    "its moves": lambda tx: matches.moves(tx, 1),
    "a change of it": lambda tx: matches.change(tx, 1, 1, ply=1),
    "the matches of a user": lambda tx: matches.running_of(tx, ADA),
    "the matches of a user in a guild": lambda tx: matches.running_of(tx, ADA, GUILD),
    "the matches of a place": lambda tx: matches.running_in(tx, CHANNEL),
    "the matches that await a user": lambda tx: matches.awaiting(tx, ADA, CHANNEL),
    "the latest matches of a guild": lambda tx: matches.recent(tx, GUILD, 9, before=7),
    "the latest matches of a user": lambda tx: matches.recent_of(tx, ADA, GUILD, 9),
    "the latest matches of a place": lambda tx: matches.recent_in(tx, CHANNEL, 9, before=7),
    "the matches that await a computer": lambda tx: matches.awaiting_computers(tx, 9),
    "the levels that a user has beaten": lambda tx: matches.levels_beaten(tx, ADA, GUILD),
    "a review": lambda tx: reviews.get(tx, 1),
    "a challenge": lambda tx: challenges.get(tx, 1),
    "a place taken in it": lambda tx: challenges.accept(tx, 1, 1, 1, ADA, "Ada"),
    "the challenges that expire": lambda tx: challenges.due(tx, NOON, 9),
    "the challenges of a channel": lambda tx: challenges.open_in(tx, CHANNEL),
    "the number of challenges of a user": lambda tx: challenges.count_open_of(tx, GUILD, ADA),
    "what is to be sent": lambda tx: outbox.due(tx, NOON, 9),
    "what a key became": lambda tx: outbox.get(tx, "key"),
    "a post sent": lambda tx: outbox.mark_sent(tx, 1, NOON, 1),
    "what is forgotten": lambda tx: outbox.forget(tx, NOON),
    "the settings of a guild": lambda tx: settings.get(tx, GUILD),
    "a fact": lambda tx: facts.get(tx, "commands"),
}


@pytest.fixture
async def plan_of(tmp_path: Path) -> AsyncIterator[Callable[[Question], Awaitable[str]]]:
    path = tmp_path / "stairwell.db"
    store = await Store.open(f"sqlite:///{path}")

    async def plan(question: Question) -> str:
        statements: list[tuple[str, Any]] = []

        def keep(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            if not statement.startswith("BEGIN"):
                statements.append((statement, parameters))

        async with store.write() as tx:
            await a_match(tx)
            await a_challenge(tx)
            event.listen(Engine, "before_cursor_execute", keep)
            try:
                await question(tx)
            finally:
                event.remove(Engine, "before_cursor_execute", keep)
        with closing(sqlite3.connect(path)) as connection:
            return "\n".join(
                detail
                for statement, parameters in statements
                for *_, detail in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            )

    yield plan
    await store.close()


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
async def test_a_question_uses_an_index(
    plan_of: Callable[[Question], Awaitable[str]], question: Question
) -> None:
    plan = await plan_of(question)
    assert "SEARCH" in plan
    assert not WHOLE_TABLE.search(plan), plan


@pytest.mark.parametrize(
    "question",
    [
        lambda tx: matches.recent(tx, GUILD, 9),
        lambda tx: matches.awaiting_computers(tx, 9),
        lambda tx: challenges.due(tx, NOON, 9),
        lambda tx: outbox.due(tx, NOON, 9),
    ],
)
async def test_an_ordered_question_needs_no_sorting(
    plan_of: Callable[[Question], Awaitable[str]], question: Question
) -> None:
    assert "TEMP B-TREE" not in await plan_of(question)


async def test_a_question_without_an_index_would_be_noticed(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    by_game = select(schema.match.c.id).where(schema.match.c.game == "scala")
    assert WHOLE_TABLE.search(await plan_of(lambda tx: tx.execute(by_game)))
