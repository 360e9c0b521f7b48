"""Check of the web pages: whether people can reach them, as far as this machine can tell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import aiohttp

from bot.process.doctor.finding import Finding, note, ok
from bot.process.settings import Settings

PATIENCE = 10.0
"""Timeout of a page in seconds. Discord waits no longer for a link preview."""


async def web_pages(settings: Settings) -> AsyncIterator[Finding]:
    """Request a page at its public address. Problems here don't keep people from playing."""
    url = settings.web_url
    if url is None:
        return
    is_local = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
    if urlsplit(url).scheme != "https" and not is_local:
        yield note(
            f"WEB_URL is {url}: without https, others can read and change the pages in transit. "
            "Put a TLS proxy in front of them (docs/web.md)."
        )
    if is_local:
        yield note(f"WEB_URL is {url}: only this machine can open the pages.")
    yield await _check_address(url)


async def _check_address(url: str) -> Finding:
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"{url}/status", allow_redirects=False) as answer,
        ):
            text = await answer.text()
    except (aiohttp.ClientError, TimeoutError, OSError, UnicodeDecodeError) as error:
        words = str(error) or f"no answer within {PATIENCE:.0f} seconds"
        return note(
            f"The web pages can't be reached at {url}: {words}. If a process is serving "
            "them, check WEB_PORT and the proxy."
        )
    if answer.status != 200 or "Stairwell" not in text:
        words = f"{url}/status isn't a Stairwell page (status {answer.status})"
        return note(f"{words}. Check where the proxy points.")
    return ok(f"The web pages are reachable at {url}.")
