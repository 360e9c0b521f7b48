"""Matches of Passtally from before ten rounds without a tile ended a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from club.matches.loading import replay_all
from storage.matches import matches as stored_matches
from storage.matches import moves
from storage.matches.matches import MatchFields
from storage.matches.moves import NewRecordEntry
from tests.club.services import ADA, BEN, NOON, Services

PLACED = ("N1", "N2", "S1", "S2", "E1", "E2", "W1", "W2")
WALK = ("N1-N3", "N3-N1", "N2-N4", "N4-N2")
"""A round in which each player walks a marker away and back again."""

TEN_ROUNDS = (*PLACED, *WALK * 10)


async def store_match(services: Services, texts: Sequence[str]) -> int:
    """Store a running match with these moves, as before the rule, and return its id."""
    match_id = await services.start_match(ADA, BEN, game="passtally")
    walked = len(texts) - len(PLACED)
    async with services.store.write() as tx:
        match = await stored_matches.get(tx, match_id)
        assert match is not None
        for ply, text in enumerate(texts):
            seat = 1 + ply % 2 if ply < len(PLACED) else 1 + (ply - len(PLACED)) // 2 % 2
            user_id = (ADA, BEN)[seat - 1].user_id
            await moves.append(tx, match_id, NewRecordEntry(seat, text, user_id, NOON, "move"))
        fields = MatchFields(ply=len(texts), to_move=1 + walked // 2 % 2)
        await stored_matches.change(tx, match_id, match.version, match, **fields)
    return match_id


async def play_all(services: Services, match_id: int, *texts: str) -> None:
    for text in texts:
        match = await services.matches.find(match_id)
        assert match.player_to_move is not None
        await services.matches.play(match_id, match.player_to_move.user_id, text)


@pytest.mark.parametrize("further", range(6))
async def test_an_older_match_continues_to_the_end_of_its_round(
    services: Services, further: int
) -> None:
    walk = WALK * 3
    match_id = await store_match(services, (*TEN_ROUNDS, *walk[:further]))
    match = await services.matches.find(match_id)
    assert match.position.to_move == match.to_move == 1 + further // 2 % 2
    assert all(one.after == other.before for one, other in pairwise(match.played))
    remaining = len(WALK) - further % len(WALK)
    await play_all(services, match_id, *walk[further:][:remaining])
    match = await services.matches.find(match_id)
    assert (match.is_over, match.ply) == (True, len(TEN_ROUNDS) + further + remaining)
    assert match.result is not None
    assert match.result["reason"] == "no_tile"
    assert match.result["scores"] == [*(match.position.scores or ())]
    async with services.store.read() as tx:
        assert await replay_all(tx) == 1


async def test_placing_a_tile_lets_an_older_match_continue(services: Services) -> None:
    match_id = await store_match(services, (*TEN_ROUNDS, *WALK))
    await play_all(services, match_id, "1:a1-b1", WALK[0], *WALK[2:])
    match = await services.matches.find(match_id)
    assert not match.is_over
    assert match.to_move == 1


async def test_a_finished_older_match_keeps_its_moves_and_result(services: Services) -> None:
    match_id = await store_match(services, (*TEN_ROUNDS, *WALK))
    await services.matches.resign(match_id, BEN.user_id)
    again = Services(services.store)
    match = await again.matches.find(match_id)
    assert [each.text for each in match.played] == [*TEN_ROUNDS, *WALK]
    assert match.result is not None
    assert match.result["winners"] == [1]
    async with services.store.read() as tx:
        assert await replay_all(tx) == 1


async def test_a_move_in_the_last_round_can_be_taken_back(services: Services) -> None:
    match_id = await store_match(services, TEN_ROUNDS)
    await play_all(services, match_id, WALK[0])
    version = (await services.matches.find(match_id)).version
    match = await services.matches.take_back(match_id, ADA.user_id, version)
    assert (match.to_move, match.ply, match.is_over) == (1, len(TEN_ROUNDS), False)
    again = Services(services.store)
    assert (await again.matches.find(match_id)).position == match.position
