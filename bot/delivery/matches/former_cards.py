"""Former cards: stripped of their controls, or deleted."""

from __future__ import annotations

import logging

import discord

from bot.delivery.matches.card_state import CardState
from bot.delivery.page_messages import edit_if_present
from bot.pages.matches.cards import past_board_page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import RemovalPost, StrayPost, StripPost
from storage.matches import outbox

log = logging.getLogger(__name__)


class Strips:
    """Strips former cards of their controls."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._matches = club.matches

    async def deliver(self, claim: Claim[StripPost], match: Match | None) -> Conclusion:
        """Edit a former card to show its turn without controls."""
        post = claim.post
        if match is None or not CardState.of(match, post.place).has_passed(post.ply):
            match = await self._matches.find(post.match_id)
        place = self._client.get_partial_messageable(post.channel_id)
        await edit_if_present(place, past_board_page(match, post.ply), post.message_id)
        return sent(claim)


class Removals:
    """Deletes messages."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def deliver(
        self, claim: Claim[RemovalPost | StrayPost], match: Match | None
    ) -> Conclusion:
        """Delete a message, if it still exists."""
        post = claim.post
        channel = self._client.get_partial_messageable(post.channel_id)
        try:
            await channel.get_partial_message(post.message_id).delete()
        except discord.NotFound:
            log.info("message %s is already gone", post.message_id)
        return sent(claim)


class Strays:
    """Deletes cards that were posted under a lost claim."""

    def __init__(self, club: Club, removals: Removals) -> None:
        self._store = club.store
        self._removals = removals

    async def deliver(self, claim: Claim[StrayPost], match: Match | None) -> Conclusion:
        """Delete a card, unless the claim's new owner has made it the current one."""
        post = claim.post
        async with self._store.read() as tx:
            counts = await outbox.is_known(tx, post.match_id, post.message_id)
        return sent(claim) if counts else await self._removals.deliver(claim, match)
