"""The commands for the database."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.command_line import COMMANDS, main
from bot.process.settings import PERMANENT


def run_command(*words: object) -> tuple[int, str]:
    """Return the exit code and output of a command."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def test_every_command_is_listed_in_the_help_without_loading_any_of_them() -> None:
    code = "import sys; from bot.command_line import main; main(['--help'], standalone_mode=False)"
    checks = f"{code}; assert not {{'bot.process', 'discord', 'pydantic'}} & {{*sys.modules}}"
    words = subprocess.run((sys.executable, "-c", checks), check=True, capture_output=True).stdout
    for name in COMMANDS:
        assert f"\n  {name} ".encode() in words
        assert run_command(name, "--help")[0] == 0


def test_a_community_is_seeded_and_its_ratings_recomputed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "demo.db"
    chosen = ("seed-demo", "--database", path, "--members", 5, "--matches", 4)
    code, words = run_command(*chosen)
    assert code == 0
    assert "5 members and 4 matches are in" in words
    with closing(sqlite3.connect(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT DISTINCT name FROM seat")}
        ended = connection.execute(
            "SELECT count(*), count(*) FILTER (WHERE unrated IS NULL) FROM match "
            "WHERE state != 'running'"
        ).fetchone()
    assert names & {"ada", "ben", "cy"}
    code, words = run_command(*chosen)
    assert code == 1
    assert "already has matches" in words
    assert "--add" in words

    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    code, words = run_command("recompute-ratings")
    assert code == 0
    assert f"{ended[1]} of {ended[0]} finished matches count" in words


def test_an_invalid_database_is_refused_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 100)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    for words in (("recompute-ratings",), ("seed-demo", "--database", path)):
        code, output = run_command(*words)
        assert code == PERMANENT
        assert "is not a database" in output
        assert "Traceback" not in output
    monkeypatch.setenv("DATABASE_URL", "ada:hush@localhost")
    for command in ("backup", "restore"):
        code, output = run_command(command, tmp_path / "copy.db")
        assert code == PERMANENT
        assert "The address of the database can't be read" in output
        assert "hush" not in output
    code, output = run_command("perft", "skirt", "many")
    assert code == 2
    assert "'many' is not a valid number." in output
    code, output = run_command("seed-demo", "--viewers", "ada,ada")
    assert code == 1
    assert "different names" in output


def test_a_mistyped_database_is_reported_and_not_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typo, target = tmp_path / "stairwel.db", tmp_path / "copy.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{typo}")
    for words in (
        ("recompute-ratings",),
        ("move-database", f"sqlite:///{typo}", f"sqlite:///{target}"),
    ):
        code, output = run_command(*words)
        assert code == 1
        assert output.strip() == f"There is no database {typo}."
    assert list(tmp_path.iterdir()) == []
    code, output = run_command("move-database", f"sqlite:///{typo}", f"sqlite:///{typo}")
    assert code == 1
    assert "are the same database" in output
