"""Turns a second of one process on SQLite, of one on PostgreSQL, and of several that share it.

    python -m benchmarks.sharing [--rate 40] [--seconds 20] [--processes 2]

The load is that of `benchmarks.load`, at one rate, which should be more than one process can do:
`done/s` is then what they can. Several processes have a server each, by `CLUSTER`. `cpu ms a turn`
is the processor time of all of them, without the database server's. The people and Discord, who
take some of the processor too, are on the same machine; where there are fewer cores than processes
and one for these, `done/s` is what the cores allow, and `cpu ms a turn` says more.

PostgreSQL's database is made on the server for tests (`STAIRWELL_TEST_SERVER`), and dropped.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.load.checkouts import ANSWERED_WITHIN, READY_WITHIN, WARM_UP
from benchmarks.load.offering import Load
from benchmarks.load.tables import fill, set_up
from benchmarks.processes import computed, resident
from storage.database.moving import move
from storage.database.store import Store
from storage.database.transaction import Transaction
from tests.databases import PostgresqlDatabase, new_file
from tests.discord.bots import BotProcess, running
from tests.discord.loopback import Loopback

STAIRWELL = (sys.executable, "-m", "bot.process.command_line", "run")
AT_ONCE = 200
"""Matches that are played."""


@asynccontextmanager
async def sharing(
    world: Loopback, database_url: str, processes: int
) -> AsyncIterator[list[BotProcess]]:
    """Within, so many processes run on a database, each with a shard of its own."""
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


async def copied(source: str, target: str) -> None:
    """All of a database, in another one."""
    there, here = await Store.open(source), await Store.open(target)

    async def check(_tx: Transaction) -> None:
        """The tables are whole by themselves."""

    try:
        await move(there, here, check, lambda _done, _whole: None)
    finally:
        await there.close()
        await here.close()


async def line(
    name: str, database: PostgresqlDatabase | None, processes: int, rate: float, seconds: float
) -> str:
    """What became of the turns that were offered to so many processes."""
    turns = round(rate * seconds + WARM_UP[0] * WARM_UP[1])
    with TemporaryDirectory() as folder:
        async with Loopback(deadline=ANSWERED_WITHIN, shards=processes) as world:
            tables = set_up(world, AT_ONCE, turns)
            path = Path(folder) / "stairwell.db"
            database_url = new_file(path)
            await fill(path, world, tables, 0)
            if database is not None:
                await copied(database_url, database.url)
                database_url = database.url
            async with sharing(world, database_url, processes) as bots:
                load = Load(world, tables, AT_ONCE)
                await load.offer(*WARM_UP)
                before = [computed(bot.pid) for bot in bots]
                began = time.monotonic()
                offered = await load.offer(rate, seconds)
                spent = [computed(bot.pid) - each for bot, each in zip(bots, before, strict=True)]
                held = sum(resident(bot.pid) for bot in bots)
    done = [turn.done for turn in offered if turn.done is not None]
    in_time = sum(at - began <= seconds + 1 for at in done)
    shares = " + ".join(f"{each / sum(spent):.0%}" for each in spent)
    return (
        f"{name:<24}{rate:>11g}{in_time / (seconds + 1):>8.1f}"
        f"{sum(spent) / len(done):>15.1f}{held:>7.0f}  {shares}"
    )


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(
        prog="python -m benchmarks.sharing",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arguments.add_argument("--rate", type=float, default=40)
    arguments.add_argument("--seconds", type=float, default=20)
    arguments.add_argument("--processes", type=int, choices=(2, 4, 5), default=2)
    chosen = arguments.parse_args()
    print(f"{'':<24}{'offered/s':>11}{'done/s':>8}{'cpu ms a turn':>15}{'MiB':>7}  by process")
    for name, processes in (
        ("one on SQLite", 1),
        ("one on PostgreSQL", 1),
        (f"{chosen.processes} on PostgreSQL", chosen.processes),
    ):
        database = None if "SQLite" in name else PostgresqlDatabase("sharing")
        try:
            told = line(name, database, processes, chosen.rate, chosen.seconds)
            print(asyncio.run(told), flush=True)
        finally:
            if database is not None:
                database.drop()


if __name__ == "__main__":
    main()
