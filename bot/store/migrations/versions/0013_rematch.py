"""The table that was opened as the rematch of one that has ended."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    """No table has had a rematch yet."""
    op.add_column("tables", Column("rematch", Text))
