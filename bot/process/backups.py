"""Backups that the running bot takes by itself, into a folder, as often as its settings say."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage.database import backup
from storage.database.errors import DatabaseError

AGAIN = timedelta(minutes=10)
"""After a backup that failed, so long passes before another attempt."""

_STAMP = "%Y%m%d-%H%M%S"

log = logging.getLogger(__name__)


class Backups:
    """Takes a backup when the latest is old enough, and keeps the newest ones.

    When the latest was taken is told by the files themselves, so a restart changes nothing.

    :param path: the database.
    :param folder: where backups are kept; made when it is missing.
    :param every: between two of them.
    :param keep: how many are kept; older ones are removed.
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
        """When the newest whole backup was taken; None where there is none."""
        return max((moment for moment, _ in self._kept()), default=None)

    async def take_due(self) -> None:
        """Begin a backup where one is due and none is under way. It goes on beside the caller."""
        now = datetime.now(UTC)
        if self._under_way is not None and not self._under_way.done():
            return
        if self._not_before is not None and now < self._not_before:
            return
        latest = await asyncio.to_thread(lambda: self.latest)
        if latest is None or now - latest >= self._every:
            self._under_way = asyncio.create_task(self._take(now))

    async def finish(self) -> None:
        """Let a backup that is under way come to its end."""
        if self._under_way is not None:
            await asyncio.gather(self._under_way, return_exceptions=True)

    async def _take(self, now: datetime) -> None:
        target = self._folder / f"{self._path.stem}-{now:{_STAMP}}.db"
        try:
            await asyncio.to_thread(backup.back_up, self._path, target)
            removed = await asyncio.to_thread(self._remove_old)
        except DatabaseError as error:
            log.error("no backup was taken: %s", error.words)
            self._not_before = now + AGAIN
        except Exception:
            log.exception("no backup was taken")
            self._not_before = now + AGAIN
        else:
            log.info("backup taken: %s (%d old ones removed)", target, removed)
            self._not_before = None

    def _remove_old(self) -> int:
        old = sorted(self._kept())[: -self._keep]
        for _, path in old:
            path.unlink(missing_ok=True)
        return len(old)

    def _kept(self) -> list[tuple[datetime, Path]]:
        """The backups in the folder, each with when it was taken; other files are not ours."""
        if not self._folder.is_dir():
            return []
        named = ((self._name.fullmatch(path.name), path) for path in self._folder.iterdir())
        return [
            (datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC), path)
            for match, path in named
            if match is not None
        ]
