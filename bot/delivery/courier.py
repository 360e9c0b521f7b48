"""Delivering what the outbox holds, each kind of post by whoever knows how it is sent, in the
language of those who read it.

A row is put into the outbox by the transaction that makes it necessary, so no card is lost when
the process dies; it is claimed for a while before it is sent, and sent under a nonce that is
always the same, so no card is posted twice. A claim is renewed for as long as the sending takes;
where it is lost all the same, as by a machine that slept, the sending is broken off and changes
nothing more. What can't be delivered now is tried again, later and later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Literal

import aiohttp
import discord

from bot.delivery.board_cards import LEASE, BoardCards, Conclusion, sent
from bot.delivery.community.daily_puzzles import DailyPuzzleCards
from bot.delivery.community.greetings import Greetings
from bot.delivery.community.monthly_summaries import MonthlySummaries
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.events.event_posts import EventPosts
from bot.interactions.languages import Languages
from bot.interactions.permissions import NEEDED, lacking, missing_words
from bot.pages.matches.challenge_cards import challenge_card, result_card
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox import posts
from rules.language import N_, gettext, written_in
from storage.database.errors import NotStored
from storage.database.shards import ALL, Shards
from storage.database.transaction import Transaction
from storage.events import events as stored_events
from storage.events.events import Event
from storage.matches import challenges as stored_challenges
from storage.matches import match_lists, outbox
from storage.matches.challenges import Challenge
from storage.matches.outbox import Entry
from storage.members import guild_settings
from storage.members.guild_settings import GuildSettings

Outcome = Literal["sent", "postponed", "given_up"]

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

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Hindered:
    """What is said of a post that could not be delivered."""

    gone: str
    refused: str
    failed: str


_WORDS_OF_BOARDS = _Hindered(
    gone=N_("I can't post the new board: the channel is gone."),
    refused=N_("Discord isn't taking the new board right now; it will follow in a while."),
    failed=N_("I couldn't draw the new board just now; it will follow in a while."),
)
_WORDS_OF_EVENTS = _Hindered(
    gone=N_("I can't post its card: the channel is gone."),
    refused=N_("Discord isn't taking its card right now; it will follow in a while."),
    failed=N_("I couldn't draw its card just now; it will follow in a while."),
)


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A post that is nobody else's for a while."""

    post: Entry
    board_width: int
    """Pixels, as its server wishes."""


async def _as_claimed(tx: Transaction, post: Entry) -> _Claimed:
    settings = GuildSettings(0)
    if post.kind == posts.BOARD and post.guild_id is not None:
        settings = await guild_settings.get(tx, post.guild_id)
    return _Claimed(post, settings.board_width)


