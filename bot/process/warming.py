"""Warm-up of drawing and searching before the first request."""

from __future__ import annotations

import asyncio
import os
import sys
from threading import Thread, get_native_id

import discord

from bot.process.memory import freeze_garbage_collection
from engine.serving.pool import Pool
from rendering.glimpses import all_games
from rendering.registry import warm
from rules.registry import GAMES

NICENESS = 10
"""The niceness of the warm-up thread."""

PAUSE = 5.0
"""Seconds after connecting in which pending posts go out first, as threads slow each other down."""


async def warm_up(bot: discord.Client, pool: Pool | None) -> None:
    """Soon after the bot is ready, start a first worker and draw first pictures."""
    await bot.wait_until_ready()
    await asyncio.sleep(PAUSE)
    if pool is not None:
        await pool.warm()
    Thread(target=draw_first_pictures, name="warming", daemon=True).start()


def draw_first_pictures() -> None:
    """Draw each game, then all together, at low priority if the system supports it."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)
    for game in GAMES.values():
        warm(game)
    all_games()
    freeze_garbage_collection()
