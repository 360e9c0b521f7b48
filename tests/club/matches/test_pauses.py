"""Pauses of the clocks by agreement, for up to thirty days."""

from __future__ import annotations

from datetime import timedelta

from club.matches.match import Match
from club.paces import DAY, HOUR
from tests.club.matches.agreeing import accept, decline, kinds, play, refusal_code
from tests.club.services import ADA, BEN, CY, Services


async def pause(services: Services, match_id: int) -> Match:
    await services.offers.make(match_id, ADA.user_id, "pause")
    return await accept(services, match_id, BEN.user_id)


async def resume(services: Services, match_id: int) -> Match:
    await services.offers.make(match_id, BEN.user_id, "resume")
    return await accept(services, match_id, ADA.user_id)


async def pass_time(services: Services, time: timedelta) -> Match:
    """Advance the clock, wake due matches and return match 1."""
    services.now += time
    await services.uptime.set_online()
    await services.matches.alarms.wake_due()
    return await services.matches.find(1)


async def test_clocks_resume_with_the_remaining_time(services: Services) -> None:
    match_id = await services.start_match(pace="1d")
    services.now += 10 * HOUR
    match = await pause(services, match_id)
    assert (match.deadline, match.paused_until) == (None, services.now + 30 * DAY)
    assert await refusal_code(services, match_id, ADA.user_id, "pause") == "paused"
    assert not (await pass_time(services, 10 * DAY)).is_over
    match = await resume(services, match_id)
    assert (match.deadline, match.paused_until) == (services.now + 14 * HOUR, None)
    assert await refusal_code(services, match_id, ADA.user_id, "resume") == "not_paused"


async def test_moves_during_a_pause_take_no_time(services: Services) -> None:
    match_id = await services.start_match(pace="3d+12h<5d")
    services.now += DAY
    await pause(services, match_id)
    services.now += 2 * DAY
    for _ in range(2):
        assert (await play(services, match_id)).deadline is None
    # Ada used one of her three days before the pause, and her turn added half a day.
    assert (await resume(services, match_id)).deadline == services.now + 2 * DAY + 12 * HOUR


async def test_clocks_resume_automatically_after_thirty_days(services: Services) -> None:
    match_id = await services.start_match(pace="1d")
    await pause(services, match_id)
    assert (await pass_time(services, 30 * DAY)).deadline == services.now + DAY


async def test_a_request_outlasts_moves(services: Services) -> None:
    match_id = await services.start_match(pace="1d")
    await services.offers.make(match_id, ADA.user_id, "pause")
    for _ in range(2):
        await play(services, match_id)
    assert (await accept(services, match_id, BEN.user_id)).paused_until is not None


async def test_a_declined_request_can_be_repeated_after_the_next_own_move(
    services: Services,
) -> None:
    match_id = await services.start_match(pace="1d")
    await services.offers.make(match_id, ADA.user_id, "pause")
    await decline(services, match_id, BEN.user_id)
    assert await refusal_code(services, match_id, ADA.user_id, "pause") == "offered_before"
    services.now += HOUR
    await play(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "pause")
    assert await kinds(services, match_id) == ["pause"]


async def test_a_match_without_a_time_limit_has_no_clock_to_pause(services: Services) -> None:
    match_id = await services.start_match(pace="none")
    assert await refusal_code(services, match_id, ADA.user_id, "pause") == "no_clock"


async def test_both_other_players_of_three_must_agree(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1d")
    await services.offers.make(match_id, BEN.user_id, "pause")
    assert (await accept(services, match_id, CY.user_id)).paused_until is None
    assert (await accept(services, match_id, ADA.user_id)).paused_until is not None


async def test_a_request_expires_when_a_player_leaves(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1d")
    await services.offers.make(match_id, BEN.user_id, "pause")
    await accept(services, match_id, ADA.user_id)
    await services.matches.resign(match_id, CY.user_id)
    assert await kinds(services, match_id) == []
    await services.offers.make(match_id, BEN.user_id, "pause")
    assert await kinds(services, match_id) == ["pause"]


async def test_overlapping_pause_and_vacation_count_once(services: Services) -> None:
    match_id = await services.start_match(pace="1d")
    await services.play_turns(match_id, 1)
    services.now += 10 * HOUR
    await pause(services, match_id)
    await services.vacations.take(ADA.user_id, 2)
    services.now += DAY
    # One more day of vacation, and then the 14 hours left before the pause.
    assert (await resume(services, match_id)).deadline == services.now + DAY + 14 * HOUR
