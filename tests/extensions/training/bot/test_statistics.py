"""`stairwell statistics`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.registry import GAMES
from tests.bot.process.test_tools import run_command


def test_statistics_have_a_row_for_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "demo.db"
    run_command("seed-demo", "--database", path, "--members", 3, "--matches", 1)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    code, words = run_command("statistics")
    assert code == 0
    head, *rows = words.splitlines()
    assert head.split("  ")[0] == "people who"
    assert [row.split()[0] for row in rows] == [game.name for game in GAMES.values()]
    assert any(int(row.split()[4]) for row in rows)


def test_a_mistyped_database_is_reported_and_not_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typo = tmp_path / "stairwel.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{typo}")
    code, output = run_command("statistics")
    assert code == 1
    assert output.strip() == f"There is no database {typo}."
    assert list(tmp_path.iterdir()) == []
