"""Measure the time of a move on the web, beside turns in Discord.

`python -m benchmarks.web_moves [--turns 0 25] [--rate 2] [--seconds 30]`

`stairwell run` serves the loopback Discord of the tests and the web pages, as in `benchmarks.load`.
While members play turns with `/move`, others play in other matches on the web at an even rate. They
send a form, fetch the page with the new board, and then its small picture.

`python -m benchmarks.web_moves --followers 1 500 [--moves 40]`

measures instead how long a move takes to reach the pages that follow its match, from before it is
stored until each page has its event. Moves are made by the process that serves the pages, on
SQLite, and by another one, whose PostgreSQL notifies it. The database is created on the test server
(`STAIRWELL_TEST_SERVER`), and dropped.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing as mp
import os
import re
import socket
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import aiohttp

from benchmarks.clicks import played_in
from benchmarks.load.checkouts import HERE, UnderLoad, under_load
from benchmarks.load.tables import Table
from club.audit import Admin
from club.club import Club
from club.servers.settings import WEB_PAGES
from presentation.steps import join_steps
from rules.registry import GAMES
from storage.database.shards import ALL, NONE
from storage.database.store import Store
from storage.servers import pages as stored_pages
from storage.servers.pages import PublicChannels
from tests import recorded
from tests.club.services import ADA, BEN, CHANNEL, GUILD, Services
from tests.databases import PostgresqlDatabase, new_file
from tests.web.house import GENEROUS
from web.app import served
from web.http.site import WebSettings

MATCHES = 200
GAME = "scala"
"""The game of the followed match."""

PLAYED = 40
"""Simultaneous matches on the web."""

_VERSION = re.compile(r'name="version" value="(\d+)"')
_PICTURE = re.compile(r'<source [^>]*srcset="([^"]+)"')


@dataclass(slots=True)
class Seats:
    """A match on the web, with its players' sessions."""

    table: Table
    path: str
    cookies: Sequence[str]
    version: str = ""


@dataclass(slots=True)
class Times:
    """Seconds from sending a move."""

    page: list[float]
    picture: list[float]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=float, nargs="+", default=[0, 25], help="a second")
    parser.add_argument("--rate", type=float, default=2, help="moves on the web a second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--followers", type=int, nargs="+", help="pages that follow one match")
    parser.add_argument("--moves", type=int, default=40, help="of that match")
    chosen = parser.parse_args()
    port = _free_port()
    if chosen.followers is not None:
        print(f"{'moves by':<20}{'followers':>10}{'events':>8}{'p50 ms':>8}{'p99 ms':>8}")
        for followers in chosen.followers:
            with TemporaryDirectory() as folder:
                url = new_file(Path(folder) / "live.db")
                measure_live("the same process", [url], port, followers, chosen.moves)
            database = PostgresqlDatabase("live")
            measure_live("another process", [database.url] * 2, port, followers, chosen.moves)
            database.drop()
        return
    # Read by the bot's process.
    os.environ |= {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": str(port)}
    asyncio.run(measure(chosen.turns, chosen.rate, chosen.seconds))


async def measure(rates: Sequence[float], rate: float, seconds: float) -> None:
    """Print a line per rate of turns in Discord."""
    url = os.environ["WEB_URL"]
    turns = round((sum(rates) + 1) * seconds)
    print(f"{'turns/s':>8}{'moves':>7}{'page p50':>10}{'p99':>7}{'with picture':>14}{'p99':>7}")
    async with under_load("this", HERE, MATCHES, turns) as subject:
        seats = await _seated(subject, url)
        async with aiohttp.ClientSession(base_url=url, headers=SENT) as session:
            for offered in rates:
                times = Times([], [])
                await asyncio.gather(
                    subject.load.offer(offered, seconds) if offered else asyncio.sleep(0),
                    _play(session, seats, rate, seconds, times),
                )
                page, picture = _spread(times.page), _spread(times.picture)
                print(
                    f"{offered:>8g}{len(times.page):>7}{page[0]:>10.0f}{page[1]:>7.0f}"
                    f"{picture[0]:>14.0f}{picture[1]:>7.0f}",
                    flush=True,
                )


SENT = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}


async def _seated(subject: UnderLoad, url: str) -> list[Seats]:
    """Sign in the players of some matches."""
    store = await Store.open(f"sqlite:///{subject.database}", upgrades=False)
    club = Club(store, thinks=False, web_url=url)
    addresses = await club.pages.addresses()
    seats: list[Seats] = []
    for number, table in enumerate(subject.load.reserve(PLAYED)):
        cookies: list[str] = []
        for player in table.players:
            link = await club.web_sessions.link(int(player.id), player.name)
            # Sign-in links are limited by address.
            sent = {**SENT, "X-Forwarded-For": f"192.0.2.{number + 1}"}
            form = {"token": link.rpartition("/")[2]}
            async with (
                aiohttp.ClientSession(headers=sent) as session,
                session.post(f"{url}/in", data=form, allow_redirects=False) as answer,
            ):
                assert answer.status == 303, await answer.text()
                cookies.append(answer.headers["Set-Cookie"].partition(";")[0])
        seats.append(Seats(table, addresses.path("play", table.id), cookies))
    await store.close()
    return seats


