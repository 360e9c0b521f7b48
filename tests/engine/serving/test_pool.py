"""The pool of search processes: fair order and failing workers."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.opponent import Choice
from engine.registry import ENGINES
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, SearchFailed, Task, Ticket
from tests.discord.waiting import SOON, wait_until
from tests.engine.test_opponent import some_position

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
ENOUGH = 256 * 2**20

PATIENCE = 5.0
"""Seconds for a worker to start and answer, even on a busy machine."""

POSITION = some_position("scalas", 1, 8).encode()
QUICK = Task("appraise", "scalas", POSITION, 5, 1)
SLOW = Task("appraise", "scalas", POSITION, 2_000, 1)
LENGTHY = Task("appraise", "scalas", POSITION, 20_000, 1)
"""A search that is still running when a test looks, even on a busy machine."""
ENDLESS = Task("appraise", "scalas", POSITION, 10**9, 1)
GROWING = Task("appraise", "passtally", some_position("passtally", 1, 8).encode(), 10**9, 1)


@asynccontextmanager
async def a_pool(
    size: int = 1, memory: int = ENOUGH, patience: float = SOON
) -> AsyncIterator[Pool]:
    pool = Pool(size, LocalSearches(memory, patience))
    await pool.start()
    yield pool
    await pool.close()


async def only_worker(pool: Pool, other_than: int | None = None) -> int:
    """Wait for the only worker, other than `but`, and return its process id."""
    await wait_until(lambda: pool.workers not in [(), (other_than,)], SOON, "no worker was started")
    (pid,) = pool.workers
    return pid


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def memory_of(pid: int) -> int:
    """The memory of a process that counts towards its limit, in bytes. Linux only."""
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(status.partition("VmData:")[2].split()[0])


async def test_a_warm_pool_has_a_worker_before_the_first_search() -> None:
    async with a_pool() as pool:
        await pool.warm()
        (pid,) = pool.workers
        await pool.ask(QUICK, 1)
        assert pool.workers == (pid,)


async def test_no_worker_is_prestarted_if_one_exists() -> None:
    async with a_pool(size=2) as pool:
        await pool.ask(QUICK, 1)
        await pool.warm()
        assert len(pool.workers) == 1


@pytest.mark.parametrize("game", list(ENGINES))
async def test_a_worker_chooses_what_the_engine_chooses(game: str) -> None:
    encoded = some_position(game, 3, 9).encode()
    tasks = [Task("choose", game, encoded, 2, 5), Task("appraise", game, encoded, 20, 6)]
    async with a_pool() as pool:
        assert [await pool.ask(task, 1) for task in tasks] == [task.choice() for task in tasks]


async def test_processes_start_on_demand_up_to_the_pool_size() -> None:
    async with a_pool(size=2) as pool:
        assert pool.workers == ()
        await asyncio.gather(*(pool.ask(QUICK, queue) for queue in range(7)))
        assert len(pool.workers) == 2


async def test_ten_simultaneous_requests_are_answered_in_turn_with_queue_positions() -> None:
    async with a_pool() as pool:
        tickets = [pool.ask(QUICK, queue=1) for _ in range(10)]
        while tickets:
            assert [ticket.count_ahead for ticket in tickets] == list(range(len(tickets)))
            assert isinstance(await tickets.pop(0), Choice)


async def test_two_workers_run_two_searches_without_a_queue() -> None:
    async with a_pool(size=2) as pool:
        tickets = [pool.ask(SLOW, queue=1) for _ in range(4)]
        assert [ticket.count_ahead for ticket in tickets] == [0, 0, 2, 3]


def append_to(order: list[str], name: str) -> Callable[[object], None]:
    return lambda _: order.append(name)


async def test_a_server_with_twenty_requests_delays_another_by_at_most_one_round() -> None:
    order: list[str] = []

    def ask(name: str, queue: int) -> Ticket:
        ticket = pool.ask(QUICK, queue)
        ticket.answer.add_done_callback(append_to(order, name))
        return ticket

    async with a_pool() as pool:
        many = [ask(f"many {number}", queue=1) for number in range(20)]
        one, other = ask("one", queue=2), ask("other", queue=3)
        # The running search and one of each earlier server come first.
        assert (one.count_ahead, other.count_ahead) == (2, 3)
        assert many[2].count_ahead == 4
        await asyncio.gather(*many, one, other)
    assert order[:5] == ["many 0", "many 1", "one", "other", "many 2"]


async def test_low_priority_searches_come_last() -> None:
    order: list[str] = []
    async with a_pool() as pool:
        first = pool.ask(QUICK, 1)
        reviews = [pool.ask(QUICK, 1, can_wait=True) for _ in range(2)]
        assert [review.count_ahead for review in reviews] == [1, 2]
        match = pool.ask(QUICK, 2)
        assert match.count_ahead == 1
        assert [review.count_ahead for review in reviews] == [2, 3]
        for name, ticket in (("review", reviews[0]), ("match", match)):
            ticket.answer.add_done_callback(append_to(order, name))
        await asyncio.gather(first, match, *reviews)
    assert order == ["match", "review"]


async def test_a_match_comes_before_reviews_that_keep_every_worker_busy() -> None:
    order: list[str] = []
    async with a_pool(size=2) as pool:
        reviews = [pool.ask(SLOW, 1, can_wait=True) for _ in range(6)]
        matches = [pool.ask(QUICK, queue) for queue in (1, 2)]
        for name, tickets in (("review", reviews), ("match", matches)):
            for ticket in tickets:
                ticket.answer.add_done_callback(append_to(order, name))
        assert [ticket.count_ahead for ticket in matches] == [2, 3]
        assert reviews[2].count_ahead == 4
        await asyncio.gather(*reviews, *matches)
    # Each worker finishes its current review, and then takes a match.
    assert order.index("match") <= 2
    assert order[-3:] == ["review"] * 3


async def test_only_the_parallel_search_of_a_killed_worker_is_repeated() -> None:
    async with a_pool(size=2) as pool:
        await asyncio.gather(pool.ask(QUICK, 1), pool.ask(QUICK, 2))
        killed = pool.workers[0]
        tickets = [pool.ask(SLOW, 1, can_wait=True) for _ in range(5)]
        os.kill(killed, signal.SIGKILL)
        choices = await asyncio.gather(*(ticket.answer for ticket in tickets))
        assert choices == [SLOW.choice()] * 5
        assert len(pool.workers) == 2
        assert killed not in pool.workers


async def test_a_search_whose_worker_is_killed_is_repeated() -> None:
    async with a_pool() as pool:
        await pool.ask(QUICK, 1)
        killed = await only_worker(pool)
        ticket = pool.ask(LENGTHY, 1)
        await asyncio.sleep(0.05)
        os.kill(killed, signal.SIGKILL)
        assert await ticket == LENGTHY.choice()
        assert killed not in pool.workers
        assert not is_there(killed)


async def test_a_worker_that_hangs_is_replaced() -> None:
    async with a_pool(patience=PATIENCE) as pool:
        await pool.ask(QUICK, 1)
        stopped = await only_worker(pool)
        os.kill(stopped, signal.SIGSTOP)
        behind = [pool.ask(QUICK, queue) for queue in (1, 2)]
        assert [await ticket for ticket in behind] == [QUICK.choice()] * 2
        assert not is_there(stopped)


async def test_killing_an_idle_worker_costs_no_attempt(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with a_pool() as pool:
        await pool.ask(QUICK, 1)
        pid = await only_worker(pool)
        os.kill(pid, signal.SIGKILL)
        # The worker is dead, but only the pool may reap it.
        await asyncio.to_thread(os.waitid, os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert await pool.ask(QUICK, 1)
    assert not caplog.records


async def test_a_search_that_kills_two_workers_fails_and_the_next_is_answered() -> None:
    async with a_pool() as pool:
        ticket = pool.ask(ENDLESS, 1)
        next_one = pool.ask(QUICK, 1)
        first = await only_worker(pool)
        os.kill(first, signal.SIGKILL)
        os.kill(await only_worker(pool, other_than=first), signal.SIGKILL)
        with pytest.raises(SearchFailed, match="code -9, the next one ended with code -9"):
            await ticket
        assert await next_one == QUICK.choice()


async def test_a_search_that_never_ends_fails() -> None:
    async with a_pool(patience=0.7) as pool:
        with pytest.raises(SearchFailed, match=r"no answer within 0\.7 seconds"):
            await pool.ask(ENDLESS, 1)
        assert pool.workers == ()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory has no bound")
async def test_a_search_that_needs_too_much_memory_fails_and_the_next_is_answered() -> None:
    async with a_pool() as pool:
        await pool.ask(QUICK, 1)
        used = memory_of(await only_worker(pool))
    async with a_pool(memory=used + 2 * 2**20) as pool:
        with pytest.raises(SearchFailed, match="too much memory, the next one needed too much"):
            await pool.ask(GROWING, 1)
        assert await pool.ask(QUICK, 1) == QUICK.choice()


@dataclass(frozen=True)
class Failing(Task):
    """A search that raises an error."""

    error: type[BaseException] = MemoryError

    def choice(self) -> Choice:
        raise self.error


@pytest.mark.parametrize("error", [MemoryError, SystemError])
async def test_a_worker_ends_however_python_says_that_memory_ended(
    error: type[BaseException],
) -> None:
    async with a_pool() as pool:
        with pytest.raises(SearchFailed, match="too much memory"):
            await pool.ask(Failing("choose", "skirt", "", 1, 1, error=error), 1)


async def test_an_invalid_position_fails_at_once_and_keeps_the_worker() -> None:
    async with a_pool() as pool:
        await pool.ask(QUICK, 1)
        workers = pool.workers
        with pytest.raises(SearchFailed, match="ValueError"):
            await pool.ask(Task("choose", "skirt", "nonsense", 1, 1), 1)
        assert pool.workers == workers


async def test_a_search_cancelled_while_queued_is_not_run() -> None:
    async with a_pool() as pool:
        first, second, third = (pool.ask(SLOW, 1) for _ in range(3))
        second.cancel()
        await asyncio.sleep(0)
        assert third.count_ahead == 1
        assert await first == await third
        with pytest.raises(asyncio.CancelledError):
            await second


@pytest.mark.parametrize("seconds", [0.0, 0.3])
async def test_a_search_cancelled_while_running_frees_its_worker(seconds: float) -> None:
    async with a_pool() as pool:
        endless, next_one = pool.ask(ENDLESS, 1), pool.ask(QUICK, 1)
        await asyncio.sleep(seconds)
        endless.cancel()
        assert await next_one == QUICK.choice()


async def test_cancelling_the_caller_cancels_the_search() -> None:
    async with a_pool() as pool:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(pool.ask(ENDLESS, 1), 0.1)
        assert await pool.ask(QUICK, 1) == QUICK.choice()


async def test_workers_ignore_ctrl_c() -> None:
    async with a_pool() as pool:
        await pool.ask(QUICK, 1)
        pid = await only_worker(pool)
        assert os.getsid(pid) != os.getsid(0)
        ticket = pool.ask(LENGTHY, 1)
        os.kill(pid, signal.SIGINT)
        assert await ticket == LENGTHY.choice()
        assert pool.workers == (pid,)


async def test_closing_during_searches_leaves_no_process() -> None:
    async with a_pool(size=2) as pool:
        await asyncio.gather(pool.ask(QUICK, 1), pool.ask(QUICK, 2))
        pids = pool.workers
        tickets = [pool.ask(ENDLESS, queue) for queue in range(4)]
        await asyncio.sleep(0.05)
    assert len(pids) == 2
    assert not any(map(is_there, pids))
    for ticket in tickets:
        with pytest.raises(asyncio.CancelledError):
            await ticket
    with pytest.raises(RuntimeError, match="not running"):
        pool.ask(QUICK, 1)


async def test_closing_ends_idle_workers() -> None:
    async with a_pool(size=2) as pool:
        await asyncio.gather(pool.ask(QUICK, 1), pool.ask(QUICK, 2))
        pids = pool.workers
    assert len(pids) == 2
    assert not any(map(is_there, pids))


CLOSE_AT_ONCE = """
import asyncio, os
from tests.engine.serving.test_pool import ENDLESS, a_pool

