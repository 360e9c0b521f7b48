"""Matches played in Chromium by taps, keyboard and dragging, and without the script."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from club.matches.match import Match
from presentation.boards import board_of
from presentation.matches.match import match_scene
from presentation.move_entry import MoveEntry
from rendering import place_of
from rules.position import Move
from rules.registry import GAMES
from tests.browser.boards import (
    DESK,
    LAPTOP,
    PHONE,
    PLAY,
    OpenBoard,
    address_of,
    open_board,
    start_near_end,
    steps_of,
)
from tests.club.services import ADA, BEN, CY
from tests.samples import WHOLE
from tests.web.house import House, house_in

axe = pytest.importorskip("axe_playwright_python.async_playwright", reason="needs `browser`")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
]
LAST = 1000 if WHOLE else 3
"""The number of moves, at the end of a match, that are made in the browser."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_in(tmp_path, is_local=True) as house:
        yield house


async def match_of(house: House, match_id: int) -> Match:
    return await house.services.matches.find(match_id)


async def two_boards(
    house: House, browser: Any, match_id: int, **choices: Any
) -> dict[int, OpenBoard]:
    """Open the boards of both players, by user id."""
    return {
        each.user_id: await open_board(house, browser, match_id, each, **choices)
        for each in (ADA, BEN)
    }


async def news(page: Any) -> str:
    """Wait for the page's live region to have a text, and return it."""
    await page.wait_for_selector("#news:not(:empty)", state="attached")
    return await page.inner_text("#news")


@pytest.mark.parametrize("game", GAMES)
async def test_two_phones_finish_a_match_by_taps_alone(
    house: House, browser: Any, game: str
) -> None:
    match_id, moves = await start_near_end(house, game, LAST)
    boards = await two_boards(house, browser, match_id)
    for move in moves:
        match = await match_of(house, match_id)
        assert match.player_to_move is not None
        board = boards[match.player_to_move.user_id]
        await board.choose(move)
        await board.play()
        # Each board shows the move without a reload.
        for each in boards.values():
            await each.wait_for_new_version(match)
        assert (await match_of(house, match_id)).played[match.ply].move == move
    assert (await match_of(house, match_id)).is_over
    for each in boards.values():
        assert not await each.page.locator(".taps a, form.typed").count()


ANSWER_LAST = """
const request = window.fetch;
window.fetch = async (address, options) => {
  const message = new Promise((resolve) => stream.addEventListener("message", resolve));
  const answer = await request(address, options);
  if (options?.method === "POST") {
    await message;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return answer;
};
"""
"""Lets the answer to a form arrive after the live update about it, and an update's page."""


async def test_an_update_before_the_answer_to_a_move_isnt_shown(house: House, browser: Any) -> None:
    match_id = await house.services.start_match()
    board = await open_board(house, browser, match_id)
    await board.page.evaluate(ANSWER_LAST)
    match = await match_of(house, match_id)
    await board.choose(match.position.moves()[0])
    await board.play()
    await board.wait_for_address(house.site.play_path(match_id))
    await board.wait_for_new_version(match)
    assert "Choose your move again" not in await board.page.inner_text("main")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", GAMES)
async def test_the_button_that_plays_the_move_is_in_view_after_the_last_tap(
    house: House, browser: Any, game: str, size: dict[str, int]
) -> None:
    match_id = await house.services.start_match(game=game)
    board = await open_board(house, browser, match_id, viewport=size)
    await board.choose((await match_of(house, match_id)).position.moves()[0])
    for control in (PLAY, '.entry a:has-text("Back")'):
        box = await board.page.locator(control).bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"]
        # Nothing covers it.
        await board.page.locator(control).click(trial=True)


