"""Every kind of page in Chromium, on phones and desktops, in light and dark."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.registry import GAMES
from tests.browser.boards import BROKEN_LABELS, start_near_end
from tests.club.services import ADA, GUILD
from tests.web.house import House, house_in
from tests.web.http.test_embeds import paths_of_all_kinds
from tests.web.http.test_live import make_private

axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="needs `browser`")
pytestmark = pytest.mark.slow

WIDTHS = (390, 1280)
THEMES = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]},
}
"""Options of axe by theme. Only colours are checked twice, as nothing else differs."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_in(tmp_path) as house:
        await house.publish()
        yield house


COVERED = """[...document.querySelectorAll('.taps')].filter(
    each => getComputedStyle(each).backgroundImage !== 'none'
        || getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)').length"""


class Visit:
    """A page in the browser, with its errors and its requests to other sites."""

    def __init__(self, house: House, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self._check(house, request.url))

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(text)

    def _check(self, house: House, url: str) -> None:
        if not url.startswith(f"{house.url}/"):
            self.faults.append(f"a request to {url}")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.timeout(600)
async def test_every_page_is_accessible_and_fits_the_screen(
    house: House, browser: Any, width: int
) -> None:
    size = {"width": width, "height": 900}
    context = await browser.new_context(viewport=size, color_scheme="light", locale="de-DE")
    for path in [*await paths_of_all_kinds(house), "/privacy", "/nothing"]:
        visit = Visit(house, await context.new_page())
        await visit.page.goto(house.url + path, wait_until="load")
        for theme, rules in THEMES.items():
            await visit.page.emulate_media(color_scheme=theme)
            room = await visit.page.evaluate("document.documentElement.scrollWidth")
            assert room <= width, f"{path} is {room} pixels wide"
            assert await visit.page.evaluate(BROKEN_LABELS) == [], path
            broken = "[...document.images].filter(each => !each.naturalWidth && each.complete)"
            assert await visit.page.evaluate(f"{broken}.length") == 0, path
            assert await visit.page.evaluate(COVERED) == 0, f"places cover the board of {path}"
            results = await axe.Axe().run(visit.page, options=rules)
            assert results.violations_count == 0, f"{path}, {theme}: {results.generate_report()}"
        expected = [each for each in visit.faults if "404" not in each]
        assert expected == [], path
        await visit.page.close()
    await context.close()


MOVED = """() => new Promise(resolve => {
    let total = 0;
    new PerformanceObserver(list => list.getEntries().forEach(each => { total += each.value; }))
        .observe({type: 'layout-shift', buffered: true});
    document.fonts.ready.then(() => setTimeout(() => resolve(total), 100));
})"""
"""The layout shift of a page since it began to load."""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.timeout(600)
async def test_nothing_moves_while_a_page_loads(house: House, browser: Any, width: int) -> None:
    # A context of its own has an empty cache.
    context = await browser.new_context(viewport={"width": width, "height": 844})
    page = await context.new_page()
    for path in await paths_of_all_kinds(house):
        await page.goto(house.url + path, wait_until="load")
        assert await page.evaluate(MOVED) < 0.01, path
    await context.close()


async def test_pages_are_complete_without_javascript(house: House, browser: Any) -> None:
    match_id = await house.services.start_match()
    match = await house.services.play_turns(match_id)
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(house.url + house.match_path(match_id))
    for ply in range(match.ply - 1, -1, -1):
        await page.click("a[rel=prev]")
        assert page.url == f"{house.url}{house.match_path(match_id)}/{ply}"
    await page.click("a[rel=last]")
    await page.click(f".plate >> text={match.players[0].name}")
    assert await page.text_content("h1") == "Ada"
    await context.close()


async def test_the_players_of_results_have_the_most_room_on_a_phone(
    house: House, browser: Any
) -> None:
    match_id, (last,) = await start_near_end(house, "skirt", 1)
    mover = (await house.services.matches.find(match_id)).player_to_move
    assert mover is not None
    await house.services.matches.play(match_id, mover.user_id, last)
    house.services.now += timedelta(hours=30)
    page = await browser.new_page(viewport={"width": 390, "height": 844}, locale="de-DE")
    await page.goto(house.url + house.site.server_path(GUILD))
    cells = page.locator(".results tbody tr").first.locator("> :visible")
    match, players, ended = [(await cells.nth(each).bounding_box())["width"] for each in range(3)]
    assert match + ended < players
    await page.close()


