"""Live updates of any number of pages, including changes by another process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from club.audit import Admin
from club.club import Club
from club.servers.settings import WEB_PAGES
from storage.database.store import Store
from storage.servers import pages as stored_pages
from storage.servers.pages import PublicChannels
from tests.club.services import ADA, BEN, GUILD
from tests.discord.waiting import SOON, wait_until
from tests.web.house import House, house_in
from web.http.cache import Cache, Rendered
from web.http.limits import Limits


async def next_version(content: aiohttp.StreamReader) -> int:
    """Return the next version in a stream, skipping keep-alives."""
    while True:
        line = await content.readline()
        assert line, "the stream has ended"
        if line.startswith(b"data: "):
            return int(line.removeprefix(b"data: "))


@pytest.fixture(autouse=True)
def frequent_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Poll versions often, so that tests needn't wait."""
    monkeypatch.setattr("web.http.live.EVERY", 0.02)
    monkeypatch.setattr("web.http.live.QUIET", 0.05)


NEVER = 1e9
"""Seconds until something that a test doesn't wait for."""


async def test_a_move_is_announced_at_once_and_the_page_rendered_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.http.live.EVERY", NEVER)
    match_id = await house.services.start_match()
    path = house.match_path(match_id)
    page = await house.page(path)
    assert f'data-stream="{path}/live"' in page.text
    async with house.session.get(f"{house.url}{path}/live") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        first = await next_version(stream.content)
        assert f'data-version="{first}"' in page.text
        match = await house.services.matches.find(match_id)
        await house.services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
        second = await next_version(stream.content)
        assert second > first
        assert f'data-version="{second}"' in (await house.page(path)).text


async def test_a_move_made_before_the_stream_opens_is_seen(house: House) -> None:
    match_id = await house.services.start_match()
    path = house.match_path(match_id)
    before = await house.page(path)
    match = await house.services.matches.find(match_id)
    await house.services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    async with house.session.get(f"{house.url}{path}/live") as stream:
        version = await next_version(stream.content)
        assert f'data-version="{version}"' not in before.text
        assert f'data-version="{version}"' in (await house.page(path)).text


