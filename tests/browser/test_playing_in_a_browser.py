"""Matches played in Chromium: by taps on a phone, by keyboard, and without the script."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from club.matches.match import Match
from rules.registry import GAMES
from storage.matches.terms import Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, GUILD
from tests.web.house import House, house_in

axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="needs `browser`")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
]
PHONE = {"width": 390, "height": 844}
MOVES = 12


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_in(tmp_path) as house:
        yield house


async def board(house: House, browser: Any, match_id: int, person: Any, **choices: Any) -> Any:
    """Return the open board of a player."""
    headers = {"Cookie": await house.signed_in(person)}
    context = await browser.new_context(viewport=PHONE, extra_http_headers=headers, **choices)
    page = await context.new_page()
    await page.goto(house.url + house.site.play_path(match_id))
    return page


async def match_of(house: House, match_id: int) -> Match:
    return await house.services.matches.find(match_id)


async def small_match(house: House) -> int:
    """A match on the smallest board of Skirt; its number."""
    terms, place = Terms("skirt", {"size": 4}), Place(GUILD, CHANNEL)
    challenge = await house.services.challenges.make(terms, place, ADA, (BEN,), seat=1)
    begun = await house.services.challenges.accept(challenge.id, BEN)
    assert begun.match_id is not None
    return begun.match_id


async def news(page: Any) -> str:
    """What the page's live region says, once it does."""
    await page.wait_for_selector("#news:not(:empty)", state="attached")
    return await page.inner_text("#news")


async def tap_a_move(page: Any, random: Random) -> None:
    """Tap random choices until the move is whole. The question changes with each."""
    while not await page.locator("form button[class=button]").count():
        choices = page.locator(".taps.small a.choice")
        address = await choices.nth(random.randrange(await choices.count())).get_attribute("href")
        await page.locator(f'.taps.small a.choice[href="{address}"]').dispatch_event("click")
        await page.wait_for_url(f"**{address}")
        await page.wait_for_function("document.querySelector('img.board').complete")


@pytest.mark.parametrize("has_script", [True, False])
@pytest.mark.parametrize("game", GAMES)
async def test_two_browsers_play_a_match(
    house: House, browser: Any, game: str, has_script: bool
) -> None:
    match_id, random = await house.services.begun(game=game), Random(game)
    pages = {
        person.user_id: await board(
            house, browser, match_id, person, java_script_enabled=has_script
        )
        for person in (ADA, BEN)
    }
    for ply in range(MOVES if has_script else 4):
        match = await match_of(house, match_id)
        if match.player_to_move is None:
            break
        page = pages[match.player_to_move.user_id]
        await page.goto(house.url + house.site.play_path(match_id))
        if has_script:
            await tap_a_move(page, random)
        else:
            while not await page.locator("form button[class=button]").count():
                choice = page.locator(".taps.small a.choice").first
                await page.goto(house.url + str(await choice.get_attribute("href")))
        await page.locator("form button[class=button]").first.click()
        await page.wait_for_load_state()
        assert (await match_of(house, match_id)).ply == ply + 1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
async def test_the_board_is_sound_for_screen_readers(
    house: House, browser: Any, game: str, theme: str
) -> None:
    match_id = await house.services.begun(game=game)
    page = await board(house, browser, match_id, ADA, color_scheme=theme)
    await assert_sound(page)
    await page.goto(page.url + "?steps=" + await first_choice(page))
    assert await page.locator(".taps.small a").count()
    await assert_sound(page)


async def assert_sound(page: Any) -> None:
    """Nothing that axe objects to, and nothing beside the phone's screen."""
    results = await axe.Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def first_choice(page: Any) -> str:
    """The steps, as in an address, that the first choice of a board leads to."""
    address = await page.locator(".taps.small a.choice").first.get_attribute("href")
    return str(address).partition("steps=")[2]


async def test_a_move_is_made_by_keyboard_alone(house: House, browser: Any) -> None:
    match_id = await house.services.begun(game="scala")
    page = await board(house, browser, match_id, ADA)
    assert await page.locator(".taps.small a[tabindex='0']").count() == 1
    await page.locator(".taps.small a[tabindex='0']").focus()
    first = await page.evaluate("document.activeElement.getAttribute('aria-label')")
    await page.keyboard.press("ArrowRight")
    second = await page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert first != second
    await page.keyboard.press("Enter")
    await page.wait_for_url("**steps=*")
    await page.locator(".taps.small a.choice").first.focus()
    await page.keyboard.press("Enter")
    button = page.locator("form button[class=button]").first
    await button.focus()
    await page.keyboard.press("Enter")
    await page.wait_for_function("!location.search")
    assert (await match_of(house, match_id)).ply == 1
    # Redirects lose the header that signs the browser in.
    await page.reload()
    assert "Waiting for Ben" in await news(page)


async def test_a_move_of_the_other_side_appears_on_the_board(house: House, browser: Any) -> None:
    match_id = await house.services.begun(game="scala")
    page = await board(house, browser, match_id, BEN)
    assert not await page.locator(".taps.small a").count()
    match = await match_of(house, match_id)
    await house.services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    await page.wait_for_selector(".taps.small a.choice", state="attached")
    words = await news(page)
    assert words.startswith("Ada ")
    assert words.endswith(await page.inner_text(".question"))


async def test_a_refused_move_is_said_with_its_reason(house: House, browser: Any) -> None:
    match_id = await house.services.begun(game="scala")
    page = await board(house, browser, match_id, ADA)
    await page.fill("input[name=move]", "z99")
    await page.press("input[name=move]", "Enter")
    assert (await news(page)).startswith(await page.inner_text(".notice"))


async def test_the_last_tap_plays_if_the_player_skips_confirming(
    house: House, browser: Any
) -> None:
    match_id = await house.services.begun(game="scalas")
    await house.services.preferences.confirm_moves(ADA.user_id, False)
    page = await board(house, browser, match_id, ADA)
    await page.locator(".taps.small a.choice").first.dispatch_event("click")
    await page.wait_for_selector("#now", state="detached")
    assert (await match_of(house, match_id)).ply == 1


async def test_a_whole_match_is_played_by_taps(house: House, browser: Any) -> None:
    match_id, random = await small_match(house), Random(4)
    pages = {each.user_id: await board(house, browser, match_id, each) for each in (ADA, BEN)}
    while (match := await match_of(house, match_id)).player_to_move is not None:
        page = pages[match.player_to_move.user_id]
        await page.goto(house.url + house.site.play_path(match_id))
        await tap_a_move(page, random)
        await page.locator("form button[class=button]").first.click()
        await page.wait_for_load_state()
        assert (await match_of(house, match_id)).ply == match.ply + 1
    assert match.is_over
    for page in pages.values():
        await page.goto(house.url + house.site.play_path(match_id))
        assert not await page.locator(".taps a, form.typed").count()
