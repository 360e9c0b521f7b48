"""The stored public channels of servers."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from storage.database.store import Store
from storage.members import preferences
from storage.members.preferences import Preferences
from storage.servers import pages as stored_pages
from storage.servers import settings
from storage.servers.pages import PageServer, PublicChannels
from storage.servers.settings import GuildSettings, Pages
from tests.databases import new_store

PUBLIC = PublicChannels("Club", frozenset({1, 2}), frozenset({3}))


async def choose(store: Store, guild_id: int, pages: Pages, name: str) -> None:
    async with store.write() as tx:
        await settings.save(tx, GuildSettings(guild_id, pages=pages))
        public = PublicChannels(name, PUBLIC.channels, PUBLIC.threads)
        await stored_pages.save(tx, guild_id, public)


async def test_only_servers_with_pages_enabled_have_them(store: Store) -> None:
    await choose(store, 7, "listed", "Club")
    await choose(store, 8, "private", "Hideout")
    await choose(store, 9, "off", "Nobody's")
    async with store.read() as tx:
        assert await settings.with_pages(tx) == {7: "listed", 8: "private"}
        assert await stored_pages.listed(tx) == (PageServer(7, "listed", "Club"),)
        assert await stored_pages.server(tx, 8) == PageServer(8, "private", "Hideout")
        assert await stored_pages.server(tx, 9) is None


async def test_the_last_stored_value_applies(store: Store) -> None:
    await choose(store, 7, "listed", "Club")
    async with store.write() as tx:
        await stored_pages.save(tx, 7, PublicChannels("House", frozenset({2}), frozenset()))
    async with store.read() as tx:
        # A thread that isn't listed any more may be archived.
        assert await stored_pages.readable(tx, 7) == {2, 3}
        assert await stored_pages.listed(tx) == (PageServer(7, "listed", "House"),)
    async with store.write() as tx:
        await stored_pages.forget(tx, 7)
    async with store.read() as tx:
        assert await stored_pages.listed(tx) == ()
        assert await stored_pages.readable(tx, 7) == frozenset()


async def test_a_new_thread_is_added_without_rewriting_the_others(tmp_path: Path) -> None:
    store = await new_store(tmp_path)
    changes = text("SELECT total_changes()")
    active = frozenset(range(100, 150))
    async with store.write() as tx:
        await stored_pages.save(tx, 7, PublicChannels("Club", PUBLIC.channels, active))
        before = (await tx.execute(changes)).scalar_one()
        added = PublicChannels("Club", PUBLIC.channels, active | {99})
        await stored_pages.save(tx, 7, added)
        # The name of the server and the thread.
        assert (await tx.execute(changes)).scalar_one() - before <= 2
        assert await stored_pages.readable(tx, 7) == PUBLIC.channels | active | {99}
    await store.close()


async def test_people_outside_the_global_leaderboards_are_hidden(store: Store) -> None:
    async with store.write() as tx:
        await preferences.save(tx, Preferences(11, is_shown_globally=False))
        await preferences.save(tx, Preferences(12))
    async with store.read() as tx:
        assert await preferences.hidden(tx, [11, 12, 13]) == {11}
