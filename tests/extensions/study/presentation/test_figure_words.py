"""Hints and reviews of Scalus, which name the figures that notation doesn't distinguish."""

from __future__ import annotations

from engine.opponent import Choice
from extensions.study.club.reviews import Mistake
from extensions.study.presentation.reviews import mistake_lines
from presentation.markup import PLAIN
from presentation.matches.hints import hint_lines
from rules.notation import read
from tests.club.services import Services

TRIANGLE = "d4-g4-d7(g4)"


async def test_a_hint_and_a_review_name_the_triangle(services: Services) -> None:
    match_id = await services.start_match(game="scalus", options={"patterns": 1})
    match = await services.matches.find(match_id)
    choice = Choice(TRIANGLE, (TRIANGLE,), 0.6, (0.6, 0.4), 10, False)
    named = f"{TRIANGLE} (triangle of 10)"
    assert hint_lines(match, choice, PLAIN)[0].startswith(f"I would play {named}.")
    move = read(match.position, TRIANGLE)
    assert match.player_to_move is not None
    match = await services.matches.play(match_id, match.player_to_move.user_id, move)
    cost, _ = mistake_lines(match, Mistake(1, 0.1, (TRIANGLE,)), PLAIN)
    assert f"Ada: {named} cost 10" in cost
