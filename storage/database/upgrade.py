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
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    present = MigrationContext.configure(connection).get_current_revision()
    if present == scripts.get_current_head():
        return
    known = {script.revision for script in scripts.walk_revisions()}
    if present is not None and present not in known:
        raise DatabaseError(
            f"The database is newer than this program: its schema is {present}, and this program "
            f"knows those up to {scripts.get_current_head()}. Run the newer program."
        )
    command.upgrade(config, "head")
