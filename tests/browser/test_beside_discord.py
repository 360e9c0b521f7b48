"""A match between a player in Chromium and one in Discord, while the bot restarts."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from tests.bot.wire.house import House
from tests.bot.wire.stage import SOON, board
from tests.browser.boards import PHONE, OpenBoard
from tests.discord.loopback import Loopback
from tests.discord.messages import walk

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


async def test_a_move_made_after_a_crash_is_played_once_and_shown_in_discord(
    tmp_path: Path, browser: Any
) -> None:
    async with Loopback(deadline=SOON) as world:
        house = House(world, tmp_path)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        house.environment = {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": str(port)}
        async with house.bot() as bot:
            await house.start_match()
            signed_in = await (await world.slash(house.ada, house.place, "web")).first_reply(SOON)
            link = next(each["url"] for each in walk(signed_in.components) if "url" in each)
            own = await open_link(browser, link)
            await own.page.tap('.taps.small a.choice[aria-label^="e1,"]')
            await own.page.wait_for_selector(".entry button.button")
            bot.kill()
            await bot.wait()
        await own.play()
        await own.page.wait_for_selector(".notice.lost")
        async with house.bot():
            await own.play()
            await board(house.place, 2)
            await own.page.wait_for_selector(".entry", state="detached")
            await house.move(house.ben, "a1-b2")
            await own.page.wait_for_selector(".taps.small a.choice", state="attached")
            assert "a1" in await own.page.inner_text("#news")
            await house.check("e1", "a1-b2")


async def open_link(browser: Any, link: str) -> OpenBoard:
    """Open the board of a user's only match from a sign-in link."""
    context = await browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = await context.new_page()
    await page.goto(link)
    await page.get_by_role("button", name="Sign in").tap()
    await page.locator("a.cover").first.tap()
    await page.wait_for_selector(".taps.small", state="attached")
    return OpenBoard(page)
