"""Ending a process that is unwell for too long, so that whoever supervises it starts it anew.

The event loop may be just what is stuck, so a thread looks at it from outside.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable

GRACE = 30.0
"""Seconds in which the process may end by itself once it was told to."""

EXIT_CODE = 70
"""What a process returns that has ended itself: "internal software error" of sysexits.h."""

log = logging.getLogger(__name__)


class LastResort:
    """Watches when the process was well last."""

    def __init__(self, patience: float, give_up: Callable[[], object]) -> None:
        """
        :param patience: seconds.
        :param give_up: ends the process politely; it is called in another thread.
        """
        self._patience = patience
        self._give_up = give_up
        self._well_at = time.monotonic()
        self._over = threading.Event()
        self.has_given_up = False
        self._thread = threading.Thread(target=self._watch, name="last resort", daemon=True)

    def start(self) -> None:
        """Watch from now on."""
        self._well_at = time.monotonic()
        self._thread.start()

    def note_well(self) -> None:
        """Say that all is well at this moment."""
        self._well_at = time.monotonic()

    def stop(self) -> None:
        """Watch no longer: the process ends in good order."""
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(min(1.0, self._patience / 4)):
            if time.monotonic() - self._well_at > self._patience:
                break
        if self._over.is_set():
            return
        log.critical(
            "unhealthy for %.0f minutes: the process ends, to be started anew", self._patience / 60
        )
        self.has_given_up = True
        self._give_up()
        if not self._over.wait(GRACE):
            log.critical("it doesn't end by itself within %.0f seconds: cut off", GRACE)
            logging.shutdown()
            os._exit(EXIT_CODE)
