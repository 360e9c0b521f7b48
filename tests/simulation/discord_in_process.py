"""The loopback Discord without sockets: discord.py's requests reach its routes as calls.

Everything above the HTTP session is discord.py itself: its retries, its rate limits, its parsers of
gateway events. Requests and events take a random virtual time.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from random import Random
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch
from urllib.parse import urlsplit

import aiohttp
import discord
from discord.http import Route

from tests.discord.faults import Fault
from tests.discord.loopback import Loopback
from tests.discord.messages import Upload
from tests.discord.places import Guild, Json
from tests.discord.rest import API, ROUTES, Request
from tests.simulation.points import Life

BASE = f"http://loopback{API}"
MAX_TRIP = 0.05
"""Maximum seconds for a request to reach Discord, or for its response to return."""


class InProcessDiscord(Loopback):
    """The world, and its connected clients."""

    def __init__(self, random: Random) -> None:
        self._clients: list[_Connection] = []
        self.random = random
        self.slow: dict[tuple[str, str], float] = {}
        """Seconds before requests on some routes are carried out."""
        self.slow_places: dict[int, float] = {}
        """Seconds before requests in some servers or channels are carried out, by id."""
        self.limited_places: dict[int, float] = {}
        """The time until which requests in some servers or channels are rejected, by id.

        With id 0, all are rejected, by Discord's global limit.
        """
        super().__init__(deadline=600.0)

    def dispatch(self, guild: Guild, event: str, data: Json) -> None:
        for each in self._clients:
            each.send(event, data)

    @asynccontextmanager
    async def connected(self, client: discord.Client, life: Life) -> AsyncIterator[None]:
        """Log a client in within the block. At the end it vanishes like a killed process."""
        connection = _Connection(self, client, life)
        with patch.object(aiohttp, "ClientSession", connection.session):
            await client.login(self.token)
        self._clients.append(connection)
        try:
            connection.become_ready()
            yield
        finally:
            self._clients.remove(connection)

    async def exchange(self, request: Request, life: Life, authorization: str | None) -> None:
        """Carry a request out and answer it. The process may end at either point."""
        await life.reach("before request")
        places = self._places_of(request)
        slowness = self.slow.get((request.method, request.route or ""), 0.0)
        slowness += sum(self.slow_places.get(each, 0.0) for each in places)
        await asyncio.sleep(slowness + self.random.random() * MAX_TRIP)
        if life.is_over:
            await life.stop()
        self.requests.append(request)
        request.at = asyncio.get_running_loop().time()
        assert request.route is not None, f"{request.method} {request.path} is not in the loopback"
        fault = self._fault_for(request)
        waits = {each: self.limited_places.get(each, 0.0) - request.at for each in (*places, 0)}
        if places and max(waits.values()) > 0:
            request.status = 429
            is_global = waits[0] > 0
            request.reply = {"retry_after": max(waits.values()), "global": is_global}
        elif isinstance(fault, Fault):
            if fault.carried_out:
                self.carry_out(request, authorization)
            request.status, request.reply = fault.status, fault.body
        else:
            self.carry_out(request, authorization)
        await life.reach("before answer")
        await asyncio.sleep(self.random.random() * MAX_TRIP)

    def _places_of(self, request: Request) -> tuple[int, ...]:
        """Return the ids of the channel that a request addresses and its server, if any."""
        channel = self.channels.get(int(request.ids.get("channel_id", 0)))
        return () if channel is None else (channel.id, channel.guild.id)


class _Connection:
    """The connection between a client and Discord. Events arrive in order."""

    def __init__(self, world: InProcessDiscord, client: discord.Client, life: Life) -> None:
        self._world = world
        self._client: Any = client
        self._life = life
        self._last_arrival = 0.0

    def session(self, *_: Any, **__: Any) -> _Session:
        return _Session(self._world, self._life)

    def become_ready(self) -> None:
        state = self._client._connection
        self._client.shard_count = state.shard_count = 1
        for guild in self._world.guilds:
            state._add_guild_from_data(guild.payload)
        if self._client._ready is discord.utils.MISSING:
            self._client._ready = asyncio.Event()
        self._client._ready.set()
        self._client.dispatch("ready")

    def send(self, event: str, data: Json) -> None:
        loop = asyncio.get_running_loop()
        self._last_arrival = max(
            self._last_arrival, loop.time() + self._world.random.random() * MAX_TRIP
        )
        loop.call_at(self._last_arrival, self._receive, event, data)

    def _receive(self, event: str, data: Json) -> None:
        if not self._life.is_over:
            self._client._connection.parsers[event](json.loads(json.dumps(data)))


class _Session:
    """A stand-in for aiohttp's session."""

    def __init__(self, world: InProcessDiscord, life: Life) -> None:
        self._world = world
        self._life = life
        self.closed = False

    def request(self, method: str, url: str, **options: Any) -> _Exchange:
        return _Exchange(self._world, self._life, method, url, options)

    async def close(self) -> None:
        self.closed = True


