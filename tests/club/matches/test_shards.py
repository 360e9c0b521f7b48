"""Clocks by shard: those of a disconnected shard stop while the others run."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from club.matches import alarms
from club.matches.changes import Agreement, begin
from club.paces import HOUR
from club.uptime import MISSED_ROUNDS
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.shards import NONE, Shards
from storage.database.store import Store
from storage.matches.match import Participant, Place, StoredMatch, Terms
from tests.club.services import ADA, BEN, CHANNEL, SWEEP, Services

SKIRT = GAMES["skirt"]

BOTH = Shards.all_of(2)
FIRST, SECOND = (Shards(2, frozenset({number})) for number in range(2))
IN_FIRST, IN_SECOND = 4 << 22, 5 << 22


async def start_match(services: Services, guild_id: int) -> int:
    match_id = await services.start_match(guild_id=guild_id, pace="1h")
    await services.play_turns(match_id, 1)
    return match_id


async def stored_match(services: Services, match_id: int) -> StoredMatch:
    return (await services.matches.find(match_id)).stored


async def run_clock_chores(services: Services, shards: Shards) -> None:
    """Run the chores that concern clocks."""
    await services.uptime.set_online(shards)
    await services.matches.alarms.wake_due()


async def test_only_the_clocks_of_a_disconnected_shard_stop(
    store: Store,
) -> None:
    services = Services(store)
    await run_clock_chores(services, BOTH)
    here, elsewhere = await start_match(services, IN_FIRST), await start_match(services, IN_SECOND)
    deadline = (await stored_match(services, elsewhere)).deadline
    assert deadline is not None
    services.uptime.set_offline(1)
    for _ in range(8):
        services.now += HOUR / 4
        await run_clock_chores(services, FIRST)
    assert (await stored_match(services, here)).state != "running"
    assert (await stored_match(services, elsewhere)).state == "running"
    await run_clock_chores(services, BOTH)
    match = await stored_match(services, elsewhere)
    assert (match.state, match.deadline) == ("running", deadline + 2 * HOUR)


async def test_a_disconnected_shard_has_no_timeouts(store: Store) -> None:
    services = Services(store)
    await run_clock_chores(services, BOTH)
    match_id = await start_match(services, IN_SECOND)
    services.uptime.set_offline(1)
    services.now += 2 * HOUR
    await services.matches.alarms.wake(match_id)
    assert (await stored_match(services, match_id)).state == "running"


async def test_downtime_of_one_process_is_refunded_only_to_its_servers(
    store: Store,
) -> None:
    one, other = Services(store), Services(store)
    await run_clock_chores(one, FIRST)
    await run_clock_chores(other, SECOND)
    here, elsewhere = await start_match(one, IN_FIRST), await start_match(other, IN_SECOND)
    before = [(await stored_match(one, each)).deadline for each in (here, elsewhere)]
    for _ in range(3):
        one.now += HOUR / 4
        await run_clock_chores(one, FIRST)
    again = Services(store)
    again.now = one.now
    await run_clock_chores(again, SECOND)
    after = [(await stored_match(one, each)).deadline for each in (here, elsewhere)]
    assert before[1] is not None
    assert after == [before[0], before[1] + 3 * HOUR / 4]
    one.now += HOUR
    again.now = one.now
    await run_clock_chores(one, FIRST)
    assert (await stored_match(one, here)).state != "running"
    assert (await stored_match(one, elsewhere)).state == "running"


@pytest.mark.parametrize("count", [1, 3])
async def test_downtime_is_refunded_once_after_resharding(store: Store, count: int) -> None:
    services = Services(store)
    await run_clock_chores(services, BOTH)
    matches = [await start_match(services, guild_id) for guild_id in (IN_FIRST, IN_SECOND)]
    before = [(await stored_match(services, each)).deadline for each in matches]
    # Change the number of shards, and change it back when the first record is out of date.
    for number, shards in enumerate((Shards.all_of(count), BOTH), start=1):
        services.now += HOUR / 2
        next_services = Services(store)
        next_services.now = services.now
        await run_clock_chores(next_services, shards)
        after = [(await stored_match(services, each)).deadline for each in matches]
        assert after == [each and each + number * HOUR / 2 for each in before]


async def start_between_shards(
    services: Services, *, first: Participant, second: Participant
) -> int:
    """Start a match between the shards, Ada in the first, with an hour per turn."""
    homes = {ADA.user_id: 1, BEN.user_id: 2}
    agreement = Agreement(
        Terms(SKIRT.key, SKIRT.choose({"size": 4}), "1h", rated=False),
        [Place(IN_FIRST, CHANNEL), Place(IN_SECOND, CHANNEL + 1)],
        [replace(each, home=homes[each.user_id]) for each in (first, second)],
    )
    async with services.store.write() as tx:
        match_id = (await begin(tx, agreement, Random(1), services.now)).id
    await services.play_turns(match_id, 1)
    return match_id


@pytest.mark.parametrize(("mover", "waiting"), [(ADA, BEN), (BEN, ADA)])
async def test_between_servers_the_clock_follows_the_server_of_the_player_to_move(
    store: Store, mover: Participant, waiting: Participant
) -> None:
    up, down = (SECOND, FIRST) if mover == ADA else (FIRST, SECOND)
    one, other = Services(store), Services(store)
    await run_clock_chores(one, up)
    await run_clock_chores(other, down)
    stopped = await start_between_shards(one, first=mover, second=waiting)
    going_on = await start_between_shards(one, first=waiting, second=mover)
    deadline = (await stored_match(one, stopped)).deadline
    assert deadline is not None
    for _ in range(8):
        one.now += HOUR / 4
        await run_clock_chores(one, up)
    assert (await stored_match(one, stopped)).state == "running"
    assert (await stored_match(one, going_on)).state != "running"
    again = Services(store)
    again.now = one.now
    await run_clock_chores(again, down)
    match = await stored_match(one, stopped)
    assert (match.state, match.deadline) == ("running", deadline + 2 * HOUR)


async def test_a_turn_started_while_the_other_server_was_down_gets_the_rest_of_it(
    store: Store,
) -> None:
    one, other = Services(store), Services(store)
    await run_clock_chores(one, FIRST)
    await run_clock_chores(other, SECOND)
    match_id = await start_between_shards(one, first=ADA, second=BEN)
    for _ in range(2):
        one.now += HOUR / 4
        await run_clock_chores(one, FIRST)
    match = await one.matches.find(match_id)
    match = await one.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    assert match.player_to_move is not None
    assert match.player_to_move.user_id == BEN.user_id
    assert match.deadline is not None
    one.now += HOUR / 2
    again = Services(store)
    again.now = one.now
    await run_clock_chores(again, SECOND)
    assert (await stored_match(one, match_id)).deadline == match.deadline + HOUR / 2


async def run_chores_without(services: Services, *unavailable: int) -> None:
    """Run the chores that concern clocks while some servers are unavailable."""
    await services.uptime.set_online(BOTH, unavailable)
    await services.matches.alarms.wake_due()


async def test_only_the_clocks_of_an_unavailable_server_stop(store: Store) -> None:
    services = Services(store)
    await run_clock_chores(services, BOTH)
    gone, neighbour = IN_FIRST, 6 << 22
    here, elsewhere = await start_match(services, gone), await start_match(services, neighbour)
    services.now += HOUR / 4
    deadline = (await stored_match(services, here)).deadline
    assert deadline is not None
    for _ in range(8):
        await run_chores_without(services, gone)
        services.now += HOUR / 4
    assert (await stored_match(services, elsewhere)).state != "running"
    await run_chores_without(services)
    match = await stored_match(services, here)
    assert (match.state, match.deadline) == ("running", deadline + 2 * HOUR)
    services.now = deadline + 2 * HOUR
    await run_chores_without(services)
    assert (await stored_match(services, here)).state != "running"


async def test_time_during_which_a_server_and_its_shard_are_offline_counts_once(
    store: Store,
) -> None:
    services = Services(store)
    await run_clock_chores(services, BOTH)
    match_id = await start_match(services, IN_FIRST)
    deadline = (await stored_match(services, match_id)).deadline
    assert deadline is not None
    await run_chores_without(services, IN_FIRST)
    services.now += 2 * HOUR
    await run_chores_without(services, IN_FIRST)
    # The process is down for an hour, and then the server is unavailable for half an hour more.
    again = Services(store)
    again.now = services.now + HOUR
    await run_chores_without(again, IN_FIRST)
    assert (await stored_match(again, match_id)).state == "running"
    again.now += HOUR / 2
    await run_chores_without(again)
    match = await stored_match(again, match_id)
    assert (match.state, match.deadline) == ("running", deadline + 7 * HOUR / 2)


async def test_a_full_dark_server_stops_no_other_clocks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarms, "WAKE_LIMIT", 2)
    services = Services(store)
    await run_clock_chores(services, BOTH)
    dark = [await start_match(services, IN_FIRST) for _ in range(2)]
    services.now += HOUR / 4
    lit = await start_match(services, 6 << 22)
    for _ in range(5):
        await run_chores_without(services, IN_FIRST)
        services.now += HOUR / 4
    assert (await stored_match(services, lit)).state != "running"
    for each in dark:
        assert (await stored_match(services, each)).state == "running"


async def test_a_process_without_the_guild_refuses_what_comes_after_the_deadline(
    store: Store,
) -> None:
    bot, web = Services(store), Services(store, shards=NONE)
    await run_clock_chores(bot, BOTH)
    match_id = await start_match(bot, IN_FIRST)
    match = await bot.matches.find(match_id)
    assert match.player_to_move is not None
    assert match.deadline is not None
    user_id, move = match.player_to_move.user_id, match.position.moves()[0]
    web.now = match.deadline
    await bot.uptime.set_online(BOTH)
    for act in (
        lambda: web.matches.play(match_id, user_id, move),
        lambda: web.matches.resign(match_id, user_id),
        lambda: web.offers.make(match_id, user_id, "draw"),
    ):
        with pytest.raises(Refusal) as refusal:
            await act()
        assert refusal.value.code == "time_up"
    assert (await stored_match(web, match_id)).state == "running"
    # Now the other process is offline, and will give back the time.
    web.now += MISSED_ROUNDS * SWEEP
    assert (await web.matches.play(match_id, user_id, move)).ply == match.ply + 1
