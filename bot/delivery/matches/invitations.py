"""The cards of a rematch in places other than the one where it was requested.

The outbox stores the ids of their messages for longer than a challenge stays open.
"""

from __future__ import annotations

import discord

from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.matches.challenge_cards import ChallengeCards
from bot.delivery.page_messages import edit_if_present, post_page
from bot.pages.control_ids import control
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import InvitationPost
from storage.matches import outbox
from storage.matches.challenges import Challenge


class Invitations:
    """Posts and updates the further cards of challenges."""

    def __init__(self, client: discord.Client, club: Club, cards: ChallengeCards) -> None:
        self._client = client
        self._store = club.store
        self._challenges = club.challenges
        self._cards = cards

    async def deliver(self, claim: Claim[InvitationPost], match: Match | None) -> Conclusion:
        """Post the card, or update it. A challenge that was answered before gets none."""
        post = claim.post
        challenge = await self._challenges.find(post.challenge_id)
        place = self._client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)
        message_id = await self._store.reading(
            lambda tx: outbox.message_of(tx, challenge.id, post.channel_id, post.kind)
        )
        if message_id is None and claim.is_repeated:
            message_id = await own_message_with(
                self._client, place, control("accept", challenge.id), since=claim.entry.created_at
            )
        if message_id is None and challenge.state != "open":
            return sent(claim)
        page = await self._cards.card_of(challenge, post.channel_id)
        if message_id is not None:
            await edit_if_present(place, page, message_id)
            return sent(claim, message_id)
        message_id = await post_page(place, page, claim.key)
        if post.channel_id == challenge.channel_id:
            await self._become_own_card(challenge, message_id)
        return sent(claim, message_id)

    async def _become_own_card(self, challenge: Challenge, message_id: int) -> None:
        """Store a card as the challenge's own, because no click here has posted one."""
        current = await self._challenges.set_message(challenge.id, message_id)
        if current.version != challenge.version:
            # It was answered before its card was posted.
            place = self._client.get_partial_messageable(challenge.channel_id)
            await edit_if_present(place, await self._cards.card_of(current), message_id)
