"""The bot with the web pages, in another process on PostgreSQL or the same on SQLite.

The bot's rounds of chores are an hour apart, so anything sooner doesn't depend on them.
"""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from bot.process.settings import Settings
from bot.process.web_front import web_front
from club.club import Club
from club.matches.match import Match
from presentation.steps import join_steps
from tests.bot.wire.stage import SOON, Stage, board, cards, find_buttons
from tests.conftest import temporary_database
from tests.discord.bots import running
from tests.discord.messages import Message
from tests.discord.places import Member
from tests.discord.waiting import wait_until

pytestmark = pytest.mark.slow

STAIRWELL = str(Path(sys.executable).with_name("stairwell"))
_VERSION = re.compile(r'name="version" value="(\d+)"')


@pytest.fixture(params=["one process", "two processes"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "one process":
        yield f"sqlite:///{tmp_path / 'stairwell.db'}"
        return
    with temporary_database("web") as database:
        yield database.url


@dataclass(frozen=True, slots=True)
class Site:
    """The web pages served by a process."""

    stage: Stage
    url: str

    async def move(self, member: Member, match: Match) -> None:
        """Sign in, open the board of a match, and make its first possible move."""
        async with self._signed_in(member, match.id) as (browser, words):
            version = _VERSION.search(words)
            assert version is not None, words
            form = {"version": version[1], "steps": join_steps(match.position.moves()[0])}
            path = re.search(r'action="(/play/[^"?]+)', words)
            assert path is not None, words
            async with browser.post(f"{self.url}{path[1]}", data=form) as answer:
                words = await answer.text()
                assert answer.status == 200, words
                assert 'class="notice"' not in words

    async def act(self, member: Member, match: Match, form: str, **fields: object) -> None:
        """Sign in, and send another form on the board than that for moves."""
        async with self._signed_in(member, match.id) as (browser, words):
            path = re.search(r'action="(/play/[^"?/]+)', words)
            assert path is not None, words
            sent = {"stands_at": match.stands_at, "version": match.version, **fields}
            async with browser.post(f"{self.url}{path[1]}/{form}", data=sent) as answer:
                assert answer.status == 200, await answer.text()

    async def answer(self, member: Member, challenge_id: int, verb: str) -> None:
        """Sign in, and accept or decline a challenge."""
        async with self._signed_in(member) as (browser, _):
            path = f"{self.url}/me/challenges/{challenge_id}/{verb}"
            async with browser.post(path) as answer:
                assert answer.status == 200, await answer.text()

    @asynccontextmanager
    async def _signed_in(
        self, member: Member, match_id: int | None = None
    ) -> AsyncGenerator[tuple[aiohttp.ClientSession, str]]:
        """Yield a browser and the page it is on: the board of the match, or My page."""
        links = Club(self.stage.bot.club.store, thinks=False, web_url=self.url)
        link = await links.web_sessions.link(int(member.id), member.name, match_id)
        same_site = {"Sec-Fetch-Site": "same-origin"}
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(headers=same_site, cookie_jar=jar) as browser:
            token = {"token": link.rpartition("/")[2]}
            async with browser.post(f"{self.url}/in", data=token) as page:
                words = await page.text()
                assert page.status == 200, words
            yield browser, words


@pytest.fixture
async def site(stage: Stage, database_url: str) -> AsyncIterator[Site]:
    url = f"http://127.0.0.1:{_free_port()}"
    port = int(url.rpartition(":")[2])
    serving: AbstractAsyncContextManager[object]
    if stage.bot.club.store.is_shared:
        env = {"DATABASE_URL": database_url, "WEB_URL": url, "WEB_PORT": str(port)}
        serving = running(stage.world, STAIRWELL, "web", env={**env, "DISCORD_TOKEN": ""})
    else:
        settings = Settings(database_url=database_url, web_url=url, web_port=port)
        serving = web_front(settings, stage.bot.club, stage.bot.courier)
    async with serving:
        await _answering(url)
        yield Site(stage, url)


async def test_a_move_on_the_web_appears_in_the_channel(stage: Stage, site: Site) -> None:
    await stage.start_match()
    for number, member in enumerate((stage.ada, stage.ben), 1):
        await site.move(member, await stage.match())
        card = await board(stage.channel, number + 1)
        assert find_buttons(card, "Play")
        assert (await stage.match()).ply == number


async def test_offers_and_resignations_on_the_web_appear_in_the_channel(
    stage: Stage, site: Site
) -> None:
    await stage.start_match()
    await site.act(stage.ada, await stage.match(), "ask", kind="pause")
    card = await board(stage.channel, 2)
    assert find_buttons(card, "Agree")
    match = await stage.match()
    await site.act(stage.ben, match, "answer", offer=match.offers[0].id, reply="yes")
    assert (await stage.match()).paused_until is not None
    await wait_until(lambda: not find_buttons(card, "Agree"), SOON, "the offer is still open")
    await site.act(stage.ben, await stage.match(), "resign")
    assert (await stage.match()).is_over
    await wait_until(lambda: find_buttons(cards(stage.channel)[-1], "Rematch"), SOON, "no result")
    await site.act(stage.ada, await stage.match(), "rematch")
    card = await cancellable(stage)
    await site.answer(stage.ben, 2, "accept")
    await wait_until(lambda: not card.buttons, SOON, "the request is still open")
    await wait_until(lambda: find_buttons(cards(stage.channel)[-1], "Play"), SOON, "no board")


async def test_a_challenge_accepted_on_the_web_begins_in_the_channel(
    stage: Stage, site: Site
) -> None:
    await stage.challenge(stage.ben)
    await site.answer(stage.ben, 1, "accept")
    card = await board(stage.channel, 1)
    assert find_buttons(card, "Play")


@pytest.mark.stage(workers=1, end="quiet")
async def test_a_computer_answers_a_move_on_the_web(stage: Stage, site: Site) -> None:
    await stage.world.slash(
        stage.ada, stage.channel, "challenge", game="skirt", options="size 4", seat=1, level=1,
        opponent=stage.world.guild.bot,
    )  # fmt: skip
    card = await stage.board(1)
    for turn in (3, 5):
        await site.move(stage.ada, await stage.match())
        # One card shows both moves.
        await wait_until(lambda turn=turn: f"turn {turn}" in card.text, SOON, "no answer came")
        match = await stage.match()
        assert match.ply == turn - 1
        assert match.player_to_move is not None
        assert match.player_to_move.user_id == stage.ada.id


async def cancellable(stage: Stage) -> Message:
    """Wait for the card of an open challenge, and return it."""

    def posted() -> list[Message]:
        return [each for each in stage.channel.messages if find_buttons(each, "Cancel")]

    await wait_until(lambda: bool(posted()), SOON, "no card of a challenge")
    return posted()[-1]


async def _answering(url: str) -> None:
    """Wait until a site responds."""
    async with asyncio.timeout(SOON), aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.get(f"{url}/status") as answer:
                    assert answer.status == 200
                    return
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.05)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
