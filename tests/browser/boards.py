"""Players' boards in Chromium, and matches that are nearly over."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from club.matches.match import Match
from presentation.steps import join_steps, split_steps
from rules.position import Move
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, GUILD
from tests.web.house import House
from web.http.live import board_version

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
LAPTOP = {"width": 1280, "height": 720}
PLAY = ".entry button.button"


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """The board of a match, in the browser of one of its players."""

    page: Any

    async def choose(self, move: Move, control: str = "tap") -> None:
        """Choose the steps of a move with as few taps as possible."""
        while (steps := await self.steps()) != move:
            await self.step_towards(move, steps, control)

    async def step_towards(self, move: Move, steps: Move, control: str = "tap") -> None:
        """Follow the link of the board that leads furthest towards a move."""
        address = await self.link_towards(move, steps)
        link = self.page.locator(f':is(.taps, .entry) a[href="{address}"]:visible').first
        await (link.tap() if control == "tap" else link.click())
        await self.wait_for_address(address)

    async def link_towards(self, move: Move, steps: Move) -> str:
        """Return the address of the link that leads furthest towards a move."""
        links = ":is(.taps, .entry) a"
        addresses = await self.page.eval_on_selector_all(
            links,
            "all => all.filter(each => each.checkVisibility())"
            ".map(each => each.getAttribute('href'))",
        )
        others = [address for address in addresses if steps_of(address) != steps]
        return max(
            sorted(others), key=lambda each: (_common_steps(steps_of(each), move), -len(each))
        )

    async def wait_for_address(self, address: str) -> None:
        """Wait until the board is at an address."""
        condition = "address => location.pathname + location.search === address"
        await self.page.wait_for_function(condition, arg=address)

    async def steps(self) -> Move:
        """The chosen steps."""
        play = self.page.locator(".entry form [name=steps]")
        if await play.count():
            return split_steps(await play.input_value())
        return steps_of(self.page.url)

    async def play(self, control: str = "tap") -> None:
        """Play the chosen move."""
        button = self.page.locator(PLAY).first
        await (button.tap() if control == "tap" else button.click())

    async def wait_for_version(self, match: Match) -> None:
        """Wait until the board shows this version of a match, without a reload."""
        condition = "version => document.getElementById('content').dataset.version === version"
        await self.page.wait_for_function(condition, arg=_version_checksum(match))

    async def wait_for_new_version(self, match: Match) -> None:
        """Wait until the board shows a later version of a match."""
        condition = "version => document.getElementById('content').dataset.version !== version"
        await self.page.wait_for_function(condition, arg=_version_checksum(match))

    async def focused_element(self) -> str:
        """The name or id of the focused element."""
        return await self.page.evaluate(
            "(({ariaLabel, id, textContent}) => ariaLabel ?? (id || textContent.trim()))"
            "(document.activeElement)"
        )


def steps_of(address: str) -> Move:
    """The steps in the address of a board."""
    return split_steps(parse_qs(urlsplit(address).query).get("steps", [""])[0])


def address_of(house: House, match_id: int, steps: Move) -> str:
    """The address of a board after these steps."""
    return f"{house.site.play_path(match_id)}?steps={quote(join_steps(steps), safe='')}"


async def open_board(
    house: House, browser: Any, match_id: int, person: Participant = ADA, **choices: Any
) -> OpenBoard:
    """Open the board of a match, by default on a phone."""
    context = await browser.new_context(
        **{"viewport": PHONE, "has_touch": True, "locale": "en-GB", **choices}
    )
    name, _, value = (await house.sign_in(person)).partition("=")
    await context.add_cookies([{"name": name, "value": value, "url": house.url}])
    page = await context.new_page()
    await page.goto(house.url + house.site.play_path(match_id))
    return OpenBoard(page)


async def start_near_end(
    house: House, game: str, last: int, **options: int
) -> tuple[int, list[Move]]:
    """Start a match of Ada and Ben, and play all but its last moves at random.

    :returns: the match id, and the moves left to play.
    """
    services, chosen = house.services, GAMES[game]
    terms = Terms(game, chosen.choose(options))
    challenge = await services.challenges.make(terms, Place(GUILD, CHANNEL), ADA, (BEN,), seat=1)
    match_id = (await services.challenges.accept(challenge.id, BEN)).match_id
    assert match_id is not None
    match = await services.matches.find(match_id)
    moves = min((_random_moves(match, seed) for seed in range(12)), key=len)
    for move in moves[:-last]:
        match = await services.matches.find(match_id)
        assert match.player_to_move is not None
        await services.matches.play(match_id, match.player_to_move.user_id, move)
    return match_id, moves[-last:]


def _version_checksum(match: Match) -> str:
    return str(board_version(match, None))


def _random_moves(match: Match, seed: int) -> list[Move]:
    position, random = match.position, Random(seed)
    played: list[Move] = []
    while moves := position.moves():
        played.append(random.choice(moves))
        position = position.play(played[-1])
    return played


def _common_steps(steps: Move, move: Move) -> int:
    pairs = zip(steps, move, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


BROKEN_LABELS = """[...document.querySelectorAll('button, .button, .quiet-button')].filter(each => {
    const text = document.createRange();
    text.selectNodeContents(each);
    const lines = new Set([...text.getClientRects()].map(line => Math.round(line.top))).size;
    return lines > each.innerText.trim().split(/\\s+/).length;
}).map(each => each.innerText)"""
"""The labels of a page's buttons that are broken within a word."""
