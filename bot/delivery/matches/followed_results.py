"""Direct messages to followers: the results of matches that they may see."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.delivery.guild_members import sees_place
from bot.delivery.page_messages import send_message
from bot.interactions.languages import Languages
from bot.pages.discord_markup import DISCORD, board_address
from bot.pages.page import Button, Page
from club.club import Club
from club.matches.match import Match
from club.outbox import outbox as queue
from club.outbox import posts
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import FollowedPost
from language.texts import gettext, written_in
from presentation.matches.players import over_title, players_words
from presentation.matches.results import result_words
from storage.database.transaction import Transaction
from storage.matches import outbox
from storage.members import follows, people
from storage.members.follows import FollowedMatch


class FollowedResults:
    """Notifies followers of results, at once or in their daily digest."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._languages = languages
        self._matches = club.matches
        self._follows = club.follows

    async def deliver(self, claim: Claim[FollowedPost], match: Match | None) -> Conclusion:
        """Notify a follower of a result if they see it here, else try the next server."""
        user_id = claim.post.user_id
        match = await self._matches.find(claim.post.match_number)
        place = match.stored.place_numbered(claim.post.place)
        if not await sees_place(self._client, user_id, place):
            return _pass_on(claim, match)
        if await self._follows.takes_digest(user_id):
            return _save_for_digest(claim)
        with written_in(await self._languages.of_reader(user_id, place.guild_id)):
            page = _notice(match.seen_from(place.guild_id))
        return sent(claim, await send_message(self._client, user_id, page, claim))


def _pass_on(claim: Claim[FollowedPost], match: Match) -> Conclusion:
    """Return a conclusion that queues the notification for the match's next server."""
    later_places = [each for each in match.stored.server_places if each.number > claim.post.place]

    async def conclude(tx: Transaction, now: datetime) -> None:
        if await outbox.mark_sent(tx, claim.entry, now, None) and later_places:
            await queue.enqueue(tx, posts.followed(later_places[0], claim.post.user_id, now))

    return conclude


def _save_for_digest(claim: Claim[FollowedPost]) -> Conclusion:
    """Return a conclusion that saves a result for the follower's digest.

    If the digest was turned off or refused in the meantime, the result is sent by itself.
    """

    async def conclude(tx: Transaction, now: datetime) -> None:
        post = claim.post
        if (await people.get(tx, post.user_id)).digest_at is None:
            await outbox.postpone(tx, claim.entry, now, "no_digest")
        elif await outbox.mark_sent(tx, claim.entry, now, None):
            follow = FollowedMatch(post.user_id, post.match_number, now, is_over=True)
            await follows.add_match(tx, follow)

    return conclude


def _notice(match: Match) -> Page:
    """Return the result of a match for a follower."""
    lines = [
        DISCORD.strong(over_title(match)),
        players_words(match, DISCORD),
        result_words(match, DISCORD),
    ]
    link = Button(gettext("Go to the board"), board_address(match.stored))
    return Page(("\n".join(lines), (link,)))
