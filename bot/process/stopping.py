"""Being told by the system to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable


def when_stopped(call: Callable[[], object]) -> None:
    """Call this, in the running event loop, at SIGINT and SIGTERM.

    Where event loops have no handlers for signals, Ctrl-C is a KeyboardInterrupt.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # On Windows, where asyncio can't do it and documents no way to ask beforehand.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, call)
