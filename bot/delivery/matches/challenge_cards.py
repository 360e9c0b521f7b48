"""The cards of challenges, which finally show the end of the challenge or its match."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord

from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.page_messages import edit_if_present
from bot.interactions.languages import Languages
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, board_address, markup_at
from bot.pages.matches.challenge_cards import challenge_card, result_card
from bot.pages.page import Page, with_link
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import ChallengePost
from language.texts import gettext, written_in
from presentation.markup import Markup
from storage.matches.challenges import Challenge
from storage.members import guild_settings


@dataclass(frozen=True, slots=True)
class Readers:
    """The readers of a card."""

    guild_id: int | None
    """The server, None outside of one."""
    only: int | None
    """The only reader of a card in direct messages."""
    markup: Markup


class ChallengeCards:
    """Makes, posts and edits the cards of challenges."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._store = club.store
        self._matches = club.matches
        self._challenges = club.challenges
        self._languages = languages

    async def deliver(self, claim: Claim[ChallengePost], match: Match | None) -> Conclusion:
        """Update the card of a challenge after an answer or its end."""
        challenge = await self._challenges.find(claim.post.challenge_id)
        place = self._client.get_partial_messageable(challenge.channel_id)
        message_id = challenge.message_id
        if message_id is None and challenge.state not in ("open", "accepted"):
            # The process may have ended after it posted the card.
            mark, since = control("accept", challenge.id), challenge.created_at
            message_id = await own_message_with(self._client, place, mark, since=since)
        if message_id is not None and challenge.place.takes_posts:
            await edit_if_present(place, await self.card_of(challenge), message_id)
        return sent(claim)

    async def repost(self, challenge: Challenge) -> None:
        """Repost the lost card of an open challenge."""
        with written_in(await self._languages.of_guild(challenge.guild_id)):
            page = await challenge_card(challenge)
        message = await self._client.get_partial_messageable(challenge.channel_id).send(
            view=page.layout(), files=page.files(), allowed_mentions=page.allowed_mentions()
        )
        await self._challenges.set_message(challenge.id, message.id)

    async def card_of(self, challenge: Challenge, channel_id: int | None = None) -> Page:
        """Return the current page of a challenge's card, with the result once its match is over.

        The last board in a match's own thread shows the result there. A match in a forum is linked.

        :param channel_id: where the card is, by default where the challenge was made. In another
            place of a rematch, it mentions those who play from there.
        """
        channel_id = channel_id or challenge.channel_id
        readers = await self.readers_in(challenge, channel_id)
        with written_in(await self._language_of(readers)):
            page = await challenge_card(challenge, readers.markup)
            if challenge.match_id is None:
                return page
            match = await self._matches.find(challenge.match_id)
            place = match.stored.place_in(channel_id)
            if match.is_over and place is not None and channel_id == place.channel_id:
                match = replace(match, stored=match.stored.seen_at(place))
                return await result_card(match, await self._width_in(readers.guild_id))
            visible = match.stored.seen_from(readers.guild_id)
            if visible.place.forum_id is None:
                return page
            return with_link(page, gettext("Go to the match"), board_address(visible))

    async def readers_in(self, challenge: Challenge, channel_id: int) -> Readers:
        """Return the readers of a challenge's card in a channel."""
        if challenge.rematch_of is None:
            is_direct = challenge.place.is_direct
            only = challenge.challenger_id if is_direct else None
            return Readers(challenge.guild_id, only, DISCORD)
        former = (await self._matches.find(challenge.rematch_of)).stored
        place = former.place_in(channel_id) or former.place
        player = former.player_at(place) if place.is_direct else None
        only = None if player is None else player.user_id
        return Readers(place.guild_id, only, markup_at(former, place.number))

    async def _language_of(self, readers: Readers) -> str:
        if readers.only is not None:
            return await self._languages.of_reader(readers.only, None)
        return await self._languages.of_guild(readers.guild_id)

    async def _width_in(self, guild_id: int | None) -> int:
        settings = await self._store.reading(lambda tx: guild_settings.get(tx, guild_id or 0))
        return settings.board_width
