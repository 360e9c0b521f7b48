"""Runs migrations on the connection that `storage.upgrade` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
