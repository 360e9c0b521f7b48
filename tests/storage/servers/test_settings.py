"""Stored server settings, and facts about the installation."""

from __future__ import annotations

from storage.database import key_values
from storage.database.store import Store
from storage.servers import settings
from storage.servers.settings import GuildSettings
from tests.storage.samples import CHANNEL, GUILD


async def test_an_unconfigured_guild_has_the_defaults(store: Store) -> None:
    async with store.read() as tx:
        assert await settings.get(tx, GUILD) == GuildSettings(GUILD, (), True, 900)


async def test_the_latest_choice_of_each_guild_applies(store: Store) -> None:
    chosen = GuildSettings(
        GUILD, channels=(CHANNEL, 2), threads=False, board_width=600, forum_id=CHANNEL + 1
    )
    async with store.write() as tx:
        await settings.save(tx, GuildSettings(GUILD, board_width=1200))
        await settings.save(tx, chosen)
        await settings.save(tx, GuildSettings(1, channels=(3,)))
    async with store.read() as tx:
        assert await settings.get(tx, GUILD) == chosen
        assert await settings.get(tx, 1) == GuildSettings(1, channels=(3,))


async def test_a_fact_is_replaced_by_the_next(store: Store) -> None:
    async with store.write() as tx:
        assert await key_values.get(tx, "commands") is None
        await key_values.put(tx, "commands", "abc")
        await key_values.put(tx, "commands", "def")
        assert await key_values.get(tx, "commands") == "def"
