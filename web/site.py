"""The site: the club, its settings and the caches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from typing import ParamSpec, Protocol

from club.club import Club
from club.front_notes import INVITE
from club.pages.addresses import Addresses
from club.pages.pages import PublicServer
from presentation.pictures import draw_in_thread
from storage.matches.stored_match import StoredMatch
from web.cache import Cache, Rendered
from web.server.limits import Busy, Limits, VisitorLimits

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
class Choices:
    """The operator's settings."""

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
        choices: Choices,
        addresses: Addresses,
        courier: Courier | None = None,
    ) -> None:
        """:param courier: posts on Discord, or None if another process does that."""
        self.club = club
        self._courier = courier
        self.choices = choices
        self.addresses = addresses
        self.version = version("stairwell")
        self.measures = club.pages.measures
        self.limits = VisitorLimits(choices.limits)
        self.pages = Cache(PAGE_BYTES, PAGE_SECONDS)
        self._pictures = Cache(PICTURE_BYTES)
        self.figures = Cache(PICTURE_BYTES // 4, PAGE_SECONDS)
        # The bot draws its boards in the same threads, so pages use at most one of them.
        self._drawing = asyncio.Semaphore(1)
        self._drawings = 0
        """The number of pictures that are drawn or wait to be."""

    @classmethod
    async def of(cls, club: Club, choices: Choices, courier: Courier | None = None) -> Site:
        """Return the site of a club.

        :param courier: posts on Discord, or None if another process does that.
        """
        return cls(club, choices, await club.pages.addresses(), courier)

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
        return self.choices.url.startswith("https://")

    def url(self, path: str) -> str:
        """Return the full address of a path."""
        return f"{self.choices.url}{path}"

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
        if self._drawings >= self.choices.limits.max_drawings:
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
