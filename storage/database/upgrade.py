"""Upgrading the schema of a database."""

from __future__ import annotations

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from storage.database.errors import DatabaseError
from storage.migrations import bridge


def upgrade(connection: Connection) -> None:
    """Apply the missing migrations, inside the transaction of the connection.

    :raises DatabaseError: if the program can't upgrade the schema.
    """
    config = _config()
    config.attributes["connection"] = connection
    present = revision_of(connection)
    if present == head():
        return
    check_revision(present)
    if present == bridge.FROM:
        bridge.bridge(connection)
    command.upgrade(config, "head")


def revision_of(connection: Connection) -> str | None:
    """Return the schema of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


@cache
def head() -> str | None:
    """Return the newest schema."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def check_revision(revision: str | None) -> None:
    """Check that this program knows a schema or can upgrade it; None is that of an empty database.

    :raises DatabaseError: if the schema is newer than the program, or too old for it.
    """
    scripts = ScriptDirectory.from_config(_config())
    revisions = {bridge.FROM, *(script.revision for script in scripts.walk_revisions())}
    if revision is None or revision in revisions:
        return
    if revision < bridge.FROM:
        raise DatabaseError(
            f"The database is too old for this program: its schema is {revision}, and the oldest "
            f"that this program can upgrade is {bridge.FROM}."
        )
    raise DatabaseError(
        f"The database is newer than this program: its schema is {revision}, and this program "
        f"knows those up to {scripts.get_current_head()}. Run the newer program."
    )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    return config
