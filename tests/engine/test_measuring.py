"""Measured matches of the engine can be stopped and taken up again (`benchmarks.engine`)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.engine import Chosen, recorded, round_robin
from engine.registry import ENGINES

GAME = "skirt"


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chosen:
    monkeypatch.setitem(ENGINES, GAME, replace(ENGINES[GAME], full_work=8))
    return Chosen(
        GAME,
        matches=2,
        levels=(1, 2),
        work=1.0,
        neighbours=True,
        sizes=(4, 5),
        seed=1,
        results=tmp_path / "matches.jsonl",
    )


def test_each_pair_plays_an_opening_from_both_seats(chosen: Chosen) -> None:
    table = round_robin(chosen)
    assert set(table.tallies) == {("level 2", "level 1"), ("level 2", "greedy")}
    assert [(match.number, match.size) for match in recorded(chosen.results)] == [
        (0, 4), (0, 4), (1, 4), (1, 4)
    ]  # fmt: skip


def test_matches_that_the_file_has_are_not_played_again(chosen: Chosen) -> None:
    round_robin(chosen)
    before = recorded(chosen.results)
    longer = replace(chosen, matches=4)
    table = round_robin(longer)
    after = recorded(chosen.results)
    assert after[: len(before)] == before
    assert [(match.number, match.size) for match in after[len(before) :]] == [
        (2, 5), (2, 5), (3, 5), (3, 5)
    ]  # fmt: skip
    assert {tally.matches for tally in table.tallies.values()} == {4}
    round_robin(longer)
    assert recorded(chosen.results) == after


def test_the_table_is_over_all_seeds_but_not_over_other_budgets(chosen: Chosen) -> None:
    round_robin(chosen)
    round_robin(replace(chosen, seed=2))
    shown = round_robin(replace(chosen, matches=0))
    assert {tally.matches for tally in shown.tallies.values()} == {4}
    assert shown.players["level 2"].moves > 0
    assert not round_robin(replace(chosen, matches=0, work=0.5)).tallies
