"""Delivery of the outbox through any front.

A post is queued in the transaction that causes it, so none is lost in a crash. It is claimed before
it is sent, and sending it has to end before the claim does. Failed posts are retried at increasing
intervals.

Posts of one lane, such as those of a match to one of its places, are delivered one at a time, and
no lane waits for another. The outbox gives out one post per lane, across processes.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Generic, Literal, Protocol, TypeVar

from club.outbox import queue
from club.outbox.kinds import STAGES, Post
from club.outbox.queue import UnreadablePostError
from storage import outbox
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import NotStoredError, Transaction
from storage.matches import cards
from storage.outbox import Entry
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
"""How long a claim lasts."""

TIME_LIMIT = timedelta(seconds=45)
"""The time that sending a post may take, so that its result can be stored within the lease."""

Failure = Literal["later", "gone", "refused", "bug"]
"""Why a delivery failed: temporarily, place gone, permission missing, or an unexpected error.

All but "gone" are retried.
"""

DeliveryOutcome = Literal["sent", "postponed", "given_up"]

Conclusion = Callable[[Transaction, datetime], Coroutine[Any, Any, None]]
"""A function that stores the result of a delivery."""

P_co = TypeVar("P_co", bound=Post, covariant=True)

QUICK_WAIT = timedelta(seconds=3)
"""Time until the first retry of a post that was probably lost or refused only for a moment."""

QUICK_MARGIN = 0.1
"""Seconds added to the timer for it, so that the post is due by then."""

FIRST_WAIT = timedelta(seconds=30)
MAX_WAIT = timedelta(hours=1)
MAX_ATTEMPTS = 60
"""Maximum number of attempts, about two days at mostly hourly intervals."""

AT_ONCE = 32
"""Number of posts under way at which no more due ones are begun."""

AT_ONCE_PER_SERVER = 8
"""The same for each server, and for direct messages, so that a slow one leaves room for others."""

BATCH_SIZE = 100
"""Number of due posts looked at together."""

RETENTION = timedelta(days=7)
"""How long results of deliveries are kept."""

K_contra = TypeVar("K_contra", contravariant=True)
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Claim(Generic[P_co]):
    """A post claimed by one sender for a limited time."""

    entry: Entry
    """The row of the post, as it was before the claim."""
    post: P_co
    settings: GuildSettings
    """The settings of its server if the post has a picture, else the defaults."""
    until: datetime
    """When the claim ends."""

    @property
    def key(self) -> str:
        """The unique key of the post."""
        return self.entry.key

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier attempt may have sent it without storing the result."""
        return self.entry.attempts > 0

    def check(self, now: datetime) -> None:
        """Check that another process can't have sent the post while this one slept.

        :raises TimeoutError: if the claim has ended.
        """
        if now >= self.until:
            raise TimeoutError(self.key)

    def __str__(self) -> str:
        return f"post {self.entry.id} ({self.post.kind}, match {self.post.match_id})"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one attempt at a delivery."""

    post: Post
    outcome: DeliveryOutcome
    failure: Failure | None = None


def sent(claim: Claim[Post], message_id: int | None = None) -> Conclusion:
    """Return a conclusion that marks a post as sent.

    :param message_id: the resulting message, if any.
    """

    async def conclude(tx: Transaction, now: datetime) -> None:
        await outbox.mark_sent(tx, claim.entry, now, message_id)

    return conclude


class Front(Protocol[K_contra]):
    """A front that sends posts."""

    async def send(self, claim: Claim[Post], loaded: K_contra | None) -> Conclusion:
        """Send a post.

        :param loaded: the subject of the post, if the caller has just loaded it.
        :returns: a function that stores the result.
        """
        ...

    def failure_of(self, error: Exception) -> Failure:
        """Classify an error of `send`."""
        ...


class Delivery(Generic[K]):
    """Claims due posts, sends them through a front and stores the results."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        front: Front[K],
        *,
        shards: Shards = ALL,
    ) -> None:
        """:param shards: the shards whose servers to deliver to."""
        self._store = store
        self._clock = clock
        self._front = front
        self._shards = shards
        self._under_way: list[Post] = []
        """The claimed posts."""
        self._is_behind = False
        """Whether due posts wait for room, or for others of their event."""
        self._will_look = False
        """Whether a search for due posts is about to begin."""
        self._unsettled: dict[int, Entry] = {}
        """The claimed entries whose results couldn't be stored, by id."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self._subscribers: list[Callable[[Report], None]] = []

    def subscribe(self, subscriber: Callable[[Report], None]) -> None:
        """Call a subscriber with a report of each attempted delivery."""
        self._subscribers.append(subscriber)

    async def take_over(self) -> None:
        """Release all claims on posts of these shards, which no other live process serves."""
        released = await self._store.write(
            lambda tx: outbox.release(tx, self._clock(), self._shards)
        )
        if released:
            log.info("took over %d posts from a previous process", released)

    async def forget_delivered(self) -> None:
        """Delete old results of deliveries, and what is stored of old cards."""
        before = self._clock() - RETENTION

        async def forget(tx: Transaction) -> None:
            await outbox.forget(tx, before)
            await cards.forget_former(tx, before)

        await self._store.write(forget)

    def cancel(self) -> list[asyncio.Task[None]]:
        """Cancel all deliveries in the background for good, and return their tasks."""
        self._is_closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        return tasks

    async def begin_due(self) -> None:
        """Begin to deliver all due posts, without waiting for the end.

        Those for which there is no room follow as soon as there is.
        """
        await self._release_unsettled()
        while True:
            full = self._full_servers()
            self._is_behind = bool(full)
            async with self._store.read() as tx:
                entries = await outbox.due(
                    tx, self._clock(), BATCH_SIZE, shards=self._shards, except_guilds=full
                )
            chosen = self._without_waiting(entries)
            self._is_behind |= len(chosen) < len(entries)
            claims = await self._claim_first(chosen)
            for claim in claims:
                self._start(self._deliver_chain(claim, None))
            if not claims or len(entries) < BATCH_SIZE:
                return

    async def deliver_due(self) -> None:
        """Deliver all due posts, including those queued meanwhile."""
        await self.begin_due()
        while self._tasks:
            await asyncio.wait(self._tasks)
            await self.begin_due()

    async def deliver_match(self, match_id: int, loaded: K | None = None) -> list[Report]:
        """Deliver the due posts of a match, in each lane in order.

        :param loaded: the match, if the caller has just loaded it.
        """
        await self._release_unsettled()
        claims = await self._store.write(partial(self._claim_in_match, match_id))
        return await self._deliver_all(self._taken_up(claims), loaded)

    async def deliver_challenge(self, challenge_id: int) -> list[Report]:
        """Deliver the due posts of a challenge."""
        async with self._store.read() as tx:
            entries = await outbox.due(tx, self._clock(), BATCH_SIZE, challenge_id, self._shards)
        return await self._deliver_all(await self._claim_first(entries))

    async def deliver_key(self, key: str) -> list[Report]:
        """Deliver the post with a key, if due, after earlier ones of its lane."""
        entry = await self._store.read(lambda tx: outbox.get(tx, key))
        return await self._deliver_all(await self._claim_first([entry] if entry else []))

    def _full_servers(self) -> list[int | None]:
        """Return the servers with as many posts under way as they may have."""
        counts = Counter(post.guild_id for post in self._under_way)
        return [guild_id for guild_id, count in counts.items() if count >= AT_ONCE_PER_SERVER]

    def _without_waiting(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return those of some due entries that needn't wait for room or for others of an event.

        Unreadable ones are given up when they are claimed.
        """
        before, chosen, waiting = [*self._under_way], list[Entry](), list[Post]()
        posts = [(_post_of(entry), entry) for entry in entries]
        posts.sort(key=lambda each: 0 if each[0] is None else STAGES.index(each[0].stage))
        for post, entry in posts:
            if post is None:
                chosen.append(entry)
            elif (
                len(before) >= AT_ONCE
                or sum(each.guild_id == post.guild_id for each in before) >= AT_ONCE_PER_SERVER
                or any(_comes_before(each, post) for each in (*before, *waiting))
            ):
                waiting.append(post)
            else:
                before.append(post)
                chosen.append(entry)
        return chosen

    def _start(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(_logging_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _look_again(self) -> None:
        """Begin to deliver all due posts, in the background."""
        if not self._is_closed and not self._will_look:
            self._will_look = True
            self._start(self._look())

    async def _look(self) -> None:
        self._will_look = False
        await self.begin_due()

    def _end(self, post: Post) -> None:
        """Note that a post is no longer under way, and begin those that waited for that."""
        self._under_way.remove(post)
        if self._is_behind:
            self._is_behind = False
            self._look_again()

    def _taken_up(self, claims: list[Claim[Post]]) -> list[Claim[Post]]:
        """Note that some claimed posts are under way."""
        self._under_way += [claim.post for claim in claims]
        return claims

    async def _deliver_all(
        self, claims: Iterable[Claim[Post]], loaded: K | None = None
    ) -> list[Report]:
        """Deliver claimed posts at the same time, and those that follow them in their matches."""
        reports = await asyncio.gather(*(self._deliver_chain(claim, loaded) for claim in claims))
        return [report for each in reports for report in each]

    async def _deliver_chain(self, claim: Claim[Post], loaded: K | None) -> list[Report]:
        try:
            report, claimed = await self._deliver(claim, loaded)
            following = self._taken_up(claimed)
        finally:
            self._end(claim.post)
        return [report, *await self._deliver_all(following, loaded)]

    async def _claim_first(self, entries: Collection[Entry]) -> list[Claim[Post]]:
        """Claim the first posts of the lanes of some due entries, and note them as under way."""
        scopes = {outbox.scope_of(each.match_id, each.lane) for each in entries}
        lanes = {each.lane for each in entries}

        async def claim(tx: Transaction) -> list[Claim[Post]]:
            await outbox.lock_claims(tx, *scopes)
            return await self._claim_next(tx, lanes=lanes)

        return self._taken_up(await self._store.write(claim)) if lanes else []

    async def _claim_in_match(self, match_id: int, tx: Transaction) -> list[Claim[Post]]:
        await outbox.lock_claims(tx, outbox.scope_of(match_id, ""))
        return await self._claim_next(tx, match_id)

    async def _claim_next(
        self, tx: Transaction, match_id: int | None = None, lanes: Collection[str] = ()
    ) -> list[Claim[Post]]:
        """Claim the first readable post of each free lane of a match, or of some lanes."""
        claims: list[Claim[Post]] = []
        while True:
            now = self._clock()
            until = now + LEASE
            entries = await outbox.claim_next(
                tx, now, until, match_id=match_id, lanes=lanes, shards=self._shards
            )
            built = [await self._build_claim(tx, entry, until) for entry in entries]
            readable = [claim for claim in built if claim is not None]
            claims += readable
            if len(readable) == len(entries):
                return claims

    async def _build_claim(
        self, tx: Transaction, entry: Entry, until: datetime
    ) -> Claim[Post] | None:
        """Return the claim on an entry, or give the entry up if it is unreadable."""
        try:
            post = queue.decoded(entry)
        except UnreadablePostError as error:
            log.exception("could not decode post %s", entry.id)
            await outbox.give_up(tx, entry, self._clock(), _describe(error))
            return None
        settings = GuildSettings(0)
        if post.is_drawn and post.guild_id is not None:
            settings = await stored_settings.get(tx, post.guild_id)
        return Claim(entry, post, settings, until)

    async def _deliver(
        self, claim: Claim[Post], loaded: K | None
    ) -> tuple[Report, list[Claim[Post]]]:
        """Send a claimed post and store the result.

        :returns: the report, and claims on the posts that follow in its match.
        """
        report = Report(claim.post, "sent")
        try:
            try:
                conclude = await self._send_in_time(claim, loaded)
                following = await self._store.write(partial(self._conclude, claim, conclude))
            except NotStoredError:
                raise
            except Exception as error:
                report, following = await self._handle_failure(claim, error)
        except NotStoredError:
            # The result can't be stored either. The next attempt finds what was sent.
            self._unsettled[claim.entry.id] = claim.entry
            raise
        self._publish(report)
        return report, following

    async def _send_in_time(self, claim: Claim[Post], loaded: K | None) -> Conclusion:
        async with asyncio.timeout(TIME_LIMIT.total_seconds()):
            return await self._front.send(claim, loaded)

    async def _conclude(
        self, claim: Claim[Post], conclude: Conclusion, tx: Transaction
    ) -> list[Claim[Post]]:
        """Store the result of a post, and claim those that follow in its match or lane."""
        entry = claim.entry
        await outbox.lock_claims(tx, outbox.scope_of(entry.match_id, entry.lane))
        await conclude(tx, self._clock())
        claims: list[Claim[Post]] = []
        if entry.match_id is None or entry.channel_id is None:
            # A person's lane has messages about several matches.
            claims += await self._claim_next(tx, lanes=[entry.lane])
        if entry.match_id is not None:
            claims += await self._claim_next(tx, entry.match_id)
        return claims

    async def _release_unsettled(self) -> None:
        """Release the claims whose results couldn't be stored, once something can be."""
        entries = tuple(self._unsettled.values())
        if not entries:
            return

        async def release(tx: Transaction) -> None:
            for entry in entries:
                await outbox.unclaim(tx, entry, self._clock())

        await self._store.write(release)
        for entry in entries:
            self._unsettled.pop(entry.id, None)
        self._look_again()

    async def _handle_failure(
        self, claim: Claim[Post], error: Exception
    ) -> tuple[Report, list[Claim[Post]]]:
        """Postpone a post, or give it up after a permanent failure or too many attempts."""
        failure, words = self._front.failure_of(error), _describe(error)
        if failure == "bug":
            log.error("%s failed", claim, exc_info=error)
        elif failure == "later":
            log.warning("%s not delivered: %s", claim, words)
        attempts = claim.entry.attempts + 1
        if failure == "gone" or attempts >= MAX_ATTEMPTS:
            log.warning("gave up %s: %s", claim, words)

            async def give_up(tx: Transaction, now: datetime) -> None:
                await outbox.give_up(tx, claim.entry, now, words)

            following = await self._store.write(partial(self._conclude, claim, give_up))
            return Report(claim.post, "given_up", failure), following
        wait = _wait_after(attempts, failure)

        async def postpone(tx: Transaction, now: datetime) -> None:
            await outbox.postpone(tx, claim.entry, now + wait, words)

        following = await self._store.write(partial(self._conclude, claim, postpone))
        if wait == QUICK_WAIT:
            loop = asyncio.get_running_loop()
            loop.call_later(wait.total_seconds() + QUICK_MARGIN, self._look_again)
        return Report(claim.post, "postponed", failure), following

    def _publish(self, report: Report) -> None:
        for subscriber in self._subscribers:
            subscriber(report)


def _post_of(entry: Entry) -> Post | None:
    """Return the post of an entry, or None if it is unreadable."""
    try:
        return queue.decoded(entry)
    except UnreadablePostError:
        return None


def _comes_before(post: Post, other: Post) -> bool:
    """Whether a post comes before another one of the same event."""
    is_same_event = post.ordered_with is not None and post.ordered_with == other.ordered_with
    return is_same_event and STAGES.index(post.stage) < STAGES.index(other.stage)


def _wait_after(attempts: int, failure: Failure) -> timedelta:
    """Return the time until the next attempt."""
    if failure == "later":
        attempts -= 1
        if attempts == 0:
            return QUICK_WAIT
    return min(FIRST_WAIT * 2 ** min(attempts - 1, 10), MAX_WAIT)


async def _logging_errors(work: Coroutine[Any, Any, object]) -> None:
    try:
        await work
    except NotStoredError as error:
        log.warning("posts can't reach the database: %s", error)
    except Exception:
        log.exception("could not deliver posts")


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
