"""Measure how long people wait for the bot, with few and many matches in its database.

    python -m benchmarks.life [--matches 100 10000] [--moves 200]

`stairwell run` serves the loopback Discord of the tests from its own process, on a database filled
with running matches of Skirt, ten moves old. Moves are made with `/move`, one after another, each
in a different match if there are enough. Milliseconds count from the interaction leaving the
loopback until the answer arrives, the move is readable in the database, and the new board arrives.
The baseline of the same run is a bot whose only command answers "pong" at once.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from sqlalchemy import insert

from benchmarks.processes import computed, resident
from rules.registry import GAMES
from rules.replay import Played, random_play
from storage.database.store import Store
from storage.matches import cards as stored_cards
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place, Terms
from storage.matches.matches import NewMatch
from storage.matches.moves import MOVES
from tests.discord.bots import BotProcess, running
from tests.discord.calls import InteractionRecord
from tests.discord.loopback import Loopback
from tests.discord.messages import Message, Upload
from tests.discord.places import Channel, Member
from tests.discord.waiting import wait_until

STAIRWELL = (str(Path(sys.executable).with_name("stairwell")), "run")
PING = (sys.executable, "-m", "benchmarks.ping")
GAME = GAMES["skirt"]
OPTIONS = GAME.choose({})
PLIES = 10
LINES = 100
"""Different lines of play, shared by the matches."""

CHANNELS = 20
MEMBERS = 200
WARM_UP = 10
PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Table:
    """A match in the database, with all its past and future moves."""

    id: int
    channel: Channel
    players: tuple[Member, ...]
    line: Sequence[Played]


@dataclass(slots=True)
class Turn:
    """A measured move, in milliseconds from its interaction."""

    answer: float
    stored: float
    card: float
    requests: int


Figures = dict[str, float]


def lines_of_play() -> list[list[Played]]:
    """The moves of some matches that last beyond their first ten moves."""
    start = GAME.start(GAME.deal(OPTIONS, Random(1)))
    candidates = (list(random_play(start, Random(seed))) for seed in range(2 * LINES))
    return [played for played in candidates if len(played) > 2 * PLIES][:LINES]


async def fill(path: Path, world: Loopback, count: int) -> list[Table]:
    """Fill a database with running matches that have their boards in channels."""
    lines = lines_of_play()
    channels = [world.guild.add_channel(f"games-{number}") for number in range(CHANNELS)]
    members = [world.guild.add_member(f"member{number}") for number in range(MEMBERS)]
    random = Random(2)
    tables: list[Table] = []
    now = datetime.now(UTC)
    store = await Store.open(f"sqlite:///{path}")
    async with store.write() as tx:
        for number in range(count):
            line, channel = lines[number % len(lines)], channels[number % CHANNELS]
            players = tuple(random.sample(members, 2))
            match = await stored_matches.add(
                tx,
                NewMatch(
                    terms=Terms(GAME.key, OPTIONS, rated=False),
                    places=[Place(world.guild.id, channel.id)],
                    players=[Participant(player.id, player.name) for player in players],
                    setup=GAME.deal(OPTIONS, random),
                    to_move=1,
                    created_at=now,
                ),
            )
            moves = [
                {
                    "match_id": match.id,
                    "number": ply,
                    "kind": "move",
                    "seat": played.seat,
                    "text": played.text,
                    "user_id": players[played.seat - 1].id,
                    "at": now,
                }
                for ply, played in enumerate(line[:PLIES], start=1)
            ]
            await tx.execute(insert(MOVES), moves)
            await stored_matches.change(tx, match.id, 1, ply=PLIES, to_move=line[PLIES].seat)
            card = post_message(world, channel, f"match {match.id}")
            await stored_cards.set_card(tx, match.place, card.id, PLIES)
            tables.append(Table(match.id, channel, players, line))
    await store.close()
    return tables


def post_message(world: Loopback, channel: Channel, words: str) -> Message:
    """A message with a picture that the bot posted before this run."""
    message = Message(world, channel, world.files_url)
    text = {"type": 10, "content": words}
    picture = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    body = {"flags": 1 << 15, "components": [text, picture]}
    message.write(body, {0: Upload("board.png", b"")})
    channel.sent.append(message)
    return message


async def play(world: Loopback, database: sqlite3.Connection, table: Table, ply: int) -> Turn:
    """Make the move after `ply` moves, and wait until Discord has all its effects."""
    first = len(world.requests)
    mover, move = table.players[table.line[ply].seat - 1], table.line[ply].text
    call = await world.slash(mover, table.channel, "move", move=move, match=str(table.id))
    stored: float | None = None
    while stored is None or not any(
        requests.method == "PATCH" and requests.status for requests in world.requests[first:]
    ):
        assert time.monotonic() - call.sent_at < PATIENCE, f"nothing came of {call.data}"
        if stored is None:
            query = "SELECT ply FROM match WHERE id = ?"
            if database.execute(query, (table.id,)).fetchone()[0] > ply:
                stored = time.monotonic() - call.sent_at
        await asyncio.sleep(0.001)
    requests = world.requests[first:]
    card = next(each.at for each in requests if each.route == "/channels/{channel_id}/messages")
    assert call.answered_in is not None
    return Turn(1000 * call.answered_in, 1000 * stored, 1000 * (card - call.sent_at), len(requests))


@asynccontextmanager
async def started_bot(
    world: Loopback,
    command: Sequence[str],
    ask: Callable[[], Awaitable[InteractionRecord]],
    figures: Figures,
    **env: str,
) -> AsyncIterator[BotProcess]:
    """Run a bot, and add its times to log-in and first answer to the figures."""
    began = time.monotonic()
    async with running(world, *command, env=env) as bot:
        await world.bot_ready(PATIENCE)
        figures["start to log-in, s"] = time.monotonic() - began
        call = await ask()
        await call.wait_for_callback()
        figures["start to first answer, s"] = time.monotonic() - began
        yield bot


def spread(name: str, values: list[float]) -> Figures:
    """The median and the 99th percentile."""
    return {f"{name} p50, ms": median(values), f"{name} p99, ms": quantiles(values, n=100)[-1]}


async def measure(count: int, moves: int) -> Figures:
    """Measure the bot with `count` matches."""
    figures: Figures = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stairwell.db"
        async with Loopback() as world:
            tables = await fill(path, world, count)
            shuffled = Random(3).sample(tables, count)
            order = [(table, PLIES + again) for again in range(PLIES) for table in shuffled]

            async def ask() -> InteractionRecord:
                return await world.slash(tables[0].players[0], tables[0].channel, "matches")

            address = f"sqlite:///{path}"
            async with started_bot(world, STAIRWELL, ask, figures, DATABASE_URL=address) as bot:
                with closing(sqlite3.connect(path)) as database:
                    for table, ply in order[:WARM_UP]:
                        await play(world, database, table, ply)
                    before = computed(bot.pid)
                    turns = [
                        await play(world, database, table, ply)
                        for table, ply in order[WARM_UP : moves + WARM_UP]
                    ]
                    figures["processor a turn, ms"] = (computed(bot.pid) - before) / len(turns)
                figures |= spread("answer", [turn.answer for turn in turns])
                figures |= spread("stored move", [turn.stored for turn in turns])
                figures |= spread("sent board", [turn.card for turn in turns])
                figures["requests a turn"] = sum(turn.requests for turn in turns) / len(turns)
                figures["resident memory, MiB"] = resident(bot.pid)
    return figures


async def baseline(rounds: int) -> Figures:
    """Measure the bot that answers "pong"."""
    figures: Figures = {}
    async with Loopback() as world:
        channel, member = world.guild.add_channel("games"), world.guild.add_member("ada")

        async def ask() -> InteractionRecord:
            return await world.slash(member, channel, "ping")

        async with started_bot(world, PING, ask, figures) as bot:
            times: list[float] = []
            for _ in range(rounds + WARM_UP):
                call = await ask()
                await wait_until(lambda call=call: call.answered_in is not None, PATIENCE)
                times.append(1000 * (call.answered_in or 0))
            figures |= spread("answer", times[WARM_UP:])
            figures["requests a turn"] = 1
            figures["resident memory, MiB"] = resident(bot.pid)
    return figures


def table_of(columns: dict[str, Figures], few: str, many: str, base: str) -> str:
    """A line per figure, with the ratios of many to few and of few to the baseline."""
    heads = [*columns, f"{many} / {few}", f"{few} / {base}"]
    lines = [f"{'':26}" + "".join(f"{head:>{len(head) + 3}}" for head in heads)]
    for name in columns[many]:
        values = [each.get(name) for each in columns.values()]
        ratios = [
            ratio(columns[many].get(name), columns[few].get(name)),
            ratio(columns[few].get(name), columns[base].get(name)),
        ]
        figures = ["" if each is None else f"{each:.2f}" for each in (*values, *ratios)]
        cells = zip(heads, figures, strict=True)
        line = "".join(f"{each:>{len(head) + 3}}" for head, each in cells)
        lines.append(f"{name:26}{line}")
    return "\n".join(lines)


def ratio(above: float | None, below: float | None) -> float | None:
    """The ratio, or None if a value is missing."""
    return above / below if above is not None and below else None


async def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--matches", type=int, nargs=2, default=[100, 10_000])
    arguments.add_argument("--moves", type=int, default=200)
    chosen = arguments.parse_args()
    columns = {"ping": await baseline(chosen.moves)}
    for count in chosen.matches:
        columns[f"{count} matches"] = await measure(count, chosen.moves)
    _, few, many = columns
    print(table_of(columns, few, many, "ping"))


if __name__ == "__main__":
    asyncio.run(main())
