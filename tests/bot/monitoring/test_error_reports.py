"""Error reports, which locate a failure without naming users."""

from __future__ import annotations

import gzip
import json
import logging
from typing import Any

import pytest
import sentry_sdk
from aiohttp import web

from bot.monitoring.error_reports import report_errors
from tests.discord.waiting import wait_until


async def test_a_report_locates_the_failure_and_names_no_users() -> None:
    received: list[bytes] = []

    async def take(request: web.Request) -> web.Response:
        body = await request.read()
        received.append(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)
        return web.json_response({"id": "0" * 32})

    application = web.Application()
    application.router.add_post("/api/1/envelope/", take)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        report_errors(f"http://key@127.0.0.1:{runner.addresses[0][1]}/1", "1.2.3")
        log = logging.getLogger("bot.test")
        log.info("user 1234567890 has written")
        name = "Ada Lovelace"
        try:
            raise ValueError(f"{name} can't be stored")
        except ValueError:
            log.exception("interaction %s of %s failed", 987654321, name)
        log.error("no board for %s", name)
        await wait_until(lambda: len(events(received)) == 2, message="not reported")
    finally:
        sentry_sdk.get_client().close()
        sentry_sdk.init()
        await runner.cleanup()
    report = b"".join(received).decode()
    assert "Ada" not in report
    assert "1234567890" not in report
    assert "987654321" not in report
    failed, log_entry = events(received)
    (exception,) = failed["exception"]["values"]
    assert exception["type"] == "ValueError"
    assert exception["stacktrace"]["frames"][-1]["function"] == (
        "test_a_report_locates_the_failure_and_names_no_users"
    )
    assert failed["release"] == "stairwell@1.2.3"
    assert log_entry["message"] == "no board for %s"


def events(received: list[bytes]) -> list[dict[str, Any]]:
    """Return the events in all envelopes.

    An envelope is a line with its header, then two for each item: its header and its payload.
    """
    lines = [json.loads(line) for body in received for line in body.split(b"\n") if line.strip()]
    return [line for line in lines if "event_id" in line and "level" in line]


@pytest.fixture(autouse=True)
def _logged() -> Any:
    logging.getLogger("bot.test").setLevel(logging.INFO)
