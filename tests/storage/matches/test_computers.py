"""Computers on seats: awaited moves, beaten levels and stored reviews."""

from __future__ import annotations

from storage.challenges import challenges
from storage.challenges.challenges import NewChallenge
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists, matches
from storage.matches.match import Participant, Place, StoredMatch, Terms
from storage.matches.matches import NewMatch
from storage.ratings import profiles
from tests.storage.samples import ADA, BEN, CHANNEL, GUILD, MINUTE, NOON

BOT = 99


async def add_match(
    tx: Transaction, *, level: int, to_move: int | None = 1, game: str = "scala"
) -> StoredMatch:
    """A match of Ada on seat 1 against a computer."""
    return await matches.add(
        tx,
        NewMatch(
            terms=Terms(game, {}, rated=False),
            places=[Place(GUILD, CHANNEL)],
            players=[Participant(ADA, "Ada"), Participant(BOT, "Stairwell", level)],
            setup={},
            to_move=to_move,
            created_at=NOON,
        ),
    )


async def end_match(
    tx: Transaction, match: StoredMatch, places: tuple[int | None, int | None]
) -> None:
    await matches.change(tx, match.id, match.version, state="over", to_move=None)
    await matches.set_ending(tx, match.id, match.id, places, (5, 5))


async def test_a_seat_keeps_the_level_of_its_computer(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx, level=3)
    async with store.read() as tx:
        assert (await matches.current(tx, match.id)).seats == match.seats
    assert [seat.level for seat in match.seats] == [None, 3]


async def test_a_match_awaits_a_computer_while_it_is_to_move(store: Store) -> None:
    async def awaited_ids() -> tuple[int, ...]:
        async with store.read() as tx:
            return await match_lists.awaiting_computers(tx, 9)

    async with store.write() as tx:
        match = await add_match(tx, level=3)
        first = await add_match(tx, level=1, to_move=2)
    assert await awaited_ids() == (first.id,)
    async with store.write() as tx:
        match = await matches.change(tx, match.id, 1, to_move=2, turn_started_at=NOON - MINUTE)
        await matches.change(tx, first.id, 1, to_move=1)
    assert await awaited_ids() == (match.id,)
    async with store.write() as tx:
        match = await matches.change(tx, match.id, 2, ply=2)
    assert await awaited_ids() == (match.id,)
    async with store.write() as tx:
        await matches.change(tx, match.id, 3, state="over", to_move=None)
    assert await awaited_ids() == ()


async def test_the_match_waiting_longest_for_a_computer_comes_first(store: Store) -> None:
    async with store.write() as tx:
        for minutes in (2, 3, 1):
            match = await add_match(tx, level=1)
            since = NOON - minutes * MINUTE
            await matches.change(tx, match.id, 1, to_move=2, turn_started_at=since)
    async with store.read() as tx:
        assert await match_lists.awaiting_computers(tx, 2) == (2, 1)


async def test_the_best_level_beaten_counts_only_won_matches(store: Store) -> None:
    async with store.write() as tx:
        await end_match(tx, await add_match(tx, level=1), (1, 2))
        await end_match(tx, await add_match(tx, level=2), (1, 2))
        await end_match(tx, await add_match(tx, level=3), (1, 1))
        await end_match(tx, await add_match(tx, level=4), (2, 1))
        await end_match(tx, await add_match(tx, level=5), (None, None))
        await end_match(tx, await add_match(tx, level=4, game="skirt"), (1, 2))
        await add_match(tx, level=5, game="skirt")
    async with store.read() as tx:
        assert await profiles.levels_beaten(tx, ADA, GUILD) == {"scala": 2, "skirt": 4}
        assert await profiles.levels_beaten(tx, ADA, GUILD + 1) == {}
        assert await profiles.levels_beaten(tx, BEN, GUILD) == {}


async def test_an_invited_computer_has_already_accepted(store: Store) -> None:
    async with store.write() as tx:
        challenge = await challenges.add(
            tx,
            NewChallenge(
                terms=Terms("passtally", {"players": 3}, rated=False),
                place=Place(GUILD, CHANNEL),
                guests=[Participant(BEN, "Ben"), Participant(BOT, "Stairwell", 4)],
                challenger=Participant(ADA, "Ada"),
                created_at=NOON,
                expires_at=NOON + MINUTE,
            ),
        )
    assert [(guest.accepted, guest.level) for guest in challenge.guests] == [
        (False, None),
        (True, 4),
    ]
