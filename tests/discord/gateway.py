"""The gateway half of the loopback Discord: sessions that outlive their sockets."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from aiohttp import WSCloseCode, WSMsgType, web

from tests.discord.places import Guild, Json

if TYPE_CHECKING:
    from tests.discord.loopback import Loopback

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 9, 10, 11
RECONNECT_PLEASE = 4000
WRONG_TOKEN = 4004


class Session:
    """A session opened by IDENTIFY, with its numbered events and current socket."""

    def __init__(self, identity: str, shard: tuple[int, int]) -> None:
        self.identity = identity
        self.shard = shard
        self.frames: list[str] = []
        self.socket: web.WebSocketResponse | None = None
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()

    def receives(self, guild: Guild) -> bool:
        number, count = self.shard
        return (guild.id >> 22) % count == number

    def send(self, event: str, data: Json) -> None:
        """Number an event, and send it now, or after a RESUME if there is no socket."""
        frame = {"op": DISPATCH, "t": event, "s": len(self.frames) + 1, "d": data}
        self.frames.append(json.dumps(frame))
        self._outgoing.put_nowait(self.frames[-1])

    def attach(self, socket: web.WebSocketResponse, after: int) -> asyncio.Task[None]:
        """Write to this socket from now on, starting after event number `after`."""
        self.socket = socket
        self._outgoing = asyncio.Queue()
        for frame in self.frames[after:]:
            self._outgoing.put_nowait(frame)
        return asyncio.create_task(self._write(socket, self._outgoing))

    def detach(self, socket: web.WebSocketResponse) -> None:
        if self.socket is socket:
            self.socket = None

    async def _write(self, socket: web.WebSocketResponse, outgoing: asyncio.Queue[str]) -> None:
        with suppress(ConnectionError):
            while True:
                await socket.send_str(await outgoing.get())


class Gateway:
    """The server of the bot's sockets, which counts each IDENTIFY and RESUME."""

    def __init__(self, world: Loopback) -> None:
        self._world = world
        self._sockets: set[web.WebSocketResponse] = set()
        self.sessions: dict[str, Session] = {}
        self.identify_count = 0
        self.resume_count = 0

    @property
    def is_connected(self) -> bool:
        return any(session.socket for session in self.sessions.values())

    def dispatch(self, guild: Guild, event: str, data: Json) -> None:
        """Send an event to every session whose shard has the guild."""
        for session in self.sessions.values():
            if session.receives(guild):
                session.send(event, data)

    async def drop(self, resumable: bool) -> None:
        """Close all sockets, and unless `resumable`, end the sessions too."""
        if not resumable:
            self.sessions.clear()
        for socket in list(self._sockets):
            await socket.close(code=RECONNECT_PLEASE)

    async def close(self) -> None:
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a socket from HELLO until it closes.

        Frames are always plain text, even if `compress` is requested.
        """
        socket = web.WebSocketResponse(max_msg_size=0, timeout=1.0)
        await socket.prepare(request)
        self._sockets.add(socket)
        writer: asyncio.Task[None] | None = None
        try:
            await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                payload = json.loads(message.data)
                if payload["op"] == HEARTBEAT:
                    await socket.send_json({"op": HEARTBEAT_ACK})
                elif payload["op"] in (IDENTIFY, RESUME):
                    writer = await self._begin(socket, payload["op"], payload["d"]) or writer
        finally:
            self._sockets.discard(socket)
            for session in self.sessions.values():
                session.detach(socket)
            if writer is not None:
                writer.cancel()
        return socket

    async def _begin(
        self, socket: web.WebSocketResponse, operation: int, data: Json
    ) -> asyncio.Task[None] | None:
        if data["token"].removeprefix("Bot ") != self._world.token:
            await socket.close(code=WRONG_TOKEN)
            return None
        if operation == IDENTIFY:
            session = self._open_session(data)
            self.identify_count += 1
            return session.attach(socket, after=0)
        session = self.sessions.get(data["session_id"])
        if session is None:
            await socket.send_json({"op": INVALID_SESSION, "d": False})
            return None
        writer = session.attach(socket, after=data["seq"])
        session.send("RESUMED", {})
        self.resume_count += 1
        return writer

    def _open_session(self, data: Json) -> Session:
        number, count = data.get("shard", [0, 1])
        session = Session(f"session{self._world.snowflake()}", (number, count))
        self.sessions[session.identity] = session
        guilds = [guild for guild in self._world.guilds if session.receives(guild)]
        ready = {
            "v": 10,
            "user": self._world.guild.bot.user,
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.identity,
            "resume_gateway_url": self._world.gateway_url,
            "application": {"id": str(self._world.application_id), "flags": 0},
            "shard": [number, count],
        }
        session.send("READY", ready)
        for guild in guilds:
            session.send("GUILD_CREATE", guild.payload)
        return session
