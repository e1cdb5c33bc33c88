"""How well computers play, at a table and on a seat of their own."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0014", "0013"


def upgrade() -> None:
    """At the tables there are they play as well as at new ones."""
    op.add_column("tables", Column("strength", Text, nullable=False, server_default="steady"))
    op.add_column("seats", Column("strength", Text))
