"""The pace of each table, the deadlines of those who are asked, and who is absent or wishes a pause."""

from __future__ import annotations

from alembic import op
from sqlalchemy import REAL, Column, Double, Integer, Text, text

revision, down_revision = "0008", "0007"

TIME: Double[float] = Double().with_variant(REAL(), "sqlite")


def upgrade() -> None:
    """The tables there are have no deadlines, as those who sit there expect."""
    op.add_column("tables", Column("pace", Text, nullable=False, server_default="none"))
    op.add_column("tables", Column("remind_at", TIME))
    op.add_column("tables", Column("due_at", TIME))
    op.add_column("tables", Column("reminded", Integer, nullable=False, server_default=text("0")))
    op.add_column("seats", Column("missed", Integer, nullable=False, server_default=text("0")))
    op.add_column("seats", Column("wants_pause", Integer, nullable=False, server_default=text("0")))
