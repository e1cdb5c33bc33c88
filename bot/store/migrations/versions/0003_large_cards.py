"""Whether a person has chosen cards with large indices."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Integer, text

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    """0: no."""
    op.add_column("people", Column("large_cards", Integer, nullable=False, server_default=text("0")))
