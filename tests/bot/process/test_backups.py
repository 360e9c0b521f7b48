"""Automatic backups: taken when due, and limited in number."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.process.backups import Backups
from tests.databases import new_file


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_due_backups_are_taken_and_the_oldest_removed(tmp_path: Path) -> None:
    path, folder = tmp_path / "stairwell.db", tmp_path / "backups"
    new_file(path)
    folder.mkdir()
    (folder / "letter.txt").write_text("not ours")
    (folder / "stairwell-by-hand.db").write_text("not ours either")
    for day in (1, 2, 3):
        new_file(folder / f"stairwell-2026110{day}-120000.db")
    backups = Backups(path, folder, every=timedelta(days=1), keep=2)
    await backups.take_due()
    await backups.finish()
    names = files_in(folder)
    assert len(names) == 4
    assert "stairwell-20261103-120000.db" in names
    assert {"letter.txt", "stairwell-by-hand.db"} <= set(names)
    await backups.take_due()
    await backups.finish()
    assert files_in(folder) == names


async def test_a_failed_backup_is_logged_and_not_retried_at_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, folder = tmp_path / "stairwell.db", tmp_path / "backups"
    backups = Backups(path, folder, every=timedelta(days=1), keep=2)
    for _ in range(3):
        await backups.take_due()
        await backups.finish()
    assert [each.levelname for each in caplog.records] == ["ERROR"]
    assert "There is no database" in caplog.text
    assert backups.latest is None
