"""What each message shows, and whom a ping has called, so that a restart repeats neither."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    """Not known of the messages there are: they are brought up to date once."""
    op.add_column("messages", Column("digest", Text, nullable=False, server_default=""))
    op.add_column("messages", Column("called", Text, nullable=False, server_default="[]"))