async def test_an_offer_is_announced_at_once_to_the_boards_of_players(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.http.live.EVERY", NEVER)
    match_id = await house.services.start_match(game="scala")
    path, cookie = house.site.play_path(match_id), await house.sign_in(BEN)
    async with house.session.get(f"{house.url}{path}/live", headers={"Cookie": cookie}) as stream:
        first = await next_version(stream.content)
        page = await house.get(path, Cookie=cookie)
        assert f'data-stream="{path}/live" data-version="{first}"' in page.text
        match = await house.services.offers.make(match_id, ADA.user_id, "draw")
        second = await next_version(stream.content)
        await house.services.offers.decline(match_id, BEN.user_id, match.offers[0].id)
        third = await next_version(stream.content)
        assert first == third != second
        assert f'data-version="{third}"' in (await house.get(path, Cookie=cookie)).text


async def test_a_visitor_who_leaves_before_the_stream_opens_is_no_error(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    path = house.match_path(await house.services.start_match())
    host, _, port = house.url.removeprefix("http://").partition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path}/live HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    writer.close()
    await writer.wait_closed()
    pages = house.site.club.pages
    await wait_until(lambda: any(kind == "stream" for kind, _ in pages.requests), SOON)
    assert not caplog.records
    assert not pages.followers


async def test_a_quiet_stream_is_kept_alive(house: House) -> None:
    path = house.match_path(await house.services.start_match())
    async with house.session.get(f"{house.url}{path}/live") as stream:
        await next_version(stream.content)
        await stream.content.readline()
        assert (await stream.content.readline()).startswith(b":")


async def test_a_hundred_pages_follow_a_match_played_in_another_process(
    house: House, tmp_path: Path
) -> None:
    match_id = await house.services.start_match()
    path = house.match_path(match_id)
    elsewhere = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    other = Club(elsewhere, lambda: house.services.now, thinks=False)
    await other.uptime.set_online()

    async def follow(session: aiohttp.ClientSession, ready: asyncio.Semaphore) -> int:
        async with session.get(f"{house.url}{path}/live") as stream:
            await next_version(stream.content)
            ready.release()
            return await next_version(stream.content)

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        ready = asyncio.Semaphore(0)
        followers = [asyncio.create_task(follow(session, ready)) for _ in range(100)]
        for _ in followers:
            await ready.acquire()
        assert house.site.club.pages.followers == 100
        match = await other.matches.find(match_id)
        await other.matches.play(match_id, ADA.user_id, match.position.moves()[0])
        after = await other.matches.find(match_id)
        assert set(await asyncio.gather(*followers)) == {after.version}
    await elsewhere.close()


async def test_a_stream_cannot_be_asked_for_its_headers_alone(house: House) -> None:
    match_id = await house.services.start_match()
    for path in (house.match_path(match_id), house.site.play_path(match_id)):
        async with house.session.head(f"{house.url}{path}/live") as answer:
            assert answer.status == 405


async def test_an_address_can_follow_a_limited_number_of_pages(tmp_path: Path) -> None:
    async with house_in(tmp_path, Limits(streams=2)) as house:
        await house.publish()
        path = f"{house.match_path(await house.services.start_match())}/live"
        async with (
            house.session.get(house.url + path) as one,
            house.session.get(house.url + path) as two,
        ):
            await next_version(one.content)
            await next_version(two.content)
            assert (await house.get(path)).status == 429
            other = {"X-Forwarded-For": "192.0.2.7"}
            async with house.session.get(house.url + path, headers=other) as three:
                assert three.status == 200


async def test_a_stream_that_was_left_no_longer_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without anything to send, only the closed connection shows that the visitor has left.
    monkeypatch.setattr("web.http.live.QUIET", NEVER)
    async with house_in(tmp_path, Limits()) as house:
        await house.publish()
        path = f"{house.match_path(await house.services.start_match())}/live"
        for _ in range(12):
            async with house.session.get(house.url + path) as stream:
                await next_version(stream.content)
                stream.close()
            await wait_until(lambda: not house.site.club.pages.followers, SOON, "it still counts")


async def test_members_behind_one_address_follow_their_boards_independently(
    tmp_path: Path,
) -> None:
    async with house_in(tmp_path, Limits(streams=1)) as house:
        url = f"{house.url}{house.site.play_path(await house.services.start_match())}/live"
        ada, ben = [{"Cookie": await house.sign_in(person)} for person in (ADA, BEN)]
        elsewhere = {**ada, "X-Forwarded-For": "192.0.2.7"}
        async with (
            house.session.get(url, headers=ada) as first,
            house.session.get(url, headers=ben) as second,
            house.session.get(url, headers=elsewhere) as third,
        ):
            assert [each.status for each in (first, second, third)] == [200, 200, 429]


async def test_streams_end_with_the_site(tmp_path: Path) -> None:
    async with aiohttp.ClientSession() as session:
        async with house_in(tmp_path) as house:
            await house.publish()
            path = f"{house.match_path(await house.services.start_match())}/live"
            stream = await session.get(house.url + path)
            await next_version(stream.content)
        assert b"data:" not in await stream.content.read()


async def make_private(house: House) -> None:
    """Close all channels of the server to the public, as the bot stores it."""
    async with house.services.store.write() as tx:
        await stored_pages.save(tx, GUILD, PublicChannels("x", frozenset(), frozenset()))


async def test_streams_and_kept_pages_end_when_the_channel_turns_private(house: House) -> None:
    match_id = await house.services.start_match()
    await check_ends_in_private(house, house.match_path(match_id))


async def check_ends_in_private(house: House, path: str) -> None:
    """Follow a page until its channel turns private."""
    await house.publish()
    await house.page(path)
    async with house.session.get(f"{house.url}{path}/live") as stream:
        await next_version(stream.content)
        await make_private(house)
        async with asyncio.timeout(SOON):
            await stream.content.read()
    assert (await house.get(path)).status == 404
    assert (await house.get(f"{path}/live")).status == 404


async def test_a_stream_ends_when_the_server_turns_its_pages_off(house: House) -> None:
    path = house.match_path(await house.services.start_match())
    async with house.session.get(f"{house.url}{path}/live") as stream:
        await next_version(stream.content)
        await house.services.settings.change(GUILD, WEB_PAGES, "off", Admin(1, "Root"))
        async with asyncio.timeout(SOON):
            await stream.content.read()


async def test_signing_out_ends_the_streams_of_that_browser_alone(house: House) -> None:
    path = house.site.play_path(await house.services.start_match())
    here, elsewhere = [{"Cookie": await house.sign_in(ADA)} for _ in range(2)]
    async with (
        house.session.get(f"{house.url}{path}/live", headers=here) as own,
        house.session.get(f"{house.url}{path}/live", headers=elsewhere) as other,
    ):
        await next_version(own.content)
        await next_version(other.content)
        answer = await house.post("/me/sign-out", {}, **here)
        assert answer.headers["Clear-Site-Data"] == '"cache"'
        async with asyncio.timeout(SOON):
            await own.content.read()
        match = await house.services.matches.find(1)
        await house.services.matches.play(1, ADA.user_id, match.position.moves()[0])
        async with asyncio.timeout(SOON):
            await next_version(other.content)
    assert (await house.get(f"{path}/live", **here)).status == 404


async def test_a_stream_that_opens_during_an_announcement_hears_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await house.services.start_match()
    path, pages = f"{house.url}{house.match_path(match_id)}/live", house.services.pages
    load = pages.match
    async with house.session.get(path) as first:
        before = await next_version(first.content)

        async def load_slowly(number: int) -> object:
            public = await load(number)
            match = await house.services.matches.find(match_id)
            await house.services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
            assert await next_version(first.content) > before
            return public

        monkeypatch.setattr(pages, "match", load_slowly)
        async with house.session.get(path) as second, asyncio.timeout(SOON):
            assert await next_version(second.content) == before
            assert await next_version(second.content) > before


async def test_a_page_made_while_a_move_is_announced_is_not_kept() -> None:
    cache, has_begun, may_end = Cache(1000), asyncio.Event(), asyncio.Event()

    async def make(version: int) -> Rendered:
        has_begun.set()
        await may_end.wait()
        return Rendered(b"board", "text/html", version)

    old = asyncio.create_task(cache.get(("/m/1", "de"), lambda: make(1)))
    await has_begun.wait()
    cache.drop_others("/m/1", 2)
    new = asyncio.create_task(cache.get(("/m/1", "de"), lambda: make(2)))
    may_end.set()
    assert [(await each).version for each in (old, new)] == [1, 2]
    assert (await cache.get(("/m/1", "de"), lambda: make(3))).version == 2


@pytest.mark.parametrize("path", ["/m/x/live", "/e/x/live"])
async def test_only_existing_pages_can_be_followed(house: House, path: str) -> None:
    assert (await house.get(path)).status == 404
