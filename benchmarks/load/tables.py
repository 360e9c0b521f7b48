"""The matches played under load, of all games, at random plies, each in its thread.

A table is a match in the database with all its past and future moves. A match that ends is replaced
by another. The database may also hold any number of other people's matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Table as SqlTable
from sqlalchemy import column, insert, text
from sqlalchemy import table as sql_table

from rules.position import Game, Setup
from rules.registry import GAMES
from rules.replay import Played, random_play
from storage.database.store import direct_store
from storage.database.transaction import Transaction
from storage.matches.match import MATCH_PLACES, MATCHES, SEATS
from storage.matches.moves import MOVES
from tests.discord.loopback import Loopback
from tests.discord.messages import Message, Upload
from tests.discord.places import Channel, Member, Thread

COURSES = 12
"""Different courses of each game, shared by the matches."""

CHANNELS = 20
STORED_PLIES = 10
MATCHES_EACH = 20
"""The average number of other matches per person."""

AT_ONCE = 2_000
TIME = timedelta(days=3)
PACE = "3d"


@dataclass(frozen=True, slots=True)
class Course:
    """A whole random match."""

    game: Game
    options: dict[str, int]
    setup: Setup
    played: Sequence[Played]

    def begins_turn(self, ply: int) -> bool:
        """Whether a turn starts after `ply` moves."""
        if ply == 0:
            return True
        before = self.played[ply - 1]
        return before.after.to_move != before.before.to_move or not before.after.is_mid_turn

    def turn_from(self, ply: int) -> Sequence[Played]:
        """The moves of the turn that starts after `ply` moves."""
        end = ply + 1
        while end < len(self.played) and not self.begins_turn(end):
            end += 1
        return self.played[ply:end]


@dataclass(slots=True)
class Table:
    """A match in the database, and its current ply."""

    id: int
    thread: Channel
    players: Sequence[Member]
    course: Course
    ply: int

    @property
    def is_over(self) -> bool:
        return self.ply == len(self.course.played)


def courses(random: Random) -> list[Course]:
    """Return whole random matches, alternating between the games."""
    courses_played: list[Course] = []
    for _ in range(COURSES):
        for game in GAMES.values():
            options = game.choose({})
            setup = game.deal(options, random)
            played = tuple(random_play(game.start(setup), random))
            courses_played.append(Course(game, options, setup, played))
    return courses_played


def set_up(world: Loopback, at_once: int, turns: int) -> list[Table]:
    """Set up the simultaneous tables, and enough replacements for a number of turns.

    Each shard that the world recommends has a server, and the servers get the tables in turn, so
    `CHANNELS` and `at_once` must be multiples of the number of shards.
    """
    random = Random(1)
    played = courses(random)
    servers = [world.guild]
    if world.shards > 1:
        servers = [world.add_guild(f"server-{shard}", shard) for shard in range(world.shards)]
    homes = [servers[number % len(servers)] for number in range(max(CHANNELS, at_once))]
    channels = [homes[number].add_channel(f"games-{number}") for number in range(CHANNELS)]
    members = [homes[number // 2].add_member(f"member{number}") for number in range(2 * at_once)]
    tables: list[Table] = []
    left = 0
    while len(tables) < at_once or left < turns:
        number = len(tables)
        course = played[number % len(played)]
        starts = [ply for ply in range(2 * len(course.played) // 3) if course.begins_turn(ply)]
        ply = random.choice(starts) if number < at_once else 0
        first = 2 * (number % at_once)
        thread = _thread(world, channels[number % CHANNELS], f"match {number + 1}")
        tables.append(Table(number + 1, thread, members[first : first + 2], course, ply))
        if number >= at_once:
            left += sum(course.begins_turn(each) for each in range(len(course.played)))
    return tables


def _thread(world: Loopback, parent: Channel, name: str) -> Thread:
    thread = Thread(parent, world.snowflake(), name, 11, world.application_id, 4320)
    parent.guild.channels[thread.id] = thread
    return thread


async def fill(path: Path, world: Loopback, tables: Sequence[Table], stored: int) -> None:
    """Store the tables and `stored` matches of other people, nine in ten of them over.

    The database may be of another version, without some of the columns.
    """
    now = datetime.now(UTC)
    with direct_store(path) as store:
        async with store.write() as tx:
            for table in tables:
                card = _posted(world, table)
                people = [(member.id, member.name) for member in table.players]
                row = _match(table.id, table.course, table.ply, now) | {
                    "guild_id": table.thread.guild.id,
                    "channel_id": _parent(table.thread).id,
                    "thread_id": table.thread.id,
                    "card_message_id": card.id,
                    "card_ply": table.ply,
                }
                moves = _moves(table.id, table.course, table.ply, people, now)
                await _put(tx, MATCHES, [row])
                await _put(tx, MATCH_PLACES, [_place(row)])
                await _put(tx, SEATS, list(_seats(table.id, people)))
                await _put(tx, MOVES, list(moves))
            await _others(tx, world, tables, stored, now)


async def _others(
    tx: Transaction, world: Loopback, tables: Sequence[Table], stored: int, now: datetime
) -> None:
    random = Random(2)
    played = [table.course for table in tables[:60]]
    own = sorted({(member.id, member.name) for table in tables for member in table.players})
    strangers = (world.snowflake() for _ in count())
    people = own + [(next(strangers), "stranger") for _ in range(2 * stored // MATCHES_EACH)]
    parents = sorted({_parent(table.thread).id for table in tables})
    first = len(tables) + 1
    for start in range(first, first + stored, AT_ONCE):
        matches: list[dict[str, Any]] = []
        seats: list[dict[str, Any]] = []
        moves: list[dict[str, Any]] = []
        for number in range(start, min(start + AT_ONCE, first + stored)):
            course, players = random.choice(played), random.sample(people, 2)
            at = now - timedelta(minutes=stored - number % stored)
            row = _match(number, course, STORED_PLIES, at)
            place = {"channel_id": random.choice(parents), "thread_id": world.snowflake()}
            end = _end(number, at) if number % 10 else {}
            matches.append({**row, "guild_id": world.guild.id, **place, **end})
            seats += _seats(number, players)
            moves += _moves(number, course, STORED_PLIES, players, at)
        await _put(tx, MATCHES, matches)
        await _put(tx, MATCH_PLACES, [_place(row) for row in matches])
        await _put(tx, SEATS, seats)
        await _put(tx, MOVES, moves)


def _parent(thread: Channel) -> Channel:
    assert isinstance(thread, Thread)
    return thread.parent


def _match(number: int, course: Course, ply: int, now: datetime) -> dict[str, Any]:
    return {
        "id": number,
        "game": course.game.key,
        "options": course.options,
        "setup": course.setup,
        "state": "running",
        "version": ply + 1,
        "to_move": course.played[ply].seat,
        "ply": ply,
        "created_at": now,
        "turn_started_at": now,
        "ended_at": None,
        "result": None,
        "card_message_id": None,
        "card_ply": None,
        "pace": PACE,
        "deadline": datetime.now(UTC) + TIME,
        "wakes_at": datetime.now(UTC) + TIME * 4 / 5,
        "rated": True,
        "ended_number": None,
        "awaits_computer": False,
        "guided": False,
    }


def _place(row: dict[str, Any]) -> dict[str, Any]:
    """A match's place, as a row."""
    names = ("guild_id", "channel_id", "thread_id", "card_message_id", "card_ply")
    shown_in = {name: row[name] for name in names}
    is_running = row["state"] == "running"
    of_match = {"match_id": row["id"], "number": 1, "kind": "server", "is_running": is_running}
    return of_match | shown_in | {"parent_id": row["channel_id"]}


