"""The cards of matches in Discord: posted, changed within a turn, left without controls after it.

Each method sends one post of the outbox for whoever has claimed it, and gives what is to be stored
of it: what came of it and, in the same transaction, what follows from that.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord

from bot.delivery.page_messages import posted
from bot.delivery.sent_before import own_message_beside, own_message_with
from bot.delivery.threads import open_thread
from bot.interactions.permissions import may_open_threads
from bot.pages.events.event_links import link_to_event
from bot.pages.matches.cards import (
    board_page,
    card_mark,
    is_card_mark,
    past_board_page,
    refreshed_board_page,
)
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox import notices, posts
from presentation.phrases import versus
from rules.language import gettext
from storage.database.transaction import Transaction
from storage.events import events as stored_events
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches import outbox
from storage.matches.matches import StoredMatch
from storage.matches.outbox import Entry
from storage.members import guild_settings

LEASE = timedelta(seconds=60)
"""How long a claimed row is left alone; it is renewed three times as often."""

UNKNOWN_CHANNEL = 10003
THREAD_IS_SHUT = frozenset({50083, 160005})

Conclusion = Callable[[Transaction, datetime], Coroutine[Any, Any, None]]
"""Stores, in a transaction at a moment, what a post has become."""

log = logging.getLogger(__name__)


class BoardCards:
    """Sends and edits the cards of matches."""

    def __init__(self, client: discord.Client, club: Club, *, opens_threads: bool) -> None:
        self._client = client
        self._store = club.store
        self._matches = club.matches
        self._challenges = club.challenges
        self._opponents = club.opponents
        self._clock = club.clock
        self._opens_threads = opens_threads

    async def post(self, post: Entry, known: Match | None, width: int) -> Conclusion:
        """:param width: of its picture, in pixels."""
        assert post.match_id is not None
        match = known if _shows(known, post) else None
        if match is None:
            match = await self._matches.find(post.match_id)
        if await self._is_overtaken(post, match):
            return await self._given_way(post, match)
        if match.card_message_id is None:
            match = await self._in_thread(match)
        can_review = self._opponents.can_play(match.game)
        event = await self._event_of(match)
        page = await board_page(
            match, width, _pings(post, match), can_review=can_review, event=event
        )
        try:
            message_id = await self._posted_before(match, post) or (
                await self._posted(match, page, post.key)
            )
        except discord.HTTPException as error:
            if match.thread_id is None or (
                error.code != UNKNOWN_CHANNEL and error.code not in THREAD_IS_SHUT
            ):
                raise
            # The thread was deleted or locked: the match goes on in its channel.
            match = await self._moved(match, None)
            message_id = await self._posted(match, page, post.key)
        return partial(_carded, post, match, message_id)

    async def strip(self, post: Entry, known: Match | None) -> Conclusion:
        assert post.match_id is not None
        assert post.channel_id is not None
        ply = post.payload["ply"]
        match = known
        if match is None or not _is_past(match, ply):
            match = await self._matches.find(post.match_id)
        page = past_board_page(match, ply)
        await self.edit(post.channel_id, post.payload["message_id"], page)
        return sent(post)

    async def remove(self, post: Entry) -> Conclusion:
        assert post.channel_id is not None
        if post.kind == posts.REMOVE_STRAY and await self._counts(post):
            return sent(post)
        channel = self._client.get_partial_messageable(post.channel_id)
        try:
            await channel.get_partial_message(post.payload["message_id"]).delete()
        except discord.NotFound:
            log.info("message %s is gone already", post.payload["message_id"])
        return sent(post)

    async def refresh(self, post: Entry) -> Conclusion:
        assert post.match_id is not None
        match = await self._matches.find(post.match_id)
        card, ply = match.card_message_id, match.card_ply
        # A card of another board is about to be followed by one that shows the change.
        if card is not None and ply is not None and _is_true(card, match):
            can_review = self._opponents.can_play(match.game)
            event = await self._event_of(match)
            shown, page = None, refreshed_board_page(match, ply, can_review=can_review, event=event)
            while page != shown:
                await self.edit(match.place_id, card, page)
                # What has changed meanwhile may have been shown already, and is now no longer.
                match, shown = await self._matches.find(post.match_id), page
                if _is_true(card, match):
                    page = refreshed_board_page(match, ply, can_review=can_review, event=event)
                else:
                    page = past_board_page(match, ply)
        return sent(post)

    async def edit(self, channel_id: int, message_id: int, page: Page) -> None:
        channel = self._client.get_partial_messageable(channel_id)
        message = channel.get_partial_message(message_id)
        try:
            await message.edit(
                view=page.layout(),
                attachments=page.files() or discord.utils.MISSING,
                allowed_mentions=page.allowed_mentions(),
            )
        except discord.NotFound:
            log.info("message %s is gone and needs no change", message_id)

    async def width_in(self, guild_id: int) -> int:
        settings = await self._store.reading(lambda tx: guild_settings.get(tx, guild_id))
        return settings.board_width

    async def _event_of(self, match: Match) -> str:
        """The event that a match counts for, as a link; empty where there is none."""
        event_id = match.event_id
        if event_id is None:
            return ""
        event = await self._store.reading(lambda tx: stored_events.get(tx, event_id))
        return "" if event is None else link_to_event(event)

    async def _is_overtaken(self, post: Entry, match: Match) -> bool:
        """Whether the match has gone on since, and another board shows how; or whether the offer
        is closed by now that the board was to be shown again for."""
        is_for_offer = post.payload.get("why") == "offer"
        if is_for_offer and not match.offers and _is_of_turn(match.stored, match):
            return True
        if post.payload["version"] == match.version:
            return False
        if match.is_over or match.turn_began > post.payload["ply"]:
            return True
        async with self._store.read() as tx:
            return await outbox.is_followed(tx, post)

    async def _given_way(self, post: Entry, match: Match) -> Conclusion:
        """Post no board that another has overtaken. Where an earlier attempt has posted it and
        couldn't say so any more, it loses its controls as every former card does; it goes where it
        was to take the place of another, which has stood for its turn since."""
        ply = post.payload["ply"]
        found = None
        if post.attempts:
            found = await own_message_beside(
                self._client,
                self._place(match),
                _marks_at(match, ply),
                present=match.card_message_id,
            )

        async def concluded(tx: Transaction, now: datetime) -> None:
            # The card whose place was to be taken may have its controls still.
            is_former = found and await outbox.is_known(tx, match.id, found)
            if not await outbox.mark_sent(tx, post, now, found) or found is None:
                return
            gone = posts.strip(match.stored, found, ply, now)
            if "in_place" in post.payload and not is_former:
                gone = posts.remove(match.stored, found, now)
            await outbox.enqueue(tx, gone)

        return concluded

    async def _posted(self, match: Match, page: Page, nonce: str) -> int:
        return await posted(self._place(match), page, nonce)

    async def _posted_before(self, match: Match, post: Entry) -> int | None:
        """The card, where an earlier attempt posted it and couldn't say so any more."""
        if post.attempts == 0:
            return None
        # What was posted before the present card is a former one of the same turn.
        former = match.card_message_id or 0
        return await own_message_with(
            self._client, self._place(match), card_mark(match), after=former
        )

    def _place(self, match: Match) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(match.place_id, guild_id=match.guild_id)

    async def _counts(self, post: Entry) -> bool:
        """Whether a card that may be a stray has been found by whoever took its delivery over."""
        assert post.match_id is not None
        async with self._store.read() as tx:
            return await outbox.is_known(tx, post.match_id, post.payload["message_id"])

    async def _in_thread(self, match: Match) -> Match:
        """The match, with a thread of its own where it may have one."""
        stored = match.stored
        if stored.thread_id is not None or not self._opens_threads:
            return match
        async with self._store.read() as tx:
            settings = await guild_settings.get(tx, stored.guild_id)
        channel = self._client.get_channel(stored.channel_id)
        if not settings.threads or not isinstance(channel, discord.TextChannel):
            return match
        if not may_open_threads(channel.permissions_for(channel.guild.me)):
            return match
        names = versus([player.name for player in match.players])
        name = gettext(
            "{game} {number}: {names}", game=match.game.name, number=match.id, names=names
        )
        name = name[:100]
        start_message = None
        if stored.challenge_id is not None:
            start_message = (await self._challenges.find(stored.challenge_id)).message_id
        thread_id = await open_thread(channel, start_message, name)
        return match if thread_id is None else await self._moved(match, thread_id)

    async def _moved(self, match: Match, thread_id: int | None) -> Match:
        async with self._store.write() as tx:
            await stored_matches.set_thread(tx, match.id, thread_id)
        return await self._matches.find(match.id)