async def middle_of(place: Any) -> tuple[float, float]:
    box = await place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_tap_beside_small_cells_takes_the_nearest_and_between_two_asks(
    house: House, browser: Any
) -> None:
    match_id = await house.services.start_match(game="skirt")
    board = await open_board(house, browser, match_id)
    page = board.page
    places = [page.locator(f'.taps a[aria-label^="{name},"]:visible') for name in ("a3", "a4")]
    (left, y), (right, _) = [await middle_of(each) for each in places]
    await page.touchscreen.tap((left + right) / 2, y)
    answers = page.locator(".between button")
    assert await answers.count() == 2
    addresses = [await each.get_attribute("href") for each in places]
    await page.locator('.between [aria-label^="a4,"]').tap()
    await board.wait_for_address(addresses[1])
    assert not await answers.count()
    await page.goto(house.url + house.site.play_path(match_id))
    # Below the board's lowest row no cell begins.
    await page.touchscreen.tap(left, y + 20)
    await board.wait_for_address(addresses[0])


PHONES = ((360, 640), (390, 664), (390, 844), (640, 360), (844, 390))
"""Sizes of windows on phones, upright and on their side."""

ROOM = """() => {
  const box = (part) => document.querySelector(part)?.getBoundingClientRect();
  const [board, bar, header] = [box("img.board"), box(".act"), box(".top")];
  const isBelow = bar.left < board.right;
  const low = isBelow ? bar.top : innerHeight;
  return [board.top, board.bottom, low, board.height, low - header.height];
}"""
"""The board's top and bottom, what covers the page below it, its height, and the free height."""


def option_choices(game: str) -> list[dict[str, int]]:
    """The default options of a game, and each other value of each option."""
    options = GAMES[game].options
    others = [{each.key: value} for each in options for value in each.values]
    return [{}, *(one for one in others if GAMES[game].choose(one) != GAMES[game].choose({}))]


@pytest.mark.parametrize("game", GAMES)
async def test_the_whole_board_is_in_view_on_a_phone(house: House, browser: Any, game: str) -> None:
    for options in option_choices(game):
        people = (ADA, BEN, CY)[: options.get("players", 2)]
        match_id = await house.services.start_match(*people, game=game, options=options)
        board = await open_board(house, browser, match_id)
        move = (await match_of(house, match_id)).position.moves()[0]
        for is_whole in (False, True):
            if is_whole:
                await board.choose(move)
            for width, height in PHONES:
                await board.page.set_viewport_size({"width": width, "height": height})
                top, bottom, low, high, room = await board.page.evaluate(ROOM)
                assert 0 < high <= room, (options, width, height, is_whole)
                assert is_whole or 0 <= top < bottom <= low, (options, width, height)
            await board.page.set_viewport_size(PHONE)
        await board.page.context.close()


async def test_the_board_and_the_plates_of_three_players_fit_a_laptop(
    house: House, browser: Any
) -> None:
    match_id = await house.services.start_match(ADA, BEN, CY, game="passtally")
    page = (await open_board(house, browser, match_id, viewport=LAPTOP)).page
    plates = page.locator(".plate")
    assert await plates.count() == 3
    for number in range(3):
        box = await plates.nth(number).bounding_box()
        assert 0 <= box["y"] <= box["y"] + box["height"] <= LAPTOP["height"]


RINGS = """[
  getComputedStyle(document.activeElement.firstElementChild).stroke,
  getComputedStyle(document.activeElement).outlineStyle,
]"""
"""The ring around a focused place, which has its shape, and the rectangle around other links."""


async def test_a_match_is_finished_by_keyboard_alone(house: House, browser: Any) -> None:
    match_id, moves = await start_near_end(house, "skirt", LAST, size=4)
    boards = await two_boards(house, browser, match_id)
    for move in moves:
        match = await match_of(house, match_id)
        assert match.player_to_move is not None
        board = boards[match.player_to_move.user_id]
        await board.wait_for_version(match)
        assert await board.page.locator(".taps.small a[tabindex='0']").count() == 1
        await press_until(board, "Tab", ".taps a")
        while (steps := await board.steps()) != move:
            address = await board.link_towards(move, steps)
            await walk_to(board.page, address)
            assert await board.page.evaluate(RINGS) == ["rgb(255, 255, 255)", "none"]
            await board.page.keyboard.press("Enter")
            await board.wait_for_address(address)
        await press_until(board, "Tab", ".entry button.button", at_most=1)
        await board.page.keyboard.press("Enter")
        await board.wait_for_new_version(match)
        # The button is gone, so Tab continues from the board.
        assert await board.page.evaluate("document.activeElement.id") == "field"
    assert (await match_of(house, match_id)).is_over


