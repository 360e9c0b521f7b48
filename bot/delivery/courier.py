"""Delivering what the outbox holds: board cards, and changes to cards that are there already.

A row is put into the outbox by the transaction that makes it necessary, so no card is lost when
the process dies; it is claimed for a while before it is sent, and sent under a nonce that is
always the same, so no card is posted twice. What can't be delivered now is tried again, later
and later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord

from bot.delivery.direct_messages import DirectMessages
from bot.delivery.monthly_summaries import MonthlySummaries
from bot.delivery.sent_before import own_message_beside, own_message_with
from bot.delivery.threads import open_thread
from bot.interactions.permissions import may_open_threads, missing, missing_words
from bot.pages.matches.cards import (
    board_page,
    card_mark,
    challenge_page,
    is_card_mark,
    past_board_page,
    refreshed_board_page,
)
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox import notices, posts
from storage.database.transaction import Transaction
from storage.matches import challenges as stored_challenges
from storage.matches import match_lists, outbox
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches.matches import StoredMatch
from storage.matches.outbox import Entry
from storage.members import guild_settings as guild_settings

LEASE = timedelta(seconds=60)
"""How long a claimed row is left alone; longer than Discord may take with all retries."""

FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)
MOST_ATTEMPTS = 60
"""About two days of trying, most of it once an hour."""

AT_ONCE = 8
"""Matches served at the same time."""

MOST_AT_ONCE = 100
"""Rows looked at in one round."""

KEPT = timedelta(days=7)
"""How long what became of a post can be looked up."""

UNKNOWN_CHANNEL = 10003
THREAD_IS_SHUT = frozenset({50083, 160005})

log = logging.getLogger(__name__)


class Courier:
    """Sends and edits the cards of matches and challenges."""

    def __init__(
        self,
        client: discord.Client,
        club: Club,
        summaries: MonthlySummaries,
        *,
        opens_threads: bool = True,
    ) -> None:
        self._client = client
        self._store = club.store
        self._matches = club.matches
        self._challenges = club.challenges
        self._summaries = summaries
        self._clock = club.clock
        self._opens_threads = opens_threads
        self._direct_messages = DirectMessages(client, club)

    async def take_over(self) -> None:
        """Make due what a process that died had claimed, where it can't be another that lives."""
        if self._store.is_shared:
            return
        async with self._store.write() as tx:
            released = await outbox.release(tx, self._clock())
        if released:
            log.info("%d posts taken over from the process before", released)

    async def forget_delivered(self) -> None:
        """Keep the outbox small: what came of a post long ago is of no use any more."""
        async with self._store.write() as tx:
            await outbox.forget(tx, self._clock() - KEPT)

    async def deliver_due(self) -> None:
        """Deliver all rows that are due, those of one match in their order, and what follows
        from them."""
        while due := await self._due():
            await self._deliver_all(due)

    async def deliver_challenge(self, challenge_id: int) -> None:
        """Deliver what is due for one challenge now."""
        async with self._store.read() as tx:
            due = await outbox.due(tx, self._clock(), MOST_AT_ONCE, challenge_id=challenge_id)
        for post in due:
            await self._deliver(post)

    async def _due(self) -> tuple[Entry, ...]:
        async with self._store.read() as tx:
            return await outbox.due(tx, self._clock(), MOST_AT_ONCE)

    async def _deliver_all(self, due: tuple[Entry, ...]) -> None:
        by_match: dict[tuple[int | None, int | None], list[Entry]] = {}
        for post in due:
            by_match.setdefault((post.match_id, post.challenge_id), []).append(post)
        room = asyncio.Semaphore(AT_ONCE)

        async def serve(rows: list[Entry]) -> None:
            async with room:
                for post in rows:
                    await self._deliver(post)

        await asyncio.gather(*(serve(rows) for rows in by_match.values()))

    async def deliver_match(self, match_id: int, known: Match | None = None) -> str | None:
        """Deliver what is due for one match now.

        :param known: the match as it has just become, which need not be looked up once more.
        :returns: words about what could not be delivered, for the person who acts; None when all
            went well.
        """
        trouble: str | None = None
        while True:
            now = self._clock()
            async with self._store.write() as tx:
                post = await outbox.claim_next(tx, now, now + LEASE, match_id=match_id)
            if post is None:
                return trouble
            trouble = await self._deliver_claimed(post, known) or trouble

    async def show_again(self, channel_id: int) -> None:
        """Post the cards of a channel's running matches and open challenges anew, where a whole
        channel has lost its messages."""
        now = self._clock()
        async with self._store.write() as tx:
            for match in reversed(await match_lists.running_in(tx, channel_id)):
                await outbox.enqueue(tx, posts.board_again(match, now))
            open_challenges = await stored_challenges.open_in(tx, channel_id)
        for challenge in reversed(open_challenges):
            page = challenge_page(challenge)
            channel = self._client.get_partial_messageable(channel_id)
            message = await channel.send(
                view=page.layout(), allowed_mentions=page.allowed_mentions()
            )
            await self._challenges.posted(challenge.id, message.id)
        await self.deliver_due()

    async def _deliver(self, post: Entry) -> str | None:
        now = self._clock()
        async with self._store.write() as tx:
            if not await outbox.claim(tx, post.id, now, now + LEASE):
                return None
        return await self._deliver_claimed(post)

    async def _deliver_claimed(self, post: Entry, known: Match | None = None) -> str | None:
        try:
            await self._send(post, known)
        except discord.Forbidden as error:
            words = self._words_for_forbidden(post)
            await self._try_later(post, error)
        except discord.NotFound as error:
            words = "I can't post the board: the channel of this match is gone."
            await self._give_up(post, error)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            words = "Discord isn't taking the new board right now; it will follow in a while."
            log.warning("post %s (match %s) not delivered: %s", post.id, post.match_id, error)
            await self._try_later(post, error)
        except Exception as error:
            words = "I couldn't draw the new board just now; it will follow in a while."
            log.exception("post %s (match %s) failed", post.id, post.match_id)
            await self._try_later(post, error)
        else:
            return None
        # That an old card keeps its buttons for a while is nothing that anybody has to know.
        return words if post.kind == posts.BOARD else None

    async def _send(self, post: Entry, known: Match | None) -> None:
        if post.kind == posts.BOARD:
            await self._send_board(post, known)
        elif post.kind == posts.STRIP:
            await self._strip(post)
        elif post.kind == posts.REMOVE:
            await self._remove(post)
        elif post.kind == posts.REFRESH:
            await self._refresh(post)
        elif post.kind == posts.CHALLENGE:
            await self._edit_challenge(post)
        elif post.kind == posts.SUMMARY:
            await self._mark_sent(post, await self._summaries.send(post))
        else:
            message_id = await self._direct_messages.send(post)
            await self._mark_sent(post, message_id)

    async def _send_board(self, post: Entry, known: Match | None) -> None:
        assert post.match_id is not None
        match = known if _shows(known, post) else None
        if match is None:
            match = await self._matches.find(post.match_id)
        if await self._is_overtaken(post, match):
            await self._give_way(post, match)
            return
        if match.stored.card_message_id is None:
            match = await self._in_thread(match)
        width = await self._board_width(match.stored.guild_id)
        page = await board_page(match, width, _pings(post, match))
        try:
            message_id = await self._posted_before(match, post) or (
                await self._post(match, page, post.key)
            )
        except discord.HTTPException as error:
            if match.stored.thread_id is None or (
                error.code != UNKNOWN_CHANNEL and error.code not in THREAD_IS_SHUT
            ):
                raise
            # The thread was deleted or locked: the match goes on in its channel.
            match = await self._moved(match, None)
            message_id = await self._post(match, page, post.key)
        now = self._clock()
        async with self._store.write() as tx:
            await outbox.mark_sent(tx, post.id, now, message_id)
            present = await stored_matches.present(tx, match.id)
            if _has_newer_card(present, match.stored):
                # A later board came first, while this one was under way.
                await outbox.enqueue(
                    tx, posts.strip(match.stored, message_id, match.stored.ply, now)
                )
                return
            await stored_matches.set_card(tx, match.id, message_id=message_id, ply=match.stored.ply)
            await _bring_up_to_date(tx, match, present, now)
            former = present.card_message_id
            if former is None or former == message_id:
                return
            if "in_place" in post.payload and _is_of_turn(present, match):
                await outbox.enqueue(tx, posts.remove(present, former, now))
            else:
                await outbox.enqueue(tx, posts.strip(present, former, present.card_ply, now))

    async def _is_overtaken(self, post: Entry, match: Match) -> bool:
        """Whether the match has gone on since, and another board shows how; or whether the offer
        is closed by now that the board was to be shown again for."""
        is_for_offer = post.payload.get("why") == "offer"
        if is_for_offer and not match.offers and _is_of_turn(match.stored, match):
            return True
        if post.payload["version"] == match.stored.version:
            return False
        if match.is_over or match.turn_began > post.payload["ply"]:
            return True
        async with self._store.read() as tx:
            return await outbox.is_followed(tx, post)

    async def _give_way(self, post: Entry, match: Match) -> None:
        """Post no board that another has overtaken. Where an earlier attempt has posted it and
        couldn't say so any more, it loses its controls as every former card does."""
        ply = post.payload["ply"]
        posted = None
        if post.attempts:
            posted = await own_message_beside(
                self._client,
                self._place(match),
                _marks_at(match, ply),
                present=match.stored.card_message_id,
            )
        now = self._clock()
        async with self._store.write() as tx:
            await outbox.mark_sent(tx, post.id, now, posted)
            if posted is not None:
                await outbox.enqueue(tx, posts.strip(match.stored, posted, ply, now))

    async def _post(self, match: Match, page: Page, nonce: str) -> int:
        message = await self._place(match).send(
            view=page.layout(),
            files=page.files(),
            allowed_mentions=page.allowed_mentions(),
            nonce=nonce,
        )
        return message.id

    async def _posted_before(self, match: Match, post: Entry) -> int | None:
        """The card, where an earlier attempt posted it and couldn't say so any more."""
        if post.attempts == 0:
            return None
        # What was posted before the present card is a former one of the same turn.
        former = match.stored.card_message_id or 0
        return await own_message_with(
            self._client, self._place(match), card_mark(match), after=former
        )

    def _place(self, match: Match) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(match.place_id, guild_id=match.stored.guild_id)

    async def _strip(self, post: Entry) -> None:
        assert post.match_id is not None
        match = await self._matches.find(post.match_id)
        page = past_board_page(match, post.payload["ply"])
        assert post.channel_id is not None
        await self._edit(post.channel_id, post.payload["message_id"], page)
        await self._mark_sent(post, None)

    async def _remove(self, post: Entry) -> None:
        assert post.channel_id is not None
        channel = self._client.get_partial_messageable(post.channel_id)
        try:
            await channel.get_partial_message(post.payload["message_id"]).delete()
        except discord.NotFound:
            log.info("message %s is gone already", post.payload["message_id"])
        await self._mark_sent(post, None)

    async def _refresh(self, post: Entry) -> None:
        assert post.match_id is not None
        match = await self._matches.find(post.match_id)
        card, ply = match.stored.card_message_id, match.stored.card_ply
        # A card of another board is about to be followed by one that shows the change.
        if card is not None and ply is not None and _is_true(card, match):
            shown, page = None, refreshed_board_page(match, ply)
            while page != shown:
                await self._edit(match.place_id, card, page)
                # What has changed meanwhile may have been shown already, and is now no longer.
                match, shown = await self._matches.find(post.match_id), page
                is_true = _is_true(card, match)
                page = refreshed_board_page(match, ply) if is_true else past_board_page(match, ply)
        await self._mark_sent(post, None)

    async def _edit_challenge(self, post: Entry) -> None:
        assert post.challenge_id is not None
        challenge = await self._challenges.find(post.challenge_id)
        if challenge.message_id is not None:
            page = challenge_page(challenge)
            await self._edit(challenge.channel_id, challenge.message_id, page)
        await self._mark_sent(post, None)

    async def _edit(self, channel_id: int, message_id: int, page: Page) -> None:
        channel = self._client.get_partial_messageable(channel_id)
        message = channel.get_partial_message(message_id)
        try:
            await message.edit(view=page.layout(), allowed_mentions=page.allowed_mentions())
        except discord.NotFound:
            log.info("message %s is gone and needs no change", message_id)

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
        names = " vs ".join(player.name for player in match.players)
        name = f"{match.game.name} {match.id}: {names}"[:100]
        start_message = None
        if stored.challenge_id is not None:
            start_message = (await self._challenges.find(stored.challenge_id)).message_id
        thread_id = await open_thread(channel, start_message, name)
        return match if thread_id is None else await self._moved(match, thread_id)

    async def _moved(self, match: Match, thread_id: int | None) -> Match:
        async with self._store.write() as tx:
            await stored_matches.set_thread(tx, match.id, thread_id)
        return await self._matches.find(match.id)

    async def _board_width(self, guild_id: int) -> int:
        async with self._store.read() as tx:
            return (await guild_settings.get(tx, guild_id)).board_width

    async def _mark_sent(self, post: Entry, message_id: int | None) -> None:
        async with self._store.write() as tx:
            await outbox.mark_sent(tx, post.id, self._clock(), message_id)

    async def _try_later(self, post: Entry, error: Exception) -> None:
        attempts = post.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            await self._give_up(post, error)
            return
        wait = min(FIRST_WAIT * 2 ** min(attempts - 1, 10), LONGEST_WAIT)
        async with self._store.write() as tx:
            await outbox.postpone(tx, post.id, self._clock() + wait, _described(error))

    async def _give_up(self, post: Entry, error: Exception) -> None:
        log.warning("post %s (match %s) given up: %s", post.id, post.match_id, error)
        async with self._store.write() as tx:
            await outbox.give_up(tx, post.id, self._clock(), _described(error))

    def _words_for_forbidden(self, post: Entry) -> str:
        channel: Any = self._client.get_channel(post.channel_id or 0)
        names: list[str] = []
        if isinstance(channel, discord.TextChannel | discord.Thread):
            permissions = channel.permissions_for(channel.guild.me)
            names = missing(permissions, in_thread=isinstance(channel, discord.Thread))
        return missing_words(names or ["View Channel", "Send Messages"])


