"""Delivery of the outbox through any front.

A post is queued in the transaction that causes it, so none is lost in a crash. It is claimed before
it is sent, and the claim is renewed while the send is in progress. If the claim is lost, for
example because the machine was suspended, the send is cancelled. Failed posts are retried at
increasing intervals.

Posts of one lane, such as those of a match, are delivered one at a time. Within a process, a lock
ensures that. Across processes, no post is claimed while another one of its lane is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from club.outbox import claims, codec
from club.outbox.claims import Claim, Conclusion, Failure, Outcome, Report
from club.outbox.codec import UnreadablePostError
from club.outbox.kinds import STAGES, Lane, Post, Stage
from storage.database.errors import NotStored
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import outbox
from storage.matches.outbox import Entry
from storage.members import guild_settings
from storage.members.guild_settings import GuildSettings

FIRST_WAIT = timedelta(seconds=30)
MAX_WAIT = timedelta(hours=1)
MAX_ATTEMPTS = 60
"""Maximum number of attempts, about two days at mostly hourly intervals."""

AT_ONCE = 8
"""Number of lanes served concurrently."""

BATCH_SIZE = 100
"""Maximum number of posts per round."""

RETENTION = timedelta(days=7)
"""How long results of deliveries are kept."""

log = logging.getLogger(__name__)

K_contra = TypeVar("K_contra", contravariant=True)
K = TypeVar("K")


class Front(Protocol[K_contra]):
    """A front that sends posts."""

    async def send(self, claim: Claim[Post], present: K_contra | None) -> Conclusion:
        """Send a post.

        :param present: the subject of the post, if the caller has just loaded it.
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
        self._lanes = WeakValueDictionary[Lane, asyncio.Lock]()
        self._subscribers: list[Callable[[Report], None]] = []

    def subscribe(self, subscriber: Callable[[Report], None]) -> None:
        """Call a subscriber with a report of each attempted delivery."""
        self._subscribers.append(subscriber)

    async def take_over(self) -> None:
        """Release all claims on posts of these shards, which no other live process serves."""
        async with self._store.write() as tx:
            released = await outbox.release(tx, self._clock(), self._shards)
        if released:
            log.info("took over %d posts from a previous process", released)

    async def forget_delivered(self) -> None:
        """Delete old results of deliveries."""
        async with self._store.write() as tx:
            await outbox.forget(tx, self._clock() - RETENTION)

    async def deliver_due(self) -> None:
        """Deliver all due posts, including those queued meanwhile."""
        while await self._deliver_all(await self._due()):
            pass

    async def deliver_match(self, match_id: int, present: K | None = None) -> list[Report]:
        """Deliver the due posts of a match in order.

        :param present: the match, if the caller has just loaded it.
        """
        reports: list[Report] = []
        while True:
            async with self._lane(("match", match_id)):
                claim = await self._store.writing(partial(self._claim_next, match_id))
                while claim is not None and claim.post.channel_id is not None:
                    report, claim = await self._deliver(claim, present, following=match_id)
                    reports.append(report)
            if claim is None:
                return reports
            # Outside the lane, so that a slow direct message doesn't delay a board.
            report, _ = await self._deliver(claim, present)
            reports.append(report)

    async def deliver_challenge(self, challenge_id: int) -> list[Report]:
        """Deliver the due posts of a challenge."""
        async with self._store.read() as tx:
            entries = await outbox.due(tx, self._clock(), BATCH_SIZE, challenge_id, self._shards)
        return [report for entry in entries for report in await self._deliver_entry(entry)]

    async def deliver_key(self, key: str) -> list[Report]:
        """Deliver the post with a key, if due."""
        async with self._store.read() as tx:
            entry = await outbox.get(tx, key)
        return [] if entry is None else await self._deliver_entry(entry)

    async def _due(self) -> tuple[Entry, ...]:
        async with self._store.read() as tx:
            return await outbox.due(tx, self._clock(), BATCH_SIZE, shards=self._shards)

    async def _deliver_all(self, entries: tuple[Entry, ...]) -> bool:
        """Deliver some posts.

        :returns: False if none of them could be claimed.
        """
        lanes_of: dict[Stage, dict[Lane, list[Entry]]] = {stage: {} for stage in STAGES}
        for entry in entries:
            post = await self._read(entry)
            if post is not None:
                lanes_of[post.stage].setdefault(post.lane, []).append(entry)
        slots = asyncio.Semaphore(AT_ONCE)

        async def serve(entries: list[Entry]) -> bool:
            async with slots:
                return any([await self._deliver_entry(entry) for entry in entries])

        is_progress = False
        for lanes in lanes_of.values():
            is_progress |= any(await asyncio.gather(*map(serve, lanes.values())))
        return is_progress

    async def _deliver_entry(self, entry: Entry) -> list[Report]:
        """Deliver a due post unless it is claimed. A match post delivers all posts of its match."""
        if entry.match_id is not None and entry.channel_id is not None:
            return await self.deliver_match(entry.match_id)
        post = await self._read(entry)
        if post is None:
            return []
        async with self._lane(post.lane):
            claim = await self._store.writing(partial(self._claim, entry))
            return [] if claim is None else [(await self._deliver(claim, None))[0]]

    def _lane(self, lane: Lane) -> asyncio.Lock:
        return self._lanes.setdefault(lane, asyncio.Lock())

    async def _claim(self, entry: Entry, tx: Transaction) -> Claim[Post] | None:
        now = self._clock()
        is_own = await outbox.claim(tx, entry, now, now + claims.LEASE)
        return await self._build_claim(tx, entry) if is_own else None

    async def _claim_next(self, match_id: int, tx: Transaction) -> Claim[Post] | None:
        await outbox.lock_claims(tx, match_id)
        return await self._claim_following(match_id, tx)

    async def _claim_following(self, match_id: int, tx: Transaction) -> Claim[Post] | None:
        claim = None
        while claim is None:
            now = self._clock()
            entry = await outbox.claim_next(
                tx, now, now + claims.LEASE, match_id=match_id, shards=self._shards
            )
            if entry is None:
                return None
            claim = await self._build_claim(tx, entry)
        return claim

    async def _build_claim(self, tx: Transaction, entry: Entry) -> Claim[Post] | None:
        """Return the claim on an entry, or give the entry up if it is unreadable."""
        try:
            post = codec.decoded(entry)
        except UnreadablePostError as error:
            log.exception("could not decode post %s", entry.id)
            await outbox.give_up(tx, entry, self._clock(), _describe(error))
            return None
        settings = GuildSettings(0)
        if post.is_drawn and post.guild_id is not None:
            settings = await guild_settings.get(tx, post.guild_id)
        return Claim(entry, post, settings)

    async def _read(self, entry: Entry) -> Post | None:
        """Decode the post of an entry, or give the entry up if it is unreadable."""
        try:
            return codec.decoded(entry)
        except UnreadablePostError:
            await self._store.writing(partial(self._claim, entry))
            return None

    async def _deliver(
        self, claim: Claim[Post], present: K | None, *, following: int | None = None
    ) -> tuple[Report, Claim[Post] | None]:
        """Send a claimed post and store the result.

        :param following: the match whose next post is claimed in the same transaction.
        :returns: the report, and the claim on the next post.
        """
        try:
            conclude = await self._send_in_time(claim, present)
            next_claim = await self._store.writing(partial(self._conclude, conclude, following))
        except NotStored:
            # The result can't be stored either. The post is due again when the claim expires.
            raise
        except Exception as error:
            report = await self._handle_failure(claim, error)
            self._publish(report)
            next_claim = None
            if following is not None:
                next_claim = await self._store.writing(partial(self._claim_next, following))
            return report, next_claim
        report = Report(claim.post, "sent")
        self._publish(report)
        return report, next_claim

    async def _conclude(
        self, conclude: Conclusion, following: int | None, tx: Transaction
    ) -> Claim[Post] | None:
        if following is None:
            await conclude(tx, self._clock())
            return None
        await outbox.lock_claims(tx, following)
        await conclude(tx, self._clock())
        return await self._claim_following(following, tx)

    async def _send_in_time(self, claim: Claim[Post], present: K | None) -> Conclusion:
        """Send a post while its claim can be renewed.

        :raises TimeoutError: if the claim has expired.
        """
        async with asyncio.timeout(claims.LEASE.total_seconds()) as lease:
            renewing = asyncio.create_task(self._keep_renewing(claim, lease))
            try:
                return await self._front.send(claim, present)
            finally:
                renewing.cancel()

    async def _keep_renewing(self, claim: Claim[Post], lease: asyncio.Timeout) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(claims.LEASE.total_seconds() / 3)
            expires = loop.time() + claims.LEASE.total_seconds()
            try:
                async with self._store.write() as tx:
                    is_own = await outbox.renew(tx, claim.entry, self._clock() + claims.LEASE)
            except NotStored as error:
                log.info("could not renew the claim on %s: %s", claim, error)
                continue
            if not is_own:
                log.warning("lost the claim on %s", claim)
            lease.reschedule(expires if is_own else loop.time())

    async def _handle_failure(self, claim: Claim[Post], error: Exception) -> Report:
        """Postpone a post, or give it up after a permanent failure or too many attempts."""
        failure = self._front.failure_of(error)
        if failure == "bug":
            log.error("%s failed", claim, exc_info=error)
        elif failure == "later":
            log.warning("%s not delivered: %s", claim, error)
        attempts = claim.entry.attempts + 1
        outcome: Outcome = "postponed"
        if failure == "gone" or attempts >= MAX_ATTEMPTS:
            outcome = "given_up"
            log.warning("gave up %s: %s", claim, error)
        wait = min(FIRST_WAIT * 2 ** min(attempts - 1, 10), MAX_WAIT)
        async with self._store.write() as tx:
            now, words = self._clock(), _describe(error)
            if outcome == "given_up":
                await outbox.give_up(tx, claim.entry, now, words)
            else:
                await outbox.postpone(tx, claim.entry, now + wait, words)
        return Report(claim.post, outcome, failure)

    def _publish(self, report: Report) -> None:
        for subscriber in self._subscribers:
            subscriber(report)


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
