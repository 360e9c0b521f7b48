"""Stored challenges: guests, versions and closing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage.challenges import challenges
from storage.challenges.challenges import Challenge, Guest, TeamTerms
from storage.database.store import Outdated, Store
from storage.matches.match import Participant
from tests.storage.samples import (
    ADA,
    BEN,
    CHANNEL,
    EVE,
    GUILD,
    MINUTE,
    NOON,
    add_challenge,
    add_match,
)


async def test_a_challenge_comes_back_as_it_was_added(store: Store) -> None:
    async with store.write() as tx:
        added = await add_challenge(tx, guests=(Participant(BEN, "Ben"), None))
    async with store.read() as tx:
        assert await challenges.get(tx, added.id) == added
        assert await challenges.get(tx, added.id + 1) is None
    assert added == Challenge(
        id=1,
        game="passtally",
        options={"players": 3},
        place_kind="server",
        guild_id=GUILD,
        channel_id=CHANNEL,
        parent_id=None,
        is_private=False,
        challenger_id=ADA,
        challenger_name="Ada",
        seat=None,
        team=None,
        state="open",
        version=1,
        created_at=NOON,
        expires_at=NOON + MINUTE,
        closed_at=None,
        message_id=None,
        pace="none",
        seating=None,
        rated=False,
        rematch_of=None,
        match_id=None,
        guests=(Guest(1, 1, BEN, "Ben", False), Guest(1, 2, None, None, False)),
    )
    assert added.seats == 3


async def test_guests_fill_a_challenge_one_by_one(store: Store) -> None:
    async with store.write() as tx:
        challenge = await add_challenge(tx, guests=(Participant(BEN, "Ben"), None))
        half = await challenges.accept(tx, challenge.id, 1, 2, EVE, "Eve")
        assert half.guests == (Guest(1, 1, BEN, "Ben", False), Guest(1, 2, EVE, "Eve", True))
        full = await challenges.accept(tx, challenge.id, half.version, 1, BEN, "Benjamin")
    assert full.guests == (Guest(1, 1, BEN, "Benjamin", True), Guest(1, 2, EVE, "Eve", True))
    assert full.version == 3


async def test_a_seat_free_only_in_an_older_version_cannot_be_taken(store: Store) -> None:
    async with store.write() as tx:
        challenge = await add_challenge(tx, guests=(None,))
        taken = await challenges.accept(tx, challenge.id, challenge.version, 1, BEN, "Ben")
    with pytest.raises(Outdated):
        async with store.write() as tx:
            await challenges.accept(tx, challenge.id, challenge.version, 1, EVE, "Eve")
    async with store.read() as tx:
        assert await challenges.get(tx, challenge.id) == taken


async def test_a_challenge_closes_once(store: Store) -> None:
    async with store.write() as tx:
        challenge = await add_challenge(tx)
        closed = await challenges.change(
            tx, challenge.id, challenge.version, state="declined", closed_at=NOON
        )
    assert (closed.state, closed.closed_at, closed.version) == ("declined", NOON, 2)
    with pytest.raises(Outdated):
        async with store.write() as tx:
            await challenges.change(tx, challenge.id, challenge.version, state="cancelled")


async def test_a_challenge_refers_to_the_match_it_started(store: Store) -> None:
    async with store.write() as tx:
        challenge = await add_challenge(tx)
        match = await add_match(tx, challenge_id=challenge.id)
        accepted = await challenges.change(tx, challenge.id, 1, state="accepted")
    assert accepted.match_id == match.id


async def test_the_message_is_kept_without_a_new_version(store: Store) -> None:
    async with store.write() as tx:
        challenge = await add_challenge(tx)
        await challenges.set_message(tx, challenge.id, 2**62)
        stored = await challenges.get(tx, challenge.id)
    assert stored is not None
    assert (stored.message_id, stored.version) == (2**62, challenge.version)


async def test_challenges_are_due_from_their_expiry(store: Store) -> None:
    async with store.write() as tx:
        later = await add_challenge(tx, expires_at=NOON + 2 * MINUTE)
        first = await add_challenge(tx, expires_at=NOON + MINUTE)
        declined = await add_challenge(tx, expires_at=NOON)
        await challenges.change(tx, declined.id, 1, state="declined")
    async with store.write() as tx:
        assert await challenges.due(tx, NOON, 9) == ()
        assert await challenges.due(tx, NOON + MINUTE, 9) == (first,)
        assert await challenges.due(tx, NOON + 3 * MINUTE, 9) == (first, later)
        assert await challenges.due(tx, NOON + 3 * MINUTE, 1) == (first,)


async def test_open_challenges_are_found_by_channel_and_counted_by_user(store: Store) -> None:
    async with store.write() as tx:
        here = await add_challenge(tx)
        also_here = await add_challenge(tx)
        await add_challenge(tx, channel_id=1)
        closed = await add_challenge(tx)
        await challenges.change(tx, closed.id, 1, state="cancelled")
    async with store.read() as tx:
        assert await challenges.open_in(tx, CHANNEL) == (also_here, here)
        assert await challenges.count_open_of(tx, GUILD, ADA) == 3
        assert await challenges.count_open_of(tx, GUILD, BEN) == 0
        assert await challenges.count_open_of(tx, 1, ADA) == 0


async def test_invitations_are_open_until_their_expiry(store: Store) -> None:
    async with store.write() as tx:
        to_ben = await add_challenge(tx)
        hosts = TeamTerms(
            name="Hosts", voters="everyone", is_quick=False, hour=None, is_for_servers=True
        )
        to_servers = await add_challenge(tx, guests=(None,), team=hosts)
        until, end = NOON + MINUTE - timedelta(seconds=1), NOON + MINUTE
        assert await challenges.open_for(tx, BEN, until) == (to_ben,)
        assert await challenges.open_for(tx, BEN, end) == ()
        assert await challenges.open_of_servers(tx, until) == (to_servers,)
        assert await challenges.open_of_servers(tx, end) == ()
