"""Posts in a forum as the homes of matches, opened with the first card, and their tags."""

from __future__ import annotations

import logging

import discord

from bot.delivery.forums import (
    change_tags,
    ensure_tags,
    forum_with_id,
    missing_permissions_in,
    open_post,
    refuses_untagged,
    remove_post,
    usable_tags,
)
from bot.delivery.matches.homes import OpenHome, Opening
from bot.delivery.threads import own_threads
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import TagsPost
from presentation.matches.tags import state_names, tag_names

log = logging.getLogger(__name__)


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
        if sum(each.guild_id == opening.place.guild_id for each in places) > 1:
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


class PostTags:
    """Updates the tags of posts."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._matches = club.matches

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
