"""Lessons and puzzles in Chromium, by taps on a phone and without the script."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.club.services import ADA
from tests.sample_puzzles import JUMP
from tests.web.house import House, house_in

axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="needs `browser`")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.usefixtures("with_sample_lessons", "with_sample_puzzles"),
]
PHONE = {"width": 390, "height": 844}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_in(tmp_path, is_local=True) as house:
        yield house


async def phone(browser: Any, **choices: Any) -> Any:
    """Return a page on a phone."""
    context = await browser.new_context(viewport=PHONE, **choices)
    return await context.new_page()


async def sign_in(house: House, page: Any) -> None:
    """Sign Ada in."""
    name, _, token = (await house.sign_in(ADA)).partition("=")
    await page.context.add_cookies([{"name": name, "value": token, "url": house.url}])


def cell(name: str) -> str:
    """Return the selector of a cell that can be chosen."""
    return f'.taps.small a[aria-label^="{name},"]'


async def assert_sound(page: Any) -> None:
    """Assert that a page is accessible and fits the width of a phone."""
    results = await axe.Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_a_lesson_is_completed_by_taps(house: House, browser: Any) -> None:
    page = await phone(browser)
    await page.goto(f"{house.url}/learn/skirt/win")
    await assert_sound(page)
    # After d7 only d4 is in line, so one tap plays both.
    await page.click(cell("d7"))
    await page.wait_for_selector("text=That was the last lesson")
    await page.wait_for_selector("#news:not(:empty)", state="attached")
    assert "Yes, d7-d4." in await page.inner_text("#news")
    await assert_sound(page)


async def test_a_puzzle_is_solved_without_the_script(house: House, browser: Any) -> None:
    page = await phone(browser, java_script_enabled=False)
    await sign_in(house, page)
    await page.goto(f"{house.url}/puzzles/{JUMP.key}")
    for start, end, words in (("d11", "f13", "Yes, d11-f13."), ("f12", "f14", "Solved on")):
        for name in (start, end):
            address = await page.locator(cell(name)).get_attribute("href")
            await page.goto(house.url + str(address))
        await page.locator("form button[class=button]").first.click()
        await page.wait_for_load_state()
        assert words in " ".join((await page.inner_text("main")).split())


async def test_a_puzzle_is_accessible_to_screen_readers(house: House, browser: Any) -> None:
    page = await phone(browser)
    await sign_in(house, page)
    await page.goto(f"{house.url}/puzzles/{JUMP.key}")
    await assert_sound(page)
    await page.fill("input[name=move]", "f10-d8")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("text=isn't right.")
    await assert_sound(page)
