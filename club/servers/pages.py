"""The matches, events and players with public web pages, their addresses, and hidden names.

A server has pages if an admin turns them on. They show the matches and events of channels that
`@everyone` can read. Hidden members (`Preferences.is_shown_globally`) have no name and no page.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from club.matches.match import Match, players_of
from club.matches.play import Matches
from club.matches.reasons import MODERATED
from club.ratings.leaderboards import Ranking
from club.references import HIDDEN
from rules.refusal import Refusal
from storage.database import key_values
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.matches.match import Place, Result, StoredMatch
from storage.members import membership, preferences
from storage.servers import pages, settings
from storage.servers.pages import PageServer, PublicChannels

Kind = str
"""The first part of a path: "m" for a match, "s" for a server, "p" for a player, "play" for a match
to play, and those that extensions choose.
"""

_FACT = "page_secret"
_TAG = 12
"""Length of a tag in bytes."""

_NUMBER = 8
_MAX_PATHS = 4096
"""Number of cached paths."""

NOBODY = -1
"""The user id that stands for every hidden member."""


class Addresses:
    """Encodes and decodes the paths of pages, with a synthetic initialisation vector (SIV).

    A library's AES-SIV would save a dozen lines, and install 16 MB of `cryptography`.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        # Each page has dozens of paths, most of them again and again.
        self._encoded = lru_cache(_MAX_PATHS)(self._encode)

    def path(self, kind: Kind, *numbers: int) -> str:
        """Return the path of a page: "/m/6nJb…"."""
        return self._encoded(kind, numbers)

    def _encode(self, kind: Kind, numbers: tuple[int, ...]) -> str:
        plain = b"".join(number.to_bytes(_NUMBER, "big") for number in numbers)
        tag = self._digest(b"tag", kind.encode(), plain)[:_TAG]
        encoded = tag + _xor(plain, self._digest(b"key", kind.encode(), tag))
        return f"/{kind}/{base64.urlsafe_b64encode(encoded).decode().rstrip('=')}"

    def numbers(self, kind: Kind, text: str, count: int = 1) -> Sequence[int] | None:
        """Return the numbers encoded in the last part of a path, or None for any other text."""
        try:
            encoded = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        except ValueError:
            return None
        tag, encrypted = encoded[:_TAG], encoded[_TAG:]
        if len(encrypted) != count * _NUMBER:
            return None
        plain = _xor(encrypted, self._digest(b"key", kind.encode(), tag))
        numbers = [
            int.from_bytes(plain[start : start + _NUMBER], "big")
            for start in range(0, len(plain), _NUMBER)
        ]
        # The whole path is compared, because several texts decode to the same bytes.
        expected, path = self.path(kind, *numbers), f"/{kind}/{text}"
        is_right = hmac.compare_digest(expected.encode(), path.encode())
        return numbers if is_right else None

    def sign(self, *parts: str) -> str:
        """Return a signature of these parts."""
        plain = b"\0".join(part.encode() for part in parts)
        digest = self._digest(b"mark", plain)[:_TAG]
        return base64.urlsafe_b64encode(digest).decode()

    def _digest(self, *parts: bytes) -> bytes:
        return hmac.digest(self._secret, b"\0".join(parts), hashlib.sha256)


async def addresses_of(store: Store) -> Addresses:
    """Return the addresses of a database. The first caller creates its secret."""
    text = await store.read(lambda tx: key_values.get(tx, _FACT))
    if text is None:
        text = await store.write(lambda tx: key_values.put_first(tx, _FACT, secrets.token_hex(32)))
    return Addresses(bytes.fromhex(text))


def masked_match(match: Match, hidden: Collection[int]) -> Match:
    """Return a match without the names of hidden players."""
    stored = masked_row(match.stored, hidden)
    return replace(match, stored=stored, players=players_of(match.game, stored))


def masked_row(stored: StoredMatch, hidden: Collection[int]) -> StoredMatch:
    """Return a stored match without the names of hidden players."""
    seats = tuple(
        replace(seat, user_id=NOBODY, name=HIDDEN) if seat.user_id in hidden else seat
        for seat in stored.seats
    )
    return replace(stored, seats=seats, result=_without_moderator(stored.result))


def masked_ranking(ranking: Ranking, hidden: Collection[int]) -> Ranking:
    """Return a page of a leaderboard without the rows of hidden players.

    The viewer's own row on another page stays, since only they see it.
    """
    return replace(ranking, rows=tuple(row for row in ranking.rows if row.user_id not in hidden))


@dataclass(frozen=True, slots=True)
class PublicServer:
    """A server with pages."""

    guild_id: int
    name: str
    is_listed: bool
    """Whether the home page and search engines may link to its pages."""
    readable: frozenset[int]
    """The channels and threads that everyone can read."""

    def shows(self, place: Place) -> bool:
        """Whether everyone can read a place, including the channel of a thread."""
        if place.guild_id != self.guild_id:
            return False
        if place.forum_id is not None:
            return place.forum_id in self.readable
        if place.channel_id not in self.readable:
            return False
        return place.parent_id is None or place.parent_id in self.readable

    def shows_match(self, match: StoredMatch) -> bool:
        """Whether everyone can read the places of a match, none of them in another server."""
        return all(self.shows(place) for place in match.places)


