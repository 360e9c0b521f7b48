"""Upgrading the schema of a database.

Alembic is imported only for a database that needs an upgrade, because it takes a tenth of a second
and several megabytes.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, column, inspect, select, table

from storage.database.tables import metadata
from storage.database.transaction import UnsupportedDatabase

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)

_VERSIONS = Path(__file__).parent / "migrations" / "versions"

HEAD = max(file.stem[-4:] for file in _VERSIONS.glob("*_[0-9][0-9][0-9][0-9].py"))
"""The newest schema, which is that of the last migration."""

FIRST = "0001"
"""The first schema, which is that of the last version before, under another number."""

LAST_BEFORE, COMMIT_BEFORE = "0039", "e7f11f53"
"""The number of the first schema in the last version before, and the commit of that version.

Versions before it, none of which was released, had the numbers 0001 to 0039 too.
"""

_OLDEST_BEFORE, _COMMIT_OF_OLDEST = "0024", "f8597255"
"""The oldest schema that the last version before upgrades, and the commit that leads to it."""

_VERSION = table("alembic_version", column("version_num"))

_NEWEST_TABLE = "web_session"
"""A table that the first schema has and older ones of the same numbers lack."""


def upgrade(connection: Connection) -> None:
    """Apply the missing migrations, inside the transaction of the connection.

    A new database gets today's tables at once, and an older one those of new extensions.

    :raises UnsupportedDatabase: if the program can't upgrade the schema.
    """
    revision = revision_of(connection)
    if revision is not None and not inspect(connection).has_table(_NEWEST_TABLE):
        raise _too_old(revision)
    if revision != HEAD:
        _migrate(connection, revision)
    _add_tables(connection)


def _migrate(connection: Connection, revision: str | None) -> None:
    check_revision(revision)
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    if revision is None:
        command.upgrade(config, FIRST)
        command.stamp(config, "head")
    else:
        if revision == LAST_BEFORE:
            command.stamp(config, FIRST, purge=True)
        command.upgrade(config, "head")
    if revision is None:
        log.info("created the database with schema %s", HEAD)
    else:
        log.info("upgraded the database from schema %s to %s", revision, HEAD)


def _add_tables(connection: Connection) -> None:
    """Create the tables of extensions that came after the database."""
    present = {*inspect(connection).get_table_names()}
    missing = [table for table in metadata.sorted_tables if table.name not in present]
    if missing:
        metadata.create_all(connection, missing, checkfirst=False)
        log.info("added the tables %s", ", ".join(table.name for table in missing))


def revision_of(connection: Connection) -> str | None:
    """Return the schema of a database, or None if it is empty."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.execute(select(_VERSION.c.version_num)).scalar()


def check_revision(revision: str | None) -> None:
    """Check that this program supports a schema or can upgrade it.

    :param revision: the schema, or None for an empty database.
    :raises UnsupportedDatabase: if the schema is newer than the program, or too old.
    """
    if revision is None or revision in (HEAD, LAST_BEFORE):
        return
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(migrations())
    if revision in {script.revision for script in scripts.walk_revisions()}:
        return
    if revision < LAST_BEFORE:
        raise _too_old(revision)
    raise UnsupportedDatabase(
        f"The database is newer than this program: its schema is {revision}, and this program "
        f"knows those up to {HEAD}. Run the newer program."
    )


def _too_old(revision: str) -> UnsupportedDatabase:
    earlier = "" if revision >= _OLDEST_BEFORE else f"commit {_COMMIT_OF_OLDEST}, then with "
    return UnsupportedDatabase(
        f"The database has schema {revision} of a version that was never released. Copy it, start "
        f"it once with {earlier}commit {COMMIT_BEFORE}, and then with this version. "
        "docs/upgrading.md has the steps."
    )


def migrations() -> Config:
    """Return Alembic's configuration."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "storage:database/migrations")
    return config