def sent(post: Entry, message_id: int | None = None) -> Conclusion:
    """That a post has been sent, and what message it became."""

    async def concluded(tx: Transaction, now: datetime) -> None:
        await outbox.mark_sent(tx, post, now, message_id)

    return concluded


async def _carded(
    post: Entry, match: Match, message_id: int, tx: Transaction, now: datetime
) -> None:
    """Store the card that a message is by now, and queue what becomes of the one before."""
    # As everywhere, the match is taken before what belongs to it.
    present = await stored_matches.present(tx, match.id, locked=True)
    if not await outbox.mark_sent(tx, post, now, message_id):
        stray = posts.remove_stray(match.stored, message_id, now + 2 * LEASE, now)
        await outbox.enqueue(tx, stray)
        return
    if _has_newer_card(present, match.stored):
        # A later board came first, while this one was under way.
        late = posts.strip(match.stored, message_id, match.ply, now)
        if _has_other_card(present, match, post):
            late = posts.remove(match.stored, message_id, now)
        await outbox.enqueue(tx, late)
        return
    await stored_matches.set_card(tx, match.id, message_id=message_id, ply=match.ply)
    await _bring_up_to_date(tx, match, present, now)
    former = present.card_message_id
    if former is None or former == message_id:
        return
    if "in_place" in post.payload and _is_of_turn(present, match):
        await outbox.enqueue(tx, posts.remove(present, former, now))
    else:
        await outbox.enqueue(tx, posts.strip(present, former, present.card_ply, now))


