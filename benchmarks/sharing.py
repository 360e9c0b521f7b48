"""Compare the capacity of a process on SQLite, one on PostgreSQL, and several sharing it.

    python -m benchmarks.sharing [--people 16] [--seconds 20] [--processes 2] [--cores 0.4]

The matches are those of `benchmarks.load`. Each of `--people` takes a turn as soon as their last
one is done, which keeps the processes busy, so `done/s` is their capacity. Several processes serve
one server each, by `CLUSTER`. `cpu ms a turn` is the processor time of all processes, without the
database server.

The people, Discord and the database run on the same machine, so with few cores `done/s` is limited
by these. `--cores` limits each process to a share of a core, as on a small machine. Leave room for
the rest. This needs the right to make a cgroup. Without it the table notes that nothing is limited.

The PostgreSQL database is created on the test server (`STAIRWELL_TEST_SERVER`), and dropped.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.load.checkouts import ANSWERED_WITHIN, READY_WITHIN, WARM_UP
from benchmarks.load.offering import Load
from benchmarks.load.tables import fill, set_up
from benchmarks.processes import bounded, can_be_bounded, computed, resident
from storage.database.copies import move
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.schema import metadata
from tests.databases import PostgresqlDatabase, new_file
from tests.discord.bots import BotProcess, running
from tests.discord.loopback import Loopback

STAIRWELL = (sys.executable, "-m", "bot.command_line", "run")
AT_ONCE = 200
"""Simultaneous matches."""

MAX_RATE = 60
"""An upper bound on turns a second, for the number of matches."""


@asynccontextmanager
async def sharing(
    world: Loopback, database_url: str, processes: int
) -> AsyncIterator[list[BotProcess]]:
    """Run processes that share a database, each with its own shard."""
    async with AsyncExitStack() as stack:
        bots: list[BotProcess] = []
        for number in range(1, processes + 1):
            env = {"DATABASE_URL": database_url, "ENGINE": "none", "LOG_LEVEL": "WARNING"}
            if processes > 1:
                env["CLUSTER"] = f"{number}/{processes}"
            bots.append(await stack.enter_async_context(running(world, *STAIRWELL, env=env)))
        for _ in bots:
            await world.bot_ready(READY_WITHIN)
        yield bots


async def copy_database(source: str, target: str) -> None:
    """Copy a database into another."""
    origin, copy = await Store.open(source), await Store.open(target)

    async def check(_tx: Transaction) -> None:
        """Skip the check, as the tables are complete."""

    try:
        await move(origin, copy, metadata, check, lambda _done, _whole: None)
    finally:
        await origin.close()
        await copy.close()


@dataclass(frozen=True, slots=True)
class Row:
    """The throughput of some processes."""

    name: str
    rate: float
    """Turns a second."""
    cost: float
    """Processor milliseconds per turn."""
    memory: float
    shares: Sequence[float]

    @property
    def text(self) -> str:
        shares = " + ".join(f"{each:.0%}" for each in self.shares)
        return f"{self.name:<24}{self.rate:>8.1f}{self.cost:>15.1f}{self.memory:>7.0f}  {shares}"


async def row(
    name: str, database: PostgresqlDatabase | None, processes: int, chosen: argparse.Namespace
) -> Row:
    """Measure some processes."""
    turns = round(MAX_RATE * chosen.seconds)
    with TemporaryDirectory() as folder:
        async with Loopback(deadline=ANSWERED_WITHIN, shards=processes) as world:
            tables = set_up(world, AT_ONCE, turns)
            path = Path(folder) / "stairwell.db"
            database_url = new_file(path)
            await fill(path, world, tables, 0)
            if database is not None:
                await copy_database(database_url, database.url)
                database_url = database.url
            async with sharing(world, database_url, processes) as bots:
                load = Load(world, tables, AT_ONCE)
                await load.offer(*WARM_UP)
                with ExitStack() as bounds:
                    if chosen.cores is not None:
                        for bot in bots:
                            bounds.enter_context(bounded(bot.pid, chosen.cores))
                    before = [computed(bot.pid) for bot in bots]
                    began = time.monotonic()
                    result = await load.take_turns(chosen.people, chosen.seconds)
                    spent = [
                        computed(bot.pid) - start_time
                        for bot, start_time in zip(bots, before, strict=True)
                    ]
                memory = sum(resident(bot.pid) for bot in bots)
    done = [turn.done_at for turn in result if turn.done_at is not None]
    in_time = sum(at - began <= chosen.seconds for at in done)
    shares = [each / sum(spent) for each in spent]
    return Row(name, in_time / chosen.seconds, sum(spent) / len(done), memory, shares)


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(
        prog="python -m benchmarks.sharing",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arguments.add_argument("--people", type=int, default=16)
    arguments.add_argument("--seconds", type=float, default=20)
    arguments.add_argument("--processes", type=int, choices=(2, 4, 5), default=2)
    arguments.add_argument("--cores", type=float)
    chosen = arguments.parse_args()
    if chosen.cores is not None and not can_be_bounded():
        print("No cgroup can be made on this machine, so the processes are not limited.")
        chosen.cores = None
    bound = "" if chosen.cores is None else f", each with {chosen.cores:g} of a core at most"
    print(f"{chosen.people} people at once{bound}")
    print(f"{'':<24}{'done/s':>8}{'cpu ms a turn':>15}{'MiB':>7}  by process")
    rows: list[Row] = []
    for name, processes in (
        ("one on SQLite", 1),
        ("one on PostgreSQL", 1),
        (f"{chosen.processes} on PostgreSQL", chosen.processes),
    ):
        database = None if "SQLite" in name else PostgresqlDatabase("sharing")
        try:
            rows.append(asyncio.run(row(name, database, processes, chosen)))
            print(rows[-1].text, flush=True)
        finally:
            if database is not None:
                database.drop()
    _, one, several = rows
    print(f"{several.name}: {several.rate / one.rate:.2f} times one on PostgreSQL")


if __name__ == "__main__":
    main()
