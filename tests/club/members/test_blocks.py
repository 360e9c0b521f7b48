"""Blocking: no new match between two members if one has blocked the other."""

from __future__ import annotations

import pytest

from club.members.blocks import PAGE_SIZE
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services


async def challenge(services: Services, challenger: Participant, *guests: Participant) -> Challenge:
    seats = max(2, 1 + len(guests))
    game = GAMES["passtally"]
    return await services.challenges.make(
        Terms(game.key, game.choose({"players": seats})), Place(GUILD, CHANNEL), challenger, guests
    )


async def refusal_code(services: Services, person: Participant, challenge: Challenge) -> str:
    with pytest.raises(Refusal) as refusal:
        await services.challenges.accept(challenge.id, person)
    return refusal.value.code


async def test_a_blocked_user_can_challenge_everyone_but_the_blocker(
    services: Services,
) -> None:
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    with pytest.raises(Refusal) as neutral:
        await challenge(services, BEN, ADA)
    assert neutral.value.code == "not_available"
    assert "block" not in neutral.value.words
    await challenge(services, BEN, CY)
    with pytest.raises(Refusal) as own:
        await challenge(services, ADA, BEN)
    assert own.value.code == "blocks"
    assert "You've blocked Ben" in own.value.words


async def test_an_open_challenge_excludes_only_blocked_users(
    services: Services,
) -> None:
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    assert await refusal_code(services, BEN, await challenge(services, ADA)) == "not_available"
    theirs = await challenge(services, BEN)
    assert await refusal_code(services, ADA, theirs) == "blocks"
    assert (await services.challenges.accept(theirs.id, CY)).state == "accepted"


async def test_a_block_after_the_challenge_applies_too(services: Services) -> None:
    offer = await challenge(services, BEN, ADA)
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    assert await refusal_code(services, ADA, offer) == "blocks"
    await services.challenges.decline(offer.id, ADA)


async def test_a_block_between_two_guests_of_a_challenge_applies_too(services: Services) -> None:
    offer = await challenge(services, ADA, BEN, CY)
    await services.challenges.accept(offer.id, BEN)
    await services.blocks.block(BEN.user_id, CY.user_id, CY.name)
    assert await refusal_code(services, CY, offer) == "not_available"


async def test_a_block_prevents_rematches_but_running_matches_continue(services: Services) -> None:
    over, running = await services.win_match(), await services.start_match()
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    match = await services.matches.find(over)
    for person, code in ((ADA, "blocks"), (BEN, "not_available")):
        with pytest.raises(Refusal) as refusal:
            await services.rematches.ask(match, person, CHANNEL)
        assert refusal.value.code == code
    await services.play_turns(running)


async def test_a_rematch_requested_before_the_block_cannot_be_accepted(
    services: Services,
) -> None:
    match = await services.matches.find(await services.win_match())
    await services.rematches.ask(match, BEN, CHANNEL)
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    with pytest.raises(Refusal) as refusal:
        await services.rematches.ask(match, ADA, CHANNEL)
    assert refusal.value.code == "blocks"


async def test_removing_a_block_undoes_it_completely(services: Services) -> None:
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    assert (await services.blocks.unblock(ADA.user_id, BEN.user_id)).count == 0
    assert (await services.blocks.unblock(ADA.user_id, BEN.user_id)).count == 0
    await challenge(services, BEN, ADA)
    await challenge(services, ADA, BEN)


async def test_a_user_cannot_block_themselves_and_a_second_block_changes_nothing(
    services: Services,
) -> None:
    with pytest.raises(Refusal):
        await services.blocks.block(ADA.user_id, ADA.user_id, ADA.name)
    for name in ("Ben", "Benjamin"):
        blocked = await services.blocks.block(ADA.user_id, BEN.user_id, name)
        assert [each.name for each in blocked.blocks] == [name]


async def test_the_list_of_blocks_is_paginated(services: Services) -> None:
    for number in range(PAGE_SIZE + 1):
        await services.blocks.block(ADA.user_id, 100 + number, f"player {number:02}")
    last = await services.blocks.of(ADA.user_id, 99)
    assert (last.page, last.pages, [each.name for each in last.blocks]) == (1, 2, ["player 20"])
    fewer = await services.blocks.unblock(ADA.user_id, 120, 1)
    assert (fewer.page, fewer.pages, len(fewer.blocks)) == (0, 1, PAGE_SIZE)
