"""Recurring chores, of which none waits long for another."""

from __future__ import annotations

import asyncio

from bot.monitoring.watched import Chores


class Work:
    """Two chores, of which the first waits until it is released."""

    def __init__(self) -> None:
        self.released = asyncio.Event()
        self.done: list[str] = []
        self.chores = Chores(slow=self.slow, quick=self.quick)

    async def slow(self) -> None:
        self.done.append("slow begins")
        await self.released.wait()
        self.done.append("slow")

    async def quick(self) -> None:
        self.done.append("quick")


async def test_a_slow_chore_does_not_hold_up_the_others() -> None:
    work = Work()
    for _ in range(2):
        await work.chores.do_round(patience=0)
        await asyncio.sleep(0)
    assert work.done == ["slow begins", "quick", "quick"]
    work.released.set()
    await work.chores.do_round()
    await work.chores.do_round()
    assert work.done[3:] == ["slow", "quick", "slow begins", "slow", "quick"]


async def test_a_chore_wanted_while_it_is_running_is_done_once_more() -> None:
    work = Work()
    await work.chores.do_round(patience=0)
    wanted = asyncio.create_task(work.chores.do("slow"))
    await asyncio.sleep(0)
    work.released.set()
    await wanted
    assert work.done.count("slow") == 2


async def test_running_chores_are_cancelled() -> None:
    work = Work()
    await work.chores.do_round(patience=0)
    await asyncio.gather(*work.chores.cancel(), return_exceptions=True)
    await work.chores.do_round(patience=0)
    await asyncio.sleep(0)
    assert work.done.count("slow begins") == 2
