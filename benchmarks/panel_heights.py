"""Heights of the Play panel on a phone, over recorded matches, as Chromium lays out the preview.

`python -m benchmarks.panel_heights` prints the heights for each game in pixels, at a width of 390.
`--pictures DIR` also saves each game's tallest panel.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Locator, ViewportSize, async_playwright
from playwright.async_api import Page as BrowserPage
from simcord.preview import Preview

from benchmarks.clicks import pages_to, played_in
from bot.pages.layout import Page
from language.texts import written_in
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
LOADED = """id => [...document.querySelectorAll(`.channel-message[data-message-id='${id}'] img`)]
    .every(each => each.naturalWidth > 0)"""
"""Whether all pictures of a message are drawn."""

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
                    await _measure(Phone(world, preview, page), key, chosen)
            await browser.close()


async def _measure(phone: Phone, key: str, chosen: argparse.Namespace) -> None:
    """Measure the panels of one game."""
    heights: list[int] = []
    with written_in(chosen.language):
        panels = [each async for each in _panels_of(key, chosen.matches, chosen.moves)]
    for at in range(0, len(panels), AT_ONCE):
        for height, message in await phone.measured(panels[at : at + AT_ONCE]):
            if chosen.pictures is not None and height > max(heights, default=0):
                chosen.pictures.mkdir(exist_ok=True)
                await message.screenshot(path=chosen.pictures / f"{key}-{chosen.language}.png")
            heights.append(height)
    heights.sort()
    over = sum(each > ROOM for each in heights)
    name = f"{GAMES[key].name} ({chosen.language})"
    middle = heights[len(heights) // 2]
    print(f"{name:<30}{len(heights):>8}{middle:>8}{heights[-1]:>8}{over:>10}")


async def _panels_of(key: str, matches: int, moves: int) -> AsyncIterator[Page]:
    """Yield the panels in which moves of some recorded matches are entered."""
    game, entries = GAMES[key], recorded.matches(key)
    for entry in entries[:: max(1, len(entries) // matches)][:matches]:
        played = played_in(game, entry)
        count = min(moves, len(played))
        for number in range(count):
            position, move = played[number * len(played) // count]
            for page in await pages_to(game, entry, position, move, PICTURE_WIDTH):
                yield page


if __name__ == "__main__":
    main()
