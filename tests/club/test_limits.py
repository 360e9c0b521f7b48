"""Limits, and what exists only once, hold for several processes that act at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import pytest
from sqlalchemy import text

from club.members.sessions import Device
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services
from tests.club.test_locking import processes

TRIES = 2
"""Number of simultaneous actions, one in each process, which has one write transaction."""

LIMIT = 1


WAITING = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


async def at_once(
    holder: Services, held: str, tries: Sequence[Coroutine[Any, Any, object]]
) -> list[object]:
    """Hold a lock of what some tries write until all of them wait, and return their results.

    Without a lock of their own, all have read before the first one writes.
    """
    async with holder.store.write() as tx:
        await tx.execute(text(held))
        running = [asyncio.create_task(each) for each in tries]
        while True:
            waiting = await count_waiting(holder)
            if waiting >= sum(not each.done() for each in running):
                break
            await asyncio.sleep(0.01)
    return await asyncio.gather(*running, return_exceptions=True)


async def count_waiting(services: Services) -> int:
    """The number of transactions that wait for a lock."""
    async with services.store.read() as tx:
        return (await tx.execute(WAITING)).scalar_one()


def inserts(table: str) -> str:
    return f"LOCK TABLE {table} IN SHARE MODE"


async def numbers(_services: Services) -> list[int]:
    return list(range(TRIES))


async def matches_of_others(services: Services) -> list[int]:
    return [await services.start_match(BEN, CY) for _ in range(TRIES)]


async def links(services: Services) -> list[str]:
    return [await services.web_sessions.link(ADA.user_id, ADA.name) for _ in range(TRIES)]


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


@pytest.mark.parametrize(
    ("limit", "table", "prepare", "act"),
    [
        ("club.challenges.limits.MAX_OPEN", "challenge", numbers, challenge),
        ("club.challenges.limits.MAX_COMPUTER_MATCHES", "challenge", numbers, play_a_computer),
        ("club.members.blocks.MAX_BLOCKS", "block", numbers, block),
        ("club.matches.following.MAX_FOLLOWS", "followed_player", numbers, follow_player),
        ("club.matches.following.MAX_FOLLOWS", "followed_match", matches_of_others, follow),
    ],
)
async def test_a_limit_holds_for_simultaneous_actions(
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    table: str,
    prepare: Callable[[Services], Awaitable[list[Any]]],
    act: Callable[[Services, Any], Coroutine[Any, Any, object]],
) -> None:
    await check_limit(postgresql_url, monkeypatch, limit, table, prepare, act)


async def check_limit(
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    table: str,
    prepare: Callable[[Services], Awaitable[list[Any]]],
    act: Callable[[Services, Any], Coroutine[Any, Any, object]],
) -> None:
    """Act several times at once, and check that all but one are refused."""
    async with processes(postgresql_url, 3) as (*both, holder):
        values = await prepare(both[0])
        monkeypatch.setattr(limit, LIMIT)
        tries = [act(both[number % 2], value) for number, value in enumerate(values)]
        results = await at_once(holder, inserts(table), tries)
    refused = [each for each in results if isinstance(each, Refusal)]
    assert len(results) - len(refused) == LIMIT
    assert [each for each in results if isinstance(each, Exception)] == refused


async def test_someone_signed_in_everywhere_at_once_has_no_more_sessions_than_allowed(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.members.sessions.MAX_SESSIONS", LIMIT)
    async with processes(postgresql_url, 3) as (*both, holder):
        tokens = [link.rpartition("/")[2] for link in await links(both[0])]
        tries = [
            both[number % 2].web_sessions.redeem(token, Device())
            for number, token in enumerate(tokens)
        ]
        await at_once(holder, inserts("web_session"), tries)
        assert len(await both[0].web_sessions.of_user(ADA.user_id)) == LIMIT
