"""Delivery of posts through any front: order, retries and claims."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import select, text, update

from club.matches import changes
from club.matches.changes import Agreement
from club.outbox import delivery, posts, queue
from club.outbox.delivery import (
    AT_ONCE_PER_SERVER,
    FIRST_WAIT,
    MAX_ATTEMPTS,
    MAX_WAIT,
    QUICK_WAIT,
    RETENTION,
    Claim,
    Conclusion,
    Delivery,
    Failure,
    Report,
)
from club.outbox.kinds import CardPost, DirectPost, Post
from storage.database.transaction import NotStoredError
from storage.matches.match import Place, StoredMatch, Terms
from storage.outbox import OUTBOX
from storage.servers import settings
from storage.servers.settings import GuildSettings
from tests.club.conftest import on_sqlite
from tests.club.services import ADA, BEN, CHANNEL, GUILD, NOON, Services
from tests.discord.waiting import SOON


class DeliveryFailed(Exception):
    """A delivery error of the front."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"it is {failure}")
        self.failure: Failure = failure


class Front:
    """A front that records its posts, and fails on demand."""

    def __init__(self) -> None:
        self.claims: list[Claim[Post]] = []
        self.failing: dict[str, Failure] = {}
        """The failures to simulate, by kind of post."""
        self.hold: asyncio.Event | None = None
        """An event that sending waits for, if set."""
        self.is_held: Callable[[Post], bool] = lambda post: True
        """Whether a post waits for `hold`."""
        self.arrived = asyncio.Semaphore(0)
        """Released as each attempt begins."""

    @property
    def keys(self) -> list[str]:
        """The keys of the posts received, in order."""
        return [each.key for each in self.claims]

    def hold_posts(self, is_held: Callable[[Post], bool]) -> asyncio.Event:
        """Hold some posts until an event is set, as a slow place does."""
        self.hold, self.is_held = asyncio.Event(), is_held
        return self.hold

    async def receives(self, *keys: str) -> None:
        """Wait until exactly these posts have been received, in any order."""
        async with asyncio.timeout(SOON):
            while len(self.claims) < len(keys):
                await self.arrived.acquire()
        assert sorted(self.keys) == sorted(keys)

    async def send(self, claim: Claim[Post], loaded: object) -> Conclusion:
        self.claims.append(claim)
        self.arrived.release()
        if self.hold is not None and self.is_held(claim.post):
            await self.hold.wait()
        if claim.post.kind in self.failing:
            raise DeliveryFailed(self.failing[claim.post.kind])
        return delivery.sent(claim, 1000 + len(self.claims))

    def failure_of(self, error: Exception) -> Failure:
        return error.failure if isinstance(error, DeliveryFailed) else "bug"


class DeliveryStage:
    """A front, and the delivery through it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.front = Front()
        self.delivery = Delivery[object](services.store, lambda: services.now, self.front)
        self.reports: list[Report] = []
        self.delivery.subscribe(self.reports.append)

    @property
    def outcomes(self) -> list[tuple[str, str | None]]:
        return [(each.outcome, each.failure) for each in self.reports]

    async def rows(self) -> list[tuple[str, datetime, int, bool, bool, str | None]]:
        """Each post's key, due time, attempts, sent and dropped flags, and last error."""
        row = OUTBOX.c
        query = select(
            row.key,
            row.due_at,
            row.attempts,
            row.sent_at.is_not(None),
            row.gave_up_at.is_not(None),
            row.error,
        )
        async with self.services.store.read() as tx:
            return [tuple(each) for each in await tx.execute(query.order_by(row.id))]


@pytest.fixture
def stage(services: Services) -> DeliveryStage:
    return DeliveryStage(services)


async def three_boards(services: Services) -> StoredMatch:
    """A match with three pending boards, of the start and two moves."""
    match = await services.matches.find(await services.start_match(ADA, BEN))
    for _ in range(2):
        assert match.player_to_move is not None
        user_id = match.player_to_move.user_id
        match = await services.matches.play(match.id, user_id, match.position.moves()[0])
    return match.stored


