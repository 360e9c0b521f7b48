"""The tables of a new database, as declared today, so later migrations are left out for it.

A database with the schema of the last version before starts here, without this migration.
"""

from __future__ import annotations

from alembic import op

from extensions.installed import import_tables
from storage.schema import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables, also those of extensions that are switched off."""
    import_tables()
    metadata.create_all(op.get_bind(), checkfirst=False)