async def _play(
    session: aiohttp.ClientSession, seats: list[Seats], rate: float, seconds: float, times: Times
) -> None:
    """Make moves at an even rate, each in the match that waited longest."""
    async with asyncio.TaskGroup() as playing:
        for _ in range(round(rate * seconds)):
            place = next((each for each in seats if not each.table.is_over), None)
            if place is None:
                return
            seats.remove(place)
            playing.create_task(_move(session, place, seats, times))
            await asyncio.sleep(1 / rate)


async def _move(
    session: aiohttp.ClientSession, place: Seats, seats: list[Seats], times: Times
) -> None:
    """Make the next move of a match, fetch the board, and return the match."""
    table = place.table
    played = table.course.played[table.ply]
    headers = {
        "Cookie": place.cookies[played.seat - 1],
        "X-Forwarded-For": f"192.0.2.{table.id % 250}",
    }
    async with session.get(place.path, headers=headers) as answer:
        version = _VERSION.search(await answer.text())
    assert version is not None, answer.status
    form = {"version": version[1], "steps": join_steps(played.move)}
    began = time.perf_counter()
    async with session.post(place.path, data=form, headers=headers) as answer:
        text = await answer.text()
    times.page.append(time.perf_counter() - began)
    assert answer.status == 200, text
    picture = _PICTURE.search(text)
    assert picture is not None, text
    async with session.get(picture[1].replace("&amp;", "&"), headers=headers) as answer:
        assert answer.status == 200, picture[1]
        await answer.read()
    times.picture.append(time.perf_counter() - began)
    table.ply += 1
    seats.append(place)


def measure_live(name: str, urls: Sequence[str], port: int, followers: int, moves: int) -> None:
    """Print how long the events of moves take.

    :param urls: the database of each process. The first serves the pages, the last moves.
    """
    context = mp.get_context("spawn")
    pipes: list[Connection] = []
    with ExitStack() as stack:
        for number, url in enumerate(urls):
            pipe, other_end = context.Pipe()
            arguments = (other_end, url, port if number == 0 else None, number == len(urls) - 1)
            process = context.Process(target=_run_process, args=arguments)
            process.start()
            stack.callback(process.join)
            stack.callback(pipe.send, None)
            pipes.append(pipe)
            assert pipe.recv() == "ready"
        pipes[-1].send("start")
        path = pipes[-1].recv()
        times = asyncio.run(_follow(f"http://127.0.0.1:{port}{path}/live", followers, pipes, moves))
    p50, p99 = _spread(times)
    print(f"{name:<20}{followers:>10}{len(times):>8}{p50:>8.0f}{p99:>8.0f}", flush=True)


async def _follow(url: str, count: int, pipes: Sequence[Connection], moves: int) -> list[float]:
    """Follow a match with many pages while it is played, and return the seconds of each event."""
    times: list[float] = []
    began = 0.0
    headers = {"Accept": "text/event-stream"}
    connector = aiohttp.TCPConnector(limit=0)
    async with (
        aiohttp.ClientSession(connector=connector, headers=headers) as session,
        AsyncExitStack() as stack,
    ):
        streams = [await stack.enter_async_context(session.get(url)) for _ in range(count)]
        await asyncio.gather(*map(_next_event, streams))
        for _ in range(moves):
            # The clock is the same in all processes.
            events = [asyncio.create_task(_next_event(stream)) for stream in streams]
            await asyncio.sleep(0.1)
            pipes[-1].send("move")
            began = await asyncio.to_thread(pipes[-1].recv)
            times += [at - began for at in await asyncio.gather(*events)]
    return times


async def _next_event(stream: aiohttp.ClientResponse) -> float:
    """Return when the next event arrives."""
    while not (await stream.content.readline()).startswith(b"data: "):
        pass
    return time.perf_counter()


def _run_process(pipe: Connection, database_url: str, port: int | None, plays: bool) -> None:
    asyncio.run(_serve_and_play(pipe, database_url, port, plays=plays))


async def _serve_and_play(pipe: Connection, url: str, port: int | None, *, plays: bool) -> None:
    """Serve pages, play a match on request, or both."""
    async with Store.opened(url, ALL if plays else NONE) as store, AsyncExitStack() as stack:
        services = Services(store)
        if port is not None:
            settings = WebSettings(f"http://127.0.0.1:{port}", port=port, limits=GENEROUS)
            await stack.enter_async_context(served(services, settings))
        pipe.send("ready")
        if plays:
            await asyncio.to_thread(pipe.recv)
            await services.settings.change(GUILD, WEB_PAGES, "listed", Admin(1, "Root"))
            public = PublicChannels("Club", frozenset({CHANNEL}), frozenset())
            await store.write(lambda tx: stored_pages.save(tx, GUILD, public))
            match_id = await services.start_match(game=GAME)
            pipe.send((await services.pages.addresses()).path("m", match_id))
            entry = max(recorded.matches(GAME), key=lambda each: len(each["turns"]))
            for position, move in played_in(GAMES[GAME], entry):
                if await asyncio.to_thread(pipe.recv) is None:
                    return
                user_id = (ADA, BEN)[(position.to_move or 1) - 1].user_id
                began = time.perf_counter()
                await services.matches.play(match_id, user_id, move)
                pipe.send(began)
        await asyncio.to_thread(pipe.recv)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def _spread(seconds: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    return 1000 * cuts[49], 1000 * cuts[98]


if __name__ == "__main__":
    main()
