"""Chromium for tests of pages, which are skipped without it or the group `browser`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chromium that many tests use, one after another.

    Starting one for each would take most of the processor time of a short test.
    """
    pytest.importorskip("playwright", reason="needs the dependency group `browser`")
    if CHROMIUM is None:
        pytest.skip("Chromium isn't installed")
    choices = tmp_path_factory.mktemp("chromium") / "choices.json"
    choices.write_text(json.dumps({"executablePath": CHROMIUM, "args": ["--no-sandbox"]}))
    command = (sys.executable, "-m", "playwright", "launch-server")
    server = subprocess.Popen(
        [*command, "--browser", "chromium", "--config", choices],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
    finally:
        # Chromium ends with the server.
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Any]:
    """A connection to Chromium for one test, whose pages are closed afterwards."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        connected = await driver.chromium.connect(chromium)
        yield connected
        await connected.close()
