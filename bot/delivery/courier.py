"""Delivering the outbox to Discord, in the readers' language.

`club.outbox.delivery` claims the posts and stores the results. Here, each post is sent by the class
for its kind.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.delivery import failures
from bot.delivery.deliverer import Deliverer
from bot.interactions.languages import Languages
from bot.pages.emojis import Emojis, using
from club.club import Club
from club.matches.match import Match
from club.members.viewer import Viewer
from club.outbox import posts
from club.outbox.claims import Claim, Conclusion, Failure, Report
from club.outbox.delivery import Delivery
from club.outbox.kinds import Post
from language.texts import gettext, written_in
from storage.database.errors import NotStored
from storage.database.shards import ALL, Shards
from storage.events.events import Event
from storage.matches.terms import MatchPlace

log = logging.getLogger(__name__)


class Courier:
    """Sends the posts of the outbox to Discord."""

    def __init__(
        self,
        client: discord.Client,
        club: Club,
        languages: Languages,
        deliverers: Mapping[type[Post], Deliverer[Any]],
        *,
        emojis: Emojis,
        shards: Shards = ALL,
    ) -> None:
        """
        :param deliverers: by kind of post.
        :param shards: the shards whose servers to deliver to.
        """
        self._client = client
        self._club = club
        self._store = club.store
        self._clock = club.clock
        self._languages = languages
        self._deliverers = deliverers
        self._emojis = emojis
        self.outbox = Delivery[Match](club.store, club.clock, self, shards=shards)

    async def send(self, claim: Claim[Post], present: Match | None) -> Conclusion:
        """Send a post with the class for its kind.

        :raises ServerGone: if its server has removed the bot, as far as Discord has announced.
        """
        guild_id = claim.post.guild_id
        is_known = guild_id is None or self._client.get_guild(guild_id) is not None
        if not is_known and self._client.is_ready():
            raise failures.ServerGone(guild_id)
        deliverer = self._deliverers[type(claim.post)]
        with (
            written_in(await self._language_of(claim.post, present)),
            using(self._emojis),
        ):
            try:
                return await deliverer.deliver(claim, present)
            except asyncio.CancelledError:
                lift_global_limit(self._client)
                raise

    async def _language_of(self, post: Post, present: Match | None) -> str:
        """Return the language of a post. Cards in direct messages are for their only reader."""
        if post.guild_id is None and post.channel_id is not None and post.match_id is not None:
            match = (present or await self._club.matches.find(post.match_id)).stored
            place = match.place_in(post.channel_id)
            reader = None if place is None else match.player_at(place)
            if reader is not None:
                return await self._languages.of_reader(reader.user_id, None)
        return await self._languages.of_guild(post.guild_id)

    def failure_of(self, error: Exception) -> Failure:
        """Classify an error of Discord."""
        return failures.failure_of(error)

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
        except NotStored as error:
            log.warning("could not show match %s; will retry: %s", match_id, error)
            return gettext(
                "I can't reach my database right now. I'll post the new board as soon as I can."
            )

    async def deliver_challenge(self, challenge_id: int) -> None:
        """Deliver the due posts of a challenge."""
        await self.outbox.deliver_challenge(challenge_id)

    async def deliver_event(self, event: Event) -> str | None:
        """Deliver the due update of an event's card.

        :returns: a text about delivery problems for the acting user, or None if there were none.
        """
        try:
            reports = await self.outbox.deliver_key(posts.event(event, self._clock()).key)
        except NotStored as error:
            log.warning("could not show event %s; will retry: %s", event.id, error)
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
            failures.words_for(report, self._client, is_own=is_own(report.post))
            for report in latest_first
        )
        return next((each for each in words if each is not None), None)


def lift_global_limit(client: discord.Client) -> None:
    """Let requests continue after one that waited for Discord's global limit was cancelled.

    discord.py stops all requests during that wait, and if it is cancelled, forever. If the limit
    still holds, the next request waits for it.
    """
    http: Any = client.http
    http._global_over.set()


def _concerns(actor: Viewer, post: Post, home: MatchPlace) -> bool:
    """Whether a post goes to the server of a user, or to their home in its match."""
    if post.guild_id is not None:
        return post.guild_id in (actor.guild_id, home.guild_id)
    return post.channel_id in (actor.place_id, home.id)
