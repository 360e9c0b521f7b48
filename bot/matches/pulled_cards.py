"""Cards in places where the bot can only answer: group chats, servers it isn't a member of, and
direct messages that were refused.

Nothing can be posted there without the token of an interaction, so the current card waits for one.
Nothing is queued: whether a card is missing follows from the match and its last card. A process
claims the place while it posts, so simultaneous clicks lead to one card, even in different
processes. A card is stripped by the token of a click on it, which Discord accepts for fifteen
minutes.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord
from cachetools import TTLCache

from bot.interface.answers import Answer
from bot.interface.context import is_on_pulled_card
from bot.interface.controls import control_ids
from bot.matches.cards import CardPages, card_mark, is_card_mark, past_board_page, remarks_in
from bot.pages.layout import Page, text_page
from club.club import Club
from club.matches.match import Match
from club.outbox import posts, queue
from club.outbox.kinds import CardPost
from club.outbox.notices import is_mentioned
from language.texts import gettext
from presentation.pictures import DEFAULT_WIDTH
from storage import outbox
from storage.database.transaction import Transaction
from storage.matches import cards as stored_cards
from storage.matches.cards import Card
from storage.matches.match import MatchPlace
from storage.outbox import lane_of_place

log = logging.getLogger(__name__)


CAPACITY = 1_000
"""Maximum number of cards whose latest click is kept."""

TOKEN_LIFE = timedelta(minutes=15)
"""Time for which Discord accepts the token of a click."""

POSTED_WITHIN = timedelta(seconds=15)
"""Time after which a process that has claimed a place without posting is considered dead."""


class PulledCards:
    """Posts and strips cards by the tokens of interactions."""

    def __init__(self, club: Club, pages: CardPages) -> None:
        self._store = club.store
        self._clock = club.clock
        self._matches = club.matches
        self._preferences = club.preferences
        self._pages = pages
        self._locks = WeakValueDictionary[int, asyncio.Lock]()
        self._clicks = TTLCache[int, discord.Interaction, datetime](
            CAPACITY, TOKEN_LIFE, club.clock
        )
        """The latest click on each card, by message. Without one, a card keeps its controls."""

    async def take_click(self, answer: Answer, match: Match) -> None:
        """Record a click on a card. Strip a former card, and post a missing one."""
        message = answer.interaction.message
        if message is None or not is_on_pulled_card(answer.interaction):
            return
        marks = [each for each in control_ids(message) if is_card_mark(each, match.id)]
        if not marks:
            return
        self._clicks[message.id] = answer.interaction
        began = marks[0].rpartition("|")[2]
        if marks[0] != card_mark(match) and began.isdigit():
            await answer.acknowledge()
            await self._strip(message.id, int(began), match)
            await self.show(answer, match)

    async def show(self, answer: Answer, match: Match, *, force: bool = False) -> bool:
        """Post the card of a match, if it belongs to the place of the interaction.

        :param force: post it even if the last card is up to date.
        :returns: whether it was posted.
        """
        channel_id = answer.interaction.channel_id or 0
        place = match.stored.place_in(channel_id)
        if place is None or not await self._is_pulled(match, place):
            return False
        async with self._locks.setdefault(match.id, asyncio.Lock()):
            # A simultaneous click may have posted it.
            current = await self._matches.find(match.id)
            return await self._show(answer, current, channel_id, force=force)

    async def _is_pulled(self, match: Match, place: MatchPlace) -> bool:
        """Whether the bot can't post in a place, or its only reader has refused direct messages."""
        if not place.is_direct:
            return not place.can_post
        reader = match.stored.player_at(place)
        return reader is not None and (
            (await self._preferences.of(reader.user_id)).refused_at is not None
        )

    async def _show(self, answer: Answer, match: Match, channel_id: int, *, force: bool) -> bool:
        place = match.stored.place_in(channel_id)
        if place is None or not (force or _is_due(match, place)):
            return False
        if not force and not await self._is_claimed(place):
            return False
        try:
            async with answer.publicly():
                page = await self._page(match, place.number)
            message_id = await answer.public(page)
        except Exception:
            await self._release(place)
            raise
        if answer.is_forced_private and _has_others(match, place, answer.user.id):
            await self._release(place)
            await answer.private(text_page(_hidden_words()))
            return False
        now, former, ply = self._clock(), place.card_message_id, place.card_ply

        async def store_card(tx: Transaction) -> None:
            card = Card(message_id, match.ply, match.turn_id, None)
            await stored_cards.set_card(tx, place, card, now)
            if place.can_post:
                lane = lane_of_place(place.match_id, place.number)
                waiting = await outbox.waiting_in(tx, lane, CardPost.kind, now)
                # What was queued for a later version waits for another card.
                shown = [each for each in waiting if each.payload["version"] <= match.version]
                await outbox.settle(tx, shown, now)
                await queue.enqueue(tx, posts.card(place, now))

        await self._store.write(store_card)
        if former not in (None, message_id) and ply is not None:
            await self._strip(former, ply, match)
        return True

    async def _is_claimed(self, place: MatchPlace) -> bool:
        """Claim the posting of a place's next card, unless another process has."""
        now = self._clock()
        return await self._store.write(
            lambda tx: stored_cards.claim(tx, place, now, now + POSTED_WITHIN)
        )

    async def _release(self, place: MatchPlace) -> None:
        """Let another click post the card of a place."""
        await self._store.write(lambda tx: stored_cards.release(tx, place))

    async def _page(self, match: Match, number: int) -> Page:
        """Return the card of a place. It pings the player to move if they play from there."""
        player, pings = match.player_to_move, []
        if player is not None and player.is_person:
            home = match.stored.home_of(player.user_id)
            preferences = await self._preferences.of(player.user_id)
            if home.number == number and is_mentioned(preferences, home):
                pings = [player.user_id]
        now = self._clock()
        remarks = await self._store.read(lambda tx: remarks_in(tx, match.stored, now))
        return await self._pages.board(match, number, remarks, pings, DEFAULT_WIDTH)

    async def _strip(self, message_id: int, ply: int, match: Match) -> None:
        """Remove the controls of a card, if it was clicked recently."""
        click = self._clicks.pop(message_id, None)
        if click is None or click.is_expired():
            return
        page = past_board_page(match, ply)
        try:
            await click.edit_original_response(view=page.layout())
        except discord.HTTPException as error:
            log.info("card %s keeps its controls: %s", message_id, error)


def _hidden_words() -> str:
    return gettext(
        "Others can't see the boards I post in this channel. They can get their own with "
        "`/match`. An admin can allow **Use External Apps**."
    )


def _has_others(match: Match, place: MatchPlace, user_id: int) -> bool:
    """Whether other people play from a place too."""
    return any(
        seat.home == place.number and seat.is_person and seat.user_id != user_id
        for seat in match.stored.seats
    )


def _is_due(match: Match, place: MatchPlace) -> bool:
    """Whether a place lacks the current card. A computer's turn has no card of its own."""
    if place.card_message_id is None:
        return True
    if match.computer_to_move is not None:
        return False
    return match.is_over or place.card_turn != match.turn_id or bool(match.offers)
