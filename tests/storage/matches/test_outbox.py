"""The outbox: unique keys, order, claims and retries."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from storage.database.shards import Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import outbox
from storage.matches.outbox import Entry, NewEntry
from tests.storage.samples import CHANNEL, MINUTE, NOON, add_challenge, add_match


def a_post(key: str, at: datetime = NOON, match_id: int | None = None) -> NewEntry:
    return NewEntry(key, "card", CHANNEL, {"ply": 23, "words": "“Zug”"}, at, match_id)


async def keys_due(tx: Transaction, now: datetime, limit: int = 9) -> list[str]:
    return [entry.key for entry in await outbox.due(tx, now, limit)]


async def load_entry(tx: Transaction, key: str) -> Entry:
    entry = await outbox.get(tx, key)
    assert entry is not None
    return entry


async def claim_again(tx: Transaction, key: str, now: datetime = NOON) -> Entry:
    """Claim an entry for a minute, and return it as it was before."""
    entry = await load_entry(tx, key)
    assert await outbox.claim(tx, entry, now, now + MINUTE)
    return entry


async def claim_next(tx: Transaction, match_id: int, now: datetime) -> Entry | None:
    await outbox.lock_claims(tx, match_id)
    return await outbox.claim_next(tx, now, now + MINUTE, match_id=match_id)


async def test_a_post_comes_back_as_it_was_queued(store: Store) -> None:
    async with store.write() as tx:
        match, challenge = await add_match(tx), await add_challenge(tx)
        post = NewEntry("k", "card", CHANNEL, {"ply": [1, None]}, NOON, match.id, challenge.id)
        assert await outbox.enqueue(tx, post)
        (entry,) = await outbox.due(tx, NOON, 9)
        assert entry == await outbox.get(tx, "k")
    assert (entry.key, entry.kind, entry.channel_id) == ("k", "card", CHANNEL)
    assert entry.payload == {"ply": [1, None]}
    assert (entry.match_id, entry.challenge_id) == (match.id, challenge.id)
    assert (entry.created_at, entry.due_at, entry.attempts) == (NOON, NOON, 0)


async def test_the_same_occasion_is_queued_once(store: Store) -> None:
    async with store.write() as tx:
        assert await outbox.enqueue(tx, a_post("card:17:23"))
        assert not await outbox.enqueue(tx, a_post("card:17:23", NOON + MINUTE))
        assert await outbox.enqueue(tx, a_post("card:17:24"))
        assert await outbox.mark_sent(tx, await claim_again(tx, "card:17:23"), NOON, 5)
        assert not await outbox.enqueue(tx, a_post("card:17:23"))
        assert await keys_due(tx, NOON + MINUTE) == ["card:17:24"]


async def test_entries_are_due_in_their_order_from_their_time(store: Store) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("later", NOON + MINUTE))
        await outbox.enqueue(tx, a_post("first"))
        await outbox.enqueue(tx, a_post("second"))
        assert await keys_due(tx, NOON) == ["first", "second"]
        assert await keys_due(tx, NOON + MINUTE) == ["first", "second", "later"]
        assert await keys_due(tx, NOON + MINUTE, limit=1) == ["first"]


async def test_a_failed_attempt_is_counted_and_retried_later(store: Store) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("k"))
        assert await outbox.postpone(tx, await claim_again(tx, "k"), NOON + MINUTE, "503")
        assert await keys_due(tx, NOON) == []
        (entry,) = await outbox.due(tx, NOON + MINUTE, 9)
    assert (entry.attempts, entry.attempted_at, entry.error) == (1, NOON, "503")


async def test_only_one_of_two_claims_an_entry_until_it_is_due_again(
    store: Store,
) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("k"))
        entry = await claim_again(tx, "k")
        assert not await outbox.claim(tx, entry, NOON, NOON + MINUTE)
        assert not await outbox.claim(tx, await load_entry(tx, "k"), NOON, NOON + MINUTE)
        assert await keys_due(tx, NOON) == []
        again = await claim_again(tx, "k", NOON + MINUTE)
        await outbox.mark_sent(tx, again, NOON + MINUTE, 5)
        late = await load_entry(tx, "k")
        assert not await outbox.claim(tx, late, NOON + 9 * MINUTE, NOON + 10 * MINUTE)


async def test_a_process_that_lost_its_claim_cannot_update_the_entry(
    store: Store,
) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("k"))
        slow = await claim_again(tx, "k")
        assert await outbox.renew(tx, slow, NOON + 2 * MINUTE)
        assert await keys_due(tx, NOON + MINUTE) == []
        quick = await claim_again(tx, "k", NOON + 2 * MINUTE)
        before = await load_entry(tx, "k")
        assert not await outbox.renew(tx, slow, NOON + 9 * MINUTE)
        assert not await outbox.mark_sent(tx, slow, NOON, 5)
        assert not await outbox.postpone(tx, slow, NOON, "503")
        assert not await outbox.give_up(tx, slow, NOON, "the channel is gone")
        assert await load_entry(tx, "k") == before
        assert await outbox.mark_sent(tx, quick, NOON + 2 * MINUTE, 6)
        assert not await outbox.give_up(tx, quick, NOON, "the channel is gone")
        assert (await load_entry(tx, "k")).message_id == 6


async def test_a_due_entry_tried_by_another_process_is_not_claimed(
    store: Store,
) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("k"))
        (entry,) = await outbox.due(tx, NOON, 9)
        await outbox.postpone(tx, await claim_again(tx, "k"), NOON, "503")
        assert await keys_due(tx, NOON) == ["k"]
        assert not await outbox.claim(tx, entry, NOON, NOON + MINUTE)


async def test_a_process_finds_only_entries_for_guilds_of_its_shards(store: Store) -> None:
    one, other, third = (Shards(3, frozenset({number})) for number in range(3))
    async with store.write() as tx:
        for number in range(3):
            await outbox.enqueue(tx, replace(a_post(f"to {number}"), guild_id=(number + 3) << 22))
        await outbox.enqueue(tx, a_post("to a person"))
        keys = [
            [entry.key for entry in await outbox.due(tx, NOON, 9, shards=shards)]
            for shards in (one, other, third, Shards(3, frozenset({1, 2})), Shards.all_of(3))
        ]
    assert keys == [
        ["to 0", "to a person"],
        ["to 1"],
        ["to 2"],
        ["to 1", "to 2"],
        ["to 0", "to 1", "to 2", "to a person"],
    ]


async def test_a_process_claims_no_entry_of_a_match_sent_by_another(store: Store) -> None:
    first, second = Shards(2, frozenset({0})), Shards(2, frozenset({1}))
    async with store.write() as tx:
        match = await add_match(tx, guild_id=1 << 22)
        await outbox.enqueue(tx, replace(a_post("letter", match_id=match.id), channel_id=None))
        board = replace(a_post("board", match_id=match.id), guild_id=match.guild_id)
        await outbox.enqueue(tx, board)
        took = [
            await outbox.claim_next(tx, NOON, NOON + MINUTE, match_id=match.id, shards=shards)
            for shards in (second, second, first)
        ]
    assert [each and each.key for each in took] == ["board", None, "letter"]


async def test_boards_in_different_servers_do_not_wait_for_each_other(store: Store) -> None:
    shards = [Shards(2, frozenset({number})) for number in range(2)]
    async with store.write() as tx:
        match = await add_match(tx)
        for key, guild_id in (("there", 1 << 22), ("here", 2 << 22), ("here again", 2 << 22)):
            await outbox.enqueue(tx, replace(a_post(key, match_id=match.id), guild_id=guild_id))
        took = [
            await outbox.claim_next(tx, NOON, NOON + MINUTE, match_id=match.id, shards=each)
            for each in (shards[1], shards[0], shards[0])
        ]
    assert [each and each.key for each in took] == ["there", "here", None]


async def test_only_claimed_entries_of_a_dead_process_are_due_again(
    store: Store,
) -> None:
    async with store.write() as tx:
        keys = ("taken", "failed before", "failed", "sent")
        for key in keys:
            await outbox.enqueue(tx, a_post(key))
        first = {key: await claim_again(tx, key) for key in keys}
        await outbox.postpone(tx, first["failed"], NOON + MINUTE, "503")
        await outbox.postpone(tx, first["failed before"], NOON, "503")
        await claim_again(tx, "failed before")
        await outbox.mark_sent(tx, first["sent"], NOON, 5)
        assert await keys_due(tx, NOON) == []
        assert await outbox.release(tx, NOON) == 2
        assert await keys_due(tx, NOON) == ["taken", "failed before"]


async def test_the_entries_of_one_match_are_taken_in_order_and_one_at_a_time(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await outbox.enqueue(tx, a_post("other"))
        await outbox.enqueue(tx, a_post("first", match_id=match.id))
        await outbox.enqueue(tx, a_post("second", NOON - MINUTE, match_id=match.id))
        first = await claim_next(tx, match.id, NOON)
        assert first is not None
        assert (first.key, first.attempts) == ("first", 0)
        assert await claim_next(tx, match.id, NOON) is None
        assert await keys_due(tx, NOON) == ["other"]
        again = await claim_next(tx, match.id, NOON + MINUTE)
        assert again is not None
        assert (again.key, again.attempts) == ("first", 1)
        await outbox.mark_sent(tx, again, NOON + MINUTE, 5)
        second = await claim_next(tx, match.id, NOON + MINUTE)
    assert second is not None
    assert (second.key, second.attempts) == ("second", 0)


async def test_an_entry_to_be_retried_does_not_delay_others_of_its_match(
    store: Store,
) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await outbox.enqueue(tx, a_post("first", match_id=match.id))
        await outbox.enqueue(tx, a_post("second", match_id=match.id))
        first = await claim_next(tx, match.id, NOON)
        assert first is not None
        await outbox.postpone(tx, first, NOON + MINUTE, "503")
        second = await claim_next(tx, match.id, NOON)
    assert second is not None
    assert second.key == "second"


async def test_direct_messages_and_boards_do_not_wait_for_each_other(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        for key in ("letter", "another letter"):
            await outbox.enqueue(tx, replace(a_post(key, match_id=match.id), channel_id=None))
        await outbox.enqueue(tx, a_post("board", match_id=match.id))
        await outbox.enqueue(tx, a_post("next board", match_id=match.id))
        took = [await claim_next(tx, match.id, NOON) for _ in range(4)]
    assert [each and each.key for each in took] == ["board", "letter", "another letter", None]


async def test_simultaneous_claims_get_one_entry_of_a_match(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        for number in range(3):
            await outbox.enqueue(tx, a_post(f"board {number}", match_id=match.id))

    async def claim() -> Entry | None:
        async with store.write() as tx:
            return await claim_next(tx, match.id, NOON)

    took = await asyncio.gather(*(claim() for _ in range(4)))
    assert [each.key for each in took if each is not None] == ["board 0"]


async def test_sent_or_dropped_entries_are_not_due_again(store: Store) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("sent"))
        await outbox.enqueue(tx, a_post("hopeless"))
        await outbox.postpone(tx, await claim_again(tx, "sent"), NOON, "503")
        await outbox.mark_sent(tx, await claim_again(tx, "sent"), NOON, 2**62)
        await outbox.give_up(tx, await claim_again(tx, "hopeless"), NOON, "the channel is gone")
        assert await keys_due(tx, NOON + MINUTE) == []
        sent, hopeless = await load_entry(tx, "sent"), await load_entry(tx, "hopeless")
    assert (sent.sent_at, sent.message_id, sent.error) == (NOON, 2**62, None)
    assert (hopeless.gave_up_at, hopeless.error) == (NOON, "the channel is gone")


async def test_only_finished_entries_are_deleted(store: Store) -> None:
    async with store.write() as tx:
        for key in ("waits", "failed", "sent", "hopeless", "sent later"):
            await outbox.enqueue(tx, a_post(key))
        await outbox.postpone(tx, await claim_again(tx, "failed"), NOON, "503")
        await outbox.mark_sent(tx, await claim_again(tx, "sent"), NOON, 5)
        await outbox.give_up(tx, await claim_again(tx, "hopeless"), NOON, "the channel is gone")
        await outbox.mark_sent(tx, await claim_again(tx, "sent later"), NOON + 2 * MINUTE, 6)
        await outbox.forget(tx, NOON + MINUTE)
        assert await outbox.get(tx, "sent") is None
        assert await outbox.get(tx, "hopeless") is None
        assert await outbox.get(tx, "sent later") is not None
        assert await keys_due(tx, NOON) == ["waits", "failed"]


async def test_clearing_removes_pending_and_sent_entries(store: Store) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("waits"))
        await outbox.enqueue(tx, a_post("sent"))
        await outbox.mark_sent(tx, await claim_again(tx, "sent"), NOON, 5)
        await outbox.clear(tx)
        assert [await outbox.get(tx, key) for key in ("waits", "sent")] == [None, None]
