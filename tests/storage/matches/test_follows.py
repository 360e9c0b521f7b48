"""Stored follows of matches and players."""

from __future__ import annotations

from storage.database.store import Store
from storage.matches import cards, following
from storage.matches.cards import Card, ShownBoard
from storage.matches.following import FollowedMatch, FollowedPlayer
from tests.storage.samples import ADA, BEN, CHANNEL, EVE, MINUTE, NOON, add_match


async def test_a_follower_of_a_match_and_of_a_player_is_found_once(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        await following.add_match(tx, FollowedMatch(EVE, match.id, NOON))
        await following.add_match(tx, FollowedMatch(EVE, match.id, NOON + MINUTE))
        await following.add_player(tx, FollowedPlayer(EVE, ADA, "Ada", NOON))
        assert await following.followers(tx, match.id, [ADA, BEN]) == {EVE}
        assert await following.followers(tx, match.id, []) == {EVE}
        assert await following.followers(tx, match.id + 1, [BEN]) == frozenset()
        assert await following.matches_of(tx, EVE) == (FollowedMatch(EVE, match.id, NOON + MINUTE),)
        assert await following.has_match(tx, EVE, match.id)
        assert not await following.has_match(tx, EVE, match.id + 1)
        await following.forget_match(tx, match.id)
        assert not await following.has_match(tx, EVE, match.id)


async def test_results_for_a_digest_are_not_among_running_matches(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)
        result = FollowedMatch(EVE, match.id, NOON, is_over=True)
        await following.add_match(tx, result)
        assert await following.matches_of(tx, EVE) == ()
        assert await following.matches_of(tx, EVE, are_over=True) == (result,)
        await following.remove_matches(tx, EVE, [match.id])
        assert await following.matches_of(tx, EVE, are_over=True) == ()


async def test_players_are_listed_by_their_latest_name(store: Store) -> None:
    async with store.write() as tx:
        await following.add_player(tx, FollowedPlayer(EVE, ADA, "Zoe", NOON))
        await following.add_player(tx, FollowedPlayer(EVE, BEN, "Ben", NOON))
        await following.add_player(tx, FollowedPlayer(EVE, ADA, "Ada", NOON))
        names = [each.name for each in await following.players_of(tx, EVE)]
    assert names == ["Ada", "Ben"]


async def test_parting_ends_follows_in_both_directions_and_no_others(store: Store) -> None:
    async with store.write() as tx:
        for user, other in ((ADA, BEN), (BEN, ADA), (EVE, ADA)):
            await following.add_player(tx, FollowedPlayer(user, other, "Someone", NOON))
        await following.remove_between(tx, ADA, BEN)
        assert not await following.has_player(tx, ADA, BEN)
        assert not await following.has_player(tx, BEN, ADA)
        assert await following.has_player(tx, EVE, ADA)


async def test_a_message_shows_a_board_only_in_its_own_place(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx, thread_id=77)
        await cards.set_card(tx, match.place, Card(5, 3, "3", None), NOON)
        assert await cards.shown_on(tx, 77, 5) == ShownBoard(match.id, 3)
        assert await cards.shown_on(tx, CHANNEL, 5) == ShownBoard(match.id, 3)
        assert await cards.shown_on(tx, CHANNEL, 6) is None
        assert await cards.shown_on(tx, CHANNEL + 1, 5) is None
