"""Servers with web pages, and the channels that everyone can read in them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import BigInteger, Boolean, Column, Table, Text, bindparam, delete, select

from storage.database.tables import metadata
from storage.database.transaction import Transaction, insert
from storage.servers.settings import GUILD_SETTINGS, Pages

# The name and public channels of a server with web pages, for processes without Discord.
PAGE_CHANNELS = Table(
    "page_channel",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("is_thread", Boolean, nullable=False),
)

PAGE_SERVERS = Table(
    "page_server",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

_SERVER, _CHANNEL = PAGE_SERVERS.c, PAGE_CHANNELS.c
_SETTINGS = GUILD_SETTINGS.c
_CHANNELS = select(_CHANNEL.channel_id, _CHANNEL.is_thread).where(
    _CHANNEL.guild_id == bindparam("of_guild")
)
_AMONG = _CHANNELS.where(_CHANNEL.channel_id.in_(bindparam("among", expanding=True)))


@dataclass(frozen=True, slots=True)
class PublicChannels:
    """The public part of a server."""

    name: str
    channels: frozenset[int]
    """The ids of the channels that everyone can read."""
    threads: frozenset[int]
    """The ids of public threads of any channel.

    They can be read by everyone who can read their channels.
    """


@dataclass(frozen=True, slots=True)
class PageServer:
    """A server with web pages."""

    guild_id: int
    pages: Pages
    name: str


WITH_PAGES = (
    select(_SETTINGS.guild_id, _SETTINGS.pages, _SERVER.name)
    .join(PAGE_SERVERS, _SERVER.guild_id == _SETTINGS.guild_id)
    .where(_SETTINGS.pages.in_(("private", "listed")))
)
"""Selects the columns of a `PageServer`."""
_ONE = WITH_PAGES.where(_SETTINGS.guild_id == bindparam("of_guild"))


async def server(tx: Transaction, guild_id: int) -> PageServer | None:
    """Return a server with web pages, or None if it has none."""
    row = (await tx.execute(_ONE, {"of_guild": guild_id})).one_or_none()
    return None if row is None else PageServer(*row)


async def listed(tx: Transaction) -> tuple[PageServer, ...]:
    """Return the servers with listed pages, by name."""
    query = WITH_PAGES.where(_SETTINGS.pages == "listed").order_by(_SERVER.name)
    return tuple(PageServer(*row) for row in await tx.execute(query))


async def readable(
    tx: Transaction, guild_id: int, among: Collection[int] | None = None
) -> frozenset[int]:
    """Return the ids of the public channels and threads of a server.

    :param among: the only ids of interest, or None for all.
    """
    of_guild = {"of_guild": guild_id}
    if among is None:
        rows = await tx.execute(_CHANNELS, of_guild)
    else:
        rows = await tx.execute(_AMONG, {**of_guild, "among": list(among)})
    return frozenset(row.channel_id for row in rows)


async def save(tx: Transaction, guild_id: int, public: PublicChannels) -> None:
    """Store the public part of a server, writing only what has changed.

    Threads stored before stay. Discord doesn't announce archived ones, and a public thread never
    becomes private.
    """
    await tx.execute(
        insert(tx, PAGE_SERVERS)
        .values(guild_id=guild_id, name=public.name)
        .on_conflict_do_update(index_elements=["guild_id"], set_={"name": public.name})
    )
    query = _CHANNELS.where(_CHANNEL.is_thread.is_(False))
    channels = {row.channel_id for row in await tx.execute(query, {"of_guild": guild_id})}
    if closed := channels - public.channels:
        is_closed = (_CHANNEL.guild_id == guild_id, _CHANNEL.channel_id.in_(closed))
        await tx.execute(delete(PAGE_CHANNELS).where(*is_closed))
    threads = public.threads - await readable(tx, guild_id, public.threads)
    rows = [
        *_rows(guild_id, public.channels - channels, False),
        *_rows(guild_id, threads, True),
    ]
    if rows:
        await tx.execute(insert(tx, PAGE_CHANNELS), rows)


async def forget(tx: Transaction, guild_id: int) -> None:
    """Delete the public part of a server that no longer has pages."""
    await tx.execute(delete(PAGE_CHANNELS).where(_CHANNEL.guild_id == guild_id))
    await tx.execute(delete(PAGE_SERVERS).where(_SERVER.guild_id == guild_id))


def _rows(guild_id: int, ids: Collection[int], is_thread: bool) -> list[dict[str, object]]:
    return [{"guild_id": guild_id, "channel_id": each, "is_thread": is_thread} for each in ids]
