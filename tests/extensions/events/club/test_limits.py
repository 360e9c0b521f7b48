"""Limits of events hold for simultaneous actions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from tests.club.services import CHANNEL, GUILD, Services
from tests.club.test_limits import TRIES, check_limit, numbers
from tests.extensions.events.club.sample_events import person


async def events_of_others(services: Services) -> list[int]:
    return [await open_event(services, number) for number in range(TRIES)]


async def open_event(services: Services, number: int) -> int:
    request = Opening(GUILD, CHANNEL, "ladder", person(number), EventOptions(game="skirt"))
    return (await services.part(Events).open(request)).id


async def open_another(services: Services, _number: int) -> None:
    await open_event(services, 1)


async def join(services: Services, event_id: int) -> None:
    await services.part(Events).join(event_id, person(50))


@pytest.mark.parametrize(
    ("limit", "table", "prepare", "act"),
    [
        ("extensions.events.club.opening.MAX_RUNNING", "event", numbers, open_event),
        ("extensions.events.club.opening.MAX_OPENED", "event", numbers, open_another),
        ("extensions.events.club.entering.MAX_JOINED", "event_entrant", events_of_others, join),
    ],
)
async def test_a_limit_of_events_holds_for_simultaneous_actions(
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    table: str,
    prepare: Callable[[Services], Awaitable[list[Any]]],
    act: Callable[[Services, Any], Coroutine[Any, Any, object]],
) -> None:
    await check_limit(postgresql_url, monkeypatch, limit, table, prepare, act)
