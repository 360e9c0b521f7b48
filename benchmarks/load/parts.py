"""Split a running bot's processor time by part of the program.

A sample belongs to the innermost part on the stack. Time that SQLAlchemy spends in `json` counts as
SQLAlchemy's, and time that the bot spends in SQLAlchemy does not count as the bot's.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.discord.waiting import wait_until

PARTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "database: SQLAlchemy, driver, SQLite",
        re.compile(r"/(sqlalchemy|aiosqlite|storage/database)/"),
    ),
    ("discord.py, aiohttp, json", re.compile(r"/(discord|aiohttp|yarl|multidict)/")),
    ("rendering", re.compile(r"/(rendering|PIL)/")),
    ("rules", re.compile(r"/rules/")),
    ("bot, club, storage", re.compile(r"/(bot|club|storage|engine)/")),
)
REST = "event loop, threads, libraries"
LOOP = re.compile(r"/asyncio/base_events.py:run_forever:")
WRITTEN_WITHIN = 10.0


@dataclass(slots=True)
class Profile:
    """Samples of processor time by part and by innermost function."""

    parts: Counter[str] = field(default_factory=Counter[str])
    functions: Counter[str] = field(default_factory=Counter[str])

    def table(self, functions: int) -> str:
        """The share of each part, and of the top functions."""
        whole = self.parts.total() or 1
        names = (*(name for name, _ in PARTS), REST)
        lines = [f"  {name:38}{self.parts[name] / whole:7.1%}" for name in names]
        lines += [
            f"  {spent / whole:7.1%} {name}"
            for name, spent in self.functions.most_common(functions)
        ]
        return "\n".join(lines)


@asynccontextmanager
async def profiled(pid: int, samples: Path) -> AsyncIterator[Profile]:
    """Sample a process that was started with a `Sampler`. The profile is filled in at the end."""
    profile = Profile()
    os.kill(pid, signal.SIGUSR1)
    yield profile
    os.kill(pid, signal.SIGUSR1)
    await wait_until(samples.exists, WRITTEN_WITHIN, "the samples were not written")
    stacks: dict[str, int] = json.loads(await asyncio.to_thread(samples.read_text))
    for stack, spent in stacks.items():
        frames = stack.split(";")
        profile.parts[_part_of(frames)] += spent
        profile.functions[frames[-1]] += spent


def _part_of(frames: list[str]) -> str:
    for frame in reversed(frames):
        if LOOP.search(frame):
            # The outer frames only start the program.
            break
        for name, pattern in PARTS:
            if pattern.search(frame):
                return name
    return REST
