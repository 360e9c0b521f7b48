"""Handling of the signals to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable


def when_stopped(call: Callable[[], object]) -> None:
    """Call a function in the running event loop at SIGINT and SIGTERM.

    On Windows, asyncio has no signal handlers, and Ctrl-C raises KeyboardInterrupt.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows doesn't support it, and there is no documented way to check.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, call)
