"""Bringing the board cards of matches up to date.

A post says that a place needs its card. Its delivery compares the match with the stored card, and
posts, edits or tidies what differs. All posts that wait for the place are delivered at once. A card
that is replaced is stripped of its controls, in a later delivery if it fails at first.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial

import discord

from bot.interface.context import GuildUnavailable
from bot.interface.delivery import UNKNOWN_CHANNEL, Failures, Posting, delivers, is_thread_closed
from bot.interface.messages import (
    delete_if_present,
    edit_if_present,
    own_messages,
    post_or_edit,
    post_page,
)
from bot.interface.responses import CONNECTION_ERRORS
from bot.matches.cards import (
    CardPages,
    Remarks,
    Step,
    card_mark,
    is_card_mark,
    past_board_page,
    remarks_in,
    step_for,
    users_to_notify,
)
from bot.matches.homes import Homes
from bot.pages.layout import SEPARATOR, Page
from club.matches.homes import note_card_posted
from club.matches.match import Match
from club.outbox import delivery, posts, queue
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import CardPost, RemovalPost
from language.texts import N_
from storage import outbox
from storage.database.transaction import Transaction
from storage.matches import cards as stored_cards
from storage.matches import matches as stored_matches
from storage.matches.cards import Card, FormerCard
from storage.matches.match import MatchPlace, StoredMatch
from storage.outbox import Entry

log = logging.getLogger(__name__)

STRIPPED_WITHIN = 5.0
"""The seconds after which a new card is stored although the former one still has its controls."""


@dataclass(frozen=True)
class Need:
    """A match with its card in one place, and the posts that wait for it, at one moment."""

    match: Match
    number: int
    """The number of the place."""
    waiting: Sequence[Entry]
    former: Sequence[FormerCard]
    """The former cards to tidy."""
    remarks: Remarks
    at: datetime
    """The moment."""

    @property
    def place(self) -> MatchPlace:
        """The place."""
        return self.match.stored.place_numbered(self.number)

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier attempt may have posted a card without storing it."""
        return sum(entry.attempts for entry in self.waiting) > 1

    @cached_property
    def notice(self) -> tuple[list[int], bool]:
        """The users to mention, and whether anyone has to be notified within the turn."""
        waiting = [queue.decoded(entry) for entry in self.waiting]
        asked = [post for post in waiting if isinstance(post, CardPost)]
        return users_to_notify(self.match, self.place, asked)

    @cached_property
    def step(self) -> Step:
        """How to bring the card up to date."""
        posted_at = discord.utils.snowflake_time(self.place.card_message_id or 0)
        return step_for(self.match, self.place, notifies=self.notice[1], posted_at=posted_at)


@dataclass(frozen=True, slots=True)
class Stray:
    """A card that an earlier attempt posted, and that doesn't count."""

    message_id: int
    ply: int
    is_extra: bool
    """Whether its turn has another card."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a delivery."""

    match: Match
    """The match as shown, in its home."""
    delivered: Sequence[Entry]
    card: Card | None = None
    """The card that was posted or edited, if any."""
    tidied: Sequence[FormerCard] = ()
    has_stripped: bool = False
    """Whether the card that it replaces has been stripped of its controls."""
    is_refused: bool = False
    """Whether Discord refused to tidy a former card."""
    strays: Sequence[Stray] = ()


