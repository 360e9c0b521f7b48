"""Live updates: streams that announce each new version of a match, or a page of an extension.

A stream only carries version numbers; the page then reloads itself. The versions of a match are
read as soon as this process has stored a change, or another process has sent a hint of one. All
followed versions are also read once a second. That round finds the changes without a hint, and ends
the streams of pages that are no longer public, and of members who have signed out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from aiohttp import web

from club.limits import CountLimit
from club.matches.match import Match, Progress
from club.matches.offers import match_mark, state_checksum
from club.matches.seams import SEAT_KINDS
from club.servers.pages import Kind
from rules.refusal import Refusal
from storage.database.shards import Hint
from storage.database.transaction import NotStoredError, ShardsLost, Transaction
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches.match import Participant
from storage.matches.offers import Offer
from storage.members import sessions as stored_sessions
from web.http.limits import Limits, PatientHandler, address_of
from web.http.sessions import member_of
from web.http.site import SEAT_PAGES, Site
from web.http.templating import KEEP_ALIVE, STREAM, message
from web.http.view import NoPage

log = logging.getLogger(__name__)


Topic = tuple[Kind, int]
"""The subject a page follows, by number: a match, a player's board (which also shows offers), or
one of an extension.
"""

PublicVersions = Callable[[Transaction, Collection[int]], Awaitable[Mapping[int, int]]]
"""Returns the versions of those of some subjects that have pages, by number."""

FOLLOWED: dict[Kind, PublicVersions] = {}
"""The pages of extensions that can be followed. An extension adds its own."""

EVERY = 1.0
"""Seconds between two queries for all versions."""

QUIET = 20.0
"""Seconds between keep-alive comments."""

MAX_SECONDS = 3600.0
"""Seconds after which a stream ends and the page opens a new one."""

VOTER_SECONDS = 60.0
"""The same for voters, who may lose sight of a channel meanwhile."""


@dataclass(frozen=True, slots=True)
class _Version:
    """The version of a followed page."""

    number: int
    """The version for those who learn the number of votes, if there are any."""
    uncounted: int
    """The version for everyone else."""
    home: int | None = None
    """The only place where the number of votes is shown, None for all places."""

    def at(self, place: int | None) -> int:
        """Return the version for readers of a place."""
        return self.number if self.home in (None, place) else self.uncounted


def board_version(match: Match, place: int | None) -> int:
    """Return the version of a member's board.

    :param place: the number of the place from which they play or vote, None if that isn't known.
    """
    return _board_version(match.version, match.offers, match.progress).at(place)


def _single_version(number: int) -> _Version:
    return _Version(number, number)


def _board_version(version: int, offers: Sequence[Offer], progress: Progress) -> _Version:
    uncounted = state_checksum(version, offers, 0)
    return _Version(state_checksum(version, offers, progress.count), uncounted, progress.home)


@dataclass(eq=False, slots=True)
class _Follower:
    """An open stream, which only keeps the latest version."""

    visitor: str
    """Their address, or the user id of a member on a page for them."""
    session_id: int | None = None
    """The session of the member, on pages for one visitor."""
    place: int | None = None
    """The number of the place from which they play or vote, None if that isn't known."""
    seconds: float = MAX_SECONDS
    version: int = 0
    is_ended: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def notify(self, version: _Version) -> None:
        own = version.at(self.place)
        if own != self.version:
            self.version = own
            self.changed.set()

    def end(self) -> None:
        self.is_ended = True
        self.changed.set()


