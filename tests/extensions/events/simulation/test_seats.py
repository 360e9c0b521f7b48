"""Seats counted over events, which give every player each equally often."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from extensions.events.club import course as courses
from extensions.events.club.course import EventCourse
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions
from rules.refusal import Refusal
from tests.club.services import Services
from tests.extensions.events.club.sample_events import do_chores, end_all, person, start_event
from tests.simulation.test_seats import DAY, Seats, count_seats, lead

pytestmark = pytest.mark.slow


OF_THREE = EventOptions(game="passtally", options={"players": 3})


async def course_of(services: Services, event_id: int) -> EventCourse:
    async with services.store.read() as tx:
        course = await courses.find(tx, event_id)
    assert course is not None
    return course


def seats_in(course: EventCourse) -> Seats:
    return count_seats(
        (course.rounds[each.round - 1].game, each.seats)
        for each in course.pairings
        if each.match_id is not None
    )


async def play_event(services: Services, format: str, players: int, wishes: EventOptions) -> Seats:
    """Play an event to its end, with results at random, and count its seats."""
    random = Random(f"{format} {players}")
    event = await start_event(services, format, players, wishes)
    while (await services.part(Events).reader.event(event.id)).event.state == "running":
        await end_all(services, event.id, loser=random.choice)
        await do_chores(services)
    return seats_in(await course_of(services, event.id))


@pytest.mark.usefixtures("in_process_pairing")
@pytest.mark.parametrize(
    ("format", "players", "wishes"),
    [
        ("cup", 4, EventOptions(game="skirt")),
        ("cup", 5, replace(OF_THREE, most=5)),
        ("league", 11, EventOptions(game="skirt")),
        ("league", 9, OF_THREE),
        ("tour", 8, EventOptions(game=None)),
        ("swiss", 12, OF_THREE),
        ("swiss", 16, replace(OF_THREE, rounds=4)),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
async def test_every_entrant_is_even_after_an_event(
    services: Services, format: str, players: int, wishes: EventOptions
) -> None:
    seats = await play_event(services, format, players, wishes)
    assert {each for each, _ in seats} == set(range(1, players + 1))
    assert max(map(lead, seats.values())) <= 1


@pytest.mark.usefixtures("in_process_pairing")
async def test_in_a_swiss_tournament_for_two_nobody_is_further_ahead_than_fide_allows(
    services: Services,
) -> None:
    seats = await play_event(services, "swiss", 12, EventOptions(game="skirt"))
    leads = [lead(counts) for counts in seats.values()]
    # Similar scores come before seats.
    assert max(leads) <= 2
    assert sum(leads) / len(leads) < 1.2


async def test_members_of_a_ladder_stay_within_two(services: Services) -> None:
    random, members = Random(1), 8
    event = await start_event(services, "ladder", members)
    while (await services.part(Events).reader.event(event.id)).event.state == "running":
        services.now += DAY
        await do_chores(services)
        for number in random.sample(range(1, members + 1), members):
            if random.random() < 0.4:
                with suppress(Refusal):
                    await services.part(Events).challenge_above(event.id, person(number), None)
        for pairing in (await course_of(services, event.id)).running_pairings:
            if random.random() < 0.3:
                match = await services.matches.find(pairing.match_id or 0)
                loser = random.choice(match.playing)
                await services.matches.resign(match.id, loser.user_id)
    seats = seats_in(await course_of(services, event.id))
    # Members choose their opponents, who may both have moved first more often.
    assert max(map(lead, seats.values())) <= 2
