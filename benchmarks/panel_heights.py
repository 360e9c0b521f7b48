"""Heights of the Play panel on a phone, over recorded matches, as Chromium lays out the preview.

`python -m benchmarks.panel_heights` prints the heights for each game in pixels, at a width of 390,
for members and for newcomers, whose panels begin with the bot's answer and ideas.
`--pictures DIR` also saves each game's tallest panels.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Locator, ViewportSize, async_playwright
from playwright.async_api import Page as BrowserPage
from simcord.preview import Preview

from benchmarks.clicks import match_at, pages_to, played_in
from bot.interface.markup import DISCORD
from bot.interface.move_entry import begin
from bot.matches.panel import panel_page
from bot.pages.layout import Page, with_board_button
from engine.engine import LEVELS
from language.texts import written_in
from presentation.matches.play import computer_name
from rules.position import Move, Position
from rules.registry import GAMES
from tests import recorded
from tests.bot.simulated import World, world_in

SCREEN: ViewportSize = {"width": 390, "height": 1600}
"""The width of a phone, but high enough to show a whole panel."""

ROOM = 620
"""The pixels of a message that a phone shows below Discord's header and above its input."""

AT_ONCE = 10
"""Number of messages in the channel while they are measured."""

PICTURE_WIDTH = 900
LOADED = """id => (all => all.length > 0 && all.every(each => each.naturalWidth > 0))(
    [...document.querySelectorAll(`.channel-message[data-message-id='${id}'] img`)])"""
"""Whether a message has pictures, and all are drawn."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that shows the channel of a simulated server."""

    world: World
    preview: Preview
    page: BrowserPage

    async def measured(self, panels: list[Page]) -> list[tuple[int, Locator]]:
        """Post some panels, and return the height of each with its element."""
        world, results = self.world, list[tuple[int, Locator]]()
        channel = world.bot.get_partial_messageable(world.channel.id, guild_id=world.guild.id)
        sent = [await channel.send(view=each.layout(), files=each.files()) for each in panels]
        await world.env.settle()
        await self.preview.refresh()
        for message in sent:
            element = self.page.locator(f'.channel-message[data-message-id="{message.id}"]')
            await element.scroll_into_view_if_needed()
            await self.page.wait_for_function(LOADED, arg=str(message.id))
            box = await element.bounding_box()
            assert box is not None
            results.append((round(box["height"]), element))
        return results


def main() -> None:
    """Print the heights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=8, help="evenly spread moves per match")
    parser.add_argument("--matches", type=int, default=4, help="matches per game")
    parser.add_argument("--game", choices=list(GAMES), help="only this one")
    parser.add_argument("--language", default="en")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the tallest panels")
    asyncio.run(_measure_all(parser.parse_args()))


async def _measure_all(chosen: argparse.Namespace) -> None:
    with TemporaryDirectory() as folder:
        async with (
            world_in(Path(folder), opens_threads=False) as world,
            async_playwright() as playwright,
            world.env.preview(world.channel, viewers=[world.ada], layout="channel") as preview,
        ):
            browser = await playwright.chromium.launch(executable_path=chosen.chromium, args=FLAGS)
            page = await browser.new_page(viewport=SCREEN)
            await page.goto(preview.url)
            print(f"{'pixels':<30}{'panels':>8}{'median':>8}{'tallest':>8}{f'over {ROOM}':>10}")
            for key in GAMES:
                if chosen.game in (None, key):
                    phone = Phone(world, preview, page)
                    await _measure(phone, key, "members", _panels_of, chosen)
                    await _measure(phone, key, "newcomers", _newcomers_panels, chosen)
            await browser.close()


async def _measure(
    phone: Phone,
    key: str,
    readers: str,
    panels_of: Callable[[str, int, int], AsyncIterator[Page]],
    chosen: argparse.Namespace,
) -> None:
    """Measure the panels of one game."""
    heights: list[int] = []
    with written_in(chosen.language):
        panels = [each async for each in panels_of(key, chosen.matches, chosen.moves)]
    for at in range(0, len(panels), AT_ONCE):
        for height, message in await phone.measured(panels[at : at + AT_ONCE]):
            if chosen.pictures is not None and height > max(heights, default=0):
                chosen.pictures.mkdir(exist_ok=True)
                await message.screenshot(path=chosen.pictures / f"{key}-{readers}.png")
            heights.append(height)
    heights.sort()
    over = sum(each > ROOM for each in heights)
    name = f"{GAMES[key].name}, {readers} ({chosen.language})"
    middle = heights[len(heights) // 2]
    print(f"{name:<30}{len(heights):>8}{middle:>8}{heights[-1]:>8}{over:>10}")


async def _panels_of(key: str, matches: int, moves: int) -> AsyncIterator[Page]:
    """Yield the panels in which moves of some recorded matches are entered."""
    game = GAMES[key]
    for entry, played, at in _sampled(key, matches, moves):
        for page in await pages_to(game, entry, *played[at], PICTURE_WIDTH):
            yield page


async def _newcomers_panels(key: str, matches: int, moves: int) -> AsyncIterator[Page]:
    """Yield a newcomer's first panels of some turns, with what was played before them."""
    game = GAMES[key]
    bot = DISCORD.name(computer_name("Stairwell", LEVELS[0]))
    for entry, played, at in _sampled(key, matches, moves):
        position = played[at][0]
        notice = ""
        if at > 0 and not position.is_mid_turn:
            before, move = played[at - 1]
            notice = str(before.describe([move], bot))
        match, entered = match_at(game, entry, position), begin(position)
        if not entered.is_begun:
            page = await panel_page(match, entered, width=PICTURE_WIDTH, notice=notice, helps=True)
            yield with_board_button(page, match.id)


def _sampled(
    key: str, matches: int, moves: int
) -> Iterator[tuple[dict[str, Any], list[tuple[Position, Move]], int]]:
    """Yield the recorded match, its moves and the place of one for each of the sampled moves."""
    entries = recorded.matches(key)
    for entry in entries[:: max(1, len(entries) // matches)][:matches]:
        played = played_in(GAMES[key], entry)
        count = min(moves, len(played))
        for number in range(count):
            yield entry, played, number * len(played) // count


if __name__ == "__main__":
    main()
