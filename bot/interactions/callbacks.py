"""First responses to interactions, without discord.py's own retries.

Discord drops an interaction after three seconds. discord.py repeats a request that failed with 5xx
after 1 second, then after 3 more, which would be too late.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import aiohttp
import discord
from discord.http import json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


@contextmanager
def without_retries() -> Generator[None]:
    """Within the block, raise `DiscordServerError` at once if Discord fails to accept a
    response."""
    token = async_context.set(_SingleAttempts(async_context.get()))
    try:
        yield
    finally:
        async_context.reset(token)


class _SingleAttempts(AsyncWebhookAdapter):
    """discord.py's requests about interactions, with a single attempt at each first response."""

    def __init__(self, adapter: AsyncWebhookAdapter) -> None:
        super().__init__()
        self._adapter = adapter

    def create_interaction_response(
        self, *ids: Any, session: aiohttp.ClientSession, **options: Any
    ) -> Any:
        single_attempt: Any = _Session(session)
        return self._adapter.create_interaction_response(*ids, session=single_attempt, **options)


class _Session:
    """A session that raises an exception for a response with 5xx."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, *args: Any, **options: Any) -> AsyncGenerator[aiohttp.ClientResponse]:
        async with self._session.request(*args, **options) as response:
            if response.status >= 500:
                raise discord.DiscordServerError(response, await json_or_text(response))
            yield response
