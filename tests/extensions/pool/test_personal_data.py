"""A person's search, and messages about it, are reported and deleted with their data."""

from __future__ import annotations

from sqlalchemy import select

from club.outbox import queue
from extensions.pool import storage as pool
from extensions.pool.club.pool import PoolPost, notice_post
from extensions.pool.storage import PoolEntry
from presentation.members.privacy import holdings_lines
from storage.members import privacy
from storage.outbox import OUTBOX
from tests.club.members.test_personal_data import NAMED, traces_in
from tests.club.services import BEN, CHANNEL, GUILD, NOON, Services

SEARCH = PoolEntry(
    user_id=NAMED.user_id,
    name=NAMED.name,
    guild_id=GUILD,
    channel_id=CHANNEL,
    parent_id=CHANNEL,
    direct_channel_id=77,
    games=("skirt",),
    fastest="1d",
    slowest="7d",
    most=1,
    reach="server",
    joined_at=NOON,
    expires_at=NOON,
    is_warned=False,
    version=1,
    paired_at=None,
)


async def test_a_search_is_reported_and_deleted(services: Services) -> None:
    async with services.store.write() as tx:
        await pool.save(tx, SEARCH)
        for person in (NAMED, BEN):
            post = notice_post(person.user_id, "ended", GUILD, NOON, NOON)
            assert queue.payload_of(post.post) == {
                "user_id": person.user_id,
                "notice": "ended",
                "server_id": GUILD,
            }
            await queue.enqueue(tx, post)
        assert await privacy.direct_channels(tx, NAMED.user_id) == {77}
    held = await services.personal_data.of(NAMED.user_id)
    assert "1 search for an opponent" in holdings_lines(held)
    await services.personal_data.remove(NAMED.user_id)
    assert await traces_in(services.store, NAMED) == []
    async with services.store.read() as tx:
        row = OUTBOX.c
        query = select(row.payload).where(row.kind == PoolPost.kind)
        letters = list((await tx.execute(query)).scalars())
    assert [payload["user_id"] for payload in letters] == [BEN.user_id]
