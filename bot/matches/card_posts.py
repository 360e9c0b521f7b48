"""Posting the board cards of matches, refreshing them, and stripping or deleting former ones.

Storing a posted card also queues the follow-ups in the same transaction: stripping or deleting the
former card, and an update for changes made in the meantime.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import discord

from bot.interface.context import GuildUnavailable
from bot.interface.delivery import UNKNOWN_CHANNEL, Posting, delivers, is_thread_closed
from bot.interface.layout import Page
from bot.interface.messages import (
    earlier_message,
    edit_if_present,
    other_own_message,
    post_or_edit,
    post_page,
)
from bot.matches.card_state import CardState, becomes, landing_of
from bot.matches.cards import CardPages, card_mark, is_card_mark, past_board_page
from bot.matches.homes import Homes
from club.matches.homes import note_card_posted
from club.matches.match import Match
from club.outbox import delivery, posts, queue
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import BoardPost, RefreshPost, RemovalPost, StrayPost, StripPost
from storage import outbox
from storage.database.transaction import Transaction
from storage.matches import cards as stored_cards
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches.match import MatchPlace, StoredMatch

log = logging.getLogger(__name__)


@delivers(BoardPost)
class Boards:
    """Posts board cards."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._store = posting.club.store
        self._matches = posting.club.matches
        self._pages = CardPages(posting.club)
        self._refused = posting.club.refused_messages
        self._players_homes = posting.club.homes
        self._homes = Homes(posting)

    async def deliver(self, claim: Claim[BoardPost], match: Match | None) -> Conclusion:
        """Post a board, unless another one has overtaken it."""
        number = claim.post.place
        if match is None or not _is_current_for(claim.post, match):
            match = await self._matches.find(claim.post.match_id)
        if claim.post.why == "reminder" and await self._have_left(match, claim.post.pings):
            # They get the match itself instead.
            return sent(claim)
        if match.stored.place_numbered(number).card_message_id is None:
            # Turns may be played while a thread opens, so the check uses the match after that.
            match = await self._homes.open_ahead_for(match, claim)
        is_replaced = claim.post.is_replaced(match.stored.place_numbered(number))
        if is_replaced or await self._is_overtaken(claim, CardState.of(match, number)):
            return await self._skip(claim, match)
        page = await self._pages.board(
            match, claim.settings.board_width, _pings(claim.post, match), number
        )
        try:
            match, message_id = await self._post_at_home(claim, match, page)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                await self._players_homes.leave_place(match.stored, number)
            raise
        return partial(_conclude, claim, match, message_id)

    async def _have_left(self, match: Match, user_ids: Sequence[int]) -> bool:
        """Move those of some players who have left the server, and return whether any has."""
        moved = [await self._players_homes.check_player(match.stored, each) for each in user_ids]
        return any(moved)

    async def _post_at_home(
        self, claim: Claim[BoardPost], match: Match, page: Page
    ) -> tuple[Match, int]:
        """Post a card in the home of the match, or in its channel if its thread is closed.

        :raises GuildUnavailable: if it fails during an outage of the server.
        """
        number = claim.post.place
        try:
            return await self._post(claim, match, page)
        except discord.HTTPException as error:
            place = match.stored.place_numbered(number)
            guild = self._client.get_guild(place.guild_id or 0)
            if guild is not None and guild.unavailable:
                # Discord doesn't know its channels now.
                raise GuildUnavailable(guild.id) from error
            if place.is_direct and isinstance(error, discord.Forbidden):
                # The card is retried later.
                await self._refused.note_card(place)
            if place.thread_id is None or not is_thread_closed(error):
                raise
            # The match continues in its channel. The page shows it as it was loaded.
            moved = (await self._homes.move(match, place, None)).stored.place_numbered(number)
            match = replace(match, stored=match.stored.with_place(moved))
            return match, await post_page(self._channel(match, number), page, claim.key)

    def _card_to_edit(self, post: BoardPost, match: Match) -> int | None:
        """Return the current card, if it is to show a board that needs no message of its own."""
        card = match.stored.place_numbered(post.place).card_message_id
        if card is None or not becomes(post, match.stored, discord.utils.snowflake_time(card)):
            return None
        return card

    async def _post(self, claim: Claim[BoardPost], match: Match, page: Page) -> tuple[Match, int]:
        """Show a card, unless an earlier attempt posted it, and return the match in its home."""
        message_id = await self._earlier_card(claim, match)
        if message_id is not None:
            return match, message_id
        first_card = await self._homes.open_with_card(match, claim, page)
        if first_card is not None:
            return first_card
        channel, card = (
            self._channel(match, claim.post.place),
            self._card_to_edit(claim.post, match),
        )
        return match, await post_or_edit(channel, page, card, claim.key)

    async def _is_overtaken(self, claim: Claim[BoardPost], state: CardState) -> bool:
        """Whether a later board replaces this one, or its occasion has passed."""
        standing = state.standing_of(claim.post)
        if standing != "replaceable":
            return standing == "overtaken"
        return await self._store.read(lambda tx: outbox.is_followed(tx, claim.entry))

    async def _skip(self, claim: Claim[BoardPost], match: Match) -> Conclusion:
        """Skip a board that another one has overtaken.

        If an earlier attempt posted its card without storing that, the card loses its controls like
        any former card. It is deleted if it was meant to replace another card of its turn.
        """
        post, message_id = claim.post, None
        place = match.stored.place_numbered(post.place)
        if claim.is_repeated:
            message_id = await other_own_message(
                self._client,
                self._channel(match, post.place),
                _marks_at(match, post.ply),
                current=place.card_message_id,
                since=claim.entry.created_at,
            )

        async def conclude(tx: Transaction, now: datetime) -> None:
            # The card it was meant to replace may still have its controls.
            is_former = message_id and await outbox.is_known(tx, match.id, message_id)
            if not await outbox.mark_sent(tx, claim.entry, now, message_id) or message_id is None:
                return
            if post.in_place and not is_former and message_id != place.thread_id:
                await queue.enqueue(tx, posts.remove(place, message_id, now))
            else:
                await queue.enqueue(tx, posts.strip(place, message_id, post.ply, now))

        return conclude

    async def _earlier_card(self, claim: Claim[BoardPost], match: Match) -> int | None:
        """Return the card posted by an earlier attempt that was not stored, if any."""
        return await earlier_message(
            self._client,
            claim,
            self._channel(match, claim.post.place),
            card_mark(match),
            # Anything posted before the current card is a former card of the same turn.
            after=match.stored.place_numbered(claim.post.place).card_message_id or 0,
        )

    def _channel(self, match: Match, number: int) -> discord.PartialMessageable:
        """Return the channel or thread of a place by its number."""
        place = match.stored.place_numbered(number)
        return self._client.get_partial_messageable(place.id, guild_id=place.guild_id)


