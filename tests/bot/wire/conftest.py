"""The stage of a test on the wire, and its workers for computer opponents."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import pytest

from engine.serving.pool import Pool
from tests.bot.clubs import a_pool
from tests.bot.wire.stage import Stage, assert_no_token_logged, assert_requests_fit, stage_in


@dataclass(frozen=True, slots=True, kw_only=True)
class StageOptions:
    """The arguments of `pytest.mark.stage`."""

    workers: int = 0
    """Processes that search for computer opponents; 0 for no computers."""
    opens_threads: bool = False
    end: Literal["checked", "quiet", "open"] = "checked"
    """The check at the end of the test.

    "checked" expects a card for each turn. "quiet" only expects that nothing is pending, as cards
    may show several turns. "open" leaves all checks to the test.
    """
    max_log_level: int = logging.INFO
    """The highest level at which the bot may log."""


@pytest.fixture
def stage_options(request: pytest.FixtureRequest) -> StageOptions:
    """The arguments of `pytest.mark.stage`."""
    marker = request.node.get_closest_marker("stage")
    return StageOptions(**(marker.kwargs if marker else {}))


@pytest.fixture(autouse=True)
def retries_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave retries of posts to `Stage.retry_outbox`, as tests do something else first."""
    monkeypatch.setattr("club.outbox.delivery.QUICK_WAIT", timedelta(hours=1))


@pytest.fixture
async def pool(stage_options: StageOptions) -> AsyncIterator[Pool | None]:
    """The workers of the stage."""
    if not stage_options.workers:
        yield None
        return
    async with a_pool(stage_options.workers) as pool:
        yield pool


@pytest.fixture
async def stage(
    stage_options: StageOptions,
    database_url: str,
    pool: Pool | None,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[Stage]:
    """A server on the wire with the bot, whose requests and logs are checked at the end."""
    caplog.set_level(logging.INFO)
    async with stage_in(
        database_url, opens_threads=stage_options.opens_threads, pool=pool
    ) as stage:
        yield stage
        if stage_options.end == "checked":
            await stage.check()
        elif stage_options.end == "quiet":
            await stage.settle()
            assert_requests_fit(stage.world)
        assert_no_token_logged(stage.world, caplog.records)
    assert [each for each in caplog.records if each.levelno > stage_options.max_log_level] == []
