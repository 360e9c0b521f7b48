"""The database file: permissions and impossible paths."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.database.copies import back_up, restore
from storage.database.store import Store
from storage.database.transaction import DatabaseError


def owners_in(folder: Path) -> dict[str, int]:
    return {each.name: each.stat().st_uid for each in folder.iterdir()}


async def test_only_the_owner_can_access_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    async with Store.opened(f"sqlite:///{path}"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_files_made_by_root_belong_to_the_owner_of_the_database(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(tmp_path, 1234, 1234)
    path, copy = tmp_path / "stairwell.db", tmp_path / "copy.db"
    async with Store.opened(f"sqlite:///{path}"):
        back_up(path, copy)
    path.unlink()
    restore(copy, path, datetime.now(UTC))
    owner = 1234 if os.geteuid() == 0 else os.geteuid()
    names = ("copy.db", "stairwell.db", "stairwell.db.lock")
    assert owners_in(tmp_path) == dict.fromkeys(names, owner)


async def test_an_address_below_a_file_is_refused_with_an_explanation(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="can't be created"):
        async with Store.opened(f"sqlite:///{tmp_path / 'file' / 'stairwell.db'}"):
            pass
