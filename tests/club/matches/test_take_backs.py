"""Take-backs: immediate, by consent, and refused for final moves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.paces import DAY, HOUR
from rules.refusal import Refusal
from tests.club.matches.agreeing import accept, decline, kinds, play, refusal_code
from tests.club.services import ADA, BEN, CY, Services


async def start_with_two_moves(services: Services) -> int:
    """Start a match, make a move for each player, and return its id."""
    match_id = await services.start_match()
    await play(services, match_id)
    await play(services, match_id)
    return match_id


async def plies(services: Services, match_id: int) -> int:
    return (await services.matches.find(match_id)).ply


async def test_a_move_without_a_reply_is_taken_back_at_once(services: Services) -> None:
    match_id = await services.start_match()
    await play(services, match_id)
    match = await services.offers.make(match_id, ADA.user_id, "take back")
    assert (match.ply, match.offers) == (0, ())
    assert await refusal_code(services, match_id, ADA.user_id, "take back") == "no_move"
    assert await refusal_code(services, match_id, BEN.user_id, "take back") == "no_move"


async def test_a_move_with_a_reply_is_taken_back_by_consent(services: Services) -> None:
    match_id = await start_with_two_moves(services)
    await services.offers.make(match_id, ADA.user_id, "take back")
    assert await plies(services, match_id) == 2
    assert await refusal_code(services, match_id, BEN.user_id, "take back") == "asked_otherwise"
    match = await accept(services, match_id, BEN.user_id)
    assert (match.ply, match.offers) == (0, ())


async def test_a_declined_request_can_be_repeated_after_the_next_move(services: Services) -> None:
    match_id = await start_with_two_moves(services)
    await services.offers.make(match_id, ADA.user_id, "take back")
    await decline(services, match_id, BEN.user_id)
    assert await refusal_code(services, match_id, ADA.user_id, "take back") == "offered_before"
    services.now += HOUR
    await play(services, match_id)
    await play(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "take back")
    assert await kinds(services, match_id) == ["take back"]


async def test_a_declined_request_can_be_repeated_after_a_move_is_replaced(
    services: Services,
) -> None:
    match_id = await start_with_two_moves(services)
    await services.offers.make(match_id, ADA.user_id, "take back")
    await decline(services, match_id, BEN.user_id)
    await services.offers.make(match_id, BEN.user_id, "take back")
    services.now += HOUR
    await play(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "take back")
    assert await kinds(services, match_id) == ["take back"]


@pytest.mark.usefixtures("games_with_draws")
async def test_a_take_back_neither_repeats_nor_prevents_a_draw_offer(services: Services) -> None:
    match_id = await start_with_two_moves(services)
    services.now += HOUR
    await play(services, match_id, draw=True)
    await decline(services, match_id, BEN.user_id)
    await services.offers.make(match_id, ADA.user_id, "take back")
    # The declined offer was at a later ply, and no one has moved since.
    assert await refusal_code(services, match_id, ADA.user_id, "draw") == "offered_before"
    services.now += HOUR
    await play(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "draw")
    assert await kinds(services, match_id) == ["draw"]


async def test_any_move_expires_a_request(services: Services) -> None:
    match_id = await start_with_two_moves(services)
    await services.offers.make(match_id, ADA.user_id, "take back")
    await play(services, match_id)
    assert await kinds(services, match_id) == []


async def test_a_request_about_an_earlier_board_is_refused(services: Services) -> None:
    match_id = await start_with_two_moves(services)
    stands_at = (await services.matches.find(match_id)).stands_at
    await play(services, match_id)
    with pytest.raises(Refusal, match="has moved on"):
        await services.offers.make(match_id, ADA.user_id, "take back", stands_at)
    assert await plies(services, match_id) == 3


async def test_the_clock_resumes_from_its_value_at_the_move(services: Services) -> None:
    match_id = await services.start_match(pace="1d")
    services.now += 5 * HOUR
    await play(services, match_id)
    services.now += 5 * HOUR
    match = await services.offers.make(match_id, ADA.user_id, "take back")
    assert match.deadline == services.now + 19 * HOUR


async def test_taking_back_gives_no_second_increment(services: Services) -> None:
    match_id = await services.start_match(pace="3d+12h<5d")
    for _ in range(2):
        services.now += DAY
        await play(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "take back")
    match = await accept(services, match_id, BEN.user_id)
    assert match.deadline == services.now + 2 * DAY
    assert (await play(services, match_id)).deadline == services.now + 2 * DAY
    match = await play(services, match_id)
    assert match.deadline == services.now + 2 * DAY + timedelta(hours=12)


async def test_both_other_players_of_three_must_agree(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    for _ in range(3):
        await play(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "take back")
    assert (await accept(services, match_id, BEN.user_id)).ply == 3
    assert (await accept(services, match_id, CY.user_id)).ply == 0


async def test_moves_before_a_departure_cannot_be_taken_back(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    match = await play(services, match_id)
    assert match.player_to_move is not None
    await services.matches.resign(match_id, match.player_to_move.user_id)
    assert await refusal_code(services, match_id, ADA.user_id, "take back") == "irrevocable"


async def test_a_tile_is_never_taken_back(services: Services) -> None:
    match_id = await services.start_match(game="passtally")
    match = await services.matches.find(match_id)
    while not any(len(move) == 3 for move in match.position.moves()):
        match = await play(services, match_id)
    player = match.player_to_move
    assert player is not None
    tile = next(move for move in match.position.moves() if len(move) == 3)
    await services.matches.play(match_id, player.user_id, tile)
    assert await refusal_code(services, match_id, player.user_id, "take back") == "irrevocable"
