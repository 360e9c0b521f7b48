"""Ends a process that is unhealthy for too long, so that its supervisor restarts it.

The event loop itself may be stuck, so this runs in a thread.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable

GRACE = 30.0
"""Seconds that the process has to stop cleanly."""

EXIT_CODE = 70
"""The exit code in that case: "internal software error" in sysexits.h."""

log = logging.getLogger(__name__)


class LastResort:
    """Ends the process if it has not been healthy for some time.

    :param patience: seconds.
    :param give_up: ends the process cleanly. It is called from another thread.
    """

    def __init__(self, patience: float, give_up: Callable[[], object]) -> None:
        self._patience = patience
        self._give_up = give_up
        self._healthy_at = time.monotonic()
        self._stopped = threading.Event()
        self.has_given_up = False
        self._thread = threading.Thread(target=self._watch, name="last resort", daemon=True)

    def start(self) -> None:
        """Start watching."""
        self._healthy_at = time.monotonic()
        self._thread.start()

    def note_healthy(self) -> None:
        """Record that the process is healthy now."""
        self._healthy_at = time.monotonic()

    def stop(self) -> None:
        """Stop watching, because the process ends normally."""
        self._stopped.set()

    def _watch(self) -> None:
        while not self._stopped.wait(min(1.0, self._patience / 4)):
            if time.monotonic() - self._healthy_at > self._patience:
                break
        if self._stopped.is_set():
            return
        log.critical(
            "unhealthy for %.0f minutes: ending the process for a restart", self._patience / 60
        )
        self.has_given_up = True
        self._give_up()
        if not self._stopped.wait(GRACE):
            log.critical("not stopped after %.0f seconds: killing the process", GRACE)
            logging.shutdown()
            os._exit(EXIT_CODE)
