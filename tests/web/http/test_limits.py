"""Limits that stop one visitor from slowing others down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from multidict import CIMultiDict

from tests.web.house import House, house_in
from web.http.limits import Limits


async def send_bytes(house: House, request_bytes: bytes) -> bytes:
    """Send bytes, and return the response until the site closes the connection."""
    host, _, port = house.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request_bytes)
    await writer.drain()
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_too_many_requests_from_one_address_are_refused_with_a_message(
    tmp_path: Path,
) -> None:
    async with house_in(tmp_path, Limits(burst=5, per_second=0.001)) as house:
        answers = [await house.get("/robots.txt") for _ in range(6)]
        assert [each.status for each in answers] == [200] * 5 + [429]
        assert "Too many requests" in answers[-1].text
        assert answers[-1].headers["Retry-After"] == "60"
        # Others are not held up, because each has their own address behind the proxy.
        assert (await house.get("/", **{"X-Forwarded-For": "192.0.2.1"})).status == 200
        forged = {"X-Forwarded-For": "198.51.100.9, 192.0.2.1"}
        for _ in range(4):
            await house.get("/", **forged)
        assert (await house.get("/", **forged)).status == 429


async def test_the_last_of_several_forwarding_headers_counts(tmp_path: Path) -> None:
    async with house_in(tmp_path, Limits(burst=5, per_second=0)) as house:

        async def status(claimed: str, seen: str) -> int:
            """Ask with a header of the visitor's own, and the line of a proxy like HAProxy."""
            headers = CIMultiDict([("X-Forwarded-For", claimed), ("X-Forwarded-For", seen)])
            async with house.session.get(f"{house.url}/robots.txt", headers=headers) as answer:
                return answer.status

        statuses = [await status(f"198.51.100.{number}", "192.0.2.1") for number in range(6)]
        assert statuses == [200] * 5 + [429]
        assert await status("198.51.100.1", "192.0.2.2") == 200


async def test_a_full_drawing_queue_refuses_further_pictures(tmp_path: Path) -> None:
    async with house_in(tmp_path, Limits(max_drawings=1)) as house:
        await house.publish()
        match_id = await house.services.start_match(game="passtally")
        match = await house.services.play_turns(match_id)
        path = house.match_path(match_id)
        paths = [f"{path}/{ply}.png" for ply in range(match.ply)]
        answers = await asyncio.gather(*(house.get(each, "ja") for each in paths))
        refused = [each for each in answers if each.status != 200]
        assert 0 < len(refused) < len(paths)
        assert {each.status for each in refused} == {503}
        assert refused[0].headers["Retry-After"] == "10"
        assert "画像" in refused[0].text
        assert {(await house.get(each)).status for each in paths} == {200}


async def test_an_ipv6_network_counts_as_one_visitor(tmp_path: Path) -> None:
    async with house_in(tmp_path, Limits(burst=2, per_second=0.001)) as house:
        statuses = [
            (await house.get("/", **{"X-Forwarded-For": f"2001:db8::{number}"})).status
            for number in range(1, 4)
        ]
        assert statuses == [200, 200, 429]


async def test_a_connection_without_a_request_is_closed(tmp_path: Path) -> None:
    async with house_in(tmp_path, Limits(request_seconds=0.1)) as house:
        assert await send_bytes(house, b"") == b""
        assert await send_bytes(house, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow") == b""


async def test_a_connection_reading_no_response_is_closed(tmp_path: Path) -> None:
    async with house_in(tmp_path, Limits(burst=10_000, send_seconds=0.1)) as house:
        host, _, port = house.url.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
        request = b"GET /games.png?lang=en HTTP/1.1\r\nHost: x\r\n\r\n"

        async def flood() -> None:
            while True:
                writer.write(request * 50)
                await writer.drain()
                await asyncio.sleep(0.01)

        with pytest.raises(ConnectionError):
            await flood()
        assert not reader.at_eof()
        assert (await house.get("/")).status == 200


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * 10_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Many: 1\r\n" * 500 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"NONSENSE\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET http://[/ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /in HTTP/1.1\r\nSec-Fetch-Site: same-origin\r\nContent-Encoding: gzip\r\n"
        b"Content-Length: 3\r\n\r\na=b",
    ],
)
async def test_a_malformed_request_is_refused_without_a_line_in_the_log(
    house: House, caplog: pytest.LogCaptureFixture, request_bytes: bytes
) -> None:
    answer = await send_bytes(house, request_bytes + b"\r\n\r\n")
    assert answer.split(b" ")[1].startswith(b"4")
    assert (await house.get("/")).status == 200
    assert not caplog.records


async def test_an_unexpected_request_body_is_refused(house: House) -> None:
    asking = house.session.post(f"{house.url}/", data=b"z" * 100_000)
    async with asking as answer:
        assert answer.status in (405, 413)


async def test_a_failing_page_shows_an_error_and_is_counted(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_match: int) -> None:
        raise RuntimeError("a bug")

    match_id = await house.services.start_match()
    monkeypatch.setattr(house.services.pages, "match", broken)
    answer = await house.get(house.match_path(match_id), "ja")
    assert answer.status == 500
    assert "問題が発生しました" in answer.text
    assert "a bug" not in answer.text
    assert house.site.club.pages.requests["match", 500] == 1
    assert "failed" in caplog.text


async def test_pages_are_counted_by_kind(house: House) -> None:
    await house.get("/rules/scala")
    await house.get("/rules/scala")
    await house.get("/nothing")
    assert house.site.club.pages.requests["rules", 200] == 2
    assert house.site.club.pages.requests["other", 404] == 1
