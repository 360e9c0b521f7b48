"""Actions shared by the tests of agreements: moves, offers and answers to them."""

from __future__ import annotations

from club.matches.match import Match
from rules.refusal import Refusal
from storage.matches.offers import Kind
from tests.club.services import Services


async def play(services: Services, match_id: int, *, draw: bool = False) -> Match:
    """Make the first legal move."""
    match = await services.matches.find(match_id)
    assert match.player_to_move is not None
    move = match.position.moves()[0]
    user_id = match.player_to_move.user_id
    return await services.matches.play(match_id, user_id, move, offers_draw=draw)


async def accept(services: Services, match_id: int, user_id: int) -> Match:
    """Accept the latest open offer as a player."""
    match = await services.matches.find(match_id)
    return await services.offers.accept(match_id, user_id, match.offers[-1].id)


async def decline(services: Services, match_id: int, user_id: int) -> Match:
    """Decline the latest open offer as a player, or withdraw it if it is their own."""
    match = await services.matches.find(match_id)
    return await services.offers.decline(match_id, user_id, match.offers[-1].id)


async def kinds(services: Services, match_id: int) -> list[Kind]:
    """The kinds of the open offers."""
    return [offer.kind for offer in (await services.matches.find(match_id)).offers]


async def refusal_code(services: Services, match_id: int, user_id: int, kind: Kind) -> str:
    """The code of the refusal of an offer."""
    try:
        await services.offers.make(match_id, user_id, kind)
    except Refusal as refusal:
        return refusal.code
    raise AssertionError(f"{kind} was not refused")
