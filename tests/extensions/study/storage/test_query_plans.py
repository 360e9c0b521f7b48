"""No query about lines, guesses and positions scans a whole table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from extensions.study.storage import conditional_moves, guessing, reviews
from extensions.study.storage.positions import Reaching
from storage.matches import archive
from storage.matches.archive import ArchiveFilter
from tests.storage.database.test_query_plans import (
    ALL_FILTERS,
    TIME,
    Question,
    check_plans,
    plan_of,
)
from tests.storage.samples import ADA, GUILD

__all__ = ["plan_of"]

QUESTIONS: dict[str, Question] = {
    "a review": lambda tx: reviews.get(tx, 1),
    "the rated matches of a month": lambda tx: reviews.rated(tx, *TIME, 12, 9),
    "the lines of a match": lambda tx: conditional_moves.of_match(tx, 1),
    "lines forgotten": lambda tx: conditional_moves.remove(tx, [1, 2]),
    "the matches whose moves someone has guessed": lambda tx: guessing.matches_of(tx, ADA),
    "the archive narrowed by everything": lambda tx: archive.portion(
        tx, GUILD, replace(ALL_FILTERS, among=Reaching(7)), 9
    ),
}


async def test_every_query_uses_an_index(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    await check_plans(plan_of, QUESTIONS)


async def test_a_rare_position_leads_to_its_matches_and_a_frequent_one_is_looked_up_for_each(
    plan_of: Callable[[Question], Awaitable[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ArchiveFilter(game="scala", among=Reaching(7))
    plan = await plan_of(lambda tx: archive.portion(tx, GUILD, wanted, 9, before=7))
    assert "SEARCH match USING INTEGER PRIMARY KEY (rowid=?)" in plan, plan
    monkeypatch.setattr(archive, "MAX_RARE", -1)
    plan = await plan_of(lambda tx: archive.portion(tx, GUILD, wanted, 9, before=7))
    assert "(guild_id=? AND game=? AND" in plan, plan
    assert "sqlite_autoindex_reached_position_1 (position=? AND match_id=?)" in plan, plan