def _end(number: int, at: datetime) -> dict[str, Any]:
    result = {"winners": [1], "reason": "resign", "scores": None, "values": {"seat": 2}}
    return {
        "state": "over",
        "to_move": None,
        "deadline": None,
        "wakes_at": None,
        "ended_at": at,
        "ended_number": number,
        "result": result,
    }


def _seats(number: int, people: Sequence[tuple[int, str]]) -> Iterator[dict[str, Any]]:
    for seat, (user_id, name) in enumerate(people, 1):
        yield {
            "match_id": number,
            "seat": seat,
            "user_id": user_id,
            "name": name,
            "is_playing": True,
        }


def _moves(
    number: int, course: Course, plies: int, people: Sequence[tuple[int, str]], now: datetime
) -> Iterator[dict[str, Any]]:
    for ply, played in enumerate(course.played[:plies], 1):
        yield {
            "match_id": number,
            "number": ply,
            "kind": "move",
            "seat": played.seat,
            "text": played.text,
            "user_id": people[played.seat - 1][0],
            "at": now,
            "time_left": 3600,
        }


async def _put(tx: Transaction, table: SqlTable, rows: list[dict[str, Any]]) -> None:
    """Insert rows, without what the database lacks, and with 0 for what only it demands."""
    found = {row[1]: row for row in await tx.execute(text(f"PRAGMA table_info({table.name})"))}
    if not rows or not found:
        return
    defaults = {name: 0 for name, row in found.items() if row[3] and row[4] is None and not row[5]}
    values = [
        {**defaults, **{name: value for name, value in row.items() if name in found}}
        for row in rows
    ]
    columns = [column(name, table.c[name].type if name in table.c else None) for name in found]
    await tx.execute(insert(sql_table(table.name, *columns)), values)


def _posted(world: Loopback, table: Table) -> Message:
    """The current board, as posted before this run."""
    message = Message(world, table.thread, world.files_url)
    words = {"type": 10, "content": f"match {table.id}"}
    picture = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    message.write({"flags": 1 << 15, "components": [words, picture]}, {0: Upload("board.png", b"")})
    table.thread.sent.append(message)
    return message
