"""Waiting for asynchronous effects of the bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

SOON = 300.0
"""Seconds after which a test counts as hanging, however busy the machine."""


async def wait_until(
    condition: Callable[[], Any], within: float = SOON, message: str = "it didn't happen"
) -> None:
    """Wait until a condition holds.

    :param within: seconds.
    :raises AssertionError: with the message, if it doesn't hold in time.
    """
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, f"{message} within {within:g} s"
        await asyncio.sleep(0.005)
