"""Stored clocks of matches: due and running ones, and time banks."""

from __future__ import annotations

from datetime import datetime

from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists, matches
from storage.matches.match import Participant, Place, StoredMatch, Terms
from storage.matches.matches import NewMatch
from tests.storage.samples import ADA, BEN, CHANNEL, GUILD, MINUTE, NOON, add_match


async def a_timed_match(tx: Transaction, minutes: int, to_move: int = 1) -> StoredMatch:
    """A match with a deadline `minutes` after noon, due one minute earlier."""
    return await matches.add(
        tx,
        NewMatch(
            terms=Terms("skirt", {}, pace="3d+12h<5d", rated=False),
            places=[Place(GUILD, CHANNEL)],
            players=[Participant(ADA, "Ada"), Participant(BEN, "Ben")],
            setup={},
            to_move=to_move,
            created_at=NOON,
            bank=600,
            deadline=NOON + minutes * MINUTE,
            wakes_at=NOON + (minutes - 1) * MINUTE,
        ),
    )


async def test_matches_are_woken_when_due_the_longest_overdue_first(
    store: Store,
) -> None:
    async with store.write() as tx:
        later, first, over = [await a_timed_match(tx, each) for each in (9, 5, 3)]
        await add_match(tx)
        await matches.change(tx, over.id, 1, state="over", to_move=None)
    async with store.read() as tx:
        assert await match_lists.due(tx, NOON + 3 * MINUTE, 9) == ()
        assert await match_lists.due(tx, NOON + 4 * MINUTE, 9) == (first.id,)
        assert await match_lists.due(tx, NOON + 8 * MINUTE, 9) == (first.id, later.id)
        assert await match_lists.due(tx, NOON + 8 * MINUTE, 1) == (first.id,)


async def test_clocks_run_on_after_a_moment_when_their_deadline_is_later(store: Store) -> None:
    async with store.write() as tx:
        soon = await a_timed_match(tx, 5)
        late = await a_timed_match(tx, 9)
        await add_match(tx)
    async with store.write() as tx:
        # This includes a match that should have been woken by then.
        assert await timed_matches(tx, NOON + 8.5 * MINUTE) == (late,)
        assert await timed_matches(tx, NOON + 9 * MINUTE) == ()
        assert await timed_matches(tx, NOON, begun_by=NOON - MINUTE) == ()
        assert await timed_matches(tx, NOON, limit=1) == (soon,)
        assert await timed_matches(tx, NOON, beyond=soon.id) == (late,)


async def timed_matches(
    tx: Transaction,
    after: datetime,
    *,
    begun_by: datetime = NOON,
    beyond: int = 0,
    limit: int = 9,
) -> tuple[StoredMatch, ...]:
    return await match_lists.timed(tx, after, begun_by=begun_by, beyond=beyond, limit=limit)


async def test_a_users_running_clocks_belong_to_their_own_turns(
    store: Store,
) -> None:
    async with store.write() as tx:
        first = await a_timed_match(tx, 5)
        await a_timed_match(tx, 5, to_move=2)
        await add_match(tx)
        third = await a_timed_match(tx, 2)
    async with store.read() as tx:
        assert await match_lists.timed_turns_of(tx, ADA) == (first, third)


async def test_a_deadline_moves_without_a_new_version(store: Store) -> None:
    async with store.write() as tx:
        match = await a_timed_match(tx, 5)
        await matches.set_clock(tx, match.id, NOON + 7 * MINUTE, NOON + 6 * MINUTE)
        moved = await matches.current(tx, match.id)
    assert (moved.deadline, moved.wakes_at) == (NOON + 7 * MINUTE, NOON + 6 * MINUTE)
    assert moved.version == match.version


async def test_each_seat_has_its_own_bank(store: Store) -> None:
    async with store.write() as tx:
        match = await a_timed_match(tx, 5)
        await matches.set_bank(tx, match.id, 2, 90)
        seats = (await matches.current(tx, match.id)).seats
    assert [seat.bank for seat in seats] == [600, 90]


async def test_stopped_clocks_come_back_as_stored(store: Store) -> None:
    async with store.write() as tx:
        match = await a_timed_match(tx, 5)
        until = NOON + 60 * MINUTE
        await matches.change(
            tx, match.id, 1, deadline=None, wakes_at=until, paused_until=until, time_left=90
        )
    async with store.read() as tx:
        stored = await matches.current(tx, match.id)
    assert (stored.deadline, stored.wakes_at) == (None, until)
    assert (stored.paused_until, stored.time_left) == (until, 90)
