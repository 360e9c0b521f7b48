"""A process that searches for its parent: `python -m engine.serving.worker_process BYTES`.

It reads pickled tasks on its standard input and writes to its standard output, pickled, the choice
of each, or the traceback as a text where the search raised an error. It ends when its input ends,
even in the middle of a search, so that it can't outlive its parent; and when a search needs more
memory than BYTES.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread

from engine.serving.task import Task

NICENESS = 10
"""Whoever waits for an answer of the bot comes before whoever waits for a search."""

OUT_OF_MEMORY = 77
"""The code that a worker ends with whose search needed more memory than it may have."""


def main() -> None:
    """Answer tasks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    tasks: SimpleQueue[Task] = SimpleQueue()
    Thread(target=_listen, args=(tasks,), daemon=True).start()
    _bound_memory(int(sys.argv[1]))
    answers = sys.stdout.buffer
    # Whatever is printed by mistake must not get between the answers.
    sys.stdout = sys.stderr
    while True:
        try:
            answer = tasks.get().choice()
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except Exception:
            answer = traceback.format_exc()
        pickle.dump(answer, answers)
        answers.flush()


def _listen(tasks: SimpleQueue[Task]) -> None:
    try:
        while True:
            tasks.put(pickle.load(sys.stdin.buffer))
    except EOFError:
        os._exit(0)


def _bound_memory(most: int) -> None:
    """Bound what the process may ask the system for; beyond that a MemoryError is raised.

    Windows has no such bound, and macOS does not keep to it.
    """
    try:
        import resource
    except ModuleNotFoundError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


if __name__ == "__main__":
    main()
