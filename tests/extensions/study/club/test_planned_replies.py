"""Planned replies after a take-back within a turn."""

from __future__ import annotations

from extensions.study.club.conditional_moves import Step
from extensions.study.club.study import Study
from tests.club.services import ADA, BEN, Services


async def test_taking_back_within_a_turn_keeps_the_opponents_planned_reply(
    services: Services,
) -> None:
    match_id = await services.start_match(ADA, BEN, game="passtally")
    # The first turn of a match may be shorter than the others.
    match = await services.play_turns(match_id, count=1)
    mover = match.player_to_move
    assert mover is not None
    planner = next(each for each in match.players if each != mover)
    position = match.position
    steps: list[Step] = []
    for _ in range(3):
        assert position.to_move is not None
        move = position.moves()[0]
        steps.append(Step(position.to_move, position.text(move)))
        position = position.play(move)
    other = match.position.moves()[-1]
    await services.part(Study).conditional_moves.add(
        match_id, planner.user_id, steps, match.version
    )
    for first in (other, match.position.moves()[0]):
        half = await services.matches.play(match_id, mover.user_id, first)
        match = await services.matches.take_back(match_id, mover.user_id, half.version)
    (line,) = await services.part(Study).conditional_moves.of(match, planner)
    assert line.texts == [step.text for step in steps]
