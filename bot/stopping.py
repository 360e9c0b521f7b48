"""Being told by the system to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable


def when_stopped(call: Callable[[], object]) -> None:
    """Call this, in the running event loop, at SIGINT and SIGTERM.

    Windows has no handlers for signals in event loops; there Ctrl-C is a KeyboardInterrupt.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, call)
