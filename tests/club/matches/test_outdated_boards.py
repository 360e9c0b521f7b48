"""Resigning and aborting on a board that is out of date."""

from __future__ import annotations

import pytest

from rules.refusal import Refusal
from tests.club.services import ADA, BEN, Services


@pytest.mark.parametrize("verb", ["resign", "abort"])
async def test_giving_up_on_an_outdated_board_is_refused(services: Services, verb: str) -> None:
    match_id = await services.start_match()
    give_up = getattr(services.matches, verb)
    match = await services.matches.find(match_id)
    after = await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    with pytest.raises(Refusal) as refusal:
        await give_up(match_id, BEN.user_id, match.version)
    assert refusal.value.code == "stale"
    assert (await give_up(match_id, BEN.user_id, after.version)).is_over
