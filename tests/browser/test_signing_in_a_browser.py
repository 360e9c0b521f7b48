"""Signing in, and a member's own pages, in Chromium with its cookie."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from club.club import OWN_USER
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from rules.registry import FIRST_GAME, GAMES
from storage.matches.match import Place, Terms
from tests.browser.boards import BROKEN_LABELS
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Town
from tests.web.house import House, house_in

axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="needs `browser`")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
]
SIZES = ({"width": 390, "height": 844}, {"width": 1280, "height": 900})


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_in(tmp_path, is_local=True) as house:
        for game in ("scala", "passtally"):
            await house.services.start_match(ADA, BEN, game=game)
        await house.services.start_match(CY, ADA)
        terms = Terms("scalas", GAMES["scalas"].choose({}))
        await house.services.challenges.make(terms, Place(GUILD, CHANNEL), BEN, [ADA])
        small = Terms("skirt", GAMES["skirt"].choose({"size": 4}))
        await house.services.challenges.make(small, Place(GUILD, CHANNEL), ADA, [CY])
        yield house


async def check(page: Any, picture: Path) -> None:
    """Check that a page is accessible and fits the screen, and save a screenshot."""
    results = await axe.Axe().run(page)
    assert not results.response["violations"], results.generate_report()
    assert await page.evaluate("document.body.scrollWidth <= innerWidth")
    assert await page.evaluate(BROKEN_LABELS) == []
    await page.screenshot(path=picture, full_page=True)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_member_signs_in_looks_and_signs_out(
    house: House, browser: Any, tmp_path: Path, size: dict[str, int], theme: str
) -> None:
    context = await browser.new_context(viewport=size, color_scheme=theme)
    page = await context.new_page()
    await page.goto(f"{house.url}/me")
    await check(page, tmp_path / "signed_out.png")
    await page.goto(f"{house.url}/in/{await house.link()}")
    await check(page, tmp_path / "sign_in.png")
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url("**/me")
    await check(page, tmp_path / "me.png")
    await page.get_by_role("button", name="Decline").click()
    await page.wait_for_url("**/me")
    assert not await page.get_by_role("button", name="Decline").count()
    await page.get_by_role("link", name="Signed-in browsers").click()
    await check(page, tmp_path / "sessions.png")
    await page.get_by_role("button", name="Sign out").first.click()
    await page.wait_for_url(f"{house.url}/")
    answer = await page.goto(f"{house.url}/me")
    assert answer.status == 403


async def test_an_open_board_leaves_when_its_session_ends_elsewhere(
    house: House, browser: Any
) -> None:
    page = await (await browser.new_context()).new_page()
    await page.goto(f"{house.url}/in/{await house.link(match_id=1)}")
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url(f"{house.url}{house.site.play_path(1)}")
    await house.services.web_sessions.end_all(ADA.user_id)
    await page.get_by_text("You aren't signed in.").wait_for()


async def test_a_form_on_another_site_changes_nothing(house: House, browser: Any) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(f"{house.url}/in/{await house.link()}")
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url("**/me")
    attacker = await context.new_page()
    # The same machine under another name is another site.
    form = f'<form method="post" action="{house.url}/me/sessions/end"><button>Win</button></form>'
    await attacker.route(
        "**/attack", lambda route: route.fulfill(content_type="text/html", body=form)
    )
    await attacker.goto("http://elsewhere.localhost/attack")
    await attacker.get_by_role("button", name="Win").click()
    await attacker.wait_for_url(f"{house.url}/me/sessions/end")
    await page.goto(f"{house.url}/me")
    assert await page.get_by_role("link", name="Signed-in browsers").count()
    assert await house.services.web_sessions.of_user(ADA.user_id)


READ_UNTIL = """control => {
  const read = document.createRange();
  read.setStartBefore(document.getElementById("content"));
  read.setEndAfter(control);
  return read.toString().split(/\\s+/).filter(Boolean);
}"""
"""Returns the words of a page's content from its top to the end of a control."""


async def test_a_newcomer_has_a_board_after_three_taps_and_ten_words(
    tmp_path: Path, browser: Any
) -> None:
    pool = Pool(1, LocalSearches(256 * 2**20, patience=60.0))
    await pool.start()
    async with house_in(tmp_path, is_local=True, pool=pool, town=Town()) as house:
        await house.services.front_notes.put({OWN_USER: "99 Stairwell"})
        context = await browser.new_context(viewport=SIZES[0], has_touch=True)
        page = await context.new_page()
        await page.goto(f"{house.url}/in/{await house.link()}")
        taps, words = 1, list[str]()
        for name in ("Sign in", FIRST_GAME.name):
            control = page.get_by_role("button", name=name, exact=True)
            words += await control.evaluate(READ_UNTIL)
            await check(page, tmp_path / f"{name}.png")
            await control.tap()
            taps += 1
            await page.wait_for_url("**/me" if name == "Sign in" else "**/play/*")
        assert await page.locator(".taps.small a.choice").count()
        (match,) = await house.services.match_finder.of_person(None, ADA.user_id)
        assert match.game == FIRST_GAME.key
        assert taps <= 3
        assert len(words) <= 10, words
    await pool.close()
