"""Waiting for asynchronous effects of the bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any


async def holds(
    condition: Callable[[], Any], within: float, otherwise: str = "it didn't happen"
) -> None:
    """Wait until the condition holds.

    :param within: seconds.
    :raises AssertionError: with the message `otherwise`, if it doesn't hold in time.
    """
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, f"{otherwise} within {within:g} s"
        await asyncio.sleep(0.005)
