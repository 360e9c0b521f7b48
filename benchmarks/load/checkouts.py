"""The bot of this or another checkout of the project, as a process under load."""

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
"""In seconds. Discord's own limit of three would turn late answers into missing ones."""

WARM_UP = (5.0, 8.0)
"""Turns a second and seconds, enough to draw every game."""


@dataclass(frozen=True, slots=True)
class UnderLoad:
    """A running bot, and its players."""

    name: str
    bot: BotProcess
    load: Load
    database: Path


@asynccontextmanager
async def under_load(
    name: str, checkout: Path, at_once: int, turns: int, stored: int = 0
) -> AsyncIterator[UnderLoad]:
    """Run the bot of a checkout, warmed up.

    :param at_once: simultaneous matches.
    :param turns: the maximum number of turns in all.
    :param stored: other matches in its database.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stairwell.db"
        async with Loopback(deadline=ANSWERED_WITHIN) as world:
            python = checkout / ".venv" / "bin" / "python"
            command = [
                str(python) if python.exists() else sys.executable,
                "-P",
                "-c",
                _program(checkout),
                "run",
            ]
            env = {
                "DATABASE_URL": f"sqlite:///{path}",
                "PYTHONPATH": str(checkout),
                "LOG_LEVEL": "WARNING",
            }
            tables = set_up(world, at_once, turns + round(WARM_UP[0] * WARM_UP[1]))
            async with running(world, *command, env=env) as bot:
                # The checkout's version creates the database.
                await world.bot_ready(READY_WITHIN)
                bot.terminate()
                await bot.wait()
            await fill(path, world, tables, stored)
            async with running(world, *command, env=env) as bot:
                await world.bot_ready(READY_WITHIN)
                load = Load(world, tables, at_once)
                await load.offer(*WARM_UP)
                yield UnderLoad(name, bot, load, path)


def _program(checkout: Path) -> str:
    """The checkout's `stairwell` command, not installed."""
    scripts = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["scripts"]
    module, _, function = scripts["stairwell"].partition(":")
    return f"from {module} import {function}; {function}()"
