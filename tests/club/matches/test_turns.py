"""The grouping of moves and departures into turns."""

from __future__ import annotations

from tests.club.services import ADA, BEN, CY, Services


async def test_leaving_during_another_players_turn_is_listed_separately(
    services: Services,
) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    match = await services.play_turns(match_id, count=2)
    mover = match.player_to_move
    assert mover is not None
    first = len(match.played)
    match = await services.matches.play(match_id, mover.user_id, match.position.moves()[0])
    assert match.position.is_mid_turn
    leaver = next(player for player in match.players if player != mover)
    match = await services.matches.resign(match_id, leaver.user_id)
    match = await services.matches.play(match_id, mover.user_id, match.position.moves()[0])
    half, departure, ended = match.played[first:]
    assert departure.left == leaver.seat
    assert [match.turn_from(first), match.turn_from(first + 1)] == [(half,), (departure,)]
    assert match.last_turn == (ended,)
