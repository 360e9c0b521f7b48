"""The database file: permissions and impossible paths."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from storage.database.store import Store
from storage.database.transaction import DatabaseError


async def test_only_the_owner_can_access_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    async with Store.opened(f"sqlite:///{path}"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_an_address_below_a_file_is_refused_with_an_explanation(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="can't be created"):
        async with Store.opened(f"sqlite:///{tmp_path / 'file' / 'stairwell.db'}"):
            pass
