"""Stored matches: versions, changes and lookups."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from storage.database.store import Outdated, Store
from storage.matches import cards as stored_cards
from storage.matches import match_lists, matches, moves
from storage.matches.cards import Card
from storage.matches.match import MatchPlace, Result, Seat, StoredMatch
from storage.matches.moves import NewRecordEntry, RecordEntry
from tests.storage.samples import (
    ADA,
    BEN,
    CHANNEL,
    EVE,
    GUILD,
    MINUTE,
    NOON,
    THREAD,
    add_challenge,
    add_match,
)

WON: Result = {
    "winners": [2],
    "reason": "goal",
    "scores": None,
    "values": {},
}


def ids(stored: tuple[StoredMatch, ...]) -> list[int]:
    return [match.id for match in stored]


async def test_a_match_comes_back_as_it_was_added(store: Store) -> None:
    async with store.write() as tx:
        added = await add_match(tx, thread_id=THREAD)
    async with store.read() as tx:
        assert await matches.get(tx, added.id) == added
        assert await matches.get(tx, added.id + 1) is None
    assert added == StoredMatch(
        id=1,
        game="scala",
        options={"size": 6},
        setup={"size": 6, "deck": [3, 1, 2]},
        guild_id=GUILD,
        state="running",
        version=1,
        to_move=1,
        ply=0,
        created_at=NOON,
        turn_started_at=NOON,
        ended_at=None,
        result=None,
        challenge_id=None,
        pace="none",
        deadline=None,
        runs_out_at=None,
        wakes_at=None,
        paused_until=None,
        time_left=None,
        rated=False,
        ended_number=None,
        unrated=None,
        guided=False,
        event_id=None,
        from_pool=False,
        seats=(Seat(1, 1, ADA, f"player {ADA}"), Seat(1, 2, BEN, f"player {BEN}")),
        places=(MatchPlace(GUILD, CHANNEL, thread_id=THREAD, match_id=1),),
    )


async def test_a_change_creates_the_next_version(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        changed = await matches.change(
            tx,
            match.id,
            match.version,
            state="over",
            to_move=None,
            ply=1,
            ended_at=NOON + MINUTE,
            result=WON,
        )
    async with store.read() as tx:
        assert await matches.get(tx, match.id) == changed
    assert (changed.version, changed.state, changed.to_move) == (2, "over", None)
    assert (changed.ended_at, changed.result) == (NOON + MINUTE, WON)
    assert changed.seats == match.seats


async def test_a_change_based_on_an_older_version_is_outdated(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        changed = await matches.change(tx, match.id, match.version, ply=1)
    with pytest.raises(Outdated):
        async with store.write() as tx:
            await matches.change(tx, match.id, match.version, ply=7)
    async with store.read() as tx:
        assert await matches.get(tx, match.id) == changed


async def test_a_change_to_an_unknown_match_is_outdated(store: Store) -> None:
    with pytest.raises(Outdated):
        async with store.write() as tx:
            await matches.change(tx, 17, 1, ply=7)


async def test_the_place_and_the_card_are_kept_without_a_new_version(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await stored_cards.set_thread(tx, match.place, THREAD)
        await stored_cards.set_card(tx, match.place, Card(2**62 + 99, 3, "3", None), NOON)
        loaded = await matches.get(tx, match.id)
    assert loaded is not None
    assert (loaded.place.thread_id, loaded.place.card_message_id) == (THREAD, 2**62 + 99)
    assert loaded.place.card_ply == 3
    assert loaded.version == match.version


async def test_another_match_shares_a_thread_but_not_a_post(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await stored_cards.set_thread(tx, match.place, THREAD)
        in_thread = (await matches.current(tx, match.id)).place
        await stored_cards.set_thread(tx, match.place, THREAD, forum_id=THREAD + 1)
        in_forum = (await matches.current(tx, match.id)).place
    assert (in_thread.forum_id, in_thread.plain.thread_id) == (None, THREAD)
    assert (in_forum.forum_id, in_forum.plain.thread_id) == (THREAD + 1, None)


async def test_the_record_of_a_match_comes_in_order(store: Store) -> None:
    async with store.write() as tx:
        match, other = await add_match(tx), await add_match(tx)
        for entry in (
            NewRecordEntry(1, "d4", ADA, NOON),
            NewRecordEntry(2, "e5", ADA, NOON),
            NewRecordEntry(1, "", ADA, NOON, kind="resign"),
        ):
            await moves.append(tx, match.id, entry)
        assert await moves.of_match(tx, other.id) == ()
        assert await moves.of_match(tx, match.id) == (
            RecordEntry(match.id, 1, "move", 1, "d4", ADA, NOON),
            RecordEntry(match.id, 2, "move", 2, "e5", ADA, NOON),
            RecordEntry(match.id, 3, "resign", 1, "", ADA, NOON),
        )


async def test_a_challenge_starts_at_most_one_match(store: Store) -> None:
    async with store.write() as tx:
        challenge = await add_challenge(tx)
        await add_match(tx, challenge_id=challenge.id)
    with pytest.raises(IntegrityError):
        async with store.write() as tx:
            await add_match(tx, challenge_id=challenge.id)


async def test_a_users_running_matches_come_longest_waiting_first(store: Store) -> None:
    async with store.write() as tx:
        late = await add_match(tx, created_at=NOON + 2 * MINUTE)
        early = await add_match(tx, players=(EVE, ADA), created_at=NOON)
        elsewhere = await add_match(tx, guild_id=1, created_at=NOON + MINUTE)
        over = await add_match(tx)
        await matches.change(tx, over.id, 1, state="over")
        await add_match(tx, players=(BEN, EVE))
    async with store.read() as tx:
        loaded = await match_lists.running_of(tx, ADA)
        assert ids(loaded) == [early.id, elsewhere.id, late.id]
        assert loaded[0] == early
        assert ids(await match_lists.running_of(tx, ADA, GUILD)) == [early.id, late.id]
        assert ids(await match_lists.running_of(tx, ADA, limit=1)) == [early.id]
        assert ids(await match_lists.running_of(tx, 5)) == []


async def test_a_channel_has_its_matches_and_a_thread_its_own(store: Store) -> None:
    async with store.write() as tx:
        in_channel = await add_match(tx)
        in_thread = await add_match(tx, thread_id=THREAD)
        await add_match(tx, channel_id=1)
        over = await add_match(tx, thread_id=THREAD)
        await matches.change(tx, over.id, 1, state="over")
    async with store.read() as tx:
        assert ids(await match_lists.running_in(tx, CHANNEL)) == [in_thread.id, in_channel.id]
        assert ids(await match_lists.running_in(tx, THREAD)) == [in_thread.id]
        assert ids(await match_lists.recent_in(tx, THREAD, 9)) == [over.id, in_thread.id]


async def test_only_the_seat_to_move_is_awaited(store: Store) -> None:
    async with store.write() as tx:
        mine = await add_match(tx, created_at=NOON + MINUTE)
        in_thread = await add_match(tx, players=(BEN, ADA), to_move=2, thread_id=THREAD)
        await add_match(tx, to_move=2)
        await add_match(tx, channel_id=1)
        over = await add_match(tx)
        await matches.change(tx, over.id, 1, state="over", to_move=None)
    async with store.read() as tx:
        assert ids(await match_lists.awaiting(tx, ADA, CHANNEL)) == [in_thread.id, mine.id]
        assert ids(await match_lists.awaiting(tx, ADA, THREAD)) == [in_thread.id]
        assert ids(await match_lists.awaiting(tx, EVE, CHANNEL)) == []


async def test_a_user_in_both_seats_finds_the_match_once(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx, players=(ADA, ADA))
    async with store.read() as tx:
        assert ids(await match_lists.awaiting(tx, ADA, CHANNEL)) == [match.id]
        assert ids(await match_lists.running_of(tx, ADA)) == [match.id]


async def test_recent_matches_come_page_by_page_the_latest_first(store: Store) -> None:
    async with store.write() as tx:
        for _ in range(5):
            await add_match(tx)
        await add_match(tx, guild_id=1, channel_id=1)
    async with store.read() as tx:
        assert ids(await match_lists.recent(tx, GUILD, 2)) == [5, 4]
        assert ids(await match_lists.recent(tx, GUILD, 2, before=4)) == [3, 2]
        assert ids(await match_lists.recent_in(tx, CHANNEL, 2)) == [5, 4]
        assert ids(await match_lists.recent_in(tx, CHANNEL, 9, before=4)) == [3, 2, 1]


async def test_places_are_found_by_their_number_and_channel(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
    first = match.place
    second = replace(first, number=2, channel_id=CHANNEL + 9, guild_id=GUILD + 1)
    match = replace(match, places=(first, second))
    assert [match.place_numbered(number) for number in (1, 2)] == [first, second]
    assert [match.place_in(place.id) for place in (first, second)] == [first, second]
    assert match.place_in(THREAD) is None
    posted = replace(second, card_message_id=7)
    assert match.with_place(posted).places == (first, posted)
