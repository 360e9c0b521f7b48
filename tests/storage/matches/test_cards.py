"""Claims on posting the card of a place."""

from __future__ import annotations

from storage.database.store import Store
from storage.matches import cards, matches
from storage.matches.cards import Card
from storage.matches.match import MatchPlace
from tests.storage.samples import MINUTE, NOON, add_match


async def try_claim(store: Store, place: MatchPlace, minutes: int = 0) -> bool:
    """Whether a claim for a minute succeeds some minutes after noon."""
    now = NOON + minutes * MINUTE
    async with store.write() as tx:
        return await cards.claim(tx, place, now, now + MINUTE)


async def a_place(store: Store) -> MatchPlace:
    async with store.write() as tx:
        return (await add_match(tx)).place


async def test_one_process_at_a_time_posts_the_next_card_of_a_place(store: Store) -> None:
    place = await a_place(store)
    assert await try_claim(store, place)
    assert not await try_claim(store, place)


async def test_a_claim_expires_with_its_process_or_if_nothing_was_posted(
    store: Store,
) -> None:
    place = await a_place(store)
    assert await try_claim(store, place)
    assert await try_claim(store, place, minutes=1)
    async with store.write() as tx:
        await cards.release(tx, place)
    assert await try_claim(store, place, minutes=1)


async def test_a_card_posted_meanwhile_is_not_posted_again(store: Store) -> None:
    place = await a_place(store)
    async with store.write() as tx:
        await cards.set_card(tx, place, Card(99, 0, "0", None), NOON)
        present = (await matches.current(tx, place.match_id)).place
    assert not await try_claim(store, place)
    assert await try_claim(store, present)
