"""Lost connections to a PostgreSQL server, and its outages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from storage.database import key_values
from storage.database.engines.server_connections import Patience, ServerConnections
from storage.database.store import Store
from storage.database.transaction import NotStoredError
from tests.databases import PostgresqlDatabase
from tests.storage.database.proxy import Proxy


@pytest.fixture
def database(postgresql: PostgresqlDatabase) -> PostgresqlDatabase:
    postgresql.empty()
    return postgresql


@pytest.fixture
async def proxy(database: PostgresqlDatabase) -> AsyncIterator[Proxy]:
    async with Proxy(database.url).running() as proxy:
        yield proxy


@pytest.fixture
async def store(proxy: Proxy) -> AsyncIterator[Store]:
    store = await Store.open(proxy.url)
    yield store
    await store.close()


async def put(store: Store, value: str) -> None:
    async with store.write() as tx:
        await key_values.put(tx, "word", value)


async def stored_value(store: Store) -> str | None:
    async with store.read() as tx:
        return await key_values.get(tx, "word")


async def test_connections_closed_by_the_server_are_replaced_silently(
    store: Store, database: PostgresqlDatabase
) -> None:
    for number in range(3):
        await put(store, str(number))
        await end_all(database)
        assert await stored_value(store) == str(number)
        await end_all(database)


async def test_the_store_waits_for_an_unavailable_server(store: Store, proxy: Proxy) -> None:
    await proxy.shut_down()
    writing = asyncio.create_task(put(store, "waited"))
    reading = asyncio.create_task(stored_value(store))
    await asyncio.sleep(0.5)
    assert not writing.done()
    await proxy.open_again()
    await writing
    assert await reading in (None, "waited")
    assert await stored_value(store) == "waited"


async def test_after_a_timeout_later_callers_fail_at_once(
    store: Store, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = store._engines.writer
    assert isinstance(writer, ServerConnections)
    monkeypatch.setattr(writer.patience, "_seconds", 0.3)
    await proxy.shut_down()
    with pytest.raises(NotStoredError, match="can't be reached"):
        await put(store, "never")
    with pytest.raises(NotStoredError):
        await stored_value(store)
    await proxy.open_again()
    assert await stored_value(store) is None


async def test_a_connection_lost_before_the_commit_stores_nothing(
    store: Store, proxy: Proxy
) -> None:
    await put(store, "before")
    proxy.cut_on(b"COMMIT", reaches_server=False)
    with pytest.raises(NotStoredError):
        await put(store, "lost")
    assert proxy.cuts == 1
    assert await stored_value(store) == "before"


async def test_a_connection_lost_during_a_transaction_stores_nothing(
    store: Store, proxy: Proxy
) -> None:

    async def put_through_cut() -> None:
        async with store.write() as tx:
            await key_values.put(tx, "word", "lost")
            await proxy.shut_down()
            await proxy.open_again()
            await key_values.put(tx, "word", "lost again")

    with pytest.raises(NotStoredError):
        await put_through_cut()
    assert await stored_value(store) is None


async def test_a_commit_with_a_lost_response_is_stored(store: Store, proxy: Proxy) -> None:
    proxy.cut_on(b"COMMIT", reaches_server=True)
    await put(store, "kept")
    assert proxy.cuts == 1
    assert await stored_value(store) == "kept"


async def test_all_callers_time_out_after_the_same_time() -> None:
    patience = Patience(0.05)
    assert not patience.is_over
    await asyncio.sleep(0.1)
    assert patience.is_over
    patience.renew()
    assert not patience.is_over


async def end_all(database: PostgresqlDatabase) -> None:
    """End all other connections, like a restart of the server."""
    connection = await asyncpg.connect(database.url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()
