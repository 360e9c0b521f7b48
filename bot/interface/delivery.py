"""Delivering the outbox to Discord, in the readers' language, and putting failures into words.

`club.outbox.delivery` claims the posts and stores the results. Here, each post is sent by the class
for its kind.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import aiohttp
import discord

from bot.interface.languages import Languages
from bot.interface.permissions import NEEDED, missing_permissions, missing_words
from bot.interface.responses import CLOSED_THREAD
from bot.pages.emojis import Emojis, using
from club.club import Club
from club.matches.match import Match
from club.members.membership import Viewer
from club.outbox.delivery import Claim, Conclusion, Delivery, Failure, Report
from club.outbox.kinds import NewPost, Post
from language.texts import gettext, written_in
from storage.database.shards import ALL, Shards
from storage.database.transaction import NotStoredError
from storage.matches.match import MatchPlace

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003

P_contra = TypeVar("P_contra", bound=Post, contravariant=True)


class ServerGone(discord.DiscordException):
    """A post for a server that has removed the bot."""


def failure_of(error: Exception) -> Failure:
    """Classify an error of Discord."""
    if isinstance(error, discord.Forbidden):
        return "refused"
    if isinstance(error, discord.NotFound | ServerGone):
        return "gone"
    if isinstance(error, discord.DiscordException | aiohttp.ClientError | OSError):
        return "later"
    return "bug"


def words_for(report: Report, client: discord.Client, *, is_own: bool = True) -> str | None:
    """Return a message to the acting user about a failed delivery, if they should know.

    :param is_own: whether it failed in their server or home, whose details they may know.
    """
    words = _FAILURES.get(type(report.post))
    if words is None or report.failure is None or getattr(report.post, "why", "card") is None:
        return None
    if not is_own and (report.failure, report.post.guild_id) != ("refused", None):
        return gettext(
            "I can't show the new board to the other players right now. I'll keep trying."
        )
    match report.failure:
        case "refused" if report.post.guild_id is None:
            # The other players' cards already show that someone can't be reached.
            return None
        case "refused":
            return _missing_permissions(client, report.post.channel_id)
        case "gone":
            return gettext(words.gone)
        case "later":
            return gettext(words.later)
        case "bug":
            return gettext(words.bug)


def is_thread_closed(error: discord.HTTPException) -> bool:
    """Whether a thread was deleted or locked."""
    return error.code == UNKNOWN_CHANNEL or error.code in CLOSED_THREAD


@dataclass(frozen=True, slots=True)
class Posting:
    """What deliverers use."""

    client: discord.Client
    club: Club
    languages: Languages
    opens_threads: bool = True
    """Whether matches and events get threads of their own."""


class Deliverer(Protocol[P_contra]):
    """Sends the posts of one kind, with which its class is marked by `delivers`."""

    async def deliver(self, claim: Claim[P_contra], match: Match | None) -> Conclusion:
        """Send a post in the current language, which is that of its server.

        :param match: the match of the post, if the caller has just loaded it.
        :returns: a function that stores the result.
        """
        ...


@dataclass(frozen=True, slots=True)
class Failures:
    """Messages to a user whose change can't be shown."""

    gone: str
    later: str
    bug: str


_FAILURES: dict[type[Post], Failures] = {}
"""Failures of other kinds, such as a former card keeping its buttons, are not reported."""

_DELIVERERS: dict[type[Post], Callable[[Posting], Deliverer[Any]]] = {}

Marked = TypeVar("Marked", bound=Callable[[Posting], Deliverer[Any]])


def delivers(kind: type[Post], failures: Failures | None = None) -> Callable[[Marked], Marked]:
    """Mark the class that sends the posts of one kind."""
    if failures is not None:
        _FAILURES[kind] = failures

    def mark(deliverer: Marked) -> Marked:
        _DELIVERERS[kind] = deliverer
        return deliverer

    return mark


def deliverers(posting: Posting) -> Mapping[type[Post], Deliverer[Any]]:
    """Return the deliverers of all imported modules, by kind of post."""
    return {kind: deliverer(posting) for kind, deliverer in _DELIVERERS.items()}


