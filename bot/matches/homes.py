"""The kinds of homes of a match in a server, and opening one before or with its first card.

A match gets the first home that suits its server: a post in a forum, or a thread of its channel. It
stays in the channel if none does, or if Discord refuses.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import discord

from bot.interface.delivery import Posting, delivers
from bot.interface.permissions import may_open_threads
from bot.interface.threads import (
    MAX_NAME_LENGTH,
    change_tags,
    ensure_tags,
    forum_with_id,
    missing_permissions_in,
    open_post,
    open_thread,
    own_threads,
    refuses_untagged,
    remove_post,
    remove_thread,
    usable_tags,
)
from bot.pages.layout import Page
from club.challenges.challenges import Challenges
from club.matches.match import Match
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import CardPost, TagsPost
from language.texts import gettext
from presentation.markup import short_text
from presentation.matches.match import state_names, tag_names
from presentation.phrases import versus
from storage import outbox
from storage.database.store import transactional
from storage.database.transaction import Transaction
from storage.matches import cards as stored_cards
from storage.matches import matches as stored_matches
from storage.matches.match import MatchPlace, StoredMatch
from storage.servers.settings import GuildSettings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opening:
    """A place of a match that has no card yet."""

    match: Match
    place: MatchPlace
    settings: GuildSettings

    @property
    def name(self) -> str:
        """The name of its thread or post, unique in its server."""
        match, names = self.match, versus([player.name for player in self.match.players])
        name = gettext(
            "{game} {number}: {names}", game=match.game.name, number=match.id, names=names
        )
        return short_text(name[:MAX_NAME_LENGTH], MAX_NAME_LENGTH)


@dataclass(frozen=True, slots=True)
class OpenHome:
    """A thread that has just been opened, or found again."""

    thread_id: int
    forum_id: int | None = None
    """Its forum, if it is a post of one."""
    duplicates: tuple[int, ...] = ()
    """Other threads that repeated requests may have opened."""


class Home(Protocol):
    """A kind of home for matches."""

    def suits(self, opening: Opening) -> bool:
        """Whether the server's settings and the known permissions allow this kind."""
        ...

    async def open_ahead(self, opening: Opening, *, may_exist: bool) -> OpenHome | None:
        """Open the home before the first card, or find it again.

        :param may_exist: whether an earlier attempt may have opened it without storing it.
        :returns: None if this kind opens with the card.
        """
        ...

    async def open_with(self, opening: Opening, page: Page) -> OpenHome | None:
        """Open the home with the first card as its first message.

        :returns: None if this kind opens without a card.
        """
        ...

    async def remove(self, opening: Opening, thread_id: int) -> None:
        """Remove a duplicate."""
        ...


class Homes:
    """Opens and stores the homes of matches."""

    def __init__(self, posting: Posting) -> None:
        club = posting.club
        self._store = club.store
        self._matches = club.matches
        homes = ForumPosts(posting.client), ChannelThreads(posting.client, club.challenges)
        self._homes: Sequence[Home] = homes if posting.opens_threads else ()
        """The kinds of homes, in order of preference."""

    async def open_ahead_for(self, match: Match, claim: Claim[CardPost]) -> Match:
        """Open the home for a board's place ahead, or find it, and return the updated match."""
        opening = _opening(match, claim)
        home = self._home_for(opening)
        if home is None:
            return match
        async with self._store.read() as tx:
            was_attempted = await outbox.was_attempted(
                tx, match.id, CardPost.kind, place=opening.place.number
            )
        open_home = await home.open_ahead(opening, may_exist=was_attempted)
        if open_home is None:
            return match
        match = await self.move(match, opening.place, open_home.thread_id, open_home.forum_id)
        await self._remove_others(home, opening, open_home, match.stored)
        return match

    async def open_with_card(
        self, match: Match, claim: Claim[CardPost], page: Page
    ) -> tuple[Match, int] | None:
        """Open the home for a board's place with its first card.

        :returns: the match as shown on that card, in its home, and the id of the card; None if the
            card still has to be posted.
        """
        opening = _opening(match, claim)
        home = self._home_for(opening)
        open_home = None if home is None else await home.open_with(opening, page)
        if home is None or open_home is None:
            return None
        row = await self._store_home(opening.place, open_home.thread_id, open_home.forum_id)
        await self._remove_others(home, opening, open_home, row)
        place = row.place_numbered(opening.place.number)
        moved_match = replace(match, stored=match.stored.with_place(place))
        return moved_match, place.thread_id or open_home.thread_id

    async def move(
        self, match: Match, place: MatchPlace, thread_id: int | None, forum_id: int | None = None
    ) -> Match:
        """Move a place of a match to a thread, or back to its channel, unless it was already moved.

        :param place: the place before the move.
        :param forum_id: the forum, if the thread is a post of one.
        """
        row = await self._store_home(place, thread_id, forum_id)
        if row.version != match.version:
            return await self._matches.find(match.id)
        # Changes within the turn, such as offers, are handled after the card is posted.
        return replace(match, stored=row)

    def _home_for(self, opening: Opening) -> Home | None:
        """Return the kind of home to open, or None if it has one or stays in the channel."""
        place = opening.place
        if place.card_message_id is not None or place.thread_id is not None:
            return None
        return next((home for home in self._homes if home.suits(opening)), None)

    @transactional
    async def _store_home(
        self, tx: Transaction, place: MatchPlace, thread_id: int | None, forum_id: int | None
    ) -> StoredMatch:
        """Store the new home of a place, unless it was already moved."""
        row = await stored_matches.current(tx, place.match_id, locked=True)
        current = row.place_numbered(place.number)
        if current.thread_id != place.thread_id:
            return row
        await stored_cards.set_thread(tx, place, thread_id, forum_id)
        return row.with_place(replace(current, thread_id=thread_id, forum_id=forum_id))

    async def _remove_others(
        self, home: Home, opening: Opening, open_home: OpenHome, row: StoredMatch
    ) -> None:
        """Remove all threads just opened except the stored one.

        Another process may have taken over the delivery and stored its own.
        """
        stored_id = row.place_numbered(opening.place.number).thread_id
        for thread_id in (open_home.thread_id, *open_home.duplicates):
            if thread_id != stored_id:
                await home.remove(opening, thread_id)


