"""Events of servers that are gone, or that people have left."""

from __future__ import annotations

from datetime import timedelta

import pytest

from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from rules.refusal import Refusal
from storage.matches import match_lists
from tests.club.matches.test_homes import services, stored, town
from tests.club.services import (
    ADA,
    BEN,
    CHANNEL,
    CY,
    GUILD,
    Services,
    Town,
)

PEOPLE = [Person(each.user_id, each.name) for each in (ADA, BEN, CY)]


async def open_event(services: Services, format: str) -> int:
    wishes = EventOptions("skirt", {"size": 4}, most=3 if format == "cup" else None)
    request = Opening(GUILD, CHANNEL, format, PEOPLE[0], wishes)
    event = await services.part(Events).open(request)
    for person in PEOPLE[1:]:
        await services.part(Events).join(event.id, person)
    return event.id


async def test_an_event_starts_without_those_who_left_the_server(
    services: Services, town: Town
) -> None:
    town.departed.add((GUILD, BEN.user_id))
    event_id = await open_event(services, "cup")
    async with services.store.read() as tx:
        entrants = await stored_entrants.of_event(tx, event_id)
        assert await match_lists.running_of(tx, BEN.user_id) == ()
    assert {each.user_id: each.state for each in entrants}[BEN.user_id] == "withdrawn"


async def test_nobody_is_matched_on_a_ladder_with_someone_who_left_the_server(
    services: Services, town: Town
) -> None:
    event_id = await open_event(services, "ladder")
    town.departed.add((GUILD, BEN.user_id))
    services.now += timedelta(hours=1)
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).challenge_above(event_id, PEOPLE[2])
    assert refusal.value.code == "they_left"
    match_id = await services.part(Events).challenge_above(event_id, PEOPLE[2])
    players = {seat.user_id for seat in (await stored(services, match_id)).seats}
    assert players == {ADA.user_id, CY.user_id}


async def test_an_event_waits_while_its_server_is_gone(services: Services, town: Town) -> None:
    event_id = await open_event(services, "ladder")
    town.gone.add(GUILD)
    await services.pass_time(timedelta(days=100))
    await services.part(Events).advance()
    assert await state_of(services, event_id) == "running"
    town.gone.clear()
    await services.pass_time(timedelta(days=2))
    await services.part(Events).advance()
    assert await state_of(services, event_id) == "over"


async def state_of(services: Services, event_id: int) -> str:
    async with services.store.read() as tx:
        return (await stored_events.current(tx, event_id)).state


__all__ = ["services", "town"]