class Courier:
    """Claims what is to be posted, has it sent, and sees what came of it."""

    def __init__(
        self,
        client: discord.Client,
        club: Club,
        languages: Languages,
        summaries: MonthlySummaries,
        greetings: Greetings,
        puzzles: DailyPuzzleCards,
        *,
        opens_threads: bool = True,
        shards: Shards = ALL,
    ) -> None:
        """:param shards: whose guilds are delivered to, and nobody else's."""
        self._client = client
        self._shards = shards
        self._store = club.store
        self._matches = club.matches
        self._challenges = club.challenges
        self._languages = languages
        self._summaries = summaries
        self._greetings = greetings
        self._puzzles = puzzles
        self._clock = club.clock
        self._cards = BoardCards(client, club, opens_threads=opens_threads)
        self._events = EventPosts(client, club, languages, opens_threads=opens_threads)
        self._direct_messages = DirectMessages(client, club, languages)
        self._subscribers: list[Callable[[Entry, Outcome], None]] = []

    def subscribe(self, subscriber: Callable[[Entry, Outcome], None]) -> None:
        """Tell somebody what comes of each attempt at delivering a post."""
        self._subscribers.append(subscriber)

    def _tell(self, post: Entry, outcome: Outcome) -> None:
        for subscriber in self._subscribers:
            subscriber(post, outcome)

    async def take_over(self) -> None:
        """Make due what a process that died had claimed: nobody else serves the same guilds."""
        async with self._store.write() as tx:
            released = await outbox.release(tx, self._clock(), self._shards)
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
            due = await outbox.due(tx, self._clock(), MOST_AT_ONCE, challenge_id, self._shards)
        for post in due:
            await self._deliver(post)

    async def deliver_event(self, event: Event) -> str | None:
        """Deliver what is due for the card of an event now.

        :returns: words about what could not be delivered, for the person who acts; None when all
            went well.
        """
        try:
            async with self._store.read() as tx:
                post = await outbox.get(tx, posts.event(event, self._clock()).key)
            return None if post is None else await self._deliver(post)
        except NotStored as error:
            log.warning("event %s is shown later: %s", event.id, error)
            return gettext("I can't reach my database right now; its card will follow in a while.")

    async def crown(self, guild_id: int, *, former_role: int | None = None) -> None:
        """See to it that those have the role of champions who are to have it.

        :param former_role: the role that was the champions' before, which nobody is to keep.
        """
        try:
            await self._events.champions.crown(guild_id, former_role=former_role)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            # With the next champion it is seen to again.
            log.warning("roles of champions in guild %s: %s", guild_id, error)

    async def _due(self) -> tuple[Entry, ...]:
        async with self._store.read() as tx:
            return await outbox.due(tx, self._clock(), MOST_AT_ONCE, shards=self._shards)

    async def _deliver_all(self, due: tuple[Entry, ...]) -> None:
        by_match: dict[tuple[int | None, int | None], list[Entry]] = {}
        of_events = [post for post in due if post.kind in (posts.EVENT, posts.EVENT_NEWS)]
        for post in due:
            if post in of_events:
                continue
            by_match.setdefault((post.match_id, post.challenge_id), []).append(post)
        room = asyncio.Semaphore(AT_ONCE)

        async def serve(rows: list[Entry]) -> None:
            async with room:
                for post in rows:
                    await self._deliver(post)

        await asyncio.gather(*(serve(rows) for rows in by_match.values()))
        # These link to boards, which are there now.
        by_event: dict[int, list[Entry]] = {}
        for post in of_events:
            by_event.setdefault(post.payload["event_id"], []).append(post)
        await asyncio.gather(*(serve(rows) for rows in by_event.values()))

    async def deliver_match(self, match_id: int, known: Match | None = None) -> str | None:
        """Deliver what is due for one match now.

        :param known: the match as it has just become, which need not be looked up once more.
        :returns: words about what could not be delivered, for the person who acts; None when all
            went well.
        """
        try:
            return await self._deliver_all_of(match_id, known)
        except NotStored as error:
            log.warning("match %s is shown later: %s", match_id, error)
            return gettext(
                "I can't reach my database right now; the new board will follow in a while."
            )

    async def _deliver_all_of(self, match_id: int, known: Match | None) -> str | None:
        trouble: str | None = None
        post = await self._store.writing(partial(self._claim_next, match_id))
        while post is not None:
            words, post = await self._deliver_claimed(post, known, of_match=match_id)
            trouble = words or trouble
        return trouble

    async def _claim_next(self, match_id: int, tx: Transaction) -> _Claimed | None:
        now = self._clock()
        post = await outbox.claim_next(tx, now, now + LEASE, match_id=match_id, shards=self._shards)
        return None if post is None else await _as_claimed(tx, post)

    async def show_again(self, channel_id: int) -> None:
        """Post the cards of a channel's running matches, open challenges and events anew, where a
        whole channel has lost its messages."""
        now = self._clock()
        async with self._store.write() as tx:
            for match in reversed(await match_lists.running_in(tx, channel_id)):
                await outbox.enqueue(tx, posts.board_again(match, now))
            open_challenges = await stored_challenges.open_in(tx, channel_id)
            for event in await stored_events.under_way_there(tx, channel_id):
                await outbox.enqueue(tx, posts.event_again(event, now))
        for challenge in reversed(open_challenges):
            with written_in(await self._languages.of_guild(challenge.guild_id)):
                page = await challenge_card(challenge)
            channel = self._client.get_partial_messageable(channel_id)
            message = await channel.send(
                view=page.layout(), files=page.files(), allowed_mentions=page.allowed_mentions()
            )
            await self._challenges.posted(challenge.id, message.id)
        await self.deliver_due()

    async def _deliver(self, post: Entry) -> str | None:
        async def claim(tx: Transaction) -> _Claimed | None:
            now = self._clock()
            is_own = await outbox.claim(tx, post, now, now + LEASE)
            return await _as_claimed(tx, post) if is_own else None

        claimed = await self._store.writing(claim)
        if claimed is None:
            return None
        words, _ = await self._deliver_claimed(claimed)
        return words

    async def _deliver_claimed(
        self, claimed: _Claimed, known: Match | None = None, of_match: int | None = None
    ) -> tuple[str | None, _Claimed | None]:
        """Send a post, and see what came of it.

        :param of_match: the match of which the post that is due next is to be claimed.
        :returns: words about what could not be delivered, and that post.
        """
        post = claimed.post
        words = _WORDS_OF_EVENTS if post.kind == posts.EVENT else _WORDS_OF_BOARDS
        trouble: str
        try:
            with written_in(await self._languages.of_guild(post.guild_id)):
                conclude = await self._send_in_time(claimed, known)
            following = await self._store.writing(partial(self._conclude, conclude, of_match))
        except discord.Forbidden as error:
            trouble = self._words_for_forbidden(post)
            await self._try_later(post, error)
        except discord.NotFound as error:
            trouble = gettext(words.gone)
            await self._give_up(post, error)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            trouble = gettext(words.refused)
            log.warning("post %s (match %s) not delivered: %s", post.id, post.match_id, error)
            await self._try_later(post, error)
        except NotStored:
            # Nothing can be said of it either; it is due again when the claim is over.
            raise
        except Exception as error:
            trouble = gettext(words.failed)
            log.exception("post %s (match %s) failed", post.id, post.match_id)
            await self._try_later(post, error)
        else:
            self._tell(post, "sent")
            return None, following
        following = None
        if of_match is not None:
            following = await self._store.writing(partial(self._claim_next, of_match))
        # That an old card keeps its buttons for a while is nothing that anybody has to know.
        return trouble if post.kind in (posts.BOARD, posts.EVENT) else None, following

    async def _conclude(
        self, conclude: Conclusion, of_match: int | None, tx: Transaction
    ) -> _Claimed | None:
        await conclude(tx, self._clock())
        return None if of_match is None else await self._claim_next(of_match, tx)

    async def _send_in_time(self, claimed: _Claimed, known: Match | None) -> Conclusion:
        """Send it for as long as the claim can be renewed.

        :raises TimeoutError: where somebody else may have it by now.
        """
        async with asyncio.timeout(LEASE.total_seconds()) as lease:
            renewing = asyncio.create_task(self._keep_renewing(claimed.post, lease))
            try:
                return await self._send(claimed, known)
            finally:
                renewing.cancel()

    async def _keep_renewing(self, post: Entry, lease: asyncio.Timeout) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            ends = loop.time() + LEASE.total_seconds()
            try:
                async with self._store.write() as tx:
                    is_own = await outbox.renew(tx, post, self._clock() + LEASE)
            except NotStored as error:
                log.info("the claim on post %s is not renewed: %s", post.id, error)
                continue
            if not is_own:
                log.warning("post %s (match %s) is somebody else's by now", post.id, post.match_id)
            lease.reschedule(ends if is_own else loop.time())

    async def _send(self, claimed: _Claimed, known: Match | None) -> Conclusion:
        post = claimed.post
        if post.kind == posts.BOARD:
            return await self._cards.post(post, known, claimed.board_width)
        if post.kind == posts.STRIP:
            return await self._cards.strip(post, known)
        if post.kind in (posts.REMOVE, posts.REMOVE_STRAY):
            return await self._cards.remove(post)
        if post.kind == posts.REFRESH:
            return await self._cards.refresh(post)
        if post.kind == posts.CHALLENGE:
            await self._edit_challenge(post)
            return sent(post)
        if post.kind == posts.EVENT:
            return sent(post, await self._events.show(post))
        if post.kind == posts.EVENT_NEWS:
            return sent(post, await self._events.tell(post))
        if post.kind == posts.SUMMARY:
            return sent(post, await self._summaries.send(post))
        if post.kind == posts.GREETING:
            return sent(post, await self._greetings.send(post))
        if post.kind == posts.PUZZLE:
            return sent(post, await self._puzzles.send(post))
        if post.kind == posts.PUZZLE_OVER:
            return sent(post, await self._puzzles.show_solution(post))
        return sent(post, await self._direct_messages.send(post))

    async def _edit_challenge(self, post: Entry) -> None:
        assert post.challenge_id is not None
        challenge = await self._challenges.find(post.challenge_id)
        if challenge.message_id is not None:
            page = await self.card_of(challenge)
            await self._cards.edit(challenge.channel_id, challenge.message_id, page)

    async def card_of(self, challenge: Challenge) -> Page:
        """What the card of a challenge shows now: the result, where its match is over. In the
        match's own thread that stands on the last board. Everybody sees it."""
        with written_in(await self._languages.of_guild(challenge.guild_id)):
            return await self._card_of(challenge)

    async def _card_of(self, challenge: Challenge) -> Page:
        if challenge.match_id is not None:
            match = await self._matches.find(challenge.match_id)
            if match.is_over and challenge.channel_id == match.channel_id:
                return await result_card(match, await self._cards.width_in(challenge.guild_id))
        return await challenge_card(challenge)

    async def _try_later(self, post: Entry, error: Exception) -> None:
        attempts = post.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            await self._give_up(post, error)
            return
        wait = min(FIRST_WAIT * 2 ** min(attempts - 1, 10), LONGEST_WAIT)
        async with self._store.write() as tx:
            await outbox.postpone(tx, post, self._clock() + wait, _described(error))
        self._tell(post, "postponed")

    async def _give_up(self, post: Entry, error: Exception) -> None:
        log.warning("post %s (match %s) given up: %s", post.id, post.match_id, error)
        async with self._store.write() as tx:
            await outbox.give_up(tx, post, self._clock(), _described(error))
        self._tell(post, "given_up")

    def _words_for_forbidden(self, post: Entry) -> str:
        channel: Any = self._client.get_channel(post.channel_id or 0)
        names: list[str] = []
        if isinstance(channel, discord.TextChannel | discord.Thread):
            permissions = channel.permissions_for(channel.guild.me)
            names = lacking(permissions, in_thread=isinstance(channel, discord.Thread))
        return str(missing_words(names or [NEEDED["view_channel"], NEEDED["send_messages"]]))


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
