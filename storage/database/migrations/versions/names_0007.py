"""Names kept lines, and the choice to be shown globally, as readers know them."""

from __future__ import annotations

from alembic import op
from sqlalchemy import inspect

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Rename the table with its indexes, and the column."""
    # A new database already has the names.
    if not inspect(op.get_bind()).has_table("remembered_line"):
        return
    op.rename_table("remembered_line", "kept_line")
    for columns in (("match_id", "user_id"), ("user_id",)):
        op.drop_index(f"ix_remembered_line_{'_'.join(columns)}", "kept_line")
        op.create_index(f"ix_kept_line_{'_'.join(columns)}", "kept_line", columns)
    op.alter_column("person", "is_everywhere", new_column_name="is_shown_globally")