@delivers(StripPost)
class Strips:
    """Strips former cards of their controls."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._matches = posting.club.matches

    async def deliver(self, claim: Claim[StripPost], match: Match | None) -> Conclusion:
        """Edit a former card to show its turn without controls."""
        post = claim.post
        if match is None or not CardState.of(match, post.place).has_passed(post.ply):
            match = await self._matches.find(post.match_id)
        place = self._client.get_partial_messageable(post.channel_id)
        await edit_if_present(place, past_board_page(match, post.ply), post.message_id)
        return sent(claim)


@delivers(RemovalPost)
class Removals:
    """Deletes messages."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client

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


@delivers(StrayPost)
class Strays:
    """Deletes cards that were posted under a lost claim."""

    def __init__(self, posting: Posting) -> None:
        self._store = posting.club.store
        self._removals = Removals(posting)

    async def deliver(self, claim: Claim[StrayPost], match: Match | None) -> Conclusion:
        """Delete a card, unless the claim's new owner has made it the current one.

        As long as the board is pending, a new owner may still find this card.
        """
        post = claim.post
        async with self._store.read() as tx:
            board = await outbox.get(tx, post.board_key)
            counts = await outbox.is_known(tx, post.match_id, post.message_id)
        if board is not None and board.is_pending:
            return partial(_wait_for_board, claim)
        return sent(claim) if counts else await self._removals.deliver(claim, match)


