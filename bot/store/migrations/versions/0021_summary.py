"""What the sheet of a session tells of a deal."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0021", "0020"


def upgrade() -> None:
    """The deals there are get theirs when the sheet of their session is first opened."""
    op.add_column("deals", Column("summary", Text))