class _Exchange:
    """A request and its response."""

    def __init__(
        self,
        world: InProcessDiscord,
        life: Life,
        method: str,
        url: str,
        options: dict[str, Any],
    ) -> None:
        self._world = world
        self._life = life
        body, files = _body(options.get("data"))
        path = urlsplit(url).path.removeprefix(API)
        route, ids = _match_route(method, path)
        params = {key: str(value) for key, value in (options.get("params") or {}).items()}
        self._request = Request(method, path, route, ids, params, body, files, at=0.0)
        self._authorization = (options.get("headers") or {}).get("Authorization")

    async def __aenter__(self) -> Self:
        await self._world.exchange(self._request, self._life, self._authorization)
        if self._request.status is None:
            raise aiohttp.ServerDisconnectedError
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Do nothing, as nothing is open."""

    @property
    def status(self) -> int:
        assert self._request.status is not None
        return self._request.status

    @property
    def reason(self) -> str:
        return str(self.status)

    @property
    def headers(self) -> dict[str, str]:
        kind = "application/json" if self._request.reply is not None else "text/plain"
        # Without `Via`, discord.py takes a 429 for a ban.
        return {"content-type": kind, "Content-Type": kind, "Via": "1.1 google"}

    async def text(self, encoding: str = "utf-8") -> str:
        return "" if self._request.reply is None else json.dumps(self._request.reply)


def _body(data: Any) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON of a request, and its files by number."""
    if data is None:
        return None, {}
    if not isinstance(data, aiohttp.FormData):
        return json.loads(data), {}
    body: Any = None
    files: dict[int, Upload] = {}
    fields: list[Any] = data._fields  # pyright: ignore[reportPrivateUsage]
    for options, _, value in fields:
        if options["name"] == "payload_json":
            body = json.loads(value)
        else:
            number = int(options["name"].removeprefix("files[").removesuffix("]"))
            files[number] = Upload(options["filename"], value.read())
    return body, files


def _match_route(method: str, path: str) -> tuple[str | None, dict[str, str]]:
    """Return the route template that fits a path, and the values of its placeholders."""
    for pattern, template in _patterns(method):
        if match := pattern.fullmatch(path):
            return template, match.groupdict()
    return None, {}


@cache
def _patterns(method: str) -> list[tuple[re.Pattern[str], str]]:
    # Literal paths come before templates that also fit.
    routes = sorted(
        (each for each in ROUTES if each[0] == method), key=lambda each: "@" not in each[1]
    )
    return [(re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", each)), each) for _, each in routes]


@contextmanager
def routes_in_process() -> Iterator[None]:
    """Make discord.py use addresses of the in-process Discord within the block."""
    with patch.object(Route, "BASE", BASE), suppress(asyncio.CancelledError):
        yield