async def test_pending_posts_are_sent_once_and_in_order(
    services: Services, stage: DeliveryStage
) -> None:
    match = await three_boards(services)
    await stage.delivery.deliver_due()
    await stage.delivery.deliver_due()
    assert stage.front.keys == [f"b{match.id}-{version}" for version in (1, 2, 3)]
    assert stage.outcomes == [("sent", None)] * 3
    assert [row[3:] for row in await stage.rows()] == [(True, False, None)] * 3
    assert not any(each.is_repeated for each in stage.front.claims)


async def test_posts_are_sequential_within_a_match_and_parallel_across_matches(
    services: Services, stage: DeliveryStage
) -> None:
    first, second = await three_boards(services), await three_boards(services)
    released = stage.front.hold_posts(lambda post: True)
    delivering = asyncio.create_task(stage.delivery.deliver_due())
    for _ in range(2):
        await stage.front.arrived.acquire()
    assert await stage.delivery.deliver_match(first.id) == []
    assert {each.post.match_id for each in stage.front.claims} == {first.id, second.id}
    assert len(stage.front.claims) == 2
    released.set()
    await delivering
    assert len(stage.front.keys) == len({*stage.front.keys}) == 6


async def two_places(services: Services) -> StoredMatch:
    """A match of Ada and Ben in two servers, with two pending boards in each of them."""
    terms, places = Terms("skirt", {"size": 4}), [Place(GUILD, CHANNEL), Place(9, 10)]
    players = [ADA, replace(BEN, home=2)]
    async with services.store.write() as tx:
        agreement = Agreement(terms, places, players)
        match_id = (await changes.begin(tx, agreement, Random(1), services.now)).id
    match = await services.matches.find(match_id)
    return (await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])).stored


async def test_a_slow_place_does_not_delay_the_other_place_of_its_match(
    services: Services, stage: DeliveryStage
) -> None:
    match = await two_places(services)
    released = stage.front.hold_posts(lambda post: post.guild_id == GUILD)
    delivering = asyncio.create_task(stage.delivery.deliver_match(match.id))
    await stage.front.receives("b1-1", "b1.2-1", "b1.2-2")
    found = await services.matches.find(match.id)
    await services.matches.play(match.id, BEN.user_id, found.position.moves()[0])
    async with asyncio.timeout(SOON):
        (report,) = await stage.delivery.deliver_match(match.id)
    assert report.post.guild_id == 9
    released.set()
    await delivering
    assert stage.front.keys[-2:] == ["b1-2", "b1-3"]


async def test_a_slow_direct_message_delays_neither_boards_nor_other_messages(
    services: Services, stage: DeliveryStage
) -> None:
    match_id = await services.start_match(ADA, BEN)
    async with services.store.write() as tx:
        match = (await services.matches.find(match_id)).stored
        for person in (ADA, BEN):
            post = posts.direct(match, person.user_id, "resumed", services.now)
            await queue.enqueue(tx, post)
    released = stage.front.hold_posts(
        lambda post: isinstance(post, DirectPost) and post.user_id == ADA.user_id
    )
    delivering = asyncio.create_task(stage.delivery.deliver_match(match_id))
    keys = ["b1-1", f"d1-1-resumed-0-{ADA.user_id}", f"d1-1-resumed-0-{BEN.user_id}"]
    await stage.front.receives(*keys)
    found = await services.matches.find(match_id)
    await services.matches.play(match_id, ADA.user_id, found.position.moves()[0])
    async with asyncio.timeout(SOON):
        (report,) = await stage.delivery.deliver_match(match_id)
    assert report.post.kind == "card"
    released.set()
    assert sorted(each.post.kind for each in await delivering) == ["card", "direct", "direct"]