async def _wait_for_board(claim: Claim[StrayPost], tx: Transaction, now: datetime) -> None:
    await outbox.postpone(tx, claim.entry, now + delivery.LEASE, "its board is pending")


@delivers(RefreshPost)
class Refreshes:
    """Edits current cards."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._matches = posting.club.matches
        self._pages = CardPages(posting.club)

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


async def _conclude(
    claim: Claim[BoardPost], match: Match, message_id: int, tx: Transaction, now: datetime
) -> None:
    """Store a posted card and queue the follow-ups."""
    # Locking order: the match before its other rows.
    number = claim.post.place
    row = await stored_matches.current(tx, match.id, locked=True)
    if not await outbox.mark_sent(tx, claim.entry, now, message_id):
        posted_in, due_at = match.stored.place_numbered(number), now + 2 * delivery.LEASE
        stray = posts.remove_stray(posted_in, message_id, claim.key, due_at, now)
        await queue.enqueue(tx, stray)
        return
    place = row.place_numbered(number)
    on_card = CardState.of(match, number)
    current = CardState.of_row(row, place, turn_began=on_card.turn_began, offers=())
    if current.is_same_turn(on_card):
        current = replace(current, offers=await stored_offers.open_of(tx, match.id))
    landing = landing_of(message_id, on_card=on_card, current=current, in_place=claim.post.in_place)
    former, former_ply = message_id, on_card.ply
    await note_card_posted(tx, row, place, now)
    if landing.counts:
        await stored_cards.set_card(tx, place, message_id=message_id, ply=on_card.ply)
        if current.card is not None and current.card_ply is not None:
            former, former_ply = current.card, current.card_ply
    if landing.follow_up == "repost":
        reposted_board = posts.board_in_place(row, place, now, (), "turn", row.version)
        await queue.enqueue(tx, reposted_board)
    elif landing.follow_up == "edit":
        await queue.enqueue(tx, posts.refresh(place, now))
    # Without its first message, a post of a forum would look deleted.
    if landing.disposal == "remove" and former != place.thread_id:
        await queue.enqueue(tx, posts.remove(place, former, now))
    elif landing.disposal is not None:
        await queue.enqueue(tx, posts.strip(place, former, former_ply, now))
    if place.forum_id is not None:
        await _follow_up_in_forum(tx, row, place, now)


async def _follow_up_in_forum(
    tx: Transaction, row: StoredMatch, place: MatchPlace, now: datetime
) -> None:
    """Queue the updates that follow the first and the last card in a post, once each."""
    if row.challenge_id is not None and place.number == 1:
        await queue.enqueue(tx, posts.link_to_match(row, now))
    if row.state != "running":
        await queue.enqueue(tx, posts.tags(place, now))


def _is_current_for(post: BoardPost, match: Match) -> bool:
    """Whether a loaded match is still at the version of a queued board, and has its offer.

    Offers change without a new version, so it may have been loaded before the offer was made.
    Later changes are handled after posting, except for the first board, whose thread has to be
    opened first.
    """
    if post.why == "offer" and not match.offers:
        return False
    place = match.stored.place_in(post.channel_id)
    if place is None or place.number != post.place:
        # It has moved since.
        return False
    return place.card_message_id is not None and match.version == post.version


def _marks_at(match: Match, ply: int) -> Callable[[str], bool]:
    """Return a test for controls that identify a card at a ply.

    If moves were taken back, their turn is unknown, and any other card of the match qualifies.
    """
    if ply <= len(match.played):
        return card_mark(match.at(ply)).__eq__
    return lambda mark: is_card_mark(mark, match.id) and mark != card_mark(match)


def _pings(post: BoardPost, match: Match) -> list[int]:
    """Return the users a board mentions, if they still play."""
    playing = {player.user_id for player in match.playing}
    return [user_id for user_id in post.pings if user_id in playing]
