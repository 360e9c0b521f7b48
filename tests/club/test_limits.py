"""Limits, and what exists only once, hold for several processes that act at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from club.events.opening import EventOptions, Opening
from club.matches.conditional_moves import Step
from club.members.sessions import Device
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.events.sample_events import person
from tests.club.matches.test_teams import member, start
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services
from tests.club.test_locking import processes

TRIES = 8
"""Number of simultaneous actions, half of them in each process."""

LIMIT = 2

CELLS = ("a1", "a2", "a3", "a4", "b1", "c1", "d1", "e1")


async def numbers(_services: Services) -> list[int]:
    return list(range(TRIES))


async def matches_of_others(services: Services) -> list[int]:
    return [await services.start_match(BEN, CY) for _ in range(TRIES)]


async def moves_of_a_match(services: Services) -> list[tuple[int, str]]:
    match_id = await services.start_match(BEN, ADA)
    return [(match_id, cell) for cell in CELLS]


async def events_of_others(services: Services) -> list[int]:
    return [await open_event(services, number) for number in range(TRIES)]


async def links(services: Services) -> list[str]:
    return [await services.web_sessions.link(ADA.user_id, ADA.name) for _ in range(TRIES)]


async def keep(services: Services, line: tuple[int, str]) -> None:
    match = await services.matches.find(line[0])
    await services.kept_lines.keep(match, ADA.user_id, 0, [line[1]], line[1])


async def plan(services: Services, line: tuple[int, str]) -> None:
    match = await services.matches.find(line[0])
    steps = (Step(1, line[1]), Step(2, "a6-b6"))
    await services.conditional_moves.add(match.id, ADA.user_id, steps, match.version)


async def follow(services: Services, match_id: int) -> None:
    match = await services.matches.find(match_id)
    await services.follows.follow_match(ADA.user_id, match.stored)


async def follow_player(services: Services, number: int) -> None:
    await services.follows.follow_player(ADA.user_id, Participant(200 + number, "someone"))


async def block(services: Services, number: int) -> None:
    await services.blocks.block(ADA.user_id, 200 + number, "someone")


async def challenge(services: Services, _number: int, guests: Sequence[Participant] = ()) -> None:
    terms, place = Terms("skirt", GAMES["skirt"].choose({"size": 4})), Place(GUILD, CHANNEL)
    await services.challenges.make(terms, place, ADA, guests)


async def play_a_computer(services: Services, number: int) -> None:
    await challenge(services, number, [Participant(99, "Stairwell", level=1)])


async def open_event(services: Services, number: int) -> int:
    request = Opening(GUILD, CHANNEL, "ladder", person(number), EventOptions(game="skirt"))
    return (await services.events.open(request)).id


async def open_another(services: Services, _number: int) -> None:
    await open_event(services, 1)


async def join(services: Services, event_id: int) -> None:
    await services.events.join(event_id, person(50))


@pytest.mark.parametrize(
    ("limit", "prepare", "act"),
    [
        ("club.challenges.limits.MAX_OPEN", numbers, challenge),
        ("club.challenges.limits.MAX_COMPUTER_MATCHES", numbers, play_a_computer),
        ("club.members.blocks.MAX_BLOCKS", numbers, block),
        ("club.matches.following.MAX_FOLLOWS", numbers, follow_player),
        ("club.matches.following.MAX_FOLLOWS", matches_of_others, follow),
        ("club.matches.kept_lines.MAX_LINES", moves_of_a_match, keep),
        ("club.matches.conditional_moves.MAX_LINES", moves_of_a_match, plan),
        ("club.events.opening.MAX_RUNNING", numbers, open_event),
        ("club.events.opening.MAX_OPENED", numbers, open_another),
        ("club.events.entering.MAX_JOINED", events_of_others, join),
    ],
)
async def test_a_limit_holds_for_simultaneous_actions(
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    prepare: Callable[[Services], Awaitable[list[Any]]],
    act: Callable[[Services, Any], Awaitable[object]],
) -> None:
    async with processes(postgresql_url) as both:
        values = await prepare(both[0])
        monkeypatch.setattr(limit, LIMIT)
        tries = (act(both[number % 2], value) for number, value in enumerate(values))
        results = await asyncio.gather(*tries, return_exceptions=True)
    refused = [each for each in results if isinstance(each, Refusal)]
    assert len(results) - len(refused) == LIMIT
    assert [each for each in results if isinstance(each, Exception)] == refused


async def test_someone_signed_in_everywhere_at_once_has_no_more_sessions_than_allowed(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.members.sessions.MAX_SESSIONS", LIMIT)
    async with processes(postgresql_url) as both:
        tokens = [link.rpartition("/")[2] for link in await links(both[0])]
        await asyncio.gather(
            *(
                both[number % 2].web_sessions.redeem(token, Device())
                for number, token in enumerate(tokens)
            )
        )
        assert len(await both[0].web_sessions.of_user(ADA.user_id)) == LIMIT


async def test_what_has_a_name_or_an_owner_exists_once(postgresql_url: str) -> None:
    async with processes(postgresql_url) as both:
        match_id = await both[0].start_match(BEN, ADA)
        match = await both[0].matches.find(match_id)
        vote = await start(both[0])

        async def act(services: Services, cell: str) -> None:
            lines, notes = services.kept_lines, services.notes
            await lines.keep(match, ADA.user_id, 0, [cell], "quiet")
            await notes.write(match, ADA.user_id, cell)
            await services.teams.vote(vote, member(1), vote.version, ["e1"])

        await asyncio.gather(*(act(both[number % 2], cell) for number, cell in enumerate(CELLS)))
        assert len(await both[0].kept_lines.of(match, ADA.user_id)) == 1
        assert await both[0].notes.of(match_id, ADA.user_id) in CELLS
        assert len((await both[0].matches.find(vote.id)).open_votes) == 1