IN_LIST = """() => {
    const [list, move] = [".moves", ".moves [aria-current]"].map(
        each => document.querySelector(each).getBoundingClientRect());
    return list.top <= move.top && move.bottom <= list.bottom;
}"""
"""Whether the list of moves shows the one on the board."""


async def test_the_list_of_moves_shows_the_one_on_the_board(house: House, browser: Any) -> None:
    match_id = await house.services.start_match(game="scala")
    match = await house.services.play_turns(match_id, 15)
    path = house.url + house.match_path(match_id)
    page = await browser.new_page(viewport={"width": 390, "height": 600})
    for ply in (match.ply, match.ply // 2, 1):
        await page.goto(f"{path}/{ply}")
        assert await page.evaluate(IN_LIST), ply
        assert await page.evaluate("scrollY") == 0
    await page.close()


async def test_the_keyboard_steps_through_a_match(house: House, browser: Any) -> None:
    match_id = await house.services.start_match()
    match = await house.services.play_turns(match_id)
    path = house.url + house.match_path(match_id)
    page = await browser.new_page()
    await page.goto(path)
    for key, ply in (("ArrowLeft", match.ply - 1), ("Home", 0), ("ArrowRight", 1)):
        await page.keyboard.press(key)
        await page.wait_for_url(f"{path}/{ply}")
    await page.keyboard.press("End")
    await page.wait_for_url(path)


async def test_the_board_stays_in_view_until_that_of_another_turn_is_loaded(
    house: House, browser: Any
) -> None:
    match_id = await house.services.start_match()
    match = await house.services.play_turns(match_id)
    path = house.url + house.match_path(match_id)
    page, is_free, is_asked = await browser.new_page(), asyncio.Event(), asyncio.Event()
    await page.goto(path)
    board = await page.get_attribute("img.board", "src")

    async def hold(route: Any) -> None:
        is_asked.set()
        await is_free.wait()
        await route.continue_()

    await page.route("**/*.png*", hold)
    await page.evaluate("window.isLoadedOnce = true")
    await page.locator("[data-step=prev]").click()
    await is_asked.wait()
    assert (page.url, await page.get_attribute("img.board", "src")) == (path, board)
    is_free.set()
    await page.wait_for_url(f"{path}/{match.ply - 1}")
    assert await page.get_attribute("img.board", "src") != board
    assert await page.inner_text("#news") == await page.locator(".status p").first.inner_text()
    await page.go_back()
    await page.wait_for_selector(f'img.board[src="{board}"]')
    assert page.url == path
    assert await page.evaluate("window.isLoadedOnce")
    await page.close()


async def test_an_open_page_leaves_when_its_channel_turns_private(
    house: House, browser: Any
) -> None:
    page = await browser.new_page()
    await page.goto(house.url + house.match_path(await house.services.start_match()))
    await make_private(house)
    await page.get_by_text("This page doesn't exist or isn't public.").wait_for()
    await page.close()


NOTE_LOADED = """
new MutationObserver(() => {
  window.hasLoaded = document.querySelector("img.board").naturalWidth > 0;
}).observe(document.body, { childList: true });
"""
"""Notes whether the board has loaded when the content is replaced."""


async def test_a_move_appears_on_an_open_page(house: House, browser: Any) -> None:
    match_id = await house.services.start_match()
    page = await browser.new_page()
    await page.goto(house.url + house.match_path(match_id))
    await page.evaluate(NOTE_LOADED)
    match = await house.services.matches.find(match_id)
    move = match.position.moves()[0]
    match = await house.services.matches.play(match_id, ADA.user_id, move)
    await page.wait_for_selector(f"text={match.played[0].text}")
    assert await page.text_content("#news")
    assert await page.evaluate("window.hasLoaded")


async def test_the_language_persists_across_pages(house: House, browser: Any) -> None:
    page = await browser.new_page(locale="en-GB")
    await page.goto(house.url)
    await page.click("text=日本語")
    await page.click(f"text={GAMES['scala'].name} >> nth=0")
    assert await page.get_attribute("html", "lang") == "ja"
    assert house.site.server_path(GUILD)