class Pages:
    """Pages' content, with hidden names removed.

    :param web_url: the address of the pages, such as "https://stairwell.example", or None.
    """

    def __init__(self, store: Store, matches: Matches, web_url: str | None) -> None:
        self._store = store
        self._matches = matches
        self._web_url = web_url
        self._addresses: Addresses | None = None
        self.requests: Counter[tuple[str, int]] = Counter()
        """The requests that this process has served, by kind of page and status."""
        self.followers = 0
        """The number of open pages of this process that follow a match or event."""

    @property
    def are_served(self) -> bool:
        """Whether pages are served at all."""
        return self._web_url is not None

    async def addresses(self) -> Addresses:
        """Return the addresses of this database's pages."""
        if self._addresses is None:
            self._addresses = await addresses_of(self._store)
        return self._addresses

    async def server(self, guild_id: int | None) -> PublicServer | None:
        """Return a server with pages, or None if it has none."""
        if guild_id is None:
            return None
        return await self._store.read(lambda tx: server_in(tx, guild_id))

    async def listed_servers(self) -> tuple[PageServer, ...]:
        """Return the listed servers."""
        return await self._store.read(pages.listed)

    async def match(self, match_id: int) -> tuple[PublicServer, Match] | None:
        """Return a match as everyone may see it and its server, or None without a page."""
        try:
            match = await self._matches.find(match_id)
        except Refusal:
            return None
        guild_id, players = match.guild_id, _players(match.stored)
        if guild_id is None:
            return None

        async def read(tx: Transaction) -> tuple[PublicServer | None, frozenset[int]]:
            return await server_in(tx, guild_id), await preferences.hidden(tx, players)

        server, hidden = await self._store.read(read)
        if server is None or not server.shows_match(match.stored):
            return None
        return server, masked_match(match, hidden)

    async def has_match(self, match_id: int) -> bool:
        """Whether a match has a page, without loading it."""
        return bool(await self._store.read(lambda tx: self.public_matches(tx, {match_id})))

    async def rows(
        self, server: PublicServer, matches: Iterable[StoredMatch]
    ) -> tuple[StoredMatch, ...]:
        """Return the matches that have pages, as everyone may see them."""
        public = [match for match in matches if server.shows_match(match)]
        hidden = await self.hidden({user_id for each in public for user_id in _players(each)})
        return tuple(masked_row(each, hidden) for each in public)

    async def hidden(self, user_ids: Collection[int]) -> frozenset[int]:
        """Return the hidden members among some users."""
        return await self._store.read(lambda tx: preferences.hidden(tx, user_ids))

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """Return a member's name, or None if they have left the server or never played there."""

        async def name(tx: Transaction) -> str | None:
            latest = await match_lists.recent_of(tx, user_id, guild_id, 1)
            if not latest:
                return None
            member = (await membership.of_users(tx, guild_id, [user_id])).get(user_id)
            if member is not None:
                return member.name if member.is_present else None
            return next(seat.name for seat in latest[0].seats if seat.user_id == user_id)

        return await self._store.read(name)

    async def public_matches(self, tx: Transaction, match_ids: Collection[int]) -> frozenset[int]:
        """Return the numbers of those of some matches that have pages."""
        places_by_match = await stored_matches.places_with_pages(tx, match_ids)
        return frozenset(
            match_id
            for match_id, places in places_by_match.items()
            if len({place.place.guild_id for place in places}) == 1
            and all(
                place.server is not None
                and _public(place.server, place.readable).shows(place.place)
                for place in places
            )
        )

    async def guild_ids(self) -> tuple[int, ...]:
        """Return the servers with pages turned on."""
        return tuple(await self._store.read(settings.with_pages))

    async def store_public_channels(self, guild_id: int, public: PublicChannels | None) -> None:
        """Store the public channels of a server.

        :param public: None if the bot is no longer in the server.
        """

        async def store(tx: Transaction) -> None:
            if public is None:
                await pages.forget(tx, guild_id)
            else:
                await pages.save(tx, guild_id, public)

        await self._store.write(store)

    async def match_address(self, match: StoredMatch) -> str:
        """Return the web address of a match, empty without a page."""
        server = await self.server_with_links(match.guild_id)
        is_shown = server is not None and server.shows_match(match)
        return await self.address("m", match.id) if is_shown else ""

    async def server_address(self, guild_id: int) -> str:
        """Return the web address of a server, empty without pages."""
        server = await self.server_with_links(guild_id)
        return "" if server is None else await self.address("s", guild_id)

    def url(self, path: str) -> str:
        """Return the web address of a path, empty if no pages are served."""
        return f"{self._web_url}{path}" if self.are_served else ""

    async def player_address(self, guild_id: int, user_id: int) -> str:
        """Return the web address of a player, empty without a page."""
        server = await self.server_with_links(guild_id)
        if server is None or user_id <= 0 or await self.hidden([user_id]):
            return ""
        return await self.address("p", guild_id, user_id)

    async def server_with_links(self, guild_id: int | None) -> PublicServer | None:
        """Return a server whose pages are linked, or None if it has none."""
        return await self.server(guild_id) if self.are_served else None

    async def address(self, kind: Kind, *numbers: int) -> str:
        """Return the web address of a page."""
        return f"{self._web_url}{(await self.addresses()).path(kind, *numbers)}"


def _xor(text: bytes, key: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(text, key, strict=False))


def _without_moderator(result: Result | None) -> Result | None:
    """Return a result without the name of the moderator, who may be hidden."""
    if result is None or result["reason"] != MODERATED or "name" not in result["values"]:
        return result
    return {**result, "values": {**result["values"], "name": ""}}


async def server_in(
    tx: Transaction, guild_id: int, among: Collection[int] | None = None
) -> PublicServer | None:
    """Return a server with pages.

    :param among: the only channels and threads of interest, or None for all.
    """
    row = await pages.server(tx, guild_id)
    if row is None:
        return None
    return _public(row, await pages.readable(tx, guild_id, among))


def _public(server: PageServer, readable: frozenset[int]) -> PublicServer:
    return PublicServer(server.guild_id, server.name, server.pages == "listed", readable)


def _players(match: StoredMatch) -> set[int]:
    return {seat.user_id for seat in match.seats if not seat.is_team}