def _shows(known: Match | None, post: Entry) -> bool:
    """Whether a match is known as a board was queued to show it. What has changed since is looked
    for once the board is there; but before the first board somebody else may be opening the thread.
    """
    return (
        known is not None
        and known.stored.card_message_id is not None
        and known.stored.version == post.payload["version"]
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
    if present.state != "running" or present.turn_started_at != shown.stored.turn_started_at:
        return
    if present.ply < shown.stored.ply:
        await notices.show_again(tx, present, now)
        return
    offers = await stored_offers.open_of(tx, present.id)
    clock = (present.deadline, present.paused_until)
    if (offers, clock) != (shown.offers, (shown.stored.deadline, shown.stored.paused_until)):
        await notices.show_change(tx, present, now)


def _is_of_turn(stored: StoredMatch, match: Match) -> bool:
    """Whether the present card was made in the turn under way."""
    return not match.is_over and stored.card_ply is not None and match.turn_began <= stored.card_ply


def _is_true(card: int, match: Match) -> bool:
    """Whether a card is the present one, and shows a board of the turn under way."""
    stored = match.stored
    is_standing = stored.card_ply is not None and stored.card_ply <= len(match.played)
    return stored.card_message_id == card and is_standing and _is_of_turn(stored, match)


def _has_newer_card(present: StoredMatch, shown: StoredMatch) -> bool:
    """Whether the match has got a card since, and of a later state than the one that was shown."""
    return (
        present.card_message_id != shown.card_message_id
        and present.version > shown.version
        and (present.card_ply or 0) >= shown.ply
    )


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
