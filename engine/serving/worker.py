"""A worker process, seen from its parent."""

from __future__ import annotations

import pickle
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen

from engine.opponent import Choice
from engine.serving.searches import SearchFailed
from engine.serving.task import Task
from engine.serving.worker_process import OUT_OF_MEMORY

ROOT = Path(__file__).parents[2]
"""The folder that contains the package `engine`."""


class WorkerDied(Exception):
    """The process ended without an answer. The message continues "the worker …"."""


class Worker:
    """A process that is started at its first task, or before.

    `start`, `choice` and `wait` block, so call them in a thread. The rest returns at once.
    """

    def __init__(self, memory: int) -> None:
        """:param memory: the memory limit of the process in bytes."""
        self._memory = memory
        self._process: Popen[bytes] | None = None
        self.is_ended = False
        """Whether it takes no more tasks."""

    @property
    def is_alive(self) -> bool:
        """Whether it can take another task."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """The process id, None before it is started."""
        return self._process and self._process.pid

    def start(self) -> None:
        """Start the process, which prepares itself in the background.

        :raises OSError: if the system can't start it.
        """
        self._start()

    def choice(self, task: Task) -> Choice:
        """Return the answer of the process.

        :raises WorkerDied: if there is none.
        :raises SearchFailed: if the search raised an error.
        """
        try:
            process = self._process or self._start()
        except OSError as error:
            self.is_ended = True
            raise WorkerDied(f"could not be started ({error})") from error
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(task, process.stdin)
            process.stdin.flush()
            answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.end()
            code = self.wait()
            raise WorkerDied(
                "needed too much memory" if code == OUT_OF_MEMORY else f"ended with code {code}"
            ) from error
        if isinstance(answer, str):
            raise SearchFailed(answer)
        assert isinstance(answer, Choice)
        return answer

    def end(self) -> None:
        """Kill the process, even while it is starting. This ends blocked calls."""
        self.is_ended = True
        if self._process is not None:
            self._process.kill()

    def wait(self) -> int:
        """Wait until the process has ended, and return its code."""
        assert self._process is not None
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            # Unwritten data no longer matters.
            with suppress(OSError):
                pipe.close()
        return self._process.wait()

    def _start(self) -> Popen[bytes]:
        # In a session of its own, so that Ctrl-C in a terminal doesn't reach it.
        self._process = Popen(
            (sys.executable, "-m", "engine.serving.worker_process", str(self._memory)),
            cwd=ROOT,
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )
        # `end` sets its flag before it looks for a process. The order is reversed here, so one of
        # the two always sees the other.
        if self.is_ended:
            self._process.kill()
        return self._process
