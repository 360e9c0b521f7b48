"""Conditional moves in Chromium."""

from __future__ import annotations

from typing import Any

import pytest

from extensions.study.club.study import Study
from tests.browser.conftest import browser, chromium
from tests.browser.test_actions_in_a_browser import check, house, open_actions
from tests.club.services import ADA, BEN
from tests.web.house import House

__all__ = ["browser", "chromium", "house"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


async def test_a_line_is_planned_by_taps(house: House, browser: Any) -> None:
    match_id = await house.services.start_match(BEN, ADA, game="scala")
    page = await open_actions(house, browser, match_id)
    await page.click("text=If… then…")
    while not await page.locator("text=Plan this line").count():
        choice = page.locator(".taps.small a.choice").first
        address = await choice.get_attribute("href")
        await choice.dispatch_event("click")
        await page.wait_for_url(f"**{address}")
    await check(page)
    await page.click("text=Plan this line")
    await page.wait_for_selector("text=Remove")
    match = await house.services.matches.find(match_id)
    (line,) = await house.services.part(Study).conditional_moves.of(match, match.players[1])
    assert await page.inner_text("ol.lines strong >> nth=0") == line.texts[0]
    await check(page)
