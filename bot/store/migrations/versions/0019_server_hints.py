"""When players may ask for hints at the tables of a server."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0019", "0018"


def upgrade() -> None:
    """The servers there are have chosen what new ones begin with."""
    op.add_column("servers", Column("hints", Text, nullable=False, server_default="alone"))
