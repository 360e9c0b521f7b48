"""Limits of lines hold for several processes that act at once."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from extensions.study.club.conditional_moves import Step
from extensions.study.club.study import Study
from tests.club.services import ADA, BEN, Services
from tests.club.test_limits import at_once, check_limit, inserts
from tests.club.test_locking import processes

CELLS = ("a1", "b1")


async def moves_of_a_match(services: Services) -> list[tuple[int, str]]:
    match_id = await services.start_match(BEN, ADA)
    return [(match_id, cell) for cell in CELLS]


async def keep(services: Services, line: tuple[int, str]) -> None:
    match = await services.matches.find(line[0])
    await services.part(Study).kept_lines.keep(match, ADA.user_id, 0, [line[1]], line[1])


async def plan(services: Services, line: tuple[int, str]) -> None:
    match = await services.matches.find(line[0])
    steps = (Step(1, line[1]), Step(2, "a6-b6"))
    await services.part(Study).conditional_moves.add(match.id, ADA.user_id, steps, match.version)


@pytest.mark.parametrize(
    ("limit", "table", "act"),
    [
        ("extensions.study.club.kept_lines.MAX_LINES", "kept_line", keep),
        ("extensions.study.club.conditional_moves.MAX_LINES", "conditional_line", plan),
    ],
)
async def test_a_limit_holds_for_simultaneous_actions(
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    table: str,
    act: Callable[[Services, Any], Coroutine[Any, Any, object]],
) -> None:
    await check_limit(postgresql_url, monkeypatch, limit, table, moves_of_a_match, act)


async def test_a_line_with_a_name_exists_once(postgresql_url: str) -> None:
    async with processes(postgresql_url, 3) as (*both, holder):
        match = await both[0].matches.find(await both[0].start_match(BEN, ADA))
        tries = [
            both[number % 2].part(Study).kept_lines.keep(match, ADA.user_id, 0, [cell], "quiet")
            for number, cell in enumerate(CELLS)
        ]
        await at_once(holder, inserts("kept_line"), tries)
        assert len(await both[0].part(Study).kept_lines.of(match, ADA.user_id)) == 1
