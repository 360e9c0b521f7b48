"""The bot of a checkout of the project, this one or another, as a process under load."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.load.offering import Load
from benchmarks.load.tables import fill, set_up
from tests.discord.bots import BotProcess, running
from tests.discord.loopback import Loopback

HERE = Path(__file__).parents[2]
READY_WITHIN = 60.0
ANSWERED_WITHIN = 600.0
"""Seconds; Discord's three would turn what is late into what never comes."""

WARM_UP = (5.0, 8.0)
"""Turns a second, and seconds; in them every game is drawn."""


@dataclass(frozen=True, slots=True)
class UnderLoad:
    """A running bot, and the people who play with it."""

    name: str
    bot: BotProcess
    load: Load
    samples: Path
    """Where its sampler writes to."""
    database: Path


@asynccontextmanager
async def under_load(
    name: str, checkout: Path, at_once: int, turns: int, stored: int = 0
) -> AsyncIterator[UnderLoad]:
    """Within, the bot of a checkout runs, warmed up.

    :param at_once: matches that are played.
    :param turns: how many turns are to be played in all, at most.
    :param stored: other matches in its database.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stairwell.db"
        async with Loopback(deadline=ANSWERED_WITHIN) as world:
            samples = Path(folder) / "samples"
            command = [sys.executable, "-P", "-c", _program(checkout, samples), "run"]
            env = {
                "DATABASE_URL": f"sqlite:///{path}",
                "PYTHONPATH": str(checkout),
                "LOG_LEVEL": "WARNING",
            }
            tables = set_up(world, at_once, turns + round(WARM_UP[0] * WARM_UP[1]))
            async with running(world, *command, env=env) as bot:
                # It makes the database, as its version does.
                await world.bot_ready(READY_WITHIN)
                bot.terminate()
                await bot.wait()
            await fill(path, world, tables, stored)
            async with running(world, *command, env=env) as bot:
                await world.bot_ready(READY_WITHIN)
                load = Load(world, tables, at_once)
                await load.offer(*WARM_UP)
                yield UnderLoad(name, bot, load, samples, path)


def _program(checkout: Path, samples: Path) -> str:
    """What the checkout's command `stairwell` does, without being installed, beside a sampler."""
    scripts = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["scripts"]
    module, _, function = scripts["stairwell"].partition(":")
    sampler = Path(__file__).with_name("sampler.py")
    lines = (
        "import pathlib, runpy",
        f"Sampler = runpy.run_path({str(sampler)!r})['Sampler']",
        f"Sampler(pathlib.Path({str(samples)!r})).start()",
        f"from {module} import {function}",
        f"{function}()",
    )
    return "\n".join(lines)
