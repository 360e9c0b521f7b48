"""Challenges: who may answer, how seats are assigned, and how many may be open."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from club.challenges.changes import LIFETIME
from club.challenges.limits import MAX_OPEN
from rules.refusal import Refusal
from rules.registry import GAMES
from storage import outbox
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services

TERMS = Terms("skirt", GAMES["skirt"].choose({}))
COMPUTER = Participant(99, "Stairwell Casual", level=1)


async def make_challenge(services: Services, *guests: Participant, **wishes: Any) -> Challenge:
    """Make a challenge as Ada."""
    return await services.challenges.make(TERMS, Place(GUILD, CHANNEL), ADA, guests, **wishes)


async def players(services: Services, challenge: Challenge) -> list[int]:
    """The user ids of the players in a challenge's match, seat 1 first."""
    assert challenge.match_id is not None
    match = await services.matches.find(challenge.match_id)
    return [player.user_id for player in match.players]


@pytest.mark.parametrize(("seat", "expected"), [(1, [ADA, BEN]), (2, [BEN, ADA])])
async def test_the_challenger_gets_the_chosen_seat(
    services: Services, seat: int, expected: list[Participant]
) -> None:
    challenge = await make_challenge(services, BEN, seat=seat)
    accepted = await services.challenges.accept(challenge.id, BEN)
    assert await players(services, accepted) == [each.user_id for each in expected]


async def test_seats_are_random_by_default(services: Services) -> None:
    first: set[int] = set()
    for _ in range(8):
        challenge = await make_challenge(services, BEN)
        accepted = await services.challenges.accept(challenge.id, BEN)
        first.add((await players(services, accepted))[0])
    assert first == {ADA.user_id, BEN.user_id}


@pytest.mark.parametrize(
    ("verb", "person", "guests"),
    [
        ("accept", BEN, [BEN]),
        ("accept", BEN, [BEN, CY]),
        ("decline", BEN, [BEN]),
        ("cancel", ADA, [BEN]),
    ],
    ids=["accepted", "accepted by one of two", "declined", "cancelled"],
)
async def test_the_card_is_updated_even_if_the_process_ends_before_it_answers(
    services: Services, verb: str, person: Participant, guests: list[Participant]
) -> None:
    game = GAMES["passtally"]
    terms = Terms(game.key, game.choose({"players": 1 + len(guests)}))
    challenge = await services.challenges.make(terms, Place(GUILD, CHANNEL), ADA, guests)
    await services.challenges.set_message(challenge.id, 1000)
    answered = await getattr(services.challenges, verb)(challenge.id, person)
    async with services.store.read() as tx:
        entry = await outbox.get(tx, f"c{challenge.id}-{answered.version}")
    assert entry is not None
    assert (entry.kind, entry.channel_id) == ("challenge", CHANNEL)


async def test_the_first_player_to_accept_gets_an_open_challenge(services: Services) -> None:
    challenge = await make_challenge(services)
    accepted = await services.challenges.accept(challenge.id, CY)
    assert {*await players(services, accepted)} == {ADA.user_id, CY.user_id}
    with pytest.raises(Refusal) as refusal:
        await services.challenges.accept(challenge.id, BEN)
    assert refusal.value.code == "closed"


@pytest.mark.parametrize(
    ("verb", "person", "words"),
    [
        ("accept", ADA, "This is your own challenge"),
        ("accept", CY, "This challenge is for"),
        ("decline", ADA, "you can cancel it"),
        ("decline", CY, "Only someone challenged by name can decline"),
        ("cancel", BEN, "can cancel this challenge"),
    ],
)
async def test_only_the_people_involved_can_answer(
    services: Services, verb: str, person: Participant, words: str
) -> None:
    challenge = await make_challenge(services, BEN)
    answer = getattr(services.challenges, verb)
    with pytest.raises(Refusal) as refusal:
        await answer(challenge.id, person)
    assert words in refusal.value.words
    assert (await services.challenges.find(challenge.id)).state == "open"


@pytest.mark.parametrize(
    ("guests", "wishes", "code"),
    [
        ([ADA], {}, "yourself"),
        ([BEN, CY], {}, "too_many_guests"),
        ([BEN, BEN], {}, "same_guest"),
        ([BEN], {"seat": 3}, "seat"),
        ([BEN], {"seat": 0}, "seat"),
    ],
)
async def test_an_invalid_challenge_is_refused(
    services: Services, guests: list[Participant], wishes: dict[str, int], code: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        await make_challenge(services, *guests, **wishes)
    assert refusal.value.code == code


async def test_open_challenges_per_player_are_limited(services: Services) -> None:
    for _ in range(MAX_OPEN):
        await make_challenge(services)
    with pytest.raises(Refusal) as refusal:
        await make_challenge(services)
    assert refusal.value.code == "too_many_open"
    services.now += LIFETIME
    await services.challenges.expire()
    assert (await make_challenge(services)).state == "open"


# The same request twice, for example by a double click


async def test_a_match_against_a_computer_starts_once_until_its_first_move(
    services: Services,
) -> None:
    started = await make_challenge(services, COMPUTER, seat=1, only_one=True)
    with pytest.raises(Refusal, match="is waiting for your first move") as refusal:
        await make_challenge(services, COMPUTER, seat=1, only_one=True)
    assert refusal.value.code == "begun"
    other_level = replace(COMPUTER, level=2)
    assert (await make_challenge(services, other_level, seat=1, only_one=True)).match_id
    assert started.match_id is not None
    match = await services.matches.find(started.match_id)
    await services.matches.play(started.match_id, ADA.user_id, match.position.moves()[0])
    assert (await make_challenge(services, COMPUTER, seat=1, only_one=True)).match_id


async def test_two_simultaneous_requests_start_one_match_against_a_computer(
    services: Services,
) -> None:
    answers = await asyncio.gather(
        *(make_challenge(services, COMPUTER, seat=1, only_one=True) for _ in range(2)),
        return_exceptions=True,
    )
    assert [type(each) for each in answers].count(Refusal) == 1


async def test_the_same_people_are_challenged_once(services: Services) -> None:
    await make_challenge(services, BEN, only_one=True)
    with pytest.raises(Refusal, match="already sent this challenge"):
        await make_challenge(services, BEN, only_one=True)
    assert (await make_challenge(services, CY, only_one=True)).state == "open"
    assert (await make_challenge(services, only_one=True)).state == "open"
