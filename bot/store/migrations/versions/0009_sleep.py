"""Since when each table has been left alone, whether it sleeps, and who wants to end it."""

from __future__ import annotations

import time

from alembic import op
from sqlalchemy import REAL, Column, Double, Integer, text

revision, down_revision = "0009", "0008"

TIME: Double[float] = Double().with_variant(REAL(), "sqlite")


def upgrade() -> None:
    """Begin to count now for the tables there are."""
    op.add_column("tables", Column("asleep", Integer, nullable=False, server_default=text("0")))
    op.add_column("tables", Column("idle_since", TIME, nullable=False, server_default=text("0")))
    op.get_bind().execute(text("UPDATE tables SET idle_since = :now"), {"now": time.time()})
    op.add_column("seats", Column("wants_end", Integer, nullable=False, server_default=text("0")))
