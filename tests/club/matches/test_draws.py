"""Draws by agreement: who must accept an offer, and when it expires."""

from __future__ import annotations

import pytest

from club.matches.match import Match
from rules.refusal import Refusal
from tests.club.matches.agreeing import accept, decline, kinds, play, refusal_code
from tests.club.services import ADA, BEN, CY, Services

pytestmark = pytest.mark.usefixtures("games_with_draws")


def is_drawn(match: Match) -> bool:
    return match.result is not None and not match.result["winners"]


async def test_an_accepted_draw_ends_the_match(services: Services) -> None:
    match_id = await services.start_match()
    await play(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "draw")
    match = await accept(services, match_id, BEN.user_id)
    assert is_drawn(match)
    assert await refusal_code(services, match_id, ADA.user_id, "draw") == "match_over"


async def test_a_declined_draw_is_offered_again_after_the_next_own_move(services: Services) -> None:
    match_id = await services.start_match()
    await play(services, match_id, draw=True)
    await decline(services, match_id, BEN.user_id)
    assert await refusal_code(services, match_id, ADA.user_id, "draw") == "offered_before"
    await play(services, match_id)
    await play(services, match_id, draw=True)
    assert await kinds(services, match_id) == ["draw"]


async def test_only_an_opponents_move_expires_a_draw_offer(
    services: Services,
) -> None:
    match_id = await services.start_match()
    offered = await services.offers.make(match_id, ADA.user_id, "draw")
    await play(services, match_id, draw=True)
    assert await kinds(services, match_id) == ["draw"]
    await play(services, match_id)
    assert await kinds(services, match_id) == []
    with pytest.raises(Refusal) as refusal:
        await services.offers.accept(match_id, BEN.user_id, offered.offers[0].id)
    assert refusal.value.code == "closed"


async def test_a_draw_is_offered_once_and_can_be_withdrawn(services: Services) -> None:
    match_id = await services.start_match()
    offered = await services.offers.make(match_id, ADA.user_id, "draw")
    assert await refusal_code(services, match_id, ADA.user_id, "draw") == "offered"
    with pytest.raises(Refusal) as refusal:
        await accept(services, match_id, ADA.user_id)
    assert refusal.value.code == "own"
    await decline(services, match_id, ADA.user_id)
    with pytest.raises(Refusal, match="Ada has withdrawn this"):
        await services.offers.decline(match_id, BEN.user_id, offered.offers[0].id)
    await services.offers.make(match_id, ADA.user_id, "draw")
    assert await kinds(services, match_id) == ["draw"]


async def test_offering_a_draw_in_return_accepts_it(services: Services) -> None:
    match_id = await services.start_match()
    await services.offers.make(match_id, ADA.user_id, "draw")
    assert is_drawn(await services.offers.make(match_id, BEN.user_id, "draw"))


async def test_a_spectator_cannot_answer(services: Services) -> None:
    match_id = await services.start_match()
    await services.offers.make(match_id, ADA.user_id, "draw")
    for answer in (accept, decline):
        with pytest.raises(Refusal) as refusal:
            await answer(services, match_id, CY.user_id)
        assert refusal.value.code == "not_yours"
    assert await refusal_code(services, match_id, CY.user_id, "draw") == "not_yours"


async def test_both_other_players_of_three_must_agree(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    await services.offers.make(match_id, ADA.user_id, "draw")
    match = await accept(services, match_id, CY.user_id)
    assert not match.is_over
    with pytest.raises(Refusal) as refusal:
        await accept(services, match_id, CY.user_id)
    assert refusal.value.code == "agreed"
    assert is_drawn(await services.offers.make(match_id, BEN.user_id, "draw"))


async def test_one_refusal_of_three_declines_the_draw(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    await services.offers.make(match_id, ADA.user_id, "draw")
    await accept(services, match_id, CY.user_id)
    await decline(services, match_id, BEN.user_id)
    assert await kinds(services, match_id) == []


@pytest.mark.parametrize("leaver", [BEN, CY], ids=["who offers", "the last to answer"])
async def test_a_draw_offer_expires_when_a_player_leaves(
    services: Services, leaver: object
) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    await services.offers.make(match_id, BEN.user_id, "draw")
    await accept(services, match_id, ADA.user_id)
    stays, leaves = (CY, BEN) if leaver is BEN else (BEN, CY)
    match = await services.matches.resign(match_id, leaves.user_id)
    assert not match.is_over
    assert await kinds(services, match_id) == []
    await services.offers.make(match_id, ADA.user_id, "draw")
    assert is_drawn(await accept(services, match_id, stays.user_id))
