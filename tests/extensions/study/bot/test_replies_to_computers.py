"""Conditional moves against a computer."""

from __future__ import annotations

import pytest

from engine.opponent import choose
from extensions.study.club.conditional_moves import Step
from extensions.study.club.study import Study
from tests.bot.matches.computers import cards, make_move, match_of, start_match
from tests.bot.simulated import World, text_of, turn_sentence

pytestmark = [pytest.mark.club(computers=True), pytest.mark.usefixtures("games_with_draws")]


async def test_conditional_moves_also_work_against_a_computer(club: World) -> None:
    place = await start_match(club)
    await make_move(club, place, club.ada, "a1")
    match = await match_of(club)
    answer = choose("skirt", match.position.encode(), 1, match.id).move
    after = match.position.play(
        next(move for move in match.position.moves() if match.position.text(move) == answer)
    )
    reply = after.text(after.moves()[0])
    await club.bot.club.part(Study).conditional_moves.add(
        1, club.ada.id, [Step(2, answer), Step(1, reply)], match.version
    )
    await club.think()
    match = await match_of(club)
    assert [played.text for played in match.played[:3]] == ["a1", answer, reply]
    assert len(match.played) == 4
    assert len(cards(place)) == 2
    first, second = (turn_sentence(match.played[ply], "TestBot Doorstep") for ply in (1, 3))
    assert (
        f"Ada placed a stone on a1. {first} {turn_sentence(match.played[2], 'Ada')} "
        f"It was a conditional move. {second}"
    ) in text_of(place.last_message)