async def press_until(board: OpenBoard, key: str, selector: str, at_most: int = 12) -> None:
    """Press a key until a control has the focus."""
    is_there = "selector => document.activeElement.matches(selector)"
    for _ in range(at_most):
        await board.page.keyboard.press(key)
        if await board.page.evaluate(is_there, selector):
            return
    raise AssertionError(f"{key} doesn't lead to {selector}")


async def walk_to(page: Any, address: str) -> None:
    """Press arrow keys until a place of the board has the focus."""
    visited: set[tuple[str, str]] = set()
    while True:
        here, across, down = await page.evaluate(
            """address => {
                const middle = each => {
                    const box = each.getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2];
                };
                const there = [...document.querySelectorAll('.taps.small a')]
                    .find(each => each.getAttribute('href') === address);
                const [x, y] = middle(document.activeElement);
                const [toX, toY] = middle(there);
                return [document.activeElement.getAttribute('aria-label'), toX - x, toY - y];
            }""",
            address,
        )
        if abs(across) < 1 and abs(down) < 1:
            return
        keys = ["ArrowRight" if across > 0 else "ArrowLeft", "ArrowDown" if down > 0 else "ArrowUp"]
        if abs(down) > abs(across):
            keys.reverse()
        key = next(key for key in keys if (here, key) not in visited)
        visited.add((here, key))
        await page.keyboard.press(key)


async def test_a_match_is_finished_without_the_script(house: House, browser: Any) -> None:
    match_id, moves = await start_near_end(house, "skirt", 2, size=4)
    boards = await two_boards(house, browser, match_id, java_script_enabled=False)
    for move in moves:
        match = await match_of(house, match_id)
        assert match.player_to_move is not None
        board = boards[match.player_to_move.user_id]
        await board.page.reload()
        for length in range(1, len(move) + 1):
            address = address_of(house, match_id, move[:length])
            link = board.page.locator(f'.taps.small a[href="{address}"]').first
            if await link.count():
                await link.tap()
                await board.page.wait_for_url(house.url + address)
        await board.play()
        await board.page.wait_for_url(house.url + house.site.play_path(match_id))
        assert (await match_of(house, match_id)).played[match.ply].move == move
    assert (await match_of(house, match_id)).is_over


@pytest.mark.parametrize("game", GAMES)
async def test_the_board_is_accessible_to_screen_readers(
    house: House, browser: Any, game: str
) -> None:
    match_id = await house.services.start_match(game=game)
    board = await open_board(house, browser, match_id)
    assert await names_on(board.page) == await expected_names(house, match_id, ())
    await assert_sound(board.page, PHONE, "light")
    await assert_sound(board.page, DESK, "dark")
    await board.page.set_viewport_size(PHONE)
    move = (await match_of(house, match_id)).position.moves()[0]
    await board.step_towards(move, ())
    steps = steps_of(board.page.url)
    assert await names_on(board.page) == await expected_names(house, match_id, steps)
    await assert_sound(board.page, PHONE, "dark")
    await assert_sound(board.page, DESK, "light")


async def names_on(page: Any) -> list[str]:
    """The names of the board's places for screen readers, sorted."""
    tree = await page.locator(".taps.small").aria_snapshot()
    return sorted(line.split('"')[1] for line in tree.splitlines()[1:] if '"' in line)


async def expected_names(house: House, match_id: int, steps: Move) -> list[str]:
    """The expected names of the board's places, sorted."""
    match = await match_of(house, match_id)
    entry = MoveEntry(match.position, steps, partial(place_of, match.game))
    return sorted(spot.words for spot in board_of(entry.on(match_scene(match)), entry, 900).spots)


