"""The doctor's check of whether people can reach the web pages."""

from __future__ import annotations

from bot.process.doctor.machine import Finding, web_pages
from bot.process.settings import Settings
from tests.web.house import House


async def findings(url: str | None) -> list[Finding]:
    return [each async for each in web_pages(Settings(web_url=url))]


async def test_nothing_is_reported_without_web_pages() -> None:
    assert await findings(None) == []


async def test_responding_pages_are_found(house: House) -> None:
    local, reached = await findings(house.url)
    assert "only this machine" in local.words
    assert reached.state == "ok"


async def test_unserved_pages_are_noted() -> None:
    *_, reached = await findings("http://127.0.0.1:9")
    assert reached.state == "note"
    assert "WEB_PORT" in reached.words


async def test_an_address_without_https_is_noted() -> None:
    unsafe, _ = await findings("http://stairwell.invalid")
    assert "TLS proxy" in unsafe.words
