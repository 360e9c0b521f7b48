"""Automatic backups of the running bot into a folder, at a set interval."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage.database import copies
from storage.database.transaction import DatabaseError

log = logging.getLogger(__name__)


RETRY_DELAY = timedelta(minutes=10)
"""Delay before retrying a failed backup."""

_STAMP = "%Y%m%d-%H%M%S"


class Backups:
    """Takes backups at an interval, and keeps the newest ones.

    The time of the latest backup is read from the files, so restarts don't matter.

    :param path: the database file.
    :param folder: the folder for backups, created if missing.
    :param every: the interval between backups.
    :param keep: the number of backups to keep.
    """

    def __init__(self, path: Path, folder: Path, *, every: timedelta, keep: int) -> None:
        self._path = path
        self._folder = folder
        self._every = every
        self._keep = keep
        self._name = re.compile(rf"{re.escape(path.stem)}-(\d{{8}}-\d{{6}})\.db")
        self._under_way: asyncio.Task[None] | None = None
        self._not_before: datetime | None = None

    @property
    def latest(self) -> datetime | None:
        """Return the time of the newest complete backup, or None if there is none."""
        return max((moment for moment, _ in self._existing()), default=None)

    async def take_due(self) -> None:
        """Start a backup in the background, if one is due and none is running."""
        now = datetime.now(UTC)
        if self._under_way is not None and not self._under_way.done():
            return
        if self._not_before is not None and now < self._not_before:
            return
        latest = await asyncio.to_thread(lambda: self.latest)
        if latest is None or now - latest >= self._every:
            self._under_way = asyncio.create_task(self._take(now))

    async def finish(self) -> None:
        """Wait for a running backup to finish."""
        if self._under_way is not None:
            await asyncio.gather(self._under_way, return_exceptions=True)

    async def _take(self, now: datetime) -> None:
        target = self._folder / f"{self._path.stem}-{now:{_STAMP}}.db"
        try:
            await asyncio.to_thread(copies.back_up, self._path, target)
            removed = await asyncio.to_thread(self._remove_old)
        except DatabaseError as error:
            log.error("backup failed: %s", error.words)
            self._not_before = now + RETRY_DELAY
        except Exception:
            log.exception("backup failed")
            self._not_before = now + RETRY_DELAY
        else:
            log.info("backup taken: %s (%d old ones removed)", target, removed)
            self._not_before = None

    def _remove_old(self) -> int:
        old = sorted(self._existing())[: -self._keep]
        for _, path in old:
            path.unlink(missing_ok=True)
        return len(old)

    def _existing(self) -> list[tuple[datetime, Path]]:
        """Return the backups in the folder with their times, ignoring other files."""
        if not self._folder.is_dir():
            return []
        candidates = ((self._name.fullmatch(path.name), path) for path in self._folder.iterdir())
        return [
            (datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC), path)
            for match, path in candidates
            if match is not None
        ]
