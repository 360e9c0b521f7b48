"""Sample this process's stacks from within, using only the standard library.

The system interrupts the process after each millisecond of processor time, in any thread. A sample
belongs to the event loop's thread if that was working. Otherwise it is split between the other
threads, by their processor time since the last sample.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

INTERVAL = 0.001


class Sampler:
    """Sample from one SIGUSR1 to the next, then write the samples to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_on = False
        self._stacks: Counter[str] = Counter()
        """Samples by the files and functions of a stack, outermost first."""
        self._taken: dict[int, int] = {}

    def start(self) -> None:
        """Wait for the signal. Call this in the event loop's thread."""
        signal.signal(signal.SIGUSR1, self._turn)
        signal.signal(signal.SIGPROF, self._sample)

    def _turn(self, _number: int, _frame: FrameType | None) -> None:
        self._is_on = not self._is_on
        signal.setitimer(signal.ITIMER_PROF, *(2 * [INTERVAL if self._is_on else 0.0]))
        if self._is_on:
            self._stacks.clear()
            return
        written = self._path.with_suffix(".part")
        written.write_text(json.dumps(dict(self._stacks)))
        written.rename(self._path)

    def _sample(self, _number: int, frame: FrameType | None) -> None:
        computed = self._computed()
        if frame is None:
            return
        if frame.f_code.co_name != "select" or not computed:
            self._stacks[_described(frame)] += 1000
            return
        whole, frames = sum(computed.values()), sys._current_frames()
        for thread, spent in computed.items():
            if thread in frames:
                self._stacks[_described(frames[thread])] += 1000 * spent // whole

    def _computed(self) -> dict[int, int]:
        """The other threads' processor time since the last sample."""
        own, computed = threading.get_ident(), dict[int, int]()
        for thread in threading.enumerate():
            if thread.ident is None or thread.native_id is None or thread.ident == own:
                continue
            now = _nanoseconds(thread.native_id)
            spent = now - self._taken.get(thread.native_id, now)
            self._taken[thread.native_id] = now
            if spent:
                computed[thread.ident] = spent
        return computed


def _nanoseconds(thread: int) -> int:
    """The processor time of a thread so far."""
    try:
        with open(f"/proc/self/task/{thread}/schedstat") as file:
            return int(file.read().split()[0])
    except OSError:
        return 0


def _described(innermost: FrameType) -> str:
    frames: list[str] = []
    frame: FrameType | None = innermost
    while frame is not None:
        code = frame.f_code
        frames.append(f"{code.co_filename}:{code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return ";".join(reversed(frames))
