"""Offers, resigning and typed moves in Chromium."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.club.services import ADA, BEN
from tests.web.house import House, house_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_in(tmp_path, is_local=True) as house:
        yield house


async def open_actions(house: House, browser: Any, match_id: int, path: str = "") -> Any:
    """Open Ada's board on a phone."""
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    name, _, value = (await house.sign_in(ADA)).partition("=")
    await context.add_cookies([{"name": name, "value": value, "url": house.url}])
    page = await context.new_page()
    await page.goto(f"{house.url}{house.site.play_path(match_id)}{path}")
    return page


async def check(page: Any) -> None:
    """Check that a page is accessible and fits the width of a phone."""
    axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="needs `browser`")
    results = await axe.Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390


async def test_an_offer_appears_while_a_move_is_typed(house: House, browser: Any) -> None:
    match_id = await house.services.start_match(game="scala")
    position = (await house.services.matches.find(match_id)).position
    text = position.text(position.moves()[-1])
    page = await open_actions(house, browser, match_id)
    assert not await page.locator(f'#moves option[value="{text}"]').count()
    await page.locator("[name=move]").press_sequentially(text)
    await page.wait_for_selector(f'#moves option[value="{text}"]', state="attached")
    await house.services.offers.make(match_id, BEN.user_id, "draw")
    await page.wait_for_selector("text=Accept draw")
    assert "Ben offers a draw." in await page.inner_text("#news")
    assert await page.input_value("[name=move]:focus") == text
    await check(page)
    await page.click("text=Accept draw")
    await page.wait_for_selector("text=Rematch")
    await check(page)


async def test_resigning_takes_two_clicks(house: House, browser: Any) -> None:
    match_id = await house.services.start_match(game="scala")
    page = await open_actions(house, browser, match_id)
    await page.click("text=Resign")
    await page.wait_for_selector("text=Keep playing")
    await check(page)
    await page.click("button >> text=Resign")
    await page.wait_for_selector("text=Rematch")
    assert (await house.services.matches.find(match_id)).is_over
