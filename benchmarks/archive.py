"""Measure usual moves, the archive and its search by a position, with many matches stored.

    python -m benchmarks.archive [--matches 100000] [--queries 1000] [--database postgresql://…]

The matches are invented: their first moves are those of random matches of all games, and later
positions are their own. Nine in ten belong to one server. The database must be empty, by default it
is a new file of SQLite. Processor time is that of this process, so without that of
PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice, pairwise
from operator import itemgetter
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import asyncpg
from sqlalchemy import Table, insert, text

from club.club import Club
from club.matches.usual_moves import MAX_MOVES, Shelf
from rules.position import Position
from rules.registry import GAMES
from rules.replay import random_play
from rules.symmetry import key_of
from storage.database.store import Store
from storage.matches import positions
from storage.matches.archive import ArchiveFilter
from storage.matches.match import MATCH_PLACES, MATCHES, SEATS
from storage.matches.positions import MOVE_COUNTS, REACHED_POSITIONS

GUILD = 1
COURSES = 100
"""Random matches of each game."""

SHARED_PLIES = 4
PLIES = 20
PEOPLE = 5000
AT_ONCE = 500
PAGE_SIZE = 24


@dataclass(frozen=True, slots=True)
class Course:
    """The first moves of a random match."""

    game: str
    positions: Sequence[Position]
    keys: Sequence[int]


def courses_of(game_key: str, random: Random) -> list[Course]:
    """Return random matches of a game."""
    game = GAMES[game_key]
    setup = game.deal(game.choose({}), random)
    courses: list[Course] = []
    for _ in range(COURSES):
        start = game.start(setup)
        played = list(islice(random_play(start, random), PLIES))
        seen = [start.seen_by(None), *(each.after.seen_by(None) for each in played)]
        courses.append(Course(game_key, seen, [key_of(game_key, each) for each in seen]))
    return courses


def match_rows(number: int, course: Course, random: Random, now: datetime) -> dict[Table, Any]:
    """Return the rows of a finished match."""
    guild_id = GUILD if number % 10 else 2 + number % 100
    at = now - timedelta(minutes=10 * (10**6 - number))
    match = {
        "id": number,
        "game": course.game,
        "options": {},
        "setup": {},
        "guild_id": guild_id,
        "state": "over",
        "version": PLIES,
        "ply": PLIES,
        "created_at": at,
        "turn_started_at": at,
        "ended_at": at,
        "ended_number": number,
        "result": {"winners": [1], "reason": "resign", "scores": None, "values": {"seat": 2}},
        "pace": "3d",
        "rated": True,
        "guided": False,
        "from_pool": False,
        "awaits_computer": False,
    }
    place = {
        "match_id": number,
        "number": 1,
        "kind": "server",
        "guild_id": guild_id,
        "channel_id": number % 20,
        "parent_id": number % 20,
        "is_running": False,
        "is_private": False,
    }
    people = random.sample(range(1, PEOPLE), 2)
    seats = [
        {
            "match_id": number,
            "seat": seat,
            "user_id": user_id,
            "name": f"Player {user_id}",
            "is_playing": True,
            "place": seat,
            "turns": PLIES // 2,
            "home": 1,
        }
        for seat, user_id in enumerate(people, 1)
    ]
    return {MATCHES: [match], MATCH_PLACES: [place], SEATS: seats}


async def fill(store: Store, url: str, courses: Sequence[Course], count: int) -> None:
    """Store finished matches with their positions and the counts of their moves."""
    random, now = Random(3), datetime.now(UTC)
    shared: Counter[tuple[int, int]] = Counter()
    reached: list[tuple[int, int, int]] = []
    moves: list[tuple[int, int, int, float]] = []
    for start in range(1, count + 1, AT_ONCE):
        rows: dict[Table, list[Any]] = {MATCHES: [], MATCH_PLACES: [], SEATS: []}
        for number in range(start, min(start + AT_ONCE, count + 1)):
            course = random.choice(courses)
            for table, its_rows in match_rows(number, course, random, now).items():
                rows[table] += its_rows
            keys = [
                key if ply < SHARED_PLIES else random.getrandbits(63)
                for ply, key in enumerate(course.keys)
            ]
            for ply, (key, following) in enumerate(pairwise(keys)):
                reached.append((key, number, ply))
                if ply < SHARED_PLIES:
                    shared[key, following] += 1
                else:
                    moves.append((key, following, 1, 1.0))
        async with store.write() as tx:
            for table, its_rows in rows.items():
                await tx.execute(insert(table), its_rows)
    moves += ((*move, times, times / 2) for move, times in shared.items())
    # Sorted, they are stored ten times as fast.
    for table, its_rows in ((REACHED_POSITIONS, reached), (MOVE_COUNTS, moves)):
        its_rows.sort()
        # A match may reach a position twice.
        await copy(url, table, [next(each) for _, each in groupby(its_rows, itemgetter(0, 1))])
    async with store.write() as tx:
        await tx.execute(text("ANALYZE"))


async def copy(url: str, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Store many rows past SQLAlchemy."""
    names = list(table.c.keys())
    if url.startswith("sqlite"):
        marks = ", ".join("?" * len(names))
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            insertion = f"INSERT INTO {table.name} VALUES ({marks})"
            connection.executemany(insertion, rows)
    else:
        connection = await asyncpg.connect(url)
        await connection.copy_records_to_table(table.name, records=rows, columns=names)
        await connection.close()