async def test_posts_queued_during_a_delivery_are_delivered_too(
    services: Services, stage: DeliveryStage
) -> None:
    await services.start_match(ADA, BEN)
    released = stage.front.hold_posts(lambda post: True)
    delivering = asyncio.create_task(stage.delivery.deliver_due())
    await stage.front.receives("b1-1")
    await services.start_match(ADA, BEN)
    released.set()
    await delivering
    assert stage.front.keys == ["b1-1", "b2-1"]


async def test_a_slow_server_leaves_room_for_others(
    services: Services, stage: DeliveryStage
) -> None:
    for _ in range(AT_ONCE_PER_SERVER + 2):
        await services.start_match(ADA, BEN)
    other = await services.start_match(ADA, BEN, guild_id=9)
    released = stage.front.hold_posts(lambda post: post.guild_id == GUILD)
    slow = [f"b{number}-1" for number in range(1, AT_ONCE_PER_SERVER + 3)]
    # It returns without waiting for anything.
    await stage.delivery.begin_due()
    await stage.front.receives(*slow[:AT_ONCE_PER_SERVER], f"b{other}-1")
    released.set()
    await stage.front.receives(*slow, f"b{other}-1")
    await stage.delivery.deliver_due()
    assert stage.outcomes == [("sent", None)] * len(stage.front.claims)


