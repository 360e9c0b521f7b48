"""The metrics of the dashboard and the alerts, compared with those exported."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.monitoring.event_metrics import DiscordCalls
from bot.monitoring.state_metrics import Measurements
from bot.process.client import Options, Stairwell
from tests.databases import new_store

ROOT = Path(__file__).parents[1]
NAME = re.compile(r"\b(?:stairwell|process)_[a-z_]+")


def queries() -> list[str]:
    """All Prometheus queries of the dashboard."""
    dashboard: Any = json.loads((ROOT / "docs/grafana-dashboard.json").read_text())
    return [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]


async def test_every_metric_on_the_dashboard_is_exported(tmp_path: Path) -> None:
    store, calls = await new_store(tmp_path), DiscordCalls()
    bot = Stairwell(store, Options(sweep=timedelta(hours=1)))
    measurements = Measurements(bot.watched(), calls, "1.2.3")
    try:
        text = (await measurements.exposition(None)).decode()
    finally:
        measurements.close()
        await store.close()
    exported = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    measured = exported | {f"{name}_bucket" for name in exported}
    queried = {name for query in queries() for name in NAME.findall(query)}
    assert queried
    assert queried <= measured
    alerts = (ROOT / "deploy/alerts.yml").read_text()
    assert set(re.findall(r"\bstairwell_[a-z_]+", alerts)) <= measured
    # Every metric of the bot itself is on the dashboard.
    assert {name for name in exported if name.startswith("stairwell_")} <= {
        name.removesuffix("_bucket") for name in queried
    }
