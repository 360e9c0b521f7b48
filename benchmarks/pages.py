"""Measure how many web pages a second a processor core serves, cached and fresh.

`python -m benchmarks.pages [--seconds 5] [--matches 30]` serves a demo community in its own process
and requests pages as fast as it answers. Compare pages per second of processor time, which hardly
depends on other programs.

`python -m benchmarks.pages --at http://127.0.0.1:8080 --rate 50 --seconds 30` requests pages of a
running site at an even rate, beside a measurement of the bot (`python -m benchmarks.load`, with
`WEB_URL` and `WEB_PORT` set).
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import math
import multiprocessing as mp
import re
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import aiohttp

from club.audit import Admin
from club.club import Club
from club.servers.settings import WEB_PAGES
from preview import community
from preview.community import DemoPlan
from preview.names import NAMES, persons_named
from rules.registry import GAMES
from storage.database.store import Store
from storage.matches import match_lists
from storage.matches.match import Participant, Place
from storage.servers import pages as stored_pages
from storage.servers.pages import PublicChannels
from web.app import served
from web.http.limits import Limits
from web.http.site import WebSettings

GUILD, CHANNEL = 7, 8
VIEWERS = [Participant(11, "Ada"), Participant(12, "Ben"), Participant(13, "Cy")]
UNLIMITED = Limits(burst=10**9)
CONNECTIONS = 16
NOT_MODIFIED = "a board, not modified"
_PICTURE = re.compile(r"/m/[\w-]+/\d+-\w+\.png[^\"]*")


@dataclass(frozen=True, slots=True)
class Load:
    """The served community, as its process describes it."""

    url: str
    matches: dict[str, int]
    """Number of moves of each match, by its path."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--matches", type=int, default=30, help="matches of the community")
    parser.add_argument("--at", help="the address of a running site")
    parser.add_argument("--rate", type=float, default=50, help="requests a second, with --at")
    chosen = parser.parse_args()
    if chosen.at is not None:
        asyncio.run(ask_evenly(chosen.at, chosen.rate, chosen.seconds))
        return
    pipe, other_end = mp.get_context("spawn").Pipe()
    server = mp.get_context("spawn").Process(target=serve, args=(other_end, chosen.matches))
    server.start()
    try:
        measure(pipe, pipe.recv(), chosen.seconds)
    finally:
        pipe.send(None)
        server.join()


def measure(server: Connection, load: Load, seconds: float) -> None:
    """Print a row for each kind of page."""
    match = next(iter(load.matches))
    board, etag = asyncio.run(find_board(load.url, match))
    kinds: dict[str, Callable[[], Iterator[str]]] = {
        "a match, cached": lambda: itertools.repeat(match),
        "rules, cached": lambda: itertools.repeat("/rules/passtally"),
        "a match, fresh": lambda: plies(load, "{path}/{ply}"),
        "a board, fresh": lambda: plies(load, "{path}/{ply}.png?lang=en"),
        "a board, kept": lambda: itertools.repeat(board),
        NOT_MODIFIED: lambda: itertools.repeat(board),
    }
    print(f"{'':<22}{'pages':>8}{'a second':>10}{'a second of processor':>24}")
    for name, paths in kinds.items():
        server.send("")
        before = server.recv()
        began = time.perf_counter()
        known = etag if name == NOT_MODIFIED else None
        count = asyncio.run(ask_fast(load.url, paths(), seconds, known))
        took = time.perf_counter() - began
        server.send("")
        used = server.recv() - before
        print(f"{name:<22}{count:>8,}{count / took:>10,.0f}{count / used:>24,.0f}")


def plies(load: Load, form: str) -> Iterator[str]:
    """Yield the page of each ply of each match, once."""
    for path, last in load.matches.items():
        for ply in range(last):
            yield form.format(path=path, ply=ply)


async def find_board(url: str, path: str) -> tuple[str, str]:
    """Return the path of a match's board, and its ETag."""
    async with aiohttp.ClientSession(headers={"Accept-Language": "en"}) as session:
        async with session.get(f"{url}{path}?lang=en") as answer:
            picture = _PICTURE.search(await answer.text())
        assert picture is not None
        board = unescape(picture[0])
        async with session.get(url + board) as answer:
            return board, answer.headers["ETag"]


async def ask_fast(url: str, paths: Iterator[str], seconds: float, etag: str | None = None) -> int:
    """Request pages as fast as the site answers, and return their number.

    :param etag: the version that the visitor already has.
    """
    headers = {} if etag is None else {"If-None-Match": etag}
    status = 200 if etag is None else 304
    until, count = time.perf_counter() + seconds, 0

    async def ask(session: aiohttp.ClientSession) -> None:
        nonlocal count
        for path in paths:
            async with session.get(url + path) as answer:
                assert answer.status == status, (path, answer.status)
                await answer.read()
            count += 1
            if time.perf_counter() > until:
                return

    async with aiohttp.ClientSession(headers=headers) as session:
        await asyncio.gather(*(ask(session) for _ in range(CONNECTIONS)))
    return count


async def ask_evenly(url: str, rate: float, seconds: float) -> None:
    """Request pages at an even rate, and print the response times."""
    pages = ["/", "/status", *(f"/rules/{game}" for game in GAMES)]
    paths = itertools.cycle([*pages, *(f"/rules/{game}/1.png" for game in GAMES)])
    times: list[float] = []

    async def ask(session: aiohttp.ClientSession, number: int, path: str) -> None:
        began = time.perf_counter()
        # Many visitors behind one proxy.
        headers = {"X-Forwarded-For": f"192.0.2.{number % 250}"}
        async with session.get(url + path, headers=headers) as answer:
            assert answer.status == 200, (path, answer.status)
            await answer.read()
        times.append(time.perf_counter() - began)

    async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as asking:
        for number in range(int(rate * seconds)):
            asking.create_task(ask(session, number, next(paths)))
            await asyncio.sleep(1 / rate)
    times.sort()
    p50, p99 = (times[math.ceil(len(times) * part) - 1] * 1000 for part in (0.5, 0.99))
    print(f"{len(times)} pages, {rate:.0f} a second: {p50:.1f} ms (p50), {p99:.1f} ms (p99)")


def serve(pipe: Connection, matches: int) -> None:
    """Serve a community until the pipe closes, and send the processor time on request."""
    with TemporaryDirectory() as folder:
        asyncio.run(_serve(pipe, Path(folder) / "pages.db", matches))


async def _serve(pipe: Connection, database: Path, matches: int) -> None:
    persons = persons_named(VIEWERS, 8, NAMES)
    plan = DemoPlan(matches, Random(1))
    place = Place(GUILD, CHANNEL)
    await community.seed(database, place, persons, plan, now=datetime.now(UTC))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    store = await Store.open(f"sqlite:///{database}")
    club = Club(store, thinks=False, web_url=url)
    await club.settings.change(GUILD, WEB_PAGES, "listed", Admin(1, "Root"))
    async with store.write() as tx:
        public = PublicChannels("Benchmark", frozenset({CHANNEL}), frozenset())
        await stored_pages.save(tx, GUILD, public)
    async with served(club, WebSettings(url, port=port, limits=UNLIMITED)) as site:
        async with store.read() as tx:
            recent = await match_lists.recent(tx, GUILD, limit=matches)
        pipe.send(Load(url, {site.match_path(each.id): each.ply for each in recent}))
        while await asyncio.to_thread(pipe.recv) is not None:
            pipe.send(time.process_time())
    await store.close()


if __name__ == "__main__":
    main()
