"""Measure the time of a move on the web, beside turns in Discord.

`python -m benchmarks.web_moves [--turns 0 25] [--rate 2] [--seconds 30]`

`stairwell run` serves the loopback Discord of the tests and the web pages, as in `benchmarks.load`.
While members play turns with `/move`, others play in other matches on the web at an even rate. They
send a form, fetch the page with the new board, and then its small picture.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles

import aiohttp

from benchmarks.load.checkouts import HERE, UnderLoad, under_load
from benchmarks.load.tables import Table
from club.club import Club
from presentation.steps import join_steps
from storage.database.store import Store

MATCHES = 200
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
    chosen = parser.parse_args()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
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


def _spread(seconds: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    return 1000 * cuts[49], 1000 * cuts[98]


if __name__ == "__main__":
    main()
