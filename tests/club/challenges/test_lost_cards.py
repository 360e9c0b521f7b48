"""Challenges of a process that ended before posting their cards."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.challenges.changes import POSTED_WITHIN
from rules.refusal import Refusal
from storage.matches.match import Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, GUILD, Services


async def test_a_rematch_with_a_lost_card_can_be_requested_again(services: Services) -> None:
    match = await services.matches.find(await services.win_match())
    lost = await services.rematches.ask(match, ADA, CHANNEL)
    services.now += POSTED_WITHIN
    rematch = await services.rematches.ask(match, ADA, CHANNEL)
    assert (rematch.state, rematch.id != lost.id) == ("open", True)
    assert (await services.challenges.find(lost.id)).state == "cancelled"
    assert (await services.rematches.ask(match, BEN, CHANNEL)).match_id is not None


async def test_a_rematch_is_requested_once_while_its_card_is_being_posted(
    services: Services,
) -> None:
    match = await services.matches.find(await services.win_match())
    rematch = await services.rematches.ask(match, ADA, CHANNEL)
    services.now += POSTED_WITHIN - timedelta(seconds=1)
    with pytest.raises(Refusal, match="already asked"):
        await services.rematches.ask(match, ADA, CHANNEL)
    await services.challenges.set_message(rematch.id, 1000)
    services.now += POSTED_WITHIN
    with pytest.raises(Refusal, match="already asked"):
        await services.rematches.ask(match, ADA, CHANNEL)


async def test_an_open_challenge_with_a_lost_card_is_replaced(services: Services) -> None:
    terms, place = Terms("skirt", {"size": 4}), Place(GUILD, CHANNEL)
    lost = await services.challenges.make(terms, place, ADA, (), only_one=True)
    with pytest.raises(Refusal, match="already looking"):
        await services.challenges.make(terms, place, ADA, (), only_one=True)
    services.now += POSTED_WITHIN
    challenge = await services.challenges.make(terms, place, ADA, (), only_one=True)
    assert challenge.state == "open"
    assert (await services.challenges.find(lost.id)).state == "cancelled"
