"""Web pages served by their own process, beside a bot on the same PostgreSQL database."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest

from bot.process.settings import Settings
from bot.process.web_front import WebPortTaken, run_web
from club.audit import Admin
from club.club import Club
from club.servers.settings import WEB_PAGES
from storage.database.store import Store
from storage.servers import pages
from storage.servers.pages import PublicChannels
from tests.club.services import ADA, CHANNEL, GUILD, Services
from tests.databases import PostgresqlDatabase

NEVER = 1e9
"""Seconds between the rounds that would find changes without hints."""


@pytest.fixture
def empty(postgresql: PostgresqlDatabase) -> PostgresqlDatabase:
    """An empty database on the server."""
    postgresql.empty()
    return postgresql


def settings_for(database: PostgresqlDatabase, port: int) -> Settings:
    url = f"http://127.0.0.1:{port}"
    return Settings(database_url=database.url, web_url=url, web_port=port, monitor_port=free_port())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


async def test_the_web_process_shows_the_bots_match_and_announces_its_moves_by_a_hint(
    empty: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.http.live.EVERY", NEVER)
    store = await Store.open(empty.url)
    bot = Services(store)
    await bot.uptime.set_online()
    match_id = await bot.start_match()
    await bot.settings.change(GUILD, WEB_PAGES, "private", Admin(1, "Root"))
    async with store.write() as tx:
        public = PublicChannels("Club", frozenset({CHANNEL}), frozenset())
        await pages.save(tx, GUILD, public)
    settings = settings_for(empty, free_port())
    linking = Club(store, thinks=False, web_url=settings.web_url)
    match = await bot.matches.find(match_id)
    address = await linking.pages.match_address(match.stored)
    serving = asyncio.create_task(run_web(settings))
    async with aiohttp.ClientSession() as session:
        await answering(session, f"{settings.web_url}/status", serving)
        async with session.get(f"{address}/live") as stream, session.get(address) as page:
            assert "<bdi>Ada</bdi>" in await page.text()
            assert await stream.content.readline() == f"data: {match.version}\n".encode()
            await bot.matches.play(match_id, ADA.user_id, match.position.moves()[0])
            await stream.content.readline()
            assert await stream.content.readline() == f"data: {match.version + 1}\n".encode()
        metrics = f"http://127.0.0.1:{settings.monitor_port}/metrics"
        async with session.get(metrics) as answer:
            text = await answer.text()
        assert 'stairwell_page_requests_total{kind="match",status="200"}' in text
        assert "stairwell_build_info" in text
        assert "process_resident_memory_bytes" in text
        async with session.get(f"{settings.web_url}/metrics") as answer:
            assert answer.status == 404
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    await store.close()


async def test_a_port_in_use_is_named(empty: PostgresqlDatabase) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = settings_for(empty, taken.getsockname()[1])
        with pytest.raises(WebPortTaken, match="WEB_PORT"):
            await run_web(settings)


async def answering(session: aiohttp.ClientSession, url: str, serving: asyncio.Task[None]) -> None:
    """Wait until a site answers."""
    while not serving.done():
        try:
            async with session.get(url):
                return
        except aiohttp.ClientConnectionError:
            await asyncio.sleep(0.05)
    await serving
