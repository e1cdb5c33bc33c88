"""Hands that had to be shown, because the cards were dealt again before the deal began."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    """JSON: each time, the hands by seat."""
    op.add_column("deals", Column("misdeals", Text, nullable=False, server_default="[]"))
