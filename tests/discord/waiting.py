"""Waiting for what the bot does in its own time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any


async def holds(
    condition: Callable[[], Any], within: float, otherwise: str = "it didn't happen"
) -> None:
    """Return when the condition holds.

    :param within: seconds.
    :raises AssertionError: with the words `otherwise`, when it doesn't in time.
    """
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, f"{otherwise} within {within:g} s"
        await asyncio.sleep(0.005)
