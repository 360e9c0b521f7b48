"""Monitoring: the metrics of a match, and reports of problems."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from bot.monitoring.event_metrics import DiscordCalls
from bot.monitoring.health import CHORES_PATIENCE
from bot.monitoring.monitor import Monitor, Monitoring
from bot.process.backups import Backups
from bot.process.client import Options, Stairwell
from tests.bot.wire.stage import CARD, SOON, Stage
from tests.databases import new_store
from tests.discord.bots import log_in
from tests.discord.loopback import Loopback
from tests.discord.waiting import wait_until

pytestmark = pytest.mark.slow


class MonitoredStage:
    """A stage with a monitored bot, and the address of its metrics."""

    def __init__(self, stage: Stage, backups: Backups, address: str) -> None:
        self.stage = stage
        self.backups = backups
        self._address = address

    async def fetch(self, page: str) -> tuple[int, str]:
        """Return the status and the text of a page."""
        async with aiohttp.ClientSession() as session:
            answer = await session.get(f"{self._address}/{page}")
            return answer.status, await answer.text()

    async def settle(self) -> None:
        """Wait until the bot is idle and everything has been counted."""
        await self.stage.settle()
        # The outbox is empty before the count changes.
        await wait_until(lambda: not self.stage.bot.handlers.is_busy, SOON, "still at work")

    async def problems(self, page: str = "healthz") -> list[str]:
        """Return the codes of all problems, except for lag on a busy machine."""
        async with aiohttp.ClientSession() as session:
            answer = await session.get(f"{self._address}/{page}")
            body: Any = await answer.json()
        assert (answer.status == 200) == (body["problems"] == [])
        return [each["code"] for each in body["problems"] if each["code"] != "lag"]

    async def figure(self, name: str, **labels: str) -> float:
        """Return the value of a metric, as Prometheus would read it."""
        _, text = await self.fetch("metrics")
        lines = [line for line in text.splitlines() if is_of(line, name, labels)]
        assert len(lines) == 1, (name, labels, lines)
        return float(lines[0].rpartition(" ")[2])


def remove_database(folder: Path) -> None:
    """Replace the database file with a folder."""
    for path in folder.glob("stairwell.db*"):
        path.rename(path.with_name(f"gone-{path.name}"))
    (folder / "stairwell.db").mkdir()


def restore_database(folder: Path) -> None:
    (folder / "stairwell.db").rmdir()
    for path in folder.glob("gone-*"):
        path.rename(path.with_name(path.name.removeprefix("gone-")))


def is_of(line: str, name: str, labels: dict[str, str]) -> bool:
    label, _, rest = line.partition("{") if "{" in line else (line.partition(" ")[0], "", "")
    return label == name and all(f'{key}="{each}"' in rest for key, each in labels.items())


@asynccontextmanager
async def monitored_stage(folder: Path) -> AsyncIterator[MonitoredStage]:
    store, calls = await new_store(folder), DiscordCalls()
    backups = Backups(folder / "stairwell.db", folder / "backups", every=timedelta(hours=1), keep=2)
    bot = Stairwell(
        store,
        Options(random=Random(7), opens_threads=False, sweep=timedelta(hours=1), backups=backups),
        guild_ready_timeout=0.1,
        http_trace=calls.trace,
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    try:
        async with Loopback(deadline=SOON) as world:
            stage = Stage(world, bot)
            monitor = Monitor(bot.watched(), calls, "1.2.3", Monitoring(port=port))
            async with monitor, log_in(bot, world):
                monitored = MonitoredStage(stage, backups, f"http://127.0.0.1:{port}")
                await wait_until(lambda: bot.chores.rounds, SOON, "the first chores are not done")
                yield monitored
    finally:
        await store.close()


async def test_metrics_report_a_match_without_names_and_ids(tmp_path: Path) -> None:
    async with monitored_stage(tmp_path) as monitored:
        stage = monitored.stage
        card = await stage.start_match()
        await (await stage.world.slash(stage.ada, stage.channel, "move", move="e1")).first_reply(
            SOON
        )
        await stage.board(2)
        await monitored.settle()
        assert await monitored.figure("stairwell_interactions_total", kind="command") == 2
        assert await monitored.figure("stairwell_interactions_total", kind="control") == 1
        assert await monitored.figure("stairwell_answer_seconds_count") == 3
        assert await monitored.figure("stairwell_matches_running", game="skirt") == 1
        assert await monitored.figure("stairwell_outbox_waiting") == 0
        sent = {"kind": "card", "outcome": "sent"}
        assert await monitored.figure("stairwell_posts_total", **sent) == 2
        boards = {"method": "POST", "route": CARD, "status": "200"}
        assert await monitored.figure("stairwell_discord_requests_total", **boards) == 2
        assert await monitored.figure("stairwell_picture_seconds_count", what="draw") == 2
        assert await monitored.figure("stairwell_database_wait_seconds_count", way="write") > 5
        assert await monitored.figure("stairwell_shard_connected", shard="0") == 1
        assert await monitored.figure("stairwell_event_loop_lag_seconds_count") > 0
        assert await monitored.figure("stairwell_build_info", version="1.2.3") == 1
        _, text = await monitored.fetch("metrics")
        for secret in (stage.world.token, str(stage.ada.id), str(stage.channel.id), str(card.id)):
            assert secret not in text
        assert not re.search(r'="[^"]*\d{10}', text)
        await stage.check()


async def test_only_totals_are_counters(tmp_path: Path) -> None:
    async with monitored_stage(tmp_path) as monitored:
        _, text = await monitored.fetch("metrics")
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    own = {name: kind for name, kind in kinds.items() if name.startswith("stairwell_")}
    assert {kind for name, kind in own.items() if name.endswith("_total")} == {"counter"}
    assert {name for name, kind in own.items() if kind == "counter"} == {
        name for name in own if name.endswith("_total")
    }
    assert own["stairwell_searches_ended_total"] == own["stairwell_chore_failures_total"]


async def test_refused_posts_are_counted_and_wait_in_the_outbox(tmp_path: Path) -> None:
    async with monitored_stage(tmp_path) as monitored:
        stage = monitored.stage
        await stage.start_match()
        stage.world.fail_next("POST", CARD, status=403, code=50013)
        await (await stage.world.slash(stage.ada, stage.channel, "move", move="e1")).first_reply(
            SOON
        )
        await monitored.settle()
        postponed = {"kind": "card", "outcome": "postponed"}
        assert await monitored.figure("stairwell_posts_total", **postponed) == 1
        assert await monitored.figure("stairwell_outbox_waiting") == 1
        assert await monitored.figure("stairwell_outbox_oldest_age_seconds") > 0
        labels = {"method": "POST", "route": CARD, "status": "403"}
        assert await monitored.figure("stairwell_discord_requests_total", **labels) == 1
        await stage.retry_outbox()
        await stage.check()
        assert await monitored.figure("stairwell_outbox_waiting") == 0


async def test_the_bot_is_healthy_while_connected(tmp_path: Path) -> None:
    async with monitored_stage(tmp_path) as monitored:
        assert await monitored.problems() == []
        assert await monitored.problems("readyz") == []
        shard = monitored.stage.bot.get_shard(0)
        assert shard is not None
        await shard.disconnect()
        await wait_until(lambda: not monitored.stage.bot.is_connected, SOON, "still connected")
        assert "disconnected" in await monitored.problems()
        assert await monitored.problems("readyz") == ["disconnected"]
        assert await monitored.figure("stairwell_shard_connected", shard="0") == 0
        await shard.connect()
        await wait_until(lambda: monitored.stage.bot.is_connected, SOON, "not connected again")
        assert await monitored.problems("readyz") == []


async def test_a_chore_that_never_ends_is_a_problem(tmp_path: Path) -> None:
    async with monitored_stage(tmp_path) as monitored:
        chore = monitored.stage.bot.chores.all[0]
        chore.begun_at = time.monotonic() - CHORES_PATIENCE - 1
        assert await monitored.problems() == ["chores"]


async def test_a_bot_without_its_database_is_unhealthy(tmp_path: Path) -> None:
    async with monitored_stage(tmp_path) as monitored:
        assert await monitored.problems() == []
        remove_database(tmp_path)
        await monitored.stage.bot.club.store.close()
        assert await monitored.problems() == ["database"]
        status, text = await monitored.fetch("metrics")
        assert status == 200
        assert "stairwell_outbox_waiting NaN" in text
        restore_database(tmp_path)
        assert await monitored.problems() == []


async def test_a_backup_taken_during_play_is_reported(tmp_path: Path) -> None:
    async with monitored_stage(tmp_path) as monitored:
        await monitored.stage.start_match()
        await monitored.stage.bot.do_chores()
        await monitored.backups.finish()
        latest = monitored.backups.latest
        assert latest is not None
        assert datetime.now(UTC) - latest < timedelta(minutes=5)
        assert 0 <= await monitored.figure("stairwell_backup_age_seconds") < 300
        assert await monitored.figure("stairwell_chore_failures_total", chore="backups") == 0
        taken = list((tmp_path / "backups").iterdir())
        await monitored.stage.bot.do_chores()
        await monitored.backups.finish()
        assert list((tmp_path / "backups").iterdir()) == taken
