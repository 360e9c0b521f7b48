"""The commands for the database, as they are typed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.process.command_line import main


def typed(*words: object) -> tuple[int, str]:
    """The exit code of a command, and all that it says."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def test_a_community_is_invented_and_its_ratings_reckoned_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "demo.db"
    chosen = ("seed-demo", "--database", path, "--members", 5, "--matches", 4)
    code, words = typed(*chosen)
    assert code == 0
    assert "5 members and 4 matches are in" in words
    with closing(sqlite3.connect(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT DISTINCT name FROM seat")}
        ended = connection.execute(
            "SELECT count(*), count(*) FILTER (WHERE unrated IS NULL) FROM match "
            "WHERE state != 'running'"
        ).fetchone()
    assert names & {"ada", "ben", "cy"}
    code, words = typed(*chosen)
    assert code == 1
    assert "already has matches" in words
    assert "--add" in words

    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    code, words = typed("recompute-ratings")
    assert code == 0
    assert f"{ended[1]} of {ended[0]} finished matches count" in words


def test_a_database_that_is_none_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 100)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    for words in (("recompute-ratings",), ("seed-demo", "--database", path)):
        code, said = typed(*words)
        assert code == 1
        assert "is not a database" in said
        assert "Traceback" not in said
    code, said = typed("seed-demo", "--viewers", "ada,ada")
    assert code == 1
    assert "different names" in said
