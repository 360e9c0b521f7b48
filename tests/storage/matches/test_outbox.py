"""The outbox: unique keys, order, claims and retries."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from storage import outbox
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.outbox import Entry, NewEntry
from tests.storage.samples import CHANNEL, MINUTE, NOON, add_challenge, add_match


def a_post(key: str, at: datetime = NOON, match_id: int | None = None) -> NewEntry:
    """A post in a lane of its own, or in that of a match's channel."""
    lane = key if match_id is None else f"match {match_id}"
    payload = {"ply": 23, "words": "“Zug”"}
    return NewEntry(key, "card", lane, CHANNEL, payload, at, match_id=match_id)


async def keys_due(tx: Transaction, now: datetime, limit: int = 9) -> list[str]:
    return [entry.key for entry in await outbox.due(tx, now, limit)]


async def load_entry(tx: Transaction, key: str) -> Entry:
    entry = await outbox.get(tx, key)
    assert entry is not None
    return entry


async def claim_again(tx: Transaction, key: str, now: datetime = NOON) -> Entry:
    """Claim the entry that comes next in its lane for a minute, and return it as before."""
    lanes = [(await load_entry(tx, key)).lane]
    (entry,) = await outbox.claim_next(tx, now, now + MINUTE, lanes=lanes)
    assert entry.key == key
    return entry


async def claim_next(
    tx: Transaction, match_id: int, now: datetime = NOON, shards: Shards = ALL
) -> tuple[Entry, ...]:
    await outbox.lock_claims(tx, outbox.scope_of(match_id, ""))
    return await outbox.claim_next(tx, now, now + MINUTE, match_id=match_id, shards=shards)


async def claim_one(tx: Transaction, match_id: int, now: datetime = NOON) -> Entry:
    (entry,) = await claim_next(tx, match_id, now)
    return entry


def keys(entries: Iterable[Entry]) -> list[str]:
    return [each.key for each in entries]


def a_letter(key: str, user_id: int, match_id: int) -> NewEntry:
    """A direct message to a player from the first place of a match."""
    lane, after = f"person {user_id}", outbox.lane_of_place(match_id, 1)
    return replace(a_post(key, match_id=match_id), channel_id=None, lane=lane, after=after)


def a_board(key: str, place: int, match_id: int, guild_id: int | None = None) -> NewEntry:
    """A board for a place of a match."""
    lane = outbox.lane_of_place(match_id, place)
    post = replace(a_post(key, match_id=match_id), kind="card", lane=lane)
    return replace(post, guild_id=guild_id, channel_id=CHANNEL + place)


async def test_a_post_comes_back_as_it_was_queued(store: Store) -> None:
    async with store.write() as tx:
        match, challenge = await add_match(tx), await add_challenge(tx)
        post = NewEntry(
            *("k", "card", "lane", CHANNEL, {"ply": [1, None]}, NOON), None, match.id, challenge.id
        )
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


async def test_posts_of_a_place_that_are_due_or_were_attempted_are_settled_together(
    store: Store,
) -> None:
    async with store.write() as tx:
        one, other = (await add_match(tx)).id, (await add_match(tx)).id
        for key, place, match_id in (("a", 1, one), ("b", 2, one), ("c", 1, other), ("d", 1, one)):
            await outbox.enqueue(tx, a_board(key, place, match_id))
        for key in ("soon", "postponed"):
            await outbox.enqueue(tx, replace(a_board(key, 1, one), due_at=NOON + MINUTE))
        await outbox.count_attempt(tx, [await load_entry(tx, "postponed")])
        lane = outbox.lane_of_place(one, 1)
        waiting = await outbox.waiting_in(tx, lane, "card", NOON)
        assert keys(waiting) == ["a", "d", "postponed"]
        await outbox.settle(tx, waiting, NOON)
        assert keys(await outbox.waiting_in(tx, lane, "card", NOON + MINUTE)) == ["soon"]
        assert await outbox.waiting(tx) == (3, NOON)


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
        await claim_again(tx, "k")
        assert await outbox.claim_next(tx, NOON, NOON + MINUTE, lanes=["k"]) == ()
        assert await keys_due(tx, NOON) == []
        again = await claim_again(tx, "k", NOON + MINUTE)
        await outbox.mark_sent(tx, again, NOON + MINUTE, 5)
        late = NOON + 9 * MINUTE
        assert await outbox.claim_next(tx, late, late + MINUTE, lanes=["k"]) == ()


async def test_a_process_that_lost_its_claim_cannot_update_the_entry(
    store: Store,
) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("k"))
        slow = await claim_again(tx, "k")
        assert await keys_due(tx, NOON) == []
        quick = await claim_again(tx, "k", NOON + 2 * MINUTE)
        before = await load_entry(tx, "k")
        assert not await outbox.unclaim(tx, slow, NOON + 9 * MINUTE)
        assert not await outbox.mark_sent(tx, slow, NOON, 5)
        assert not await outbox.postpone(tx, slow, NOON, "503")
        assert not await outbox.give_up(tx, slow, NOON, "the channel is gone")
        assert await load_entry(tx, "k") == before
        assert await outbox.mark_sent(tx, quick, NOON + 2 * MINUTE, 6)
        assert not await outbox.give_up(tx, quick, NOON, "the channel is gone")
        assert (await load_entry(tx, "k")).message_id == 6


