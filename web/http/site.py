"""The site: the club, its settings and the caches."""

from __future__ import annotations

import asyncio
import hashlib
import math
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from typing import ParamSpec, Protocol

from cachetools import TTLCache

from club.club import INVITE, Club
from club.servers.pages import Addresses, PublicServer
from presentation.pictures import draw_in_thread
from storage.matches.match import StoredMatch
from web.http.limits import Busy, Limits, VisitorLimits

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
        if (cached := self._entries.get(key)) is not None:
            return cached
        making = self._making.get(key)
        if making is None:
            making = asyncio.ensure_future(_rendered(make))
            self._making[key] = making
            making.add_done_callback(lambda task: self._keep(key, task))
        # Other waiting requests must survive if this visitor leaves.
        return await asyncio.shield(making)

    def __contains__(self, key: Key) -> bool:
        """Whether an entry is cached or being computed."""
        return key in self._entries or key in self._making

    def clear(self) -> None:
        """Remove all entries."""
        self._entries.clear()
        self._making.clear()

    def drop_older(self, subject: object, version: int) -> None:
        """Remove entries that show a subject before a version.

        Entries that are being computed may show it too. They aren't kept.
        """
        for key in [each for each in self._entries if each[0] == subject]:
            rendered = self._entries.get(key)
            if rendered is not None and rendered.version < version:
                self._entries.pop(key, None)
        for key in [each for each in self._making if each[0] == subject]:
            del self._making[key]

    def drop(self, subject: object) -> None:
        """Remove all entries about a subject."""
        self.drop_older(subject, sys.maxsize)

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


Arguments = ParamSpec("Arguments")


class Courier(Protocol):
    """The bot of this process, which delivers pending posts."""

    def deliver_match(self, match_id: int, /) -> Awaitable[object]:
        """Deliver the due posts of a match."""
        ...

    def deliver_challenge(self, challenge_id: int, /) -> Awaitable[object]:
        """Deliver the due posts of a challenge."""
        ...


PAGE_SECONDS = 10.0
"""Lifetime of a cached page, after which hidden members disappear from it."""

PAGE_BYTES = 16 * 2**20
PICTURE_BYTES = 48 * 2**20


@dataclass(frozen=True, slots=True)
class WebSettings:
    """What the operator has set for the web pages."""

    url: str
    """The public address of the pages: "https://stairwell.example"."""
    host: str = "127.0.0.1"
    port: int = 8080
    limits: Limits = field(default_factory=Limits)


class Site:
    """The club, and everything cached between requests."""

    def __init__(
        self,
        club: Club,
        settings: WebSettings,
        addresses: Addresses,
        courier: Courier | None = None,
    ) -> None:
        """:param courier: posts on Discord, or None if another process does that."""
        self.club = club
        self._courier = courier
        self.settings = settings
        self.addresses = addresses
        self.version = version("stairwell")
        self.measures = club.pages.measures
        self.limits = VisitorLimits(settings.limits)
        self.pages = Cache(PAGE_BYTES, PAGE_SECONDS)
        self._pictures = Cache(PICTURE_BYTES)
        self.figures = Cache(PICTURE_BYTES // 4, PAGE_SECONDS)
        # The bot draws its boards in the same threads, so pages use at most one of them.
        self._drawing = asyncio.Semaphore(1)
        self._drawings = 0
        """The number of pictures that are drawn or wait to be."""

    @classmethod
    async def of(cls, club: Club, settings: WebSettings, courier: Courier | None = None) -> Site:
        """Return the site of a club.

        :param courier: posts on Discord, or None if another process does that.
        """
        return cls(club, settings, await club.pages.addresses(), courier)

    def deliver_match(self, match_id: int) -> None:
        """Start delivering a match to Discord, unless another process is notified to do that."""
        if self._courier is not None:
            self.club.background.begin(partial(_run, self._courier.deliver_match, match_id))

    def deliver_challenge(self, challenge_id: int) -> None:
        """Start delivering a challenge, unless another process does that."""
        if self._courier is not None:
            deliver = self._courier.deliver_challenge
            self.club.background.begin(partial(_run, deliver, challenge_id))

    @property
    def is_secure(self) -> bool:
        """Whether visitors use https."""
        return self.settings.url.startswith("https://")

    def url(self, path: str) -> str:
        """Return the full address of a path."""
        return f"{self.settings.url}{path}"

    def match_path(self, match_id: int) -> str:
        """Return the path of a match."""
        return self.addresses.path("m", match_id)

    def play_path(self, match_id: int) -> str:
        """Return the path of the board on which a match is played."""
        return self.addresses.path("play", match_id)

    def event_path(self, event_id: int) -> str:
        """Return the path of an event."""
        return self.addresses.path("e", event_id)

    def server_path(self, guild_id: int) -> str:
        """Return the path of a server."""
        return self.addresses.path("s", guild_id)

    def player_path(self, guild_id: int, user_id: int) -> str:
        """Return the path of a player, empty without a page."""
        return self.addresses.path("p", guild_id, user_id) if user_id > 0 else ""

    def paths_in(self, server: PublicServer) -> Callable[[StoredMatch], str]:
        """Return a function that gives the paths of a server's matches, empty without a page."""
        return lambda match: self.match_path(match.id) if server.shows_match(match) else ""

    async def picture(
        self,
        key: tuple[object, ...],
        draw: Callable[Arguments, bytes],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Rendered:
        """Return a picture without names, cached under its key.

        :raises Busy: if too many others wait to be drawn.
        """
        return await self._pictures.get(key, lambda: self._draw(draw, *args, **kwargs))

    async def tried_picture(
        self,
        visitor: str,
        key: tuple[object, ...],
        draw: Callable[Arguments, bytes],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Rendered:
        """Return a picture of moves that a visitor tries. There are any number of them.

        :param visitor: whose limit a picture counts for if it isn't cached.
        :raises TooMany: if they have to wait.
        :raises Busy: if too many others wait to be drawn.
        """
        if key not in self._pictures:
            self.limits.take("drawing", visitor)
        return await self.picture(key, draw, *args, **kwargs)

    async def figure(
        self,
        key: tuple[object, ...],
        draw: Callable[Arguments, bytes],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Rendered:
        """Return a picture with names, cached briefly, because members may hide.

        :raises Busy: if too many others wait to be drawn.
        """
        return await self.figures.get(key, lambda: self._draw(draw, *args, **kwargs))

    async def _draw(
        self, draw: Callable[Arguments, bytes], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Rendered:
        if self._drawings >= self.settings.limits.max_drawings:
            raise Busy
        self._drawings += 1
        try:
            async with self._drawing:
                body = await draw_in_thread(draw, *args, **kwargs)
        finally:
            self._drawings -= 1
        return Rendered(body, "image/gif" if body[:3] == b"GIF" else "image/png")

    async def invite_link(self) -> str | None:
        """Return the bot's invite link, or None if the bot has never run."""
        return await self.club.front_notes.get(INVITE)


async def _run(deliver: Callable[[int], Awaitable[object]], number: int) -> None:
    await deliver(number)
