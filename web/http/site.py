"""The site: the club, its settings, the caches, and pages of seats that people share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from club import VERSION
from club.club import INVITE, Club
from club.matches.match import Match
from club.matches.reasons import unknown_match
from club.members.membership import Viewer
from club.servers.pages import Addresses, PublicServer
from storage.matches.match import Participant, Place, StoredMatch
from web.http.cache import PAGE_SECONDS, Cache
from web.http.limits import Limits, VisitorLimits
from web.http.pictures import Pictures


class Courier(Protocol):
    """The bot of this process, which delivers pending posts."""

    def deliver_match(self, match_id: int, /) -> Awaitable[object]:
        """Deliver the due posts of a match."""
        ...

    def deliver_challenge(self, challenge_id: int, /) -> Awaitable[object]:
        """Deliver the due posts of a challenge."""
        ...

    def begin_due(self) -> Awaitable[None]:
        """Begin to deliver all due posts."""
        ...


PAGE_BYTES = 16 * 2**20


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
        self.version = VERSION
        self.limits = VisitorLimits(settings.limits)
        self.pages = Cache(PAGE_BYTES, PAGE_SECONDS)
        self.pictures = Pictures(settings.limits, self.limits)

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

    def deliver_due(self) -> None:
        """Start delivering all due posts, unless another process does that."""
        if self._courier is not None:
            self.club.background.begin(self._courier.begin_due)

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

    def server_path(self, guild_id: int) -> str:
        """Return the path of a server."""
        return self.addresses.path("s", guild_id)

    def archive_path(self, guild_id: int) -> str:
        """Return the path of a server's finished matches."""
        return f"{self.server_path(guild_id)}/matches"

    def player_path(self, guild_id: int, user_id: int) -> str:
        """Return the path of a player, empty without a page."""
        return self.addresses.path("p", guild_id, user_id) if user_id > 0 else ""

    def paths_in(self, server: PublicServer) -> Callable[[StoredMatch], str]:
        """Return a function that gives the paths of a server's matches, empty without a page."""
        return lambda match: self.match_path(match.id) if server.shows_match(match) else ""

    async def viewer_in(self, guild_id: int | None, user_id: int) -> Viewer:
        """Return a member as a viewer of a server's matches.

        What they see there is only known of channels that everyone can read.
        """
        server = None if guild_id is None else await self.club.pages.server(guild_id)
        return Viewer(guild_id, 0, user_id, _nothing if server is None else server.shows)

    async def invite_link(self) -> str | None:
        """Return the bot's invite link, or None if the bot has never run."""
        return await self.club.front_notes.get(INVITE)


def _nothing(_place: Place) -> bool:
    return False


async def _run(deliver: Callable[[int], Awaitable[object]], number: int) -> None:
    await deliver(number)


class SeatPages:
    """Pages on which people act for a seat that isn't theirs alone. By default, there are none."""

    def path(self, site: Site, match: Match) -> str:
        """Return the path of the page for a match, empty if there is none."""
        return ""

    async def place_of(self, site: Site, match: Match, person: Participant) -> int | None:
        """Return the number of the place from which someone acts, None if that isn't known.

        :raises Refusal: if they don't certainly see the match.
        """
        raise unknown_match(match.id)

    async def may_act(self, site: Site, match: Match, person: Participant) -> bool:
        """Whether someone sees the channel of a match, as a member of its server."""
        return False

    def heading(self) -> str:
        """Return the heading of the matches in which someone acts."""
        return ""

    async def running_of(self, site: Site, person: Participant) -> list[Match]:
        """Return the running matches in which someone acts, besides those in which they play."""
        return []


SEAT_PAGES = [SeatPages()]
"""The last ones count."""
