"""Two actions at the same moment, in either order: one of them learns of the other."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from club.matches.match import Match
from rules.refusal import Refusal
from tests.club.matches.agreeing import kinds
from tests.club.services import ADA, BEN, CY, Services

pytestmark = [
    pytest.mark.usefixtures("games_with_draws"),
    pytest.mark.parametrize("is_reversed", [False, True], ids=["in order", "reversed"]),
]


async def at_once(
    is_reversed: bool, *actions: Coroutine[Any, Any, Match]
) -> tuple[str | None, ...]:
    """Start actions at the same moment, and return the code of each refusal, None for success."""
    running = [asyncio.create_task(each) for each in (actions[::-1] if is_reversed else actions)]
    results = await asyncio.gather(*running, return_exceptions=True)
    for each in results:
        if isinstance(each, BaseException) and not isinstance(each, Refusal):
            raise each
    codes = [each.code if isinstance(each, Refusal) else None for each in results]
    return tuple(codes[::-1] if is_reversed else codes)


async def is_drawn(services: Services, match_id: int) -> bool:
    result = (await services.matches.find(match_id)).result
    return result is not None and result["reason"] == "agreement"


async def offer_draw(services: Services, match_id: int, user_id: int) -> int:
    """Offer a draw, and return the number of the offer."""
    return (await services.offers.make(match_id, user_id, "draw")).offers[-1].id


async def move(services: Services, match_id: int) -> Match:
    """Make Ada's first move."""
    return await services.matches.play(match_id, ADA.user_id, "a1")


async def test_an_offer_and_the_opponents_move(services: Services, is_reversed: bool) -> None:
    match_id = await services.start_match()
    codes = await at_once(
        is_reversed, services.offers.make(match_id, BEN.user_id, "draw"), move(services, match_id)
    )
    match = await services.matches.find(match_id)
    assert (codes[1], match.ply) == (None, 1)
    # An offer made before the move has expired with it.
    assert len(match.offers) <= (codes[0] is None)


async def test_an_acceptance_and_a_move_of_the_same_player(
    services: Services, is_reversed: bool
) -> None:
    match_id = await services.start_match()
    offer_id = await offer_draw(services, match_id, BEN.user_id)
    codes = await at_once(
        is_reversed,
        services.offers.accept(match_id, ADA.user_id, offer_id),
        move(services, match_id),
    )
    assert [*codes].count(None) == 1
    assert (codes[0] is None) == await is_drawn(services, match_id)
    assert await kinds(services, match_id) == []


async def test_an_acceptance_and_a_move_of_the_one_who_offers(
    services: Services, is_reversed: bool
) -> None:
    match_id = await services.start_match()
    offer_id = await offer_draw(services, match_id, ADA.user_id)
    accepting, moving = await at_once(
        is_reversed,
        services.offers.accept(match_id, BEN.user_id, offer_id),
        move(services, match_id),
    )
    # The offer outlasts the move, so both have agreed in either order.
    assert accepting is None
    assert await is_drawn(services, match_id)
    assert (moving is None) == ((await services.matches.find(match_id)).ply == 1)


async def test_an_acceptance_and_a_withdrawal(services: Services, is_reversed: bool) -> None:
    match_id = await services.start_match()
    offer_id = await offer_draw(services, match_id, ADA.user_id)
    codes = await at_once(
        is_reversed,
        services.offers.accept(match_id, BEN.user_id, offer_id),
        services.offers.decline(match_id, ADA.user_id, offer_id),
    )
    assert [*codes].count(None) == 1
    assert (codes[0] is None) == await is_drawn(services, match_id)


async def test_two_offers_are_an_agreement(services: Services, is_reversed: bool) -> None:
    match_id = await services.start_match()
    offers = [services.offers.make(match_id, each.user_id, "draw") for each in (ADA, BEN)]
    assert await at_once(is_reversed, *offers) == (None, None)
    assert await is_drawn(services, match_id)


async def test_the_same_offer_is_made_once(services: Services, is_reversed: bool) -> None:
    match_id = await services.start_match()
    offers = [services.offers.make(match_id, ADA.user_id, "draw") for _ in range(2)]
    assert {*await at_once(is_reversed, *offers)} == {None, "offered"}
    assert await kinds(services, match_id) == ["draw"]


async def test_two_of_three_players_agree(services: Services, is_reversed: bool) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    offer_id = await offer_draw(services, match_id, ADA.user_id)
    answers = [services.offers.accept(match_id, each.user_id, offer_id) for each in (BEN, CY)]
    assert await at_once(is_reversed, *answers) == (None, None)
    assert await is_drawn(services, match_id)


async def test_a_resignation_and_an_acceptance(services: Services, is_reversed: bool) -> None:
    match_id = await services.start_match()
    offer_id = await offer_draw(services, match_id, ADA.user_id)
    codes = await at_once(
        is_reversed,
        services.matches.resign(match_id, ADA.user_id),
        services.offers.accept(match_id, BEN.user_id, offer_id),
    )
    assert (await services.matches.find(match_id)).is_over
    assert [*codes].count(None) == 1
    assert (codes[1] is None) == await is_drawn(services, match_id)


async def test_a_moderators_end_and_a_move(services: Services, is_reversed: bool) -> None:
    match_id = await services.start_match()
    ending, moving = await at_once(
        is_reversed, services.matches.end(match_id, "Mia", "enough"), move(services, match_id)
    )
    match = await services.matches.find(match_id)
    assert match.is_aborted
    assert ending is None
    assert (moving is None) == (match.ply == 1)


async def test_a_resignation_and_a_move_of_the_other_player(
    services: Services, is_reversed: bool
) -> None:
    match_id = await services.start_match()
    moving, resigning = await at_once(
        is_reversed, move(services, match_id), services.matches.resign(match_id, BEN.user_id)
    )
    match = await services.matches.find(match_id)
    assert (moving is None) == (match.ply == 1)
    assert (resigning is None) == match.is_over