class Live:
    """All open streams."""

    def __init__(self, site: Site, limits: Limits) -> None:
        self._site = site
        self._send_seconds = limits.send_seconds
        self._limit = CountLimit(limits.streams, limits.max_streams)
        self._followers: dict[Topic, set[_Follower]] = {}
        self._versions: dict[Topic, _Version] = {}
        self._changed: set[Topic] = set()
        """Followed topics that may have new versions."""
        self._has_changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False
        site.club.matches.subscribe(lambda match: self._note_change(match.id))

    async def match_stream(self, request: web.Request) -> web.StreamResponse:
        """Follow a match."""
        numbers = self._site.addresses.numbers("m", request.match_info["key"])
        public = None if numbers is None else await self._site.club.pages.match(numbers[0])
        if public is None:
            raise NoPage
        _, match = public
        visitor = address_of(request)
        version = _single_version(match_mark(match.version, match.progress.count))
        return await self._stream(request, ("m", match.id), version, _Follower(visitor))

    async def play_stream(self, request: web.Request) -> web.StreamResponse:
        """Follow a match in which the signed-in member plays or may vote."""
        numbers = self._site.addresses.numbers("play", request.match_info["key"])
        member = await member_of(self._site, request)
        if numbers is None or member is None:
            raise NoPage
        follower = _Follower(str(member.user_id), member.session_id)
        try:
            match = await self._site.club.matches.find(numbers[0])
            if match.player_of(member.user_id) is None:
                person = Participant(member.user_id, member.name)
                follower.place = await SEAT_PAGES[-1].place_of(self._site, match, person)
                follower.seconds = VOTER_SECONDS
            else:
                follower.place = match.stored.home_of(member.user_id).number
        except Refusal as refusal:
            raise NoPage from refusal
        version = _board_version(match.version, match.offers, match.progress)
        return await self._stream(request, ("play", match.id), version, follower)

    async def page_stream(self, kind: Kind, request: web.Request) -> web.StreamResponse:
        """Follow a page of an extension."""
        numbers = self._site.addresses.numbers(kind, request.match_info["key"])
        async with self._site.club.store.read() as tx:
            versions = await FOLLOWED[kind](tx, numbers or ())
        for number, version in versions.items():
            follower = _Follower(address_of(request))
            return await self._stream(request, (kind, number), _single_version(version), follower)
        raise NoPage

    async def close(self) -> None:
        """End all streams."""
        self._is_closed = True
        for followers in self._followers.values():
            for follower in followers:
                follower.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _stream(
        self, request: web.Request, topic: Topic, version: _Version, follower: _Follower
    ) -> web.StreamResponse:
        """Send versions until the visitor leaves, or may no longer follow the page.

        :raises TooManyRequests: if they follow too many pages.
        """
        with self._limit.one_of(follower.visitor):
            response = web.StreamResponse(
                headers={
                    "Content-Type": STREAM,
                    "Cache-Control": "no-store",
                    # nginx would hold small messages back.
                    "X-Accel-Buffering": "no",
                }
            )
            try:
                await response.prepare(request)
            except ConnectionError:
                # The visitor has left already.
                return response
            # Remove cached pages of other versions, which the announcement would otherwise show.
            self._site.pages.drop_others(self._site.addresses.path(*topic), version.number)
            follower.version = version.at(follower.place)
            first = message(follower.version)
            self._follow(topic, follower, version)
            if isinstance(request.protocol, PatientHandler):
                request.protocol.when_lost(follower.end)
            try:
                await self._send(response, first)
                async with asyncio.timeout(follower.seconds):
                    await self._keep_sending(response, follower)
            except (TimeoutError, ConnectionError):
                # The visitor doesn't read, or has left.
                if request.transport is not None:
                    request.transport.close()
            finally:
                self._leave(topic, follower)
            return response

    async def _keep_sending(self, response: web.StreamResponse, follower: _Follower) -> None:
        while not (self._is_closed or follower.is_ended):
            try:
                async with asyncio.timeout(QUIET):
                    await follower.changed.wait()
            except TimeoutError:
                await self._send(response, KEEP_ALIVE)
                continue
            follower.changed.clear()
            if not follower.is_ended:
                await self._send(response, message(follower.version))

    async def _send(self, response: web.StreamResponse, text: str) -> None:
        async with asyncio.timeout(self._send_seconds):
            await response.write(text.encode())

    def _follow(self, topic: Topic, follower: _Follower, version: _Version) -> None:
        self._followers.setdefault(topic, set()).add(follower)
        # Others may have been notified of another version since this one was loaded.
        announced = self._versions.setdefault(topic, version)
        if announced != version:
            follower.notify(announced)
        self._site.club.pages.followers += 1
        if not self._tasks:
            self._tasks = [asyncio.create_task(each) for each in (self._watch(), self._listen())]

    def _leave(self, topic: Topic, follower: _Follower) -> None:
        self._followers[topic].discard(follower)
        if not self._followers[topic]:
            del self._followers[topic]
            del self._versions[topic]
        self._site.club.pages.followers -= 1

    def _note_change(self, match_id: int) -> None:
        """Look up a changed match at once."""
        self._wake({("m", match_id), ("play", match_id)})

    def _wake(self, topics: Set[Topic]) -> None:
        """Look up those of some topics that are followed."""
        if followed := topics & self._followers.keys():
            self._changed |= followed
            self._has_changed.set()

    async def _listen(self) -> None:
        """Look up the matches that other processes have changed."""

        def follow_hint(hint: Hint | None) -> None:
            if hint is None:
                self._wake(self._followers.keys())
            elif hint.subject == "match":
                self._note_change(hint.number)

        # A bot that has lost its shards stops, but not from here.
        with suppress(ShardsLost):
            await self._site.club.store.listen(follow_hint)

    async def _watch(self) -> None:
        """Look up changed topics at once, and all of them regularly."""
        loop = asyncio.get_running_loop()
        due = loop.time() + EVERY
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._has_changed.wait()
            self._has_changed.clear()
            topics, self._changed = self._changed, set()
            if loop.time() >= due:
                due = loop.time() + EVERY
                topics = set(self._followers)
            try:
                await self._look_up(topics)
            except NotStoredError as error:
                log.warning("could not look up the followed pages: %s", error)
            except Exception:
                log.exception("could not announce new versions")

    async def _look_up(self, topics: Collection[Topic]) -> None:
        """Announce new versions, and end the streams that are no longer allowed."""
        followed = {
            topic: frozenset(self._followers[topic]) for topic in topics if topic in self._followers
        }
        if not followed:
            return
        versions, sessions = await self._site.club.store.read(partial(self._state, followed))
        for topic, followers in followed.items():
            version = versions.get(topic)
            for follower in followers:
                if version is None or follower.session_id not in sessions:
                    follower.end()
            if version is None:
                self._site.pages.drop(self._site.addresses.path(*topic))
            elif self._versions.get(topic, version) != version:
                self._versions[topic] = version
                self._site.pages.drop_others(self._site.addresses.path(*topic), version.number)
                for follower in self._followers[topic]:
                    follower.notify(version)

    async def _state(
        self, followed: Mapping[Topic, Collection[_Follower]], tx: Transaction
    ) -> tuple[dict[Topic, _Version], Collection[int | None]]:
        """Return the versions of the followed pages that may be followed, and the open sessions.

        None stands for visitors without a session, who need none.
        """
        pages, versions = self._site.club.pages, dict[Topic, _Version]()
        matches, boards = (_numbers(followed, kind) for kind in ("m", "play"))
        match_versions = await stored_matches.versions(tx, {*matches, *boards})
        progress: dict[int, Progress] = {}
        for seat_kind in SEAT_KINDS:
            progress |= await seat_kind.progress(tx, match_versions)
        for number in await pages.public_matches(tx, matches & match_versions.keys()):
            count = progress.get(number, Progress()).count
            versions["m", number] = _single_version(match_mark(match_versions[number], count))
        if boards:
            offers = await stored_offers.open_of_matches(tx, boards)
            for number in boards & match_versions.keys():
                versions["play", number] = _board_version(
                    match_versions[number], offers[number], progress.get(number, Progress())
                )
        for kind, read in FOLLOWED.items():
            if numbers := _numbers(followed, kind):
                for number, version in (await read(tx, numbers)).items():
                    versions[kind, number] = _single_version(version)
        session_ids = {
            follower.session_id
            for followers in followed.values()
            for follower in followers
            if follower.session_id is not None
        }
        now = self._site.club.clock()
        return versions, {None, *await stored_sessions.open_among(tx, session_ids, now)}


def _numbers(followed: Iterable[Topic], kind: str) -> set[int]:
    """Return the numbers of the followed topics of a kind."""
    return {number for each, number in followed if each == kind}
