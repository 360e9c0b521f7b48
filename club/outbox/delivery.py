"""Delivering the outbox, whatever front sends it.

A post is queued by the transaction that makes it necessary, so none is lost when a process dies.
It is claimed for a while before it is sent, and the claim is renewed for as long as the sending
takes. If it is lost anyway, as by a machine that slept, the sending is broken off and changes
nothing more. What can't be delivered now is tried again, at growing intervals.

Posts of one lane, such as those of a match, are delivered one after another: within this process
by a lock, across processes by the rule that claims nothing beside a post in hand.
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
LONGEST_WAIT = timedelta(hours=1)
MOST_ATTEMPTS = 60
"""About two days of trying, most of it once an hour."""

AT_ONCE = 8
"""Lanes served at the same time."""

MOST_AT_ONCE = 100
"""Rows looked at in one round."""

KEPT = timedelta(days=7)
"""How long the result of a delivery can be looked up."""

log = logging.getLogger(__name__)

K_contra = TypeVar("K_contra", contravariant=True)
K = TypeVar("K")


class Front(Protocol[K_contra]):
    """What sends the posts."""

    async def send(self, claim: Claim[Post], present: K_contra | None) -> Conclusion:
        """Send a post.

        :param present: the subject of the post as the caller has just loaded it, if they have.
        :returns: what stores the result.
        """
        ...

    def failure_of(self, error: Exception) -> Failure:
        """Classify an error of `send`."""
        ...


class Delivery(Generic[K]):
    """Claims due posts, has them sent, and stores the results."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        front: Front[K],
        *,
        shards: Shards = ALL,
    ) -> None:
        """:param shards: whose servers are delivered to, and no others."""
        self._store = store
        self._clock = clock
        self._front = front
        self._shards = shards
        self._lanes = WeakValueDictionary[Lane, asyncio.Lock]()
        self._subscribers: list[Callable[[Report], None]] = []

    def subscribe(self, subscriber: Callable[[Report], None]) -> None:
        """Report each attempt at a delivery to a subscriber."""
        self._subscribers.append(subscriber)

    async def take_over(self) -> None:
        """Make due what a process that died had claimed: no other one serves the same servers."""
        async with self._store.write() as tx:
            released = await outbox.release(tx, self._clock(), self._shards)
        if released:
            log.info("%d posts taken over from the process before", released)

    async def forget_delivered(self) -> None:
        """Keep the outbox small: drop the results of deliveries long ago."""
        async with self._store.write() as tx:
            await outbox.forget(tx, self._clock() - KEPT)

    async def deliver_due(self) -> None:
        """Deliver all posts that are due, and those that follow from them."""
        while await self._deliver_all(await self._due()):
            pass

    async def deliver_match(self, match_id: int, present: K | None = None) -> list[Report]:
        """Deliver what is due for one match now, in order.

        :param present: the match as the caller has just loaded it.
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
            # A slow direct message keeps no board waiting.
            report, _ = await self._deliver(claim, present)
            reports.append(report)

    async def deliver_challenge(self, challenge_id: int) -> list[Report]:
        """Deliver what is due for one challenge now."""
        async with self._store.read() as tx:
            due = await outbox.due(tx, self._clock(), MOST_AT_ONCE, challenge_id, self._shards)
        return [report for entry in due for report in await self._deliver_entry(entry)]

    async def deliver_key(self, key: str) -> list[Report]:
        """Deliver the post of a key now, if it is due."""
        async with self._store.read() as tx:
            entry = await outbox.get(tx, key)
        return [] if entry is None else await self._deliver_entry(entry)

    async def _due(self) -> tuple[Entry, ...]:
        async with self._store.read() as tx:
            return await outbox.due(tx, self._clock(), MOST_AT_ONCE, shards=self._shards)

    async def _deliver_all(self, due: tuple[Entry, ...]) -> bool:
        """Deliver some posts.

        :returns: False if none of them could be claimed.
        """
        lanes_of: dict[Stage, dict[Lane, list[Entry]]] = {stage: {} for stage in STAGES}
        for entry in due:
            post = await self._read(entry)
            if post is not None:
                lanes_of[post.stage].setdefault(post.lane, []).append(entry)
        room = asyncio.Semaphore(AT_ONCE)

        async def serve(entries: list[Entry]) -> bool:
            async with room:
                return any([await self._deliver_entry(entry) for entry in entries])

        is_progress = False
        for lanes in lanes_of.values():
            is_progress |= any(await asyncio.gather(*map(serve, lanes.values())))
        return is_progress

    async def _deliver_entry(self, entry: Entry) -> list[Report]:
        """Deliver a post that was due, unless it has been claimed since; with one of a match, all
        that is due for the match."""
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
        return await self._claimed(tx, entry) if is_own else None

    async def _claim_next(self, match_id: int, tx: Transaction) -> Claim[Post] | None:
        await outbox.take_turns(tx, match_id)
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
            claim = await self._claimed(tx, entry)
        return claim

    async def _claimed(self, tx: Transaction, entry: Entry) -> Claim[Post] | None:
        """The claim on an entry; None if that is unreadable, which is given up."""
        try:
            post = codec.decoded(entry)
        except UnreadablePostError as error:
            log.exception("post %s can't be read", entry.id)
            await outbox.give_up(tx, entry, self._clock(), _described(error))
            return None
        settings = GuildSettings(0)
        if post.is_drawn and post.guild_id is not None:
            settings = await guild_settings.get(tx, post.guild_id)
        return Claim(entry, post, settings)

    async def _read(self, entry: Entry) -> Post | None:
        """The post of an entry; None if that is unreadable, which is given up."""
        try:
            return codec.decoded(entry)
        except UnreadablePostError:
            await self._store.writing(partial(self._claim, entry))
            return None

    async def _deliver(
        self, claim: Claim[Post], present: K | None, *, following: int | None = None
    ) -> tuple[Report, Claim[Post] | None]:
        """Send a claimed post, and store the result.

        :param following: the match whose next post is claimed along with that.
        :returns: the result, and the claim on the next post.
        """
        try:
            conclude = await self._send_in_time(claim, present)
            next_claim = await self._store.writing(partial(self._conclude, conclude, following))
        except NotStored:
            # No result can be stored either; it is due again when the claim is over.
            raise
        except Exception as error:
            report = await self._failed(claim, error)
            self._tell(report)
            next_claim = None
            if following is not None:
                next_claim = await self._store.writing(partial(self._claim_next, following))
            return report, next_claim
        report = Report(claim.post, "sent")
        self._tell(report)
        return report, next_claim

    async def _conclude(
        self, conclude: Conclusion, following: int | None, tx: Transaction
    ) -> Claim[Post] | None:
        if following is None:
            await conclude(tx, self._clock())
            return None
        await outbox.take_turns(tx, following)
        await conclude(tx, self._clock())
        return await self._claim_following(following, tx)

    async def _send_in_time(self, claim: Claim[Post], present: K | None) -> Conclusion:
        """Send a post for as long as the claim can be renewed.

        :raises TimeoutError: if someone else may have it by now.
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
            ends = loop.time() + claims.LEASE.total_seconds()
            try:
                async with self._store.write() as tx:
                    is_own = await outbox.renew(tx, claim.entry, self._clock() + claims.LEASE)
            except NotStored as error:
                log.info("the claim on %s is not renewed: %s", claim, error)
                continue
            if not is_own:
                log.warning("the claim on %s is lost", claim)
            lease.reschedule(ends if is_own else loop.time())

    async def _failed(self, claim: Claim[Post], error: Exception) -> Report:
        """Try a post again later, or give it up if that is hopeless."""
        failure = self._front.failure_of(error)
        if failure == "bug":
            log.error("%s failed", claim, exc_info=error)
        elif failure == "later":
            log.warning("%s not delivered: %s", claim, error)
        attempts = claim.entry.attempts + 1
        outcome: Outcome = "postponed"
        if failure == "gone" or attempts >= MOST_ATTEMPTS:
            outcome = "given_up"
            log.warning("%s given up: %s", claim, error)
        wait = min(FIRST_WAIT * 2 ** min(attempts - 1, 10), LONGEST_WAIT)
        async with self._store.write() as tx:
            now, words = self._clock(), _described(error)
            if outcome == "given_up":
                await outbox.give_up(tx, claim.entry, now, words)
            else:
                await outbox.postpone(tx, claim.entry, now + wait, words)
        return Report(claim.post, outcome, failure)

    def _tell(self, report: Report) -> None:
        for subscriber in self._subscribers:
            subscriber(report)


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
