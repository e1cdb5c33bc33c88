"""Who has answered during an offer, such as that of a redeal, which is made to everybody alike."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    """At the tables there are no one has answered yet."""
    op.add_column("tables", Column("ready", Text, nullable=False, server_default="[]"))
