"""Bringing the schema of a database to what this program knows."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from storage.database.errors import DatabaseError


def upgrade(connection: Connection) -> None:
    """Apply the migrations that are missing, inside the transaction of the connection.

    :raises DatabaseError: where the schema is newer than the program.
    """
    config = _config()
    config.attributes["connection"] = connection
    present = revision_of(connection)
    if present == head():
        return
    refuse_newer(present)
    command.upgrade(config, "head")


def revision_of(connection: Connection) -> str | None:
    """The schema of a database; None where it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def head() -> str | None:
    """The newest schema that this program knows."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def refuse_newer(revision: str | None) -> None:
    """See that a schema is one that this program knows; None is that of an empty database.

    :raises DatabaseError: where it is newer than the program.
    """
    scripts = ScriptDirectory.from_config(_config())
    known = {script.revision for script in scripts.walk_revisions()}
    if revision is not None and revision not in known:
        raise DatabaseError(
            f"The database is newer than this program: its schema is {revision}, and this program "
            f"knows those up to {scripts.get_current_head()}. Run the newer program."
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    return config
