"""Clocks by shards: those of a shard that is cut off stand while the others run."""

from __future__ import annotations

import pytest

from club.clocks.pace import HOUR
from storage.database.shards import Shards
from storage.database.store import Store
from storage.matches.matches import StoredMatch
from tests.club.services import Services

BOTH = Shards.all_of(2)
FIRST, SECOND = (Shards(2, frozenset({number})) for number in range(2))
IN_FIRST, IN_SECOND = 4 << 22, 5 << 22


async def begun(services: Services, guild_id: int) -> int:
    match_id = await services.begun(guild_id=guild_id, pace="1h")
    await services.turns(match_id, 1)
    return match_id


async def stored(services: Services, match_id: int) -> StoredMatch:
    return (await services.matches.find(match_id)).stored


async def round_of(services: Services, shards: Shards) -> None:
    """A round of the chores, as far as clocks go."""
    await services.uptime.stay(shards)
    await services.matches.wake_due(shards)


async def test_the_clocks_of_a_shard_that_is_cut_off_stand_while_the_others_run(
    store: Store,
) -> None:
    services = Services(store)
    await round_of(services, BOTH)
    here, there = await begun(services, IN_FIRST), await begun(services, IN_SECOND)
    deadline = (await stored(services, there)).deadline
    assert deadline is not None
    services.uptime.leave(1)
    for _ in range(8):
        services.now += HOUR / 4
        await round_of(services, FIRST)
    assert (await stored(services, here)).state != "running"
    assert (await stored(services, there)).state == "running"
    await round_of(services, BOTH)
    match = await stored(services, there)
    assert (match.state, match.deadline) == ("running", deadline + 2 * HOUR)


async def test_nobody_runs_out_of_time_in_a_shard_that_is_cut_off(store: Store) -> None:
    services = Services(store)
    await round_of(services, BOTH)
    match_id = await begun(services, IN_SECOND)
    services.uptime.leave(1)
    services.now += 2 * HOUR
    await services.matches.wake(match_id)
    assert (await stored(services, match_id)).state == "running"


async def test_the_time_of_a_dead_process_is_given_back_to_its_own_servers_alone(
    store: Store,
) -> None:
    one, other = Services(store), Services(store)
    await round_of(one, FIRST)
    await round_of(other, SECOND)
    here, there = await begun(one, IN_FIRST), await begun(other, IN_SECOND)
    before = [(await stored(one, each)).deadline for each in (here, there)]
    for _ in range(3):
        one.now += HOUR / 4
        await round_of(one, FIRST)
    again = Services(store)
    again.now = one.now
    await round_of(again, SECOND)
    after = [(await stored(one, each)).deadline for each in (here, there)]
    assert before[1] is not None
    assert after == [before[0], before[1] + 3 * HOUR / 4]
    one.now += HOUR
    again.now = one.now
    await round_of(one, FIRST)
    assert (await stored(one, here)).state != "running"
    assert (await stored(one, there)).state == "running"


@pytest.mark.parametrize("count", [1, 3])
async def test_where_servers_are_dealt_out_anew_the_absence_is_given_back_once(
    store: Store, count: int
) -> None:
    services = Services(store)
    await round_of(services, BOTH)
    matches = [await begun(services, guild_id) for guild_id in (IN_FIRST, IN_SECOND)]
    before = [(await stored(services, each)).deadline for each in matches]
    # Another number of shards, and back: what was noted of the first is long out of date.
    for number, shards in enumerate((Shards.all_of(count), BOTH), start=1):
        services.now += HOUR / 2
        next_services = Services(store)
        next_services.now = services.now
        await round_of(next_services, shards)
        after = [(await stored(services, each)).deadline for each in matches]
        assert after == [each and each + number * HOUR / 2 for each in before]
