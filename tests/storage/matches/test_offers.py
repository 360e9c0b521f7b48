"""Stored offers between players: acceptance and closing."""

from __future__ import annotations

from storage.database.store import Store
from storage.matches import offers
from storage.matches.offers import Kind, Offer
from tests.storage.samples import ADA, BEN, EVE, MINUTE, NOON, add_match


async def test_an_offer_comes_back_as_it_was_made(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        added = await offers.add(
            tx, match_id=match.id, kind="take back", seat=2, to_ply=3, made_at=NOON
        )
    async with store.read() as tx:
        assert await offers.open_of(tx, match.id) == (added,)
    assert added == Offer(
        id=1,
        match_id=match.id,
        kind="take back",
        seat=2,
        to_ply=3,
        agreed=[],
        state="open",
        made_at=NOON,
        closed_at=None,
    )


async def test_seats_agree_one_by_one(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx, players=(ADA, BEN, EVE))
        added = await offers.add(tx, match_id=match.id, kind="pause", seat=1, made_at=NOON)
        await offers.agree(tx, added.id, [3])
        await offers.agree(tx, added.id, [2, 3])
    async with store.read() as tx:
        (offer,) = await offers.open_of(tx, match.id)
    assert offer.agreed == [2, 3]


async def test_an_offer_closes_once_and_is_kept(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        added = await offers.add(tx, match_id=match.id, kind="draw", seat=1, made_at=NOON)
        await offers.close(tx, added.id, "declined", NOON + MINUTE)
        await offers.close(tx, added.id, "lapsed", NOON + 2 * MINUTE)
    async with store.read() as tx:
        assert await offers.open_of(tx, match.id) == ()
        offer = await offers.get(tx, added.id)
        assert offer is not None
        assert (offer.state, offer.closed_at) == ("declined", NOON + MINUTE)
        assert await offers.declined_draws(tx, match.id) == (offer,)
        assert await offers.get(tx, added.id + 1) is None


async def test_the_latest_offer_is_the_one_of_that_kind_and_seat(store: Store) -> None:
    async with store.write() as tx:
        match, other = await add_match(tx), await add_match(tx)
        pending: list[tuple[Kind, int]] = [("draw", 1), ("draw", 1), ("draw", 2), ("pause", 1)]
        for kind, seat in pending:
            await offers.add(tx, match_id=match.id, kind=kind, seat=seat, made_at=NOON)
    async with store.read() as tx:
        latest = await offers.latest(tx, match.id, "draw", 1)
        assert latest is not None
        assert latest.id == 2
        assert await offers.latest(tx, match.id, "resume", 1) is None
        assert await offers.latest(tx, other.id, "draw", 1) is None
        assert [offer.id for offer in await offers.open_of(tx, match.id)] == [1, 2, 3, 4]