async def test_a_full_batch_of_a_slow_server_does_not_hide_others(
    services: Services, stage: DeliveryStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.outbox.delivery.BATCH_SIZE", AT_ONCE_PER_SERVER)
    for _ in range(AT_ONCE_PER_SERVER + 1):
        await services.start_match(ADA, BEN)
    other = await services.start_match(ADA, BEN, guild_id=9)
    released = stage.front.hold_posts(lambda post: post.guild_id == GUILD)
    await stage.delivery.begin_due()
    slow = [f"b{number}-1" for number in range(1, AT_ONCE_PER_SERVER + 1)]
    await stage.front.receives(*slow, f"b{other}-1")
    released.set()
    await stage.delivery.deliver_due()


async def test_many_messages_to_a_slow_person_hide_none_of_others(
    services: Services, stage: DeliveryStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.outbox.delivery.BATCH_SIZE", 4)
    digests = [posts.digest(ADA.user_id, NOON + n * FIRST_WAIT, NOON) for n in range(5)]
    async with services.store.write() as tx:
        for each in digests:
            await queue.enqueue(tx, each)
    match_id = await services.start_match(ADA, BEN)
    released = stage.front.hold_posts(lambda post: post.kind == "digest")
    await stage.delivery.begin_due()
    await stage.front.receives(digests[0].key, f"b{match_id}-1")
    released.set()
    await stage.delivery.deliver_due()
    assert stage.front.keys[2:] == [each.key for each in digests[1:]]


async def test_a_post_that_takes_too_long_is_retried(
    services: Services, stage: DeliveryStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert delivery.TIME_LIMIT < delivery.LEASE
    monkeypatch.setattr(delivery, "TIME_LIMIT", timedelta(seconds=0.05))
    match = await three_boards(services)
    stage.front.hold_posts(lambda post: isinstance(post, CardPost) and post.version == 1)
    async with asyncio.timeout(SOON):
        await stage.delivery.deliver_due()
    assert [row[3] for row in await stage.rows()] == [False, True, True]
    stage.front.hold = None
    services.now += FIRST_WAIT
    await stage.delivery.deliver_due()
    assert stage.front.keys[-1] == f"b{match.id}-1"
    assert stage.front.claims[-1].is_repeated


@pytest.mark.parametrize("failure", ["later", "refused"])
async def test_failed_posts_are_retried_at_increasing_intervals(
    services: Services, stage: DeliveryStage, failure: Failure
) -> None:
    await services.start_match(ADA, BEN)
    stage.front.failing["card"] = failure
    waits: list[timedelta] = []
    for attempt in range(1, 10):
        await stage.delivery.deliver_due()
        ((_, due_at, attempts, *_, error),) = await stage.rows()
        assert (attempts, error) == (attempt, f"DeliveryFailed: it is {failure}")
        waits.append(due_at - services.now)
        services.now = due_at - timedelta(seconds=1)
        await stage.delivery.deliver_due()
        assert len(stage.front.claims) == attempt
        services.now = due_at
    # An answer may just have been lost. A permission is missing for longer.
    quick = [QUICK_WAIT] if failure == "later" else []
    usual = [min(FIRST_WAIT * 2**number, MAX_WAIT) for number in range(9)]
    assert waits == [*quick, *usual][:9]
    stage.front.failing.clear()
    await stage.delivery.deliver_due()
    assert stage.outcomes == [("postponed", failure)] * 9 + [("sent", None)]
    assert stage.front.claims[-1].is_repeated


async def test_the_first_retry_needs_no_chores(
    services: Services, stage: DeliveryStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.outbox.delivery.QUICK_WAIT", timedelta(seconds=0.01))
    match_id = await services.start_match(ADA, BEN)
    stage.front.failing["card"] = "later"
    await stage.delivery.deliver_match(match_id)
    stage.front.failing.clear()
    services.now += timedelta(seconds=1)
    await stage.front.receives("b1-1", "b1-1")


@on_sqlite
async def test_claims_left_by_a_full_disk_are_released_with_the_next_transaction(
    services: Services, stage: DeliveryStage
) -> None:
    first, second = [await services.start_match(ADA, BEN) for _ in range(2)]
    async with services.store.write() as tx:
        # Make storing a result need far more space than is left.
        await tx.execute(text("CREATE TABLE ballast (content)"))
        await tx.execute(
            text(
                "CREATE TRIGGER heavy BEFORE UPDATE OF sent_at ON outbox "
                "BEGIN INSERT INTO ballast VALUES (zeroblob(1000000)); END"
            )
        )
        (pages,) = (await tx.execute(text("PRAGMA page_count"))).one()
        await tx.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(NotStoredError):
        await stage.delivery.deliver_match(first)
    async with services.store.write() as tx:
        await tx.execute(text("PRAGMA max_page_count = 1000000"))
    await stage.delivery.deliver_match(second)
    await stage.delivery.deliver_due()
    assert sorted(stage.front.keys) == [f"b{first}-1", f"b{first}-1", f"b{second}-1"]
    assert [each.is_repeated for each in stage.front.claims if each.key == "b1-1"] == [False, True]
    assert [row[3] for row in await stage.rows()] == [True, True]


@pytest.mark.parametrize(
    ("failure", "attempts"), [("gone", 1), ("later", MAX_ATTEMPTS), ("bug", MAX_ATTEMPTS)]
)
async def test_undeliverable_posts_are_dropped(
    services: Services, stage: DeliveryStage, failure: Failure, attempts: int
) -> None:
    await services.start_match(ADA, BEN)
    stage.front.failing["card"] = failure
    for _ in range(MAX_ATTEMPTS + 1):
        await stage.delivery.deliver_due()
        services.now += MAX_WAIT
    assert len(stage.front.claims) == attempts
    assert stage.outcomes[-1] == ("given_up", failure)
    assert {each[0] for each in stage.outcomes[:-1]} <= {"postponed"}
    ((*_, was_sent, was_given_up, error),) = await stage.rows()
    assert (was_sent, was_given_up, error) == (False, True, f"DeliveryFailed: it is {failure}")


async def test_a_failed_post_does_not_delay_others_of_the_match(
    services: Services, stage: DeliveryStage
) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    stage.front.failing["card"] = "refused"
    async with services.store.write() as tx:
        match = (await services.matches.find(match_id)).stored
        await queue.enqueue(tx, posts.card(match.place, services.now))
        await queue.enqueue(tx, posts.direct(match, ADA.user_id, "turn", services.now))
    reports = await stage.delivery.deliver_match(match_id)
    assert [(each.post.kind, each.outcome) for each in reports] == [
        ("card", "postponed"),
        ("card", "postponed"),
        ("direct", "sent"),
    ]


async def test_an_unreadable_post_is_dropped_and_the_others_are_sent(
    services: Services, stage: DeliveryStage
) -> None:
    match = await three_boards(services)
    async with services.store.write() as tx:
        of_second = OUTBOX.c.key == f"b{match.id}-2"
        await tx.execute(update(OUTBOX).where(of_second).values(kind="poster"))
    await stage.delivery.deliver_due()
    assert stage.front.keys == [f"b{match.id}-1", f"b{match.id}-3"]
    sent, unreadable, last = await stage.rows()
    assert [row[3:5] for row in (sent, last)] == [(True, False)] * 2
    assert unreadable[3:5] == (False, True)
    assert unreadable[5]


async def test_an_unreadable_post_without_a_match_is_dropped_too(
    services: Services, stage: DeliveryStage
) -> None:
    async with services.store.write() as tx:
        await queue.enqueue(tx, posts.greeting(GUILD, CHANNEL, NOON))
        await tx.execute(update(OUTBOX).values(kind="nothing known"))
    await stage.delivery.deliver_due()
    assert stage.front.claims == []
    assert [row[3:5] for row in await stage.rows()] == [(False, True)]


async def test_a_rendered_post_uses_the_settings_of_its_server(
    services: Services, stage: DeliveryStage
) -> None:
    async with services.store.write() as tx:
        await settings.save(tx, GuildSettings(GUILD, board_width=480))
    await services.start_match(ADA, BEN)
    await stage.delivery.deliver_due()
    assert [each.settings.board_width for each in stage.front.claims] == [480]


async def test_another_process_leaves_a_claimed_post_alone_until_the_claim_expires(
    services: Services, stage: DeliveryStage
) -> None:
    match_id = await services.start_match(ADA, BEN)
    stage.front.hold = asyncio.Event()
    sending = asyncio.create_task(stage.delivery.deliver_match(match_id))
    await stage.front.arrived.acquire()
    other = DeliveryStage(services)
    assert await other.delivery.deliver_match(match_id) == []
    services.now += delivery.LEASE
    assert len(await other.delivery.deliver_match(match_id)) == 1
    assert other.front.claims[0].is_repeated
    stage.front.hold.set()
    await sending
    assert [row[2:4] for row in await stage.rows()] == [(2, True)]


async def test_a_new_process_takes_over_the_claims_of_a_dead_one(
    services: Services, stage: DeliveryStage
) -> None:
    match_id = await services.start_match(ADA, BEN)
    stage.front.hold = asyncio.Event()
    sending = asyncio.create_task(stage.delivery.deliver_match(match_id))
    await stage.front.arrived.acquire()
    sending.cancel()
    await asyncio.wait([sending])
    other = DeliveryStage(services)
    await other.delivery.take_over()
    await other.delivery.deliver_due()
    assert other.outcomes == [("sent", None)]


async def test_a_post_is_delivered_by_its_key_once(
    services: Services, stage: DeliveryStage
) -> None:
    async with services.store.write() as tx:
        await queue.enqueue(tx, posts.greeting(GUILD, CHANNEL, NOON))
    (report,) = await stage.delivery.deliver_key(f"h{GUILD}")
    assert (report.post.kind, report.outcome) == ("greeting", "sent")
    assert await stage.delivery.deliver_key(f"h{GUILD}") == []
    assert await stage.delivery.deliver_key("h0") == []


async def test_results_are_kept_for_a_week(services: Services, stage: DeliveryStage) -> None:
    await services.start_match(ADA, BEN)
    await stage.delivery.deliver_due()
    services.now += RETENTION - timedelta(seconds=1)
    await stage.delivery.forget_delivered()
    assert len(await stage.rows()) == 1
    services.now += timedelta(seconds=2)
    await stage.delivery.forget_delivered()
    assert await stage.rows() == []
