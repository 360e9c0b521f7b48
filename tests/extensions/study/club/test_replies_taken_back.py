"""Planned replies that are taken back."""

from __future__ import annotations

from extensions.study.club.conditional_moves import Step
from extensions.study.club.study import Study
from tests.club.matches.agreeing import accept, play
from tests.club.services import ADA, BEN, Services


async def test_a_planned_reply_is_taken_back_by_consent_and_used_up(services: Services) -> None:
    match_id = await services.start_match()
    match = await services.matches.find(match_id)
    first = match.position.moves()[0]
    after = match.position.play(first)
    reply = Step(2, after.text(after.moves()[0]))
    line = [Step(1, match.position.text(first)), reply]
    await services.part(Study).conditional_moves.add(match_id, BEN.user_id, line, match.version)
    assert (await play(services, match_id)).ply == 2
    await services.offers.make(match_id, ADA.user_id, "take back")
    assert (await accept(services, match_id, BEN.user_id)).ply == 0
    assert (await play(services, match_id)).ply == 1