class Courier:
    """Sends the posts of the outbox to Discord."""

    def __init__(
        self,
        posting: Posting,
        *,
        emojis: Emojis,
        shards: Shards = ALL,
    ) -> None:
        """:param shards: the shards whose servers to deliver to."""
        self._client = posting.client
        self._club = club = posting.club
        self._store = club.store
        self._clock = club.clock
        self._languages = posting.languages
        self._deliverers = deliverers(posting)
        self._emojis = emojis
        self.outbox = Delivery[Match](club.store, club.clock, self, shards=shards)

    async def send(self, claim: Claim[Post], loaded: Match | None) -> Conclusion:
        """Send a post with the class for its kind.

        :raises ServerGone: if its server has removed the bot, as far as Discord has announced.
        """
        guild_id = claim.post.guild_id
        is_known = guild_id is None or self._client.get_guild(guild_id) is not None
        if not is_known and self._client.is_ready():
            raise ServerGone(guild_id)
        deliverer = self._deliverers[type(claim.post)]
        with (
            written_in(await self._language_of(claim.post, loaded)),
            using(self._emojis),
        ):
            try:
                return await deliverer.deliver(claim, loaded)
            except asyncio.CancelledError:
                lift_global_limit(self._client)
                raise

    async def _language_of(self, post: Post, loaded: Match | None) -> str:
        """Return the language of a post. Cards in direct messages are for their only reader."""
        if post.guild_id is None and post.channel_id is not None and post.match_id is not None:
            match = (loaded or await self._club.matches.find(post.match_id)).stored
            place = match.place_in(post.channel_id)
            reader = None if place is None else match.player_at(place)
            if reader is not None:
                return await self._languages.of_reader(reader.user_id, None)
        return await self._languages.of_guild(post.guild_id)

    def failure_of(self, error: Exception) -> Failure:
        """Classify an error of Discord."""
        return failure_of(error)

    async def begin_due(self) -> None:
        """Begin to deliver all due posts."""
        await self.outbox.begin_due()

    async def deliver_due(self) -> None:
        """Deliver all due posts, including those queued meanwhile."""
        await self.outbox.deliver_due()

    async def deliver_match(
        self, match_id: int, match: Match | None = None, actor: Viewer | None = None
    ) -> str | None:
        """Deliver the due posts of a match.

        :param match: the match, if just loaded or changed.
        :param actor: the acting user, if there is one to be told about problems.
        :returns: a text about delivery problems for them, or None if there were none.
        """
        try:
            reports = await self.outbox.deliver_match(match_id, match)
            failed = [report for report in reports if report.failure is not None]
            if actor is None or not failed:
                return None
            stored = (match or await self._club.matches.find(match_id)).stored
            return self._words_for(
                failed, is_own=lambda post: _concerns(actor, post, stored.home_of(actor.user_id))
            )
        except NotStoredError as error:
            log.warning("could not show match %s; will retry: %s", match_id, error)
            return gettext(
                "I can't reach my database right now. I'll post the new board as soon as I can."
            )

    async def deliver_challenge(self, challenge_id: int) -> None:
        """Deliver the due posts of a challenge."""
        await self.outbox.deliver_challenge(challenge_id)

    async def deliver_post(self, new: NewPost) -> str | None:
        """Deliver a queued post.

        :returns: a text about delivery problems for the acting user, or None if there were none.
        """
        try:
            reports = await self.outbox.deliver_key(new.key)
        except NotStoredError as error:
            log.warning("could not deliver post %s; will retry: %s", new.key, error)
            return gettext(
                "I can't reach my database right now. I'll post its card as soon as I can."
            )
        return self._words_for(reports)

    def _words_for(
        self, reports: list[Report], is_own: Callable[[Post], bool] = lambda _: True
    ) -> str | None:
        """Return a text about a delivery problem for the acting user, if any.

        The latest one counts, first of those in their own server or home.
        """
        latest_first = reports[::-1]
        latest_first.sort(key=lambda report: not is_own(report.post))
        words = (
            words_for(report, self._client, is_own=is_own(report.post)) for report in latest_first
        )
        return next((text for text in words if text is not None), None)


def lift_global_limit(client: discord.Client) -> None:
    """Let requests continue after one that waited for Discord's global limit was cancelled.

    discord.py stops all requests during that wait, and if it is cancelled, forever. If the limit
    still holds, the next request waits for it.
    """
    http: Any = client.http
    http._global_over.set()


def _missing_permissions(client: discord.Client, channel_id: int | None) -> str:
    channel: Any = client.get_channel(channel_id or 0)
    names: list[str] = []
    if isinstance(channel, discord.TextChannel | discord.Thread):
        permissions = channel.permissions_for(channel.guild.me)
        names = missing_permissions(permissions, in_thread=isinstance(channel, discord.Thread))
    names = names or [NEEDED["view_channel"], NEEDED["send_messages"]]
    return str(missing_words(names, channel_id or 0))


def _concerns(actor: Viewer, post: Post, home: MatchPlace) -> bool:
    """Whether a post goes to the server of a user, or to their home in its match."""
    if post.guild_id is not None:
        return post.guild_id in (actor.guild_id, home.guild_id)
    return post.channel_id in (actor.place_id, home.id)