async def test_a_process_finds_only_entries_for_guilds_of_its_shards(store: Store) -> None:
    one, other, third = (Shards(3, frozenset({number})) for number in range(3))
    async with store.write() as tx:
        for number in range(3):
            await outbox.enqueue(tx, replace(a_post(f"to {number}"), guild_id=(number + 3) << 22))
        await outbox.enqueue(tx, a_post("to a person"))
        found = [
            keys(await outbox.due(tx, NOON, 9, shards=shards))
            for shards in (one, other, third, Shards(3, frozenset({1, 2})), Shards.all_of(3))
        ]
    assert found == [
        ["to 0", "to a person"],
        ["to 1"],
        ["to 2"],
        ["to 1", "to 2"],
        ["to 0", "to 1", "to 2", "to a person"],
    ]


async def test_a_claim_with_an_unknown_result_can_be_given_up(store: Store) -> None:
    async with store.write() as tx:
        for key in ("unsettled", "settled"):
            await outbox.enqueue(tx, a_post(key))
        entries = [await claim_again(tx, key) for key in ("unsettled", "settled")]
        await outbox.mark_sent(tx, entries[1], NOON, 5)
        assert [await outbox.unclaim(tx, each, NOON) for each in entries] == [True, False]
        (entry,) = await outbox.due(tx, NOON, 9)
    assert (entry.key, entry.attempts) == ("unsettled", 1)


async def test_servers_with_too_much_to_do_are_left_out(store: Store) -> None:
    async with store.write() as tx:
        for number in (1, 2, None):
            await outbox.enqueue(tx, replace(a_post(f"to {number}"), guild_id=number))
        left = [
            keys(await outbox.due(tx, NOON, 9, except_guilds=guilds))
            for guilds in ([1], [None], [1, None], [])
        ]
    assert left == [["to 2", "to None"], ["to 1", "to 2"], ["to 2"], ["to 1", "to 2", "to None"]]


async def test_a_process_claims_no_entry_of_a_match_sent_by_another(store: Store) -> None:
    first, second = Shards(2, frozenset({0})), Shards(2, frozenset({1}))
    async with store.write() as tx:
        match = await add_match(tx, guild_id=1 << 22)
        await outbox.enqueue(tx, a_board("board", 1, match.id, match.guild_id))
        await outbox.enqueue(tx, a_letter("letter", 11, match.id))
        took = [
            keys(await claim_next(tx, match.id, shards=shards))
            for shards in (second, second, first)
        ]
    # The letter doesn't wait for the board of another process, which may be dead.
    assert took == [["board"], [], ["letter"]]