async def main():
    async with a_pool() as pool:
        pool.ask(ENDLESS, 1)
        await asyncio.sleep(0)
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        print("no process is left")

asyncio.run(main())
"""


def test_closing_while_a_worker_starts_leaves_no_process() -> None:
    program = (sys.executable, "-c", CLOSE_AT_ONCE)
    process = subprocess.run(program, cwd=ROOT, capture_output=True, text=True)
    assert (process.stdout, process.stderr) == ("no process is left\n", "")


SEARCH_FOR_EVER = """
import asyncio
from tests.engine.serving.test_pool import ENDLESS, QUICK, a_pool

async def main():
    async with a_pool(size=2) as pool:
        await asyncio.gather(pool.ask(QUICK, 1), pool.ask(QUICK, 2))
        endless = [pool.ask(ENDLESS, 1), pool.ask(ENDLESS, 2)]
        print(*pool.workers, flush=True)
        await asyncio.gather(*endless)

asyncio.run(main())
"""


async def test_workers_end_with_a_killed_parent() -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", SEARCH_FOR_EVER),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert parent.stdout is not None
    assert parent.stderr is not None
    workers = [int(pid) for pid in (await parent.stdout.readline()).split()]
    assert len(workers) == 2
    await asyncio.sleep(0.1)
    assert all(map(is_there, workers))
    parent.kill()
    # The workers share the pipe of standard error, which closes when the last one ends.
    async with asyncio.timeout(SOON):
        assert await parent.stderr.read() == b""
    await parent.wait()


async def test_running_and_hanging_searches_do_not_block_the_event_loop() -> None:
    async with a_pool(size=2) as pool:
        await asyncio.gather(pool.ask(QUICK, 1), pool.ask(QUICK, 2))
        os.kill(pool.workers[0], signal.SIGSTOP)
        tickets = [pool.ask(ENDLESS, queue) for queue in range(5)]
        # No search ends by itself, so a loop that had waited for one would show it as done.
        for _ in range(200):
            await asyncio.sleep(0.005)
        assert not any(ticket.answer.done() for ticket in tickets)


def test_a_worker_imports_only_the_engine_and_the_rules() -> None:
    program = "import sys, engine.serving.worker_process; print(*sys.modules)"
    process = subprocess.run(
        (sys.executable, "-c", program), cwd=ROOT, capture_output=True, text=True
    )
    packages = {name.partition(".")[0] for name in process.stdout.split()}
    assert {"engine", "rules"} <= packages
    assert not packages & {"bot", "rendering", "storage", "discord", "asyncio", "subprocess"}