@delivers(
    CardPost,
    Failures(
        gone=N_("I can't post the new board: the channel is gone."),
        later=N_("Discord isn't accepting the new board right now. I'll post it as soon as I can."),
        bug=N_("I couldn't draw the new board just now. I'll post it as soon as I can."),
    ),
)
class Cards:
    """Brings cards up to date."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._store = posting.club.store
        self._clock = posting.club.clock
        self._matches = posting.club.matches
        self._pages = CardPages(posting.club, posting.client)
        self._refused = posting.club.refused_messages
        self._players_homes = posting.club.homes
        self._homes = Homes(posting)

    async def deliver(self, claim: Claim[CardPost], match: Match | None) -> Conclusion:
        """Compare a card with its match, and post, edit or tidy what differs."""
        need = await self._load(claim)
        if claim.post.why in ("reminder", "nudge") and await self._have_left(
            need.match, claim.post.pings
        ):
            # They get the match itself instead.
            return sent(claim)
        is_first = need.place.card_message_id is None and need.step == "post"
        if is_first and await self._homes.open_ahead_for(need.match, claim) is not need.match:
            # Turns may be played while a thread opens.
            need = await self._load(claim)
        if others := [entry for entry in need.waiting if entry.id != claim.entry.id]:
            await self._store.write(lambda tx: outbox.count_attempt(tx, others))
        strays: list[Stray] = []
        if need.is_repeated:
            adopted, strays = await self._search(need)
            if adopted is not None:
                return partial(_conclude, claim, need, _adopting(need, adopted, strays))
        if need.step in ("post", "become"):
            try:
                done = await self._post(claim, need)
            except discord.NotFound as error:
                if error.code == UNKNOWN_CHANNEL:
                    await self._players_homes.leave_place(need.match.stored, need.number)
                raise
        else:
            done = await self._update(need)
        return partial(_conclude, claim, need, replace(done, strays=strays))

    async def _load(self, claim: Claim[CardPost]) -> Need:
        """Load the match and what waits for its place, as of the same moment."""
        number, match_id, now = claim.post.place, claim.post.match_id, self._clock()
        waiting: Sequence[Entry] = ()
        former: Sequence[FormerCard] = ()
        remarks = Remarks()

        async def select(tx: Transaction) -> StoredMatch:
            nonlocal waiting, former, remarks
            lane, kind = claim.entry.lane, claim.entry.kind
            waiting = await outbox.waiting_in(tx, lane, kind, now)
            former = await stored_cards.untidy(tx, match_id, number)
            stored = await stored_matches.current(tx, match_id)
            remarks = await remarks_in(tx, stored, now)
            return stored

        match = await self._matches.load(select)
        return Need(match, number, waiting, former, remarks, now)

    async def _have_left(self, match: Match, user_ids: Sequence[int]) -> bool:
        """Move those of some players who have left the server, and return whether any has."""
        moved = [await self._players_homes.check_player(match.stored, each) for each in user_ids]
        return any(moved)

    async def _search(self, need: Need) -> tuple[int | None, list[Stray]]:
        """Search for cards that earlier attempts posted without storing them.

        :returns: the latest one that shows the current turn, and the others.
        """
        place, match = need.place, need.match
        card, lacks_card = place.card_message_id or 0, place.card_turn != match.turn_id
        # One that was posted under a lost claim may be the card that the turn lacks.
        known = {each.message_id for each in need.former if not (each.is_extra and lacks_card)}
        plies = await self._store.read(lambda tx: stored_cards.former_plies(tx, place))
        plies += [] if place.card_ply is None else [place.card_ply]
        since = min(entry.created_at for entry in need.waiting)
        adopted, others = None, list[Stray]()
        async for message_id, controls in own_messages(self._client, self._channel(place), since):
            mark = next((each for each in controls if is_card_mark(each, match.id)), None)
            if mark is None or message_id in (card, *known):
                continue
            number = mark.rpartition(SEPARATOR)[2]
            began = int(number) if number.isdigit() else match.ply
            if adopted is None and message_id > card and mark == card_mark(match):
                adopted = message_id
            else:
                ended = began + len(match.turn_from(began)) if began < match.ply else math.inf
                is_extra = any(began <= ply < ended for ply in plies)
                others.append(Stray(message_id, began, is_extra))
            plies.append(began)
        return adopted, others

    async def _post(self, claim: Claim[CardPost], need: Need) -> Done:
        """Show the current turn on a new card, or on a recent one."""
        match, (pings, _) = need.match, need.notice
        width = claim.settings.board_width
        page = await self._pages.board(match, need.number, need.remarks, pings, width)
        claim.check(self._clock())
        # The latest post stands for this state, so Discord doesn't accept it twice.
        nonce = need.waiting[-1].key if need.waiting else claim.key
        match, message_id = await self._post_at_home(claim, need, page, nonce)
        card = Card(message_id, match.ply, match.turn_id, page.digest)
        done = Done(match, need.waiting, card)
        former = stored_cards.replaced_by(card, need.place, need.at)
        if former is None or former.is_extra:
            return done
        try:
            async with asyncio.timeout(STRIPPED_WITHIN):
                is_tidied = await self._is_tidied(match, former, need.place)
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            # The next delivery tries it again.
            log.info("card %d keeps its controls for now: %s", former.message_id, error)
            return done
        return replace(done, has_stripped=is_tidied, is_refused=not is_tidied)

    async def _post_at_home(
        self, claim: Claim[CardPost], need: Need, page: Page, nonce: str
    ) -> tuple[Match, int]:
        """Post a card in the home of the match, or in its channel if its thread is closed.

        :returns: the match in its home, and the id of the card.
        :raises GuildUnavailable: if it fails during an outage of the server.
        """
        match, place = need.match, need.place
        try:
            first_card = await self._homes.open_with_card(match, claim, page)
            if first_card is not None:
                return first_card
            card = place.card_message_id if need.step == "become" else None
            return match, await post_or_edit(self._channel(place), page, card, nonce)
        except discord.HTTPException as error:
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
            moved = (await self._homes.move(match, place, None)).stored.place_numbered(need.number)
            match = replace(match, stored=match.stored.with_place(moved))
            return match, await post_page(self._channel(moved), page, nonce)

    async def _update(self, need: Need) -> Done:
        """Edit the current card if its page has changed, and tidy former ones."""
        match, place, card = need.match, need.place, None
        message_id, ply = place.card_message_id, place.card_ply
        if need.step == "update" and message_id is not None and ply is not None:
            page = await self._pages.refreshed(match, need.number, need.remarks, ply)
            if page.digest != place.card_digest:
                await edit_if_present(self._channel(place), page, message_id)
                card = Card(message_id, ply, match.turn_id, page.digest)
        tidied = [
            each
            for each in need.former
            # A later attempt may have made it the current one.
            if each.message_id == message_id or await self._is_tidied(match, each, place)
        ]
        is_refused = len(tidied) < len(need.former)
        return Done(match, need.waiting, card, tidied, is_refused)

    async def _is_tidied(self, match: Match, former: FormerCard, place: MatchPlace) -> bool:
        """Strip a former card of its controls, or delete it. Return False to try it again later.

        A refusal is final in a place that the match has left, and after as long as for other posts.
        """
        channel = self._client.get_partial_messageable(former.channel_id)
        try:
            if former.is_extra:
                await delete_if_present(channel, former.message_id)
            else:
                page = past_board_page(match, former.ply)
                await edit_if_present(channel, page, former.message_id)
        except discord.Forbidden as error:
            log.info("card %s keeps its controls: %s", former.message_id, error)
            age = self._clock() - former.replaced_at
            is_late = age > delivery.MAX_ATTEMPTS * delivery.MAX_WAIT
            return former.channel_id != place.id or is_late
        return True

    def _channel(self, place: MatchPlace) -> discord.PartialMessageable:
        """Return the channel or thread of a place."""
        return self._client.get_partial_messageable(place.id, guild_id=place.guild_id)


@delivers(RemovalPost)
class Removals:
    """Deletes messages."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client

    async def deliver(self, claim: Claim[RemovalPost], match: Match | None) -> Conclusion:
        """Delete a message, if it still exists."""
        channel = self._client.get_partial_messageable(claim.post.channel_id)
        await delete_if_present(channel, claim.post.message_id)
        return sent(claim)