async def test_the_places_of_a_match_do_not_wait_for_each_other(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        for key, place, guild_id in (
            ("there", 1, 1 << 22),
            ("here", 2, 2 << 22),
            ("here again", 2, 2 << 22),
            ("to Ada", 3, None),
            ("to Ben", 4, None),
        ):
            await outbox.enqueue(tx, a_board(key, place, match.id, guild_id))
        challenge = replace(a_post("challenge", match_id=match.id), channel_id=CHANNEL, lane="c")
        await outbox.enqueue(tx, challenge)
        took = await claim_next(tx, match.id)
        assert keys(took) == ["there", "here", "to Ada", "to Ben", "challenge"]
        assert await claim_next(tx, match.id) == ()
        await outbox.mark_sent(tx, took[1], NOON, 5)
        assert (await claim_one(tx, match.id)).key == "here again"


async def test_a_place_keeps_its_order_when_it_moves_to_a_thread(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await outbox.enqueue(tx, a_board("in the channel", 1, match.id))
        await outbox.enqueue(tx, replace(a_board("in the thread", 1, match.id), channel_id=99))
        assert keys(await claim_next(tx, match.id)) == ["in the channel"]
        assert await claim_next(tx, match.id) == ()


async def test_only_claimed_entries_of_a_dead_process_are_due_again(
    store: Store,
) -> None:
    async with store.write() as tx:
        names = ("taken", "failed before", "failed", "sent")
        for key in names:
            await outbox.enqueue(tx, a_post(key))
        first = {key: await claim_again(tx, key) for key in names}
        await outbox.postpone(tx, first["failed"], NOON + MINUTE, "503")
        await outbox.postpone(tx, first["failed before"], NOON, "503")
        await claim_again(tx, "failed before")
        await outbox.mark_sent(tx, first["sent"], NOON, 5)
        assert await keys_due(tx, NOON) == []
        assert await outbox.release(tx, NOON) == 2
        assert await keys_due(tx, NOON) == ["taken", "failed before"]


async def test_the_entries_of_one_place_are_taken_in_order_and_one_at_a_time(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await outbox.enqueue(tx, a_post("other"))
        await outbox.enqueue(tx, a_post("first", match_id=match.id))
        await outbox.enqueue(tx, a_post("second", NOON - MINUTE, match_id=match.id))
        first = await claim_one(tx, match.id)
        assert (first.key, first.attempts) == ("first", 0)
        assert await claim_next(tx, match.id) == ()
        assert await keys_due(tx, NOON) == ["other"]
        again = await claim_one(tx, match.id, NOON + MINUTE)
        assert (again.key, again.attempts) == ("first", 1)
        await outbox.mark_sent(tx, again, NOON + MINUTE, 5)
        second = await claim_one(tx, match.id, NOON + MINUTE)
    assert (second.key, second.attempts) == ("second", 0)


async def test_an_entry_to_be_retried_does_not_delay_others_of_its_match(
    store: Store,
) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await outbox.enqueue(tx, a_post("first", match_id=match.id))
        await outbox.enqueue(tx, a_post("second", match_id=match.id))
        await outbox.postpone(tx, await claim_one(tx, match.id), NOON + MINUTE, "503")
        assert (await claim_one(tx, match.id)).key == "second"


async def test_direct_messages_follow_the_board_they_link_to_but_no_other(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await outbox.enqueue(tx, a_board("board", 1, match.id))
        await outbox.enqueue(tx, a_board("board elsewhere", 2, match.id))
        await outbox.enqueue(tx, a_letter("to Ada", 11, match.id))
        await outbox.enqueue(tx, a_letter("to Ben", 12, match.id))
        await outbox.enqueue(tx, a_letter("to Ben again", 12, match.id))
        await outbox.enqueue(tx, a_board("next board", 1, match.id))
        boards = await claim_next(tx, match.id)
        assert keys(boards) == ["board", "board elsewhere"]
        await outbox.mark_sent(tx, boards[0], NOON, 5)
        took = await claim_next(tx, match.id)
        assert keys(took) == ["next board", "to Ada", "to Ben"]
        await outbox.mark_sent(tx, took[2], NOON, 6)
        assert keys(await claim_next(tx, match.id)) == ["to Ben again"]


async def test_a_direct_message_does_not_wait_for_a_board_that_failed(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await outbox.enqueue(tx, a_board("board", 1, match.id))
        await outbox.enqueue(tx, a_letter("letter", 11, match.id))
        await outbox.postpone(tx, await claim_one(tx, match.id), NOON + MINUTE, "503")
        assert (await claim_one(tx, match.id)).key == "letter"


async def test_simultaneous_claims_get_one_entry_of_a_match(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        for number in range(3):
            await outbox.enqueue(tx, a_post(f"board {number}", match_id=match.id))

    async def claim() -> tuple[Entry, ...]:
        async with store.write() as tx:
            return await claim_next(tx, match.id)

    took = await asyncio.gather(*(claim() for _ in range(4)))
    assert [each.key for entries in took for each in entries] == ["board 0"]


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


async def test_waiting_posts_for_a_place_that_is_gone_are_deleted(store: Store) -> None:
    async with store.write() as tx:
        one, other = (await add_match(tx)).id, (await add_match(tx)).id
        await outbox.enqueue(tx, a_board("sent", 1, one))
        await outbox.mark_sent(tx, await claim_again(tx, "sent"), NOON, 5)
        for key, place, match_id in (("gone", 1, one), ("there", 2, one), ("other", 1, other)):
            await outbox.enqueue(tx, a_board(key, place, match_id))
        # A removal names no place, and may be for one that is still there.
        await outbox.enqueue(tx, replace(a_post("removal", match_id=one), kind="remove"))
        await outbox.enqueue(tx, a_letter("letter", 11, one))
        await outbox.forget_place(tx, one, 1)
        left = [
            key
            for key in ("gone", "there", "other", "removal", "letter", "sent")
            if await outbox.get(tx, key)
        ]
    assert left == ["there", "other", "removal", "letter", "sent"]


async def test_clearing_removes_pending_and_sent_entries(store: Store) -> None:
    async with store.write() as tx:
        await outbox.enqueue(tx, a_post("waits"))
        await outbox.enqueue(tx, a_post("sent"))
        await outbox.mark_sent(tx, await claim_again(tx, "sent"), NOON, 5)
        await outbox.clear(tx)
        assert [await outbox.get(tx, key) for key in ("waits", "sent")] == [None, None]


async def test_many_entries_of_one_lane_hide_none_of_other_lanes(store: Store) -> None:
    async with store.write() as tx:
        for number in range(12):
            await outbox.enqueue(tx, replace(a_post(f"to Ada {number}"), lane="person 11"))
        await outbox.enqueue(tx, a_post("to Ben", NOON + MINUTE))
        assert await keys_due(tx, NOON + MINUTE) == ["to Ada 0", "to Ben"]
        await claim_again(tx, "to Ada 0", NOON + MINUTE)
        assert await keys_due(tx, NOON + MINUTE) == ["to Ben"]
