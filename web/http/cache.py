"""Cached contents of responses, each computed once."""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from cachetools import TTLCache

PAGE_SECONDS = 10.0
"""Lifetime of a cached page, after which hidden members disappear from it."""

NO_VERSION = -1
"""A version that nothing has."""

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
    :param seconds: the lifetime of an entry, by default as long as there is room.
    """

    def __init__(self, max_bytes: int, seconds: float = math.inf) -> None:
        self._entries = TTLCache[Key, Rendered](max_bytes, seconds, getsizeof=_size)
        self._making: dict[Key, asyncio.Task[Rendered]] = {}

    async def get(self, key: Key, make: Callable[[], Awaitable[Rendered]]) -> Rendered:
        """Return an entry, computed if it isn't cached."""
        if (kept := self.kept(key)) is not None:
            return kept
        making = self._making.get(key)
        if making is None:
            making = asyncio.ensure_future(_rendered(make))
            self._making[key] = making
            making.add_done_callback(lambda task: self._keep(key, task))
        # Other waiting requests must survive if this visitor leaves.
        return await asyncio.shield(making)

    def kept(self, key: Key) -> Rendered | None:
        """Return an entry if it is cached."""
        return self._entries.get(key)

    def __contains__(self, key: Key) -> bool:
        """Whether an entry is cached or being computed."""
        return key in self._entries or key in self._making

    def clear(self) -> None:
        """Remove all entries."""
        self._entries.clear()
        self._making.clear()

    def drop_others(self, subject: object, version: int) -> None:
        """Remove entries that show a subject in another version.

        Entries that are being computed may show it too. They aren't kept.
        """
        for key in [each for each in self._entries if each[0] == subject]:
            rendered = self._entries.get(key)
            if rendered is not None and rendered.version != version:
                self._entries.pop(key, None)
        for key in [each for each in self._making if each[0] == subject]:
            del self._making[key]

    def drop(self, subject: object) -> None:
        """Remove all entries about a subject."""
        self.drop_others(subject, NO_VERSION)

    def _keep(self, key: Key, task: asyncio.Task[Rendered]) -> None:
        is_failed = task.cancelled() or task.exception() is not None
        if self._making.get(key) is not task:
            return
        del self._making[key]
        if is_failed:
            return
        with suppress(ValueError):  # larger than the cache
            self._entries[key] = task.result()


def _size(rendered: Rendered) -> int:
    return len(rendered.body)


async def _rendered(make: Callable[[], Awaitable[Rendered]]) -> Rendered:
    return await make()
