"""Direct messages about a search for opponents: it ends soon, or has ended."""

from __future__ import annotations

import discord

from bot.delivery.page_messages import send_message
from bot.interactions.languages import Languages
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Button, Page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import PoolPost
from language.texts import gettext, written_in
from presentation.matches.pool_words import ended_words, ends_soon_words


class PoolNotices:
    """Notifies people about the end of their search. A refused message is not retried."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._languages = languages
        self._pool = club.player_pool

    async def deliver(self, claim: Claim[PoolPost], match: Match | None) -> Conclusion:
        """Notify a person, unless their search has changed in the meantime."""
        post = claim.post
        with written_in(await self._languages.of_reader(post.user_id, post.server_id)):
            page = await self._notice(post)
        if page is None:
            return sent(claim)
        return sent(claim, await send_message(self._client, post.user_id, page, claim))

    async def _notice(self, post: PoolPost) -> Page | None:
        entry = await self._pool.of(post.user_id)
        if post.notice == "ended":
            return Page((ended_words(DISCORD),)) if entry is None else None
        if entry is None or not entry.is_warned:
            return None
        buttons = (
            Button(gettext("Keep looking"), control("pool-keep"), "success"),
            Button(gettext("Stop looking"), control("pool-end")),
        )
        return Page((ends_soon_words(entry, DISCORD), buttons))
