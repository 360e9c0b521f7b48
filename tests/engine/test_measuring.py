"""Measurements of the engine (`benchmarks.engine`), which can be resumed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.engine import Plan, recorded, round_robin
from benchmarks.ladder import Rung, climb
from engine.registry import ENGINES

GAME = "skirt"


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    monkeypatch.setitem(ENGINES, GAME, replace(ENGINES[GAME], full_work=8))
    return Plan(
        GAME,
        matches=2,
        levels=(1, 2),
        work=1.0,
        neighbours=True,
        pair=None,
        sizes=(4, 5),
        seed=1,
        results=tmp_path / "matches.jsonl",
    )


def test_each_pair_plays_an_opening_from_both_seats(plan: Plan) -> None:
    table = round_robin(plan)
    assert set(table.tallies) == {("level 2", "level 1"), ("level 2", "greedy")}
    assert [(match.number, match.size) for match in recorded(plan.results)] == [
        (0, 4), (0, 4), (1, 4), (1, 4)
    ]  # fmt: skip


def test_matches_in_the_file_are_not_played_again(plan: Plan) -> None:
    round_robin(plan)
    before = recorded(plan.results)
    longer = replace(plan, matches=4)
    table = round_robin(longer)
    after = recorded(plan.results)
    assert after[: len(before)] == before
    assert [(match.number, match.size) for match in after[len(before) :]] == [
        (2, 5), (2, 5), (3, 5), (3, 5)
    ]  # fmt: skip
    assert {tally.matches for tally in table.tallies.values()} == {4}
    round_robin(longer)
    assert recorded(plan.results) == after


def test_the_table_is_over_all_seeds_but_not_over_other_budgets(plan: Plan) -> None:
    round_robin(plan)
    round_robin(replace(plan, seed=2))
    summary = round_robin(replace(plan, matches=0))
    assert {tally.matches for tally in summary.tallies.values()} == {4}
    assert summary.players["level 2"].moves > 0
    assert not round_robin(replace(plan, matches=0, work=0.5)).tallies


def test_a_ladder_starts_with_random_play_and_resumes_where_it_stopped(plan: Plan) -> None:
    rungs = climb(plan, 1.0, plays=True)
    first, second = rungs[:2]
    assert (first.player, second.player, second.below) == ("random", "work 1", "random")
    played = recorded(plan.results)
    assert climb(plan, 1.0, plays=True) == rungs == climb(plan, 1.0, plays=False)
    assert recorded(plan.results) == played


def test_a_rung_is_settled_once_the_remaining_matches_cannot_change_it(
    plan: Plan,
) -> None:
    (one, *_) = [each for rung in climb(plan, 1.0, plays=True) for each in rung.matches]
    won, lost = replace(one, points=1.0), replace(one, points=0.0)
    assert not Rung("b", "a", [won] * 35).is_reached(60)
    assert Rung("b", "a", [won] * 36).is_reached(60)
    assert not Rung("b", "a", [lost] * 24).is_missed(60)
    assert Rung("b", "a", [lost] * 25).is_missed(60)
    assert Rung("b", "a", [won, lost] * 2).points == 2.0
