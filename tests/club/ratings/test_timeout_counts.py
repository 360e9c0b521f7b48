"""The number of timeouts in a profile."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage.matches.match import Participant
from storage.ratings import profiles
from tests.club.services import ADA, BEN, CY, GUILD, Services

COMPUTER = Participant(99, "Stairwell", level=1)


@pytest.mark.parametrize(("opponent", "count"), [(BEN, 1), (COMPUTER, 0)])
async def test_a_timeout_against_the_computer_does_not_count(
    services: Services, opponent: Participant, count: int
) -> None:
    # The test moves for the computer, too.
    services.background.starts_immediately = False
    match_id = await services.start_match(ADA, opponent, pace="1h")
    match = await services.play_turns(match_id, 2)
    services.now += timedelta(hours=2)
    await services.matches.alarms.wake(match_id)
    match = await services.matches.find(match_id)
    assert match.result is not None
    assert (match.result["reason"], match.result["winners"]) == ("time", [2])
    async with services.store.read() as tx:
        for guild_id in (GUILD, None):
            assert await profiles.times_out(tx, ADA.user_id, guild_id) == count


async def test_a_player_who_runs_out_of_time_while_others_play_on_is_counted(
    services: Services,
) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1h")
    late = (await services.play_turns(match_id, 2)).player_to_move
    assert late is not None
    # Then the match waits for them for ten minutes more.
    for wait in (timedelta(hours=1), timedelta(minutes=10)):
        services.now += wait
        await services.matches.alarms.wake(match_id)
    match = await services.matches.find(match_id)
    assert not match.is_over
    await services.matches.resign(match_id, match.playing[0].user_id)
    async with services.store.read() as tx:
        for each in (ADA, BEN, CY):
            count = await profiles.times_out(tx, each.user_id, GUILD)
            assert count == (each.user_id == late.user_id)
