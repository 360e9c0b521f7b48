"""A site with a club of its own, served on this machine, and its visitors."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import html5lib
from PIL import Image

from club.audit import Admin
from club.servers.settings import WEB_PAGES
from engine.serving.pool import Pool
from extensions.installed import import_pages
from storage.database.store import Store
from storage.matches.match import Participant
from storage.servers import pages as stored_pages
from storage.servers.pages import PublicChannels
from tests.club.services import ADA, BEN, CHANNEL, GUILD, Services, Town
from tests.databases import new_store
from web.app import served
from web.http.limits import Limits
from web.http.site import Site, WebSettings

import_pages()

SERVER = "Tester's corner"
PRIVATE_CHANNEL = 9
PUBLIC = "https://stairwell.example"
"""The public address, behind a proxy."""
GENEROUS = Limits(burst=100_000, sign_ins=100_000, drawings=100_000, streams=1000)
COOKIE = "__Host-session"
_CARD = re.compile(r'<script id="discord:component-embed" type="application/json">(.*?)</script>')
_SMALL = re.compile(r'srcset="([^"]*)" width="(\d+)" height="(\d+)"')
_LINK = re.compile(r'(?:href|src)="(/[^"]*)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """A response to a visitor."""

    status: int
    headers: Any
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def card(self) -> dict[str, Any]:
        """The link preview as Discord reads it."""
        return json.loads(self.card_text)["component"]

    @property
    def card_text(self) -> str:
        match = _CARD.search(self.text)
        assert match is not None, self.text
        return match[1]

    @property
    def links(self) -> set[str]:
        """The paths that the page refers to."""
        return {link.replace("&amp;", "&") for link in _LINK.findall(self.text)}

    @property
    def boards(self) -> set[str]:
        """The paths of the pictures of boards, without icons and single pieces."""
        others = ("/pieces/", "/static/")
        return {each for each in self.links if ".png" in each and not each.startswith(others)}


@dataclass(slots=True)
class House:
    """A club with web pages."""

    services: Services
    site: Site
    session: aiohttp.ClientSession
    url: str

    async def get(self, path: str, language: str = "en", **headers: str) -> Answer:
        """Request a path."""
        all_headers = {"Accept-Language": language, **headers}
        async with self.session.get(
            self.url + path, headers=all_headers, allow_redirects=False
        ) as answer:
            return Answer(answer.status, answer.headers, await answer.read())

    async def post(self, path: str, form: dict[str, str], **headers: str) -> Answer:
        """Send a form as a page of the site does."""
        all_headers = {"Sec-Fetch-Site": "same-origin", **headers}
        async with self.session.post(
            self.url + path, data=form, headers=all_headers, allow_redirects=False
        ) as answer:
            return Answer(answer.status, answer.headers, await answer.read())

    async def link(self, person: Participant = ADA, match_id: int | None = None) -> str:
        """Return the token of a new sign-in link."""
        link = await self.services.web_sessions.link(person.user_id, person.name, match_id)
        return link.rpartition("/")[2]

    async def sign_in(self, person: Participant = ADA) -> str:
        """Sign someone in, and return the Cookie header of their browser."""
        answer = await self.post("/in", {"token": await self.link(person)})
        assert answer.status == 303, answer.text
        return answer.headers["Set-Cookie"].partition(";")[0]

    async def page(self, path: str, language: str = "en") -> Answer:
        """Return a page that must exist and be valid HTML."""
        answer = await self.get(path, language)
        assert answer.status == 200, (path, answer.text)
        check_html(answer.text)
        return answer

    async def publish(self, pages: str = "listed", channels: tuple[int, ...] = (CHANNEL,)) -> None:
        """Enable the server's pages for matches in some channels."""
        await self.services.settings.change(GUILD, WEB_PAGES, pages, Admin(1, "Root"))
        public = PublicChannels(SERVER, frozenset(channels), frozenset())
        async with self.services.store.write() as tx:
            await stored_pages.save(tx, GUILD, public)
        self.site.pages.clear()

    async def rank_ada(self) -> None:
        """Let Ada win until leaderboards show her, the last match against Ben."""
        for number in range(8):
            await self.services.win_match(ADA, Participant(100 + number, f"Guest{number}"))
        await self.services.win_match(ADA, BEN)

    def match_path(self, match_id: int) -> str:
        return self.site.match_path(match_id)

    async def check_small_board(self, page: Answer, cookie: str = "") -> None:
        """Check that a phone's board has the size of its layout of taps."""
        match = _SMALL.search(page.text)
        assert match is not None, page.text
        picture = await self.get(unescape(match[1]), Cookie=cookie)
        assert picture.status == 200
        assert Image.open(BytesIO(picture.body)).size == (int(match[2]), int(match[3]))


@asynccontextmanager
async def house_in(
    folder: Path,
    limits: Limits = GENEROUS,
    *,
    is_local: bool = False,
    pool: Pool | None = None,
    town: Town | None = None,
) -> AsyncGenerator[House]:
    """A club with web pages, on the database in a folder.

    :param is_local: whether visitors are on this machine, without the proxy that adds TLS.
    :param pool: the searches of computer opponents, or None if they are off.
    :param town: who is in the server, or None if nothing is known.
    """
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    local = f"http://127.0.0.1:{port}"
    public = local if is_local else PUBLIC
    if (folder / "stairwell.db").exists():
        store = await Store.open(f"sqlite:///{folder / 'stairwell.db'}")
    else:
        store = await new_store(folder)
    services = Services(store, public, pool, town)
    await services.uptime.set_online()
    async with (
        served(services, WebSettings(public, port=port, limits=limits)) as site,
        aiohttp.ClientSession() as session,
    ):
        yield House(services, site, session, local)
    await store.close()


def check_html(text: str) -> None:
    """Check that a page is valid HTML, as browsers parse it."""
    html5lib.HTMLParser(strict=True).parse(text)
