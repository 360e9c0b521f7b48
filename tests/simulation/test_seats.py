"""Seats counted over a season: events and rematches give every player each equally often.

A player is even if no seat of a game is more than one ahead of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from extensions.events.club import course as courses
from extensions.events.club.course import EventCourse
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions
from rules.refusal import Refusal
from storage.matches.match import Participant
from tests.club.services import CHANNEL, Services
from tests.extensions.events.club.sample_events import do_chores, end_all, person, start_event

pytestmark = pytest.mark.slow

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

Seats = dict[tuple[int, str], list[int]]
"""How often a player has had each seat of a game, by player and game."""

OF_THREE = EventOptions(game="passtally", options={"players": 3})


def count_seats(matches: Iterable[tuple[str, tuple[int, ...]]]) -> Seats:
    """Count the seats of matches, each a game and its players, seat 1 first."""
    counts: Seats = {}
    for game, players in matches:
        for seat, player in enumerate(players):
            counts.setdefault((player, game), [0] * len(players))[seat] += 1
    return counts


def lead(counts: list[int]) -> int:
    """How much more often a player has had one seat than another."""
    return max(counts) - min(counts)


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
    while (await Events(services).reader.event(event.id)).event.state == "running":
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
    while (await Events(services).reader.event(event.id)).event.state == "running":
        services.now += DAY
        await do_chores(services)
        for number in random.sample(range(1, members + 1), members):
            if random.random() < 0.4:
                with suppress(Refusal):
                    await Events(services).challenge_above(event.id, person(number), None)
        for pairing in (await course_of(services, event.id)).running_pairings:
            if random.random() < 0.3:
                match = await services.matches.find(pairing.match_id or 0)
                loser = random.choice(match.playing)
                await services.matches.resign(match.id, loser.user_id)
    seats = seats_in(await course_of(services, event.id))
    # Members choose their opponents, who may both have moved first more often.
    assert max(map(lead, seats.values())) <= 2


@pytest.mark.parametrize("players", [2, 3])
async def test_rematches_of_any_earlier_result_stay_even(services: Services, players: int) -> None:
    random = Random(players)
    people = [Participant(1000 + number, f"Person {number}") for number in range(players)]
    played = [await services.start_match(*people, game="passtally")]
    for _ in range(8):
        match = await services.matches.find(played[-1])
        while not match.is_over:
            match = await services.matches.resign(match.id, random.choice(match.playing).user_id)
        asked = await services.matches.find(random.choice(played))
        asking, *others = random.sample(people, players)
        challenge = await services.rematches.ask(asked, asking, CHANNEL)
        for each in others:
            challenge = await services.challenges.accept(challenge.id, each)
        assert challenge.match_id is not None
        played.append(challenge.match_id)
        seats = count_seats(
            (each.game.key, tuple(seat.user_id for seat in each.seats))
            for each in [await services.matches.find(number) for number in played]
        )
        assert max(map(lead, seats.values())) <= 1
