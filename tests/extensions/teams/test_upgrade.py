"""Votes of earlier versions."""

from __future__ import annotations

from importlib import import_module

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from extensions.teams.storage import teams
from extensions.teams.storage.teams import Vote, Wish
from storage.database.store import Store
from tests.storage.samples import NOON, add_match


async def test_votes_with_nothing_in_them_are_deleted(store: Store) -> None:
    migration = import_module("storage.database.migrations.versions.empty_votes_0002")

    def migrate(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            migration.upgrade()

    async with store.write() as tx:
        match = await add_match(tx)
        cast: tuple[tuple[list[str], Wish | None], ...] = (
            ([], None),
            (["e1"], None),
            ([], "draw"),
        )
        votes = [
            Vote(match.id, 0, voter, "Ada", moves, wish, "why", voter, NOON)
            for voter, (moves, wish) in enumerate(cast, 1)
        ]
        for vote in votes:
            await teams.put(tx, vote)
        await tx.run(migrate)
        assert await teams.votes_since(tx, match.id, 0) == tuple(votes[1:])
