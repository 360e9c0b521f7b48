"""The stage of a test on the wire."""

from __future__ import annotations

from tests.bot.wire.conftest import pool, retries_on_demand, stage, stage_options

__all__ = ["pool", "retries_on_demand", "stage", "stage_options"]
