"""When players may ask for hints at a table."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0018", "0017"


def upgrade() -> None:
    """At the tables there are it is as at new ones."""
    op.add_column("tables", Column("hints", Text, nullable=False, server_default="alone"))