def _adopting(need: Need, message_id: int, strays: Sequence[Stray]) -> Done:
    """Return the result of a delivery that makes the card of an earlier attempt the current one.

    Its page may lack later changes, so it is compared again, and later posts are still delivered.
    """
    match = need.match
    ply = match.ply if match.is_over else match.turn_began
    attempted = [entry for entry in need.waiting if entry.attempts > 0]
    card = Card(message_id, ply, match.turn_id, None)
    return Done(match, attempted, card, strays=strays)


async def _conclude(
    claim: Claim[CardPost], need: Need, done: Done, tx: Transaction, now: datetime
) -> None:
    """Store the current card and the former ones. A further post tidies those that aren't tidy."""
    # Locking order: the match before its other rows.
    row = await stored_matches.current(tx, done.match.id, locked=True)
    place, card = row.place_numbered(claim.post.place), done.card
    shown_in = done.match.stored.place_numbered(claim.post.place)
    if not await outbox.mark_sent(tx, claim.entry, now, card and card.message_id):
        if card is not None:
            await _note_lost(tx, place, shown_in, card, now)
        return
    if any(entry.id != claim.entry.id for entry in done.delivered):
        await outbox.settle(tx, done.delivered, now)
    for each in done.strays:
        stray = each.message_id, each.ply
        await stored_cards.add_former(tx, shown_in, *stray, now, is_extra=each.is_extra)
    tidied, has_stripped = done.tidied, done.has_stripped
    is_left = bool(done.strays)
    if card is not None:
        if _card_of(place) != _card_of(shown_in):
            # A process that had lost its claim may have edited the card at the same time.
            card, has_stripped = replace(card, digest=None), False
            tidied = [each for each in tidied if each.message_id != place.card_message_id]
        is_left |= await stored_cards.set_card(tx, place, card, need.at, is_tidy=has_stripped)
        is_left |= card.digest is None
        if (place.card_message_id, place.card_turn) != (card.message_id, card.turn):
            await note_card_posted(tx, row, place, now)
            await _follow_up_in_forum(tx, row, place, now)
    await stored_cards.set_tidy(tx, tidied)
    if is_left or len(tidied) < len(need.former):
        due_at = now + delivery.MAX_WAIT if done.is_refused else now
        await queue.enqueue(tx, replace(posts.card(place, now), due_at=due_at))


def _card_of(place: MatchPlace) -> tuple[int | None, str | None]:
    return place.card_message_id, place.card_digest


async def _note_lost(
    tx: Transaction, place: MatchPlace, shown_in: MatchPlace, card: Card, now: datetime
) -> None:
    """Have a card compared again that was posted or edited under a lost claim.

    :param place: the place now.
    :param shown_in: the place as it was loaded.
    """
    if card.message_id == place.card_message_id:
        await stored_cards.forget_digest(tx, place)
    else:
        is_posted = card.message_id != shown_in.card_message_id
        ply = card.ply
        await stored_cards.add_former(tx, shown_in, card.message_id, ply, now, is_extra=is_posted)
    await queue.enqueue(tx, posts.card(place, now))


async def _follow_up_in_forum(
    tx: Transaction, row: StoredMatch, place: MatchPlace, now: datetime
) -> None:
    """Queue the updates that follow the first and the last card in a post, once each."""
    if place.forum_id is None:
        return
    if row.challenge_id is not None and place.number == 1:
        await queue.enqueue(tx, posts.link_to_match(row, now))
    if row.state != "running":
        await queue.enqueue(tx, posts.tags(place, now))