def _is_past(match: Match, ply: int) -> bool:
    """Whether a match holds the whole turn that was made on the board after so many moves."""
    return ply < len(match.played) and (match.is_over or match.turn_began > ply)


def _shows(known: Match | None, post: Entry) -> bool:
    """Whether a match is known as a board was queued to show it. What has changed since is looked
    for once the board is there; but before the first board somebody else may be opening the thread.
    """
    return (
        known is not None
        and known.card_message_id is not None
        and known.version == post.payload["version"]
    )


def _marks_at(match: Match, ply: int) -> Callable[[str], bool]:
    """Whether a control tells a card that was made after so many moves from all other messages.

    Of moves that were taken back nobody knows which turn they belonged to; then any card of the
    match but one like the present is meant.
    """
    if ply <= len(match.played):
        return card_mark(match.at(ply)).__eq__
    return lambda mark: is_card_mark(mark, match.id) and mark != card_mark(match)


def _pings(post: Entry, match: Match) -> list[int]:
    """Whom a board mentions: nobody twice in a turn, and nobody whose turn it no longer is."""
    playing = {player.user_id for player in match.playing}
    return [user_id for user_id in post.payload.get("pings", ()) if user_id in playing]


async def _bring_up_to_date(
    tx: Transaction, shown: Match, present: StoredMatch, now: datetime
) -> None:
    """See to it that a card shows what has changed within the turn while it was drawn."""
    if present.state != "running" or present.turn_started_at != shown.turn_started_at:
        return
    if present.ply < shown.ply:
        await notices.show_again(tx, present, now)
        return
    offers = await stored_offers.open_of(tx, present.id)
    clock = (present.deadline, present.paused_until)
    if (offers, clock) != (shown.offers, (shown.deadline, shown.paused_until)):
        await notices.show_change(tx, present, now)


def _is_of_turn(stored: StoredMatch, match: Match) -> bool:
    """Whether the present card was made in the turn under way."""
    return not match.is_over and stored.card_ply is not None and match.turn_began <= stored.card_ply


def _is_true(card: int, match: Match) -> bool:
    """Whether a card is the present one, and shows a board of the turn under way."""
    stored = match.stored
    is_standing = stored.card_ply is not None and stored.card_ply <= len(match.played)
    return stored.card_message_id == card and is_standing and _is_of_turn(stored, match)


def _has_other_card(present: StoredMatch, shown: Match, post: Entry) -> bool:
    """Whether the turn of a card that comes late has another card: the one whose place it was to
    take, or the present one."""
    took_place = "in_place" in post.payload and _is_of_turn(shown.stored, shown)
    is_under_way = present.state == "running" and present.turn_started_at == shown.turn_started_at
    return took_place or is_under_way


def _has_newer_card(present: StoredMatch, shown: StoredMatch) -> bool:
    """Whether the match has got a card since, and of a later state than the one that was shown."""
    return (
        present.card_message_id != shown.card_message_id
        and present.version > shown.version
        and (present.card_ply or 0) >= shown.ply
    )
