"""Ends without a result: by agreement, or by silence in a match without a time limit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.matches.match import Match
from club.paces import DAY
from tests.club.matches.agreeing import accept, decline, kinds, play, refusal_code
from tests.club.services import ADA, BEN, CY, Services


async def pass_time(services: Services, time: timedelta) -> Match:
    """Advance the clock while the process runs, wake due matches and return match 1."""
    await services.pass_time(time)
    await services.matches.alarms.wake_due()
    return await services.matches.find(1)


async def ask(services: Services, match_id: int, user_id: int = BEN.user_id) -> Match:
    return await services.offers.make(match_id, user_id, "stop")


async def test_a_match_that_all_players_agree_to_end_counts_for_nobody(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="3d")
    await ask(services, match_id)
    assert not (await accept(services, match_id, ADA.user_id)).is_over
    match = await accept(services, match_id, CY.user_id)
    assert match.stored.state == "aborted"
    assert match.stored.result is not None
    assert match.stored.result["reason"] == "stopped"
    assert match.stored.result["winners"] == []


async def test_a_move_of_someone_who_has_yet_to_answer_declines_it(services: Services) -> None:
    match_id = await services.start_match(pace="3d")
    await ask(services, match_id, ADA.user_id)
    await play(services, match_id)
    assert await kinds(services, match_id) == ["stop"]
    await play(services, match_id)
    assert await kinds(services, match_id) == []


async def test_someone_who_is_silent_for_a_month_without_a_time_limit_has_three_days(
    services: Services,
) -> None:
    match_id = await services.start_match(pace="none")
    await play(services, match_id)
    await pass_time(services, 30 * DAY)
    match = await ask(services, match_id, ADA.user_id)
    assert match.deadline == services.now + 3 * DAY
    assert not (await pass_time(services, 2 * DAY)).is_over
    match = await pass_time(services, DAY)
    assert match.stored.result is not None
    assert (match.stored.state, match.stored.result["reason"]) == ("aborted", "silent")


@pytest.mark.parametrize("answer", ["moves", "declines", "is asked too early", "asks"])
async def test_nobody_else_loses_time(services: Services, answer: str) -> None:
    match_id = await services.start_match(pace="none")
    await pass_time(services, (29 if answer == "is asked too early" else 40) * DAY)
    await ask(services, match_id, ADA.user_id if answer == "asks" else BEN.user_id)
    if answer == "moves":
        await play(services, match_id)
    if answer == "declines":
        await decline(services, match_id, ADA.user_id)
    match = await pass_time(services, 20 * DAY)
    assert (match.is_over, match.deadline) == (False, None)


async def test_it_can_be_asked_again_after_a_month(services: Services) -> None:
    match_id = await services.start_match(pace="none")
    await ask(services, match_id)
    await decline(services, match_id, ADA.user_id)
    await pass_time(services, 29 * DAY)
    assert await refusal_code(services, match_id, BEN.user_id, "stop") == "offered_before"
    await pass_time(services, DAY)
    assert (await ask(services, match_id)).deadline == services.now + 3 * DAY


async def test_a_vacation_ends_before_the_three_days_begin(services: Services) -> None:
    match_id = await services.start_match(pace="none")
    await pass_time(services, 30 * DAY)
    await services.vacations.take(ADA.user_id, 5)
    assert (await ask(services, match_id)).deadline == services.now + 8 * DAY
