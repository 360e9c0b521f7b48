"""Edits of the current card after changes of clocks or offers."""

from __future__ import annotations

import discord

from bot.delivery.matches.card_pages import CardPages
from bot.delivery.matches.card_state import CardState
from bot.delivery.page_messages import edit_if_present
from bot.pages.matches.cards import past_board_page
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import RefreshPost


class Refreshes:
    """Edits current cards."""

    def __init__(self, client: discord.Client, club: Club, pages: CardPages) -> None:
        self._client = client
        self._matches = club.matches
        self._pages = pages

    async def deliver(self, claim: Claim[RefreshPost], match: Match | None) -> Conclusion:
        """Update the current card of a match."""
        number = claim.post.place
        match = await self._matches.find(claim.post.match_id)
        state = CardState.of(match, number)
        card, ply = state.card, state.card_ply
        # If the card shows another board, a later card will show the change.
        if card is None or ply is None or not state.is_true:
            return sent(claim)
        place = self._client.get_partial_messageable(match.stored.place_numbered(number).id)
        sent_page: Page | None = None
        page = await self._pages.refreshed(match, ply, number)
        while page != sent_page:
            await edit_if_present(place, page, card)
            sent_page = page
            # This edit may have undone a concurrent one that showed a later change.
            match = await self._matches.find(match.id)
            state = CardState.of(match, number)
            if state.card == card and state.is_true:
                page = await self._pages.refreshed(match, ply, number)
            else:
                page = past_board_page(match, ply)
        return sent(claim)
