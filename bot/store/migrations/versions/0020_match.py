"""The match in which a table is the second one."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0020", "0019"


def upgrade() -> None:
    """No table there is plays a match."""
    op.add_column("tables", Column("match", Text, nullable=False, server_default=""))
