"""A first try at a puzzle counts once, for several processes that act at once."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from engine.puzzles import puzzles
from extensions.training.club.puzzles import Puzzles, TryResult
from tests.club.services import ADA, Services
from tests.club.test_limits import TRIES, at_once, inserts
from tests.club.test_locking import processes

PUZZLES = puzzles("passtally")


async def test_only_one_of_several_tries_at_a_puzzle_is_the_first(postgresql_url: str) -> None:
    async with processes(postgresql_url, 3) as (*both, holder):
        tries = [
            both[number % 2].part(Puzzles).record_miss(ADA.user_id, ADA.name, None, PUZZLES[0])
            for number in range(TRIES)
        ]
        results = await at_once(holder, inserts("solver_rating"), tries)
        assert [each.is_first for each in results if isinstance(each, TryResult)].count(True) == 1


@pytest.mark.parametrize("table", ["solver_rating", "puzzle_rating"])
async def test_each_first_try_changes_both_ratings(postgresql_url: str, table: str) -> None:
    async with processes(postgresql_url, 3) as (*both, holder):
        # One solver of several puzzles, or several solvers of one, who have ratings already.
        is_one_solver = table == "solver_rating"
        pairs = [(1, each) if is_one_solver else (each, 1) for each in range(1, TRIES + 2)]

        def miss(services: Services, solver: int, number: int) -> Coroutine[Any, Any, TryResult]:
            return services.part(Puzzles).record_miss(solver, "someone", None, PUZZLES[number])

        await miss(both[0], *pairs[0])
        tries = [miss(both[number % 2], *pair) for number, pair in enumerate(pairs[1:])]
        await at_once(holder, f"SELECT 1 FROM {table} FOR UPDATE", tries)
        view = await both[0].part(Puzzles).view(1, PUZZLES[1])
        played = view.solver.played if is_one_solver else view.rating.played
        assert played == TRIES + 1
