"""Dates of events after downtime, which move like the clocks of matches."""

from __future__ import annotations

from datetime import timedelta

from club.uptime import SWEEP
from extensions.events.club.events import Events
from extensions.events.club.opening import ENTRY_TIMEOUT
from storage.database.shards import ALL
from storage.database.store import Store
from tests.club.services import GUILD, Services
from tests.extensions.events.club.sample_events import (
    do_chores,
    entrant,
    open_event,
    pairings,
    person,
    start_event,
)

DOWNTIME = timedelta(days=3)


async def pass_downtime(services: Services, time: timedelta = DOWNTIME) -> None:
    """Simulate downtime of the bot, followed by its chores."""
    await do_chores(services)
    services.uptime.set_offline()
    services.now += time
    await do_chores(services)


async def test_downtime_extends_a_round(store: Store) -> None:
    services = Services(store)
    event = await start_event(services, "league", 4)
    (before,) = await services.part(Events).reader.rounds(event.id)
    await pass_downtime(services)
    (after,) = await services.part(Events).reader.rounds(event.id)
    assert before.round.ends_at is not None
    assert after.round.ends_at == before.round.ends_at + DOWNTIME
    now = (await services.part(Events).reader.event(event.id)).event
    assert event.ends_at is not None
    assert now.ends_at == event.ends_at + DOWNTIME
    await do_chores(services)
    assert (await services.part(Events).reader.event(event.id)).event.ends_at == now.ends_at


async def test_an_event_waits_while_its_server_is_unavailable(store: Store) -> None:
    services = Services(store)
    event = await start_event(services, "league", 4)
    await do_chores(services)
    for _ in range(3):
        await services.uptime.set_online(ALL, [GUILD])
        services.now += 20 * DOWNTIME
        await services.uptime.set_online(ALL, [GUILD])
        await services.part(Events).advance()
    listed = await services.part(Events).reader.event(event.id)
    assert (listed.event.state, listed.entrant_count) == ("running", 4)
    await do_chores(services)
    listed = await services.part(Events).reader.event(event.id)
    assert (listed.event.state, listed.entrant_count) == ("running", 4)
    assert event.ends_at is not None
    assert listed.event.ends_at == event.ends_at + 60 * DOWNTIME


async def test_no_match_is_decided_before_the_downtime_is_refunded(store: Store) -> None:
    services = Services(store)
    event = await start_event(services, "league", 4)
    await do_chores(services)
    services.uptime.set_offline()
    services.now += timedelta(days=40)
    # A player leaves before the chores notice that the bot is back.
    await services.part(Events).leave(event.id, person(4).user_id)
    played = [each for each in await pairings(services, event.id) if each.is_open]
    assert len(played) == 3
    await do_chores(services)
    assert all(each.is_open for each in await pairings(services, event.id) if each in played)


async def test_downtime_extends_registration(store: Store) -> None:
    services = Services(store)
    event = await open_event(services, "league", 2)
    await pass_downtime(services, timedelta(days=8))
    now = (await services.part(Events).reader.event(event.id)).event
    assert event.entries_close_at is not None
    assert now.state == "open"
    assert now.entries_close_at == event.entries_close_at + timedelta(days=8)


async def test_downtime_extends_the_time_of_an_event_without_entrants(store: Store) -> None:
    services = Services(store)
    event = await open_event(services, "cup", 1)
    await services.part(Events).leave(event.id, person(1).user_id)
    await pass_downtime(services, 2 * ENTRY_TIMEOUT)
    assert (await services.part(Events).reader.event(event.id)).event.state == "open"
    for _ in range(ENTRY_TIMEOUT // timedelta(days=1)):
        services.now += timedelta(days=1)
        await do_chores(services)
    assert (await services.part(Events).reader.event(event.id)).event.state == "cancelled"


async def test_downtime_extends_a_ladder_challenge(store: Store) -> None:
    services = Services(store)
    event = await start_event(services, "ladder", 3)
    await services.part(Events).challenge_above(event.id, person(2))
    (before,) = await pairings(services, event.id)
    await pass_downtime(services)
    (after,) = await pairings(services, event.id)
    assert before.ends_at is not None
    assert after.ends_at == before.ends_at + DOWNTIME


async def test_downtime_extends_the_time_to_confirm_attendance(store: Store) -> None:
    services = Services(store)
    event = await open_event(services, "cup", 1)
    await do_chores(services)
    for _ in range(4):
        services.now += timedelta(days=1)
        await do_chores(services)
    for number in (2, 3, 4):
        await services.part(Events).join(event.id, person(number))
    await do_chores(services)
    asked_at_first = (await entrant(services, event.id, 1)).asked_at
    assert asked_at_first is not None
    await pass_downtime(services)
    assert (await entrant(services, event.id, 1)).asked_at == asked_at_first + DOWNTIME
    assert (await entrant(services, event.id, 1)).is_in


async def test_short_downtime_moves_no_dates(store: Store) -> None:
    services = Services(store)
    event = await start_event(services, "league", 4)
    await pass_downtime(services, timedelta(minutes=50))
    assert (await services.part(Events).reader.event(event.id)).event.ends_at == event.ends_at


async def test_an_event_opened_as_the_bot_returns_keeps_its_dates(store: Store) -> None:
    services = Services(store)
    await do_chores(services)
    services.uptime.set_offline()
    services.now += DOWNTIME
    event = await open_event(services, "league", 2)
    await do_chores(services)
    now = (await services.part(Events).reader.event(event.id)).event
    assert now.entries_close_at == event.entries_close_at


async def test_a_cup_keeps_its_entries_while_the_machine_sleeps(store: Store) -> None:
    services = Services(store, sweep=SWEEP)
    await services.uptime.set_online()
    cup = await open_event(services, "cup", 3)
    assert cup.entries_close_at is None
    services.now += timedelta(days=40)
    await services.part(Events).advance()
    await services.uptime.set_online()
    await services.part(Events).advance()
    assert (await services.part(Events).reader.standings(cup.id)).event.state == "open"
