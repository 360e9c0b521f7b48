"""A process that searches for its parent: `python -m engine.serving.worker_process BYTES`.

It reads pickled tasks from its standard input and writes the pickled choices to its standard
output, or the traceback as text if a search raised an error. It ends with its input, even during a
search, so it can't outlive its parent. It also ends if a search needs more memory than BYTES.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread

from engine.serving.tasks import Task

NICENESS = 10
"""The niceness of the process, so that the bot's own answers come first."""

OUT_OF_MEMORY = 77
"""The exit code after a search that needed too much memory."""


def main() -> None:
    """Answer tasks until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    tasks: SimpleQueue[Task] = SimpleQueue()
    Thread(target=_listen, args=(tasks,), daemon=True).start()
    _bound_memory(int(sys.argv[1]))
    answers = sys.stdout.buffer
    # Stray prints must not get between the answers.
    sys.stdout = sys.stderr
    while True:
        try:
            answer = tasks.get().choice()
        except (MemoryError, SystemError):
            # The interpreter sometimes loses a MemoryError of its own C code.
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


def _bound_memory(limit: int) -> None:
    """Limit the memory of the process. Exceeding the limit raises a MemoryError.

    Windows has no such limit, and macOS ignores it.
    """
    try:
        import resource
    except ModuleNotFoundError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


if __name__ == "__main__":
    main()