async def time(label: str, count: int, ask: Callable[[int], Awaitable[Any]]) -> None:
    """Print the time of some questions in milliseconds, and the processor time of one."""
    times: list[float] = []
    used = process_time()
    for number in range(count):
        began = perf_counter()
        await ask(number)
        times.append(1000 * (perf_counter() - began))
    used = 1000 * (process_time() - used) / count
    times.sort()
    p50, p99 = times[count // 2], times[count * 99 // 100]
    print(f"{label:<48}{p50:>9.2f}{p99:>9.2f}{used:>11.2f}", flush=True)


async def measure(url: str, count: int, queries: int) -> None:
    """Store the matches, and print the table."""
    random = Random(5)
    courses = [each for game in GAMES for each in courses_of(game, random)]
    async with Store.opened(url) as store:
        began = perf_counter()
        await fill(store, url, courses, count)
        kind, seconds = url.partition(":")[0], perf_counter() - began
        print(f"{count:,} matches on {kind}, stored in {seconds:.0f} s")
        print(f"{'milliseconds':<48}{'p50':>9}{'p99':>9}{'processor':>11}")
        club = Club(store)
        asked = [(random.choice(courses), random.randrange(SHARED_PLIES)) for _ in range(queries)]

        def counts(number: int) -> Awaitable[Any]:
            course, ply = asked[number]
            return store.read(lambda tx: positions.counts_of(tx, course.keys[ply], MAX_MOVES))

        def usual(number: int) -> Awaitable[Any]:
            course, ply = asked[number]
            shelf = Shelf(GUILD, lambda _: True)
            return club.usual_moves.of(GAMES[course.game], course.positions[ply], shelf)

        def page(wanted: ArchiveFilter) -> Awaitable[Any]:
            return club.archive.page(GUILD, wanted, lambda _: True, PAGE_SIZE)

        def by_position(number: int) -> Awaitable[Any]:
            course, ply = asked[number]
            return page(ArchiveFilter(game=course.game, position=course.keys[ply]))

        rare = await store.read(lambda tx: _rare(tx, queries))
        few = max(queries // 10, 10)
        await time("counts of the moves in a position", queries, counts)
        await time("usual moves in words, with matches", few, usual)
        await time("archive, first page", few, lambda _: page(ArchiveFilter()))
        await time(
            "archive of a player", few, lambda number: page(ArchiveFilter(player_id=1 + number))
        )
        await time("archive by a position of the first moves", few, by_position)
        await time(
            "archive by a position of one match",
            few,
            lambda number: page(ArchiveFilter(position=rare[number])),
        )


async def _rare(tx: Any, count: int) -> list[int]:
    query = text(f"SELECT position FROM reached_position WHERE ply > {SHARED_PLIES} LIMIT {count}")
    return list((await tx.execute(query)).scalars())


def main() -> None:
    """Measure with the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--database")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = chosen.database or f"sqlite:///{Path(folder) / 'archive.db'}"
        asyncio.run(measure(url, chosen.matches, chosen.queries))


if __name__ == "__main__":
    main()
