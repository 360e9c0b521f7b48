"""A proxy to a PostgreSQL server that can be cut off at a chosen moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy import make_url


class Proxy:
    """Forwards traffic in both directions.

    :param url: the address of a database on the server.
    """

    def __init__(self, url: str) -> None:
        self._server_url = make_url(url)
        self._connections: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._cut_on: tuple[bytes, bool] | None = None
        self._server: asyncio.Server | None = None
        self.url = ""
        self.cuts = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        """Make the database available at `url` within the block."""
        await self._open(0)
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        url = self._server_url.set(host="127.0.0.1", port=port)
        self.url = url.render_as_string(hide_password=False)
        try:
            yield self
        finally:
            await self.shut_down()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def shut_down(self) -> None:
        """Cut all connections, and accept no new ones."""
        if self._server is not None:
            self._server.close()
        self._cut_all()

    async def open_again(self) -> None:
        """Accept connections again, at the same address."""
        port = make_url(self.url).port
        assert port is not None
        await self._open(port)

    def cut_on(self, words: bytes, *, reaches_server: bool) -> None:
        """Cut all connections once, as soon as a client sends these bytes.

        :param reaches_server: whether the server still receives them, so that only its answer is
            lost.
        """
        self._cut_on = words, reaches_server

    async def _open(self, port: int) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)

    def _cut_all(self) -> None:
        self.cuts += 1
        for writer in self._connections:
            with suppress(RuntimeError):
                writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(
            self._server_url.host, self._server_url.port or 5432
        )
        self._connections |= {writer, server_writer}
        loses_answer = asyncio.Event()
        tasks = [
            asyncio.create_task(self._forward_queries(reader, server_writer, loses_answer)),
            asyncio.create_task(self._forward_answers(server_reader, writer, loses_answer)),
        ]
        self._tasks.update(tasks)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for each in (writer, server_writer):
            self._connections.discard(each)
            each.transport.abort()

    async def _forward_queries(
        self,
        reader: asyncio.StreamReader,
        server_writer: asyncio.StreamWriter,
        loses_answer: asyncio.Event,
    ) -> None:
        with suppress(ConnectionError):
            while block := await reader.read(65536):
                if self._cut_on is not None and self._cut_on[0] in block:
                    (_, reaches_server), self._cut_on = self._cut_on, None
                    if not reaches_server:
                        self._cut_all()
                        return
                    loses_answer.set()
                server_writer.write(block)
                await server_writer.drain()

    async def _forward_answers(
        self,
        server_reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        loses_answer: asyncio.Event,
    ) -> None:
        with suppress(ConnectionError):
            while block := await server_reader.read(65536):
                if loses_answer.is_set():
                    self._cut_all()
                    return
                writer.write(block)
                await writer.drain()
