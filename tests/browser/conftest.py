"""Chromium for the tests of pages. They are skipped without it or without the group `browser`."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture
async def browser() -> AsyncIterator[Any]:
    playwright = pytest.importorskip(
        "playwright.async_api", reason="needs the dependency group `browser`"
    )
    if CHROMIUM is None:
        pytest.skip("Chromium isn't installed")
    async with playwright.async_playwright() as driver:
        opened = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        await opened.close()
