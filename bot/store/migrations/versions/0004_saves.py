"""How often each table has been saved, so that a writer that has missed a change fails."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Integer, text

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    """Count from 0 at the tables there are."""
    op.add_column("tables", Column("saves", Integer, nullable=False, server_default=text("0")))
