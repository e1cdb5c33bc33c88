"""Deal records from outside."""

from __future__ import annotations

from typing import Final

from alembic import op
from sqlalchemy import REAL, Column, Double, Integer, Text

revision, down_revision = "0016", "0015"

TIME: Final[Double[float]] = Double().with_variant(REAL(), "sqlite")


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "records",
        Column("id", Text, primary_key=True),
        Column("record", Text, nullable=False),
        Column("imported", Integer, nullable=False),
        Column("at", TIME, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("records_by_time", "records", ["imported", "at", "id"])
