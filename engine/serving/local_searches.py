"""Searches in worker processes of this machine, with limits on their memory and time."""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen

from engine.opponent import Choice
from engine.serving.tasks import SearchFailed, Task
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


ATTEMPTS = 2
"""Number of workers that may die on a search before it is given up."""

log = logging.getLogger(__name__)


class LocalSearches:
    """Worker processes, started when needed and kept until `close`."""

    def __init__(self, memory: int, patience: float) -> None:
        """:param memory: the memory limit of each worker in bytes.
        :param patience: seconds without an answer before a worker counts as hung.
        """
        self._memory = memory
        self._patience = patience
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._threads: ThreadPoolExecutor | None = None

    @property
    def workers(self) -> tuple[int, ...]:
        every = (worker.pid for worker in (*self._idle, *self._busy))
        return tuple(pid for pid in every if pid is not None)

    async def start(self, at_once: int) -> None:
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="search")

    async def warm(self) -> None:
        """Start a worker before the first search. If that fails, the search starts its own."""
        if self._threads is None or self._idle or self._busy:
            return
        worker = Worker(self._memory)
        with self._at_work(worker):
            try:
                await asyncio.get_running_loop().run_in_executor(self._threads, worker.start)
            except OSError as error:
                worker.is_ended = True
                log.warning("No worker could be started yet: %s", error)
            except asyncio.CancelledError:
                worker.end()
                raise

    def count_ahead(self, task: Task | None) -> int:
        """Return 0, because these searches start at once and no one else uses the workers."""
        return 0

    async def close(self) -> None:
        """End all workers, and wait until they have ended."""
        threads, self._threads = self._threads, None
        if threads is None:
            return
        for worker in self._idle:
            worker.end()
            threads.submit(worker.wait)
        self._idle.clear()
        await asyncio.to_thread(threads.shutdown)

    async def choice(self, task: Task, *, can_wait: bool = False) -> Choice:
        """Return the result of a search, as in `Searches`. The caller sets the order."""
        reasons: list[str] = []
        for _ in range(ATTEMPTS):
            worker = self._idle_worker() or Worker(self._memory)
            with self._at_work(worker):
                search = asyncio.get_running_loop().run_in_executor(
                    self._threads, worker.choice, task
                )
                try:
                    async with asyncio.timeout(self._patience):
                        return await search
                except WorkerDied as death:
                    reasons.append(str(death))
                except TimeoutError:
                    worker.end()
                    reasons.append(f"gave no answer within {self._patience:g} seconds")
                except asyncio.CancelledError:
                    worker.end()
                    raise
            log.warning("A worker %s and is replaced: %s", reasons[-1], task)
        raise SearchFailed(f"A worker {', the next one '.join(reasons)}: {task}")

    @contextmanager
    def _at_work(self, worker: Worker) -> Generator[None]:
        """Mark a worker as busy, and afterwards as idle unless it has ended."""
        self._busy.add(worker)
        try:
            yield
        finally:
            self._busy.remove(worker)
            if not worker.is_ended:
                self._idle.append(worker)

    def _idle_worker(self) -> Worker | None:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            worker.wait()
        return None