async def assert_sound(page: Any, size: dict[str, int], theme: str) -> None:
    """Assert that a page is accessible, fits the screen, and has large enough places."""
    await page.set_viewport_size(size)
    await page.emulate_media(color_scheme=theme)
    results = await axe.Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    smallest = "Math.min(...all.map(each => each.getBoundingClientRect().width))"
    assert await page.eval_on_selector_all(".taps a:visible", f"all => {smallest}") >= 24


async def test_a_tile_is_dragged_onto_the_board_and_turned_by_taps(
    house: House, browser: Any
) -> None:
    match_id, moves = await start_near_end(house, "passtally", 12)
    while len(moves[0]) < 3:
        match = await match_of(house, match_id)
        assert match.player_to_move is not None
        user_id = match.player_to_move.user_id
        await house.services.matches.play(match_id, user_id, moves.pop(0))
    match, move = await match_of(house, match_id), moves[0]
    assert match.player_to_move is not None
    person = ADA if match.player_to_move.user_id == ADA.user_id else BEN
    board = await open_board(house, browser, match_id, person)
    await board.page.tap(f'.taps.small a[aria-label^="{move[0]},"]')
    await board.wait_for_address(address_of(house, match_id, move[:1]))
    tapped = board.page.locator(f'.taps.small a.choice[aria-label^="{move[1]},"]')
    address = str(await tapped.get_attribute("href"))
    await board.page.goto(house.url + house.site.play_path(match_id))
    await drag_with_a_finger(board.page, move[0], move[1])
    await board.wait_for_address(address)
    turned = match.position.input.turned(steps_of(address))
    await board.page.tap(f'.taps.small a[aria-label^="{move[1]},"]')
    if turned is not None and turned != steps_of(address):
        await board.wait_for_address(address_of(house, match_id, turned))


async def drag_with_a_finger(page: Any, piece: str, place: str) -> None:
    """Touch a piece, move the finger to a place of the board, and lift it."""
    points: list[dict[str, float]] = []
    for name in (piece, place):
        box = await page.locator(f'.taps.small > [aria-label^="{name},"]').bounding_box()
        points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    finger = await page.context.new_cdp_session(page)
    for kind, touched in (
        ("touchStart", points[:1]),
        ("touchMove", points[1:]),
        ("touchMove", points[1:]),
        ("touchEnd", []),
    ):
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


async def test_a_stone_is_dragged_with_the_mouse(house: House, browser: Any) -> None:
    match_id = await house.services.start_match(game="scala")
    board = await open_board(house, browser, match_id, viewport=DESK)
    move = (await match_of(house, match_id)).position.moves()[0]
    start, end = (board.page.locator(f'.taps.wide > [aria-label^="{name},"]') for name in move)
    await start.drag_to(end)
    await board.wait_for_address(address_of(house, match_id, move))


async def test_an_opponents_move_appears_on_the_board(house: House, browser: Any) -> None:
    match_id = await house.services.start_match(game="scala")
    page = (await open_board(house, browser, match_id, BEN)).page
    assert not await page.locator(".taps.small a").count()
    match = await match_of(house, match_id)
    await house.services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    await page.wait_for_selector(".taps.small a.choice", state="attached")
    words = await news(page)
    assert words.startswith("Ada ")
    assert words.endswith(await page.inner_text(".question"))


async def test_a_refused_move_is_announced_with_its_reason(house: House, browser: Any) -> None:
    match_id = await house.services.start_match(game="scala")
    page = (await open_board(house, browser, match_id)).page
    await page.fill("input[name=move]", "z99")
    await page.press("input[name=move]", "Enter")
    assert (await news(page)).startswith(await page.inner_text(".notice"))
    assert await page.input_value("input[name=move]") == "z99"


async def test_the_last_tap_plays_if_the_player_skips_confirming(
    house: House, browser: Any
) -> None:
    match_id = await house.services.start_match(game="scalas")
    await house.services.preferences.turn(ADA.user_id, "confirms", is_on=False)
    page = (await open_board(house, browser, match_id)).page
    await page.locator(".taps.small a.choice").first.tap()
    await page.wait_for_selector("#now", state="detached")
    assert (await match_of(house, match_id)).ply == 1