class ChannelThreads:
    """A thread in the channel of the challenge."""

    def __init__(self, client: discord.Client, challenges: Challenges) -> None:
        self._client = client
        self._challenges = challenges

    def suits(self, opening: Opening) -> bool:
        """Whether threads are wanted, and the bot may open them in the channel."""
        channel = self._channel_of(opening)
        if channel is None or not opening.settings.threads:
            return False
        return may_open_threads(channel.permissions_for(channel.guild.me))

    async def open_ahead(self, opening: Opening, *, may_exist: bool) -> OpenHome | None:
        """Open the thread, under the card of the challenge if there is one."""
        channel, match = self._channel_of(opening), opening.match
        if channel is None:
            return None
        start_message = None
        if match.stored.challenge_id is not None and opening.place.number == 1:
            start_message = (await self._challenges.find(match.stored.challenge_id)).message_id
        ids = await open_thread(channel, start_message, opening.name, may_exist=may_exist)
        return OpenHome(ids[0], duplicates=tuple(ids[1:])) if ids else None

    async def open_with(self, opening: Opening, page: Page) -> OpenHome | None:
        """Open nothing: the card is posted in the thread."""
        return None

    async def remove(self, opening: Opening, thread_id: int) -> None:
        """Remove an empty duplicate."""
        channel = self._channel_of(opening)
        if channel is not None:
            await remove_thread(channel, thread_id)

    def _channel_of(self, opening: Opening) -> discord.TextChannel | None:
        channel = self._client.get_channel(opening.place.channel_id)
        return channel if isinstance(channel, discord.TextChannel) else None


class ForumPosts:
    """A post in the forum that the server has chosen."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def suits(self, opening: Opening) -> bool:
        """Whether there is a forum in which the bot may open a post for the match."""
        forum = self._forum_of(opening)
        if forum is None or missing_permissions_in(forum, forum.guild.me):
            return False
        if opening.place.is_private:
            # Everyone in the forum would see what was agreed on in a private thread.
            return False
        places = opening.match.stored.server_places
        if sum(place.guild_id == opening.place.guild_id for place in places) > 1:
            # Its players can't see a place in common.
            return False
        return not refuses_untagged(forum, tag_names(opening.match), forum.guild.me)

    async def open_ahead(self, opening: Opening, *, may_exist: bool) -> OpenHome | None:
        """Find the post again after an attempt whose result wasn't stored."""
        forum = self._forum_of(opening)
        if forum is None or not may_exist:
            return None
        ids = [thread.id for thread in await own_threads(forum, opening.name)]
        return OpenHome(ids[0], forum.id, tuple(ids[1:])) if ids else None

    async def open_with(self, opening: Opening, page: Page) -> OpenHome | None:
        """Open the post, with the card as its first message."""
        forum = self._forum_of(opening)
        if forum is None:
            return None
        names = tag_names(opening.match)
        tags = usable_tags(await ensure_tags(forum, names), names, forum.guild.me)
        ids = await open_post(forum, opening.name, page, tags)
        return OpenHome(ids[0], forum.id, tuple(ids[1:])) if ids else None

    async def remove(self, opening: Opening, thread_id: int) -> None:
        """Remove a duplicate with its card."""
        forum = self._forum_of(opening)
        if forum is not None:
            await remove_post(forum, thread_id)

    def _forum_of(self, opening: Opening) -> discord.ForumChannel | None:
        guild = self._client.get_guild(opening.place.guild_id or 0)
        return None if guild is None else forum_with_id(guild, opening.settings.forum_id)


@delivers(TagsPost)
class PostTags:
    """Updates the tags of posts."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._matches = posting.club.matches

    async def deliver(self, claim: Claim[TagsPost], match: Match | None) -> Conclusion:
        """Apply the tags of a match to its post. Without permission, they stay as they are."""
        match = await self._matches.find(claim.post.match_id)
        place = match.stored.place_numbered(claim.post.place)
        guild = self._client.get_guild(place.guild_id or 0)
        forum = None if guild is None else forum_with_id(guild, place.forum_id)
        if forum is None or place.thread_id is None:
            return sent(claim)
        try:
            thread = forum.get_thread(place.thread_id)
            thread = thread or await forum.guild.fetch_channel(place.thread_id)
            if isinstance(thread, discord.Thread):
                names = tag_names(match)
                tags = usable_tags(await ensure_tags(forum, names), names, forum.guild.me)
                await change_tags(thread, tags, state_names())
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("post %s keeps its tags: %s", place.thread_id, error)
        return sent(claim)


def _opening(match: Match, claim: Claim[CardPost]) -> Opening:
    return Opening(match, match.stored.place_numbered(claim.post.place), claim.settings)
