"""Sign-in links and web sessions, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from club.members.sessions import (
    LAST_USE_PRECISION,
    LINK_TIME,
    MAX_SESSIONS,
    SESSION_TIME,
    Device,
    StartedSession,
)
from rules.refusal import Refusal
from storage.database.store import Store
from tests.club.services import ADA, BEN, Services

URL = "https://stairwell.example"


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    """A club with web pages, on either kind of database because links can't be used twice."""
    async with Store.opened(database_url) as store:
        yield Services(store, URL)


async def token_for(services: Services, user_id: int = ADA.user_id) -> str:
    return (await services.web_sessions.link(user_id, "Ada")).rpartition("/")[2]


async def sign_in(services: Services, user_id: int = ADA.user_id) -> StartedSession:
    return await services.web_sessions.redeem(await token_for(services, user_id), Device())


async def test_a_link_redeemed_several_times_at_once_starts_one_session(services: Services) -> None:
    token = await token_for(services)
    results = await asyncio.gather(
        *(services.web_sessions.redeem(token, Device()) for _ in range(8)), return_exceptions=True
    )
    assert sum(isinstance(each, StartedSession) for each in results) == 1
    assert {each.code for each in results if isinstance(each, Refusal)} == {"link_used"}
    assert len(await services.web_sessions.of_user(ADA.user_id)) == 1


async def test_no_session_survives_a_simultaneous_deletion(services: Services) -> None:
    for _ in range(10):
        token = await token_for(services)
        await asyncio.gather(
            services.web_sessions.redeem(token, Device()),
            services.personal_data.remove(ADA.user_id),
            return_exceptions=True,
        )
        assert not await services.web_sessions.of_user(ADA.user_id)


async def test_links_and_sessions_expire_and_are_deleted(services: Services) -> None:
    session, token = await sign_in(services), await token_for(services)
    services.now += LINK_TIME
    with pytest.raises(Refusal):
        await services.web_sessions.find_unused_link(token)
    with pytest.raises(Refusal):
        await services.web_sessions.redeem(token, Device())
    assert await services.web_sessions.session(session.token) is not None
    services.now += SESSION_TIME - LINK_TIME
    assert await services.web_sessions.session(session.token) is None
    await services.web_sessions.forget_expired()
    holdings = await services.personal_data.of(ADA.user_id)
    assert not holdings.counts["web_links"]
    assert not holdings.counts["web_sessions"]


async def test_users_cannot_end_sessions_of_others(services: Services) -> None:
    ada, ben = await sign_in(services), await sign_in(services, BEN.user_id)
    (session,) = await services.web_sessions.of_user(ADA.user_id)
    await services.web_sessions.end(BEN.user_id, session.id)
    await services.web_sessions.end_all(BEN.user_id)
    assert await services.web_sessions.session(ada.token) is not None
    assert await services.web_sessions.session(ben.token) is None


async def test_the_least_recently_used_session_is_replaced(services: Services) -> None:
    first = await sign_in(services)
    for _ in range(MAX_SESSIONS):
        services.now += LAST_USE_PRECISION
        await sign_in(services)
    assert await services.web_sessions.session(first.token) is None
    assert len(await services.web_sessions.of_user(ADA.user_id)) == MAX_SESSIONS


async def test_the_last_use_is_stored_by_the_hour(services: Services) -> None:
    token = (await sign_in(services)).token
    began = services.now
    services.now += LAST_USE_PRECISION / 2
    await services.web_sessions.session(token)
    (session,) = await services.web_sessions.of_user(ADA.user_id)
    assert session.used_at == began
    services.now += LAST_USE_PRECISION
    await services.web_sessions.session(token)
    (session,) = await services.web_sessions.of_user(ADA.user_id)
    assert session.used_at == services.now


@pytest.mark.parametrize(
    ("url", "possible"),
    [
        (None, False),
        ("http://stairwell.example", False),
        (URL, True),
        ("http://localhost:8080", True),
        ("http://127.0.0.1:8080", True),
    ],
)
async def test_signing_in_needs_https_or_this_machine(
    store: Store, url: str | None, possible: bool
) -> None:
    assert Services(store, url).web_sessions.are_available is possible
