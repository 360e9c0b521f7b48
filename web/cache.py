"""A cache shared by all visitors. Pages stay for seconds, pictures while there is room."""

from __future__ import annotations

import asyncio
import hashlib
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

Key = tuple[object, ...]
"""The key of an entry. Its first part is the subject."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The content of a response."""

    body: bytes
    content_type: str
    version: int = 0
    """The version of the subject that it shows, if it has versions."""
    etag: str = field(init=False)

    def __post_init__(self) -> None:
        digest = hashlib.blake2b(self.body, digest_size=12).hexdigest()
        object.__setattr__(self, "etag", digest)


class Cache:
    """A least-recently-used cache that computes each entry once for all waiting requests.

    :param max_bytes: the size limit of all bodies together.
    :param seconds: the lifetime of an entry, or None for as long as there is room.
    """

    def __init__(self, max_bytes: int, seconds: float | None = None) -> None:
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._entries: OrderedDict[Key, tuple[Rendered, float]] = OrderedDict()
        self._making: dict[Key, asyncio.Task[Rendered]] = {}
        self._bytes = 0

    async def get(self, key: Key, make: Callable[[], Awaitable[Rendered]]) -> Rendered:
        """Return an entry, computed if it isn't cached."""
        if (cached := self._fresh(key)) is not None:
            return cached
        making = self._making.get(key)
        if making is None:
            making = asyncio.ensure_future(_run(make))
            self._making[key] = making
            making.add_done_callback(lambda task: self._keep(key, task))
        # Other waiting requests must survive if this visitor leaves.
        return await asyncio.shield(making)

    def __contains__(self, key: Key) -> bool:
        """Whether an entry is cached or being computed."""
        return self._fresh(key) is not None or key in self._making

    def clear(self) -> None:
        """Remove all entries."""
        for key in list(self._entries):
            self._forget(key)
        self._making.clear()

    def drop_older(self, subject: object, version: int) -> None:
        """Remove entries that show a subject before a version.

        Entries that are being computed may show it too. They aren't kept.
        """
        for key, (rendered, _) in list(self._entries.items()):
            if key[0] == subject and rendered.version < version:
                self._forget(key)
        for key in [each for each in self._making if each[0] == subject]:
            del self._making[key]

    def drop(self, subject: object) -> None:
        """Remove all entries about a subject."""
        self.drop_older(subject, sys.maxsize)

    def _fresh(self, key: Key) -> Rendered | None:
        entry = self._entries.get(key)
        if entry is None:
            return None
        rendered, made_at = entry
        if self._seconds is not None and time.monotonic() - made_at > self._seconds:
            self._forget(key)
            return None
        self._entries.move_to_end(key)
        return rendered

    def _keep(self, key: Key, task: asyncio.Task[Rendered]) -> None:
        is_failed = task.cancelled() or task.exception() is not None
        if self._making.get(key) is not task:
            return
        del self._making[key]
        if is_failed:
            return
        rendered = task.result()
        self._entries[key] = rendered, time.monotonic()
        self._bytes += len(rendered.body)
        while self._bytes > self._max_bytes:
            self._forget(next(iter(self._entries)))

    def _forget(self, key: Key) -> None:
        rendered, _ = self._entries.pop(key)
        self._bytes -= len(rendered.body)


async def _run(make: Callable[[], Awaitable[Rendered]]) -> Rendered:
    return await make()
