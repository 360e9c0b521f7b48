"""The cards of challenges, which finally show the end of the challenge or its match."""

from __future__ import annotations

import discord

from bot.delivery.page_messages import edited_if_there
from bot.interactions.languages import Languages
from bot.pages.matches.challenge_cards import challenge_card, result_card
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import ChallengePost
from rules.language import written_in
from storage.matches.challenges import Challenge
from storage.members import guild_settings


class ChallengeCards:
    """Makes, posts and edits the cards of challenges."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._store = club.store
        self._matches = club.matches
        self._challenges = club.challenges
        self._languages = languages

    async def deliver(self, claim: Claim[ChallengePost], match: Match | None) -> Conclusion:
        """Update the card of a challenge after its end."""
        challenge = await self._challenges.find(claim.post.challenge_id)
        if challenge.message_id is not None and challenge.place.takes_posts:
            place = self._client.get_partial_messageable(challenge.channel_id)
            await edited_if_there(place, await self.card_of(challenge), challenge.message_id)
        return sent(claim)

    async def post_again(self, challenge: Challenge) -> None:
        """Repost the lost card of an open challenge."""
        with written_in(await self._languages.of_guild(challenge.guild_id)):
            page = await challenge_card(challenge)
        message = await self._client.get_partial_messageable(challenge.channel_id).send(
            view=page.layout(), files=page.files(), allowed_mentions=page.allowed_mentions()
        )
        await self._challenges.posted(challenge.id, message.id)

    async def card_of(self, challenge: Challenge) -> Page:
        """Return the current page of a challenge's card, with the result once its match is over.

        The last board in a match's own thread shows the result there.
        """
        with written_in(await self._languages.of_guild(challenge.guild_id)):
            if challenge.match_id is not None:
                match = await self._matches.find(challenge.match_id)
                if match.is_over and challenge.channel_id == match.channel_id:
                    return await result_card(match, await self._width_in(challenge.guild_id))
            return await challenge_card(challenge)

    async def _width_in(self, guild_id: int | None) -> int:
        settings = await self._store.reading(lambda tx: guild_settings.get(tx, guild_id or 0))
        return settings.board_width
