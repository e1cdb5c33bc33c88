"""When people were last seen and servers were left, so that what belongs to them can be deleted in time."""

from __future__ import annotations

import time

from alembic import op
from sqlalchemy import REAL, BigInteger, Column, Double, Integer, text

revision, down_revision = "0006", "0005"

ID = BigInteger().with_variant(Integer(), "sqlite")
TIME: Double[float] = Double().with_variant(REAL(), "sqlite")
DAY = 24 * 60 * 60


def upgrade() -> None:
    """Begin to count today for the people there are."""
    op.add_column("people", Column("seen_at", TIME, nullable=False, server_default=text("0")))
    op.get_bind().execute(text("UPDATE people SET seen_at = :today"), {"today": time.time() // DAY * DAY})
    op.create_table(
        "servers_left",
        Column("guild_id", ID, primary_key=True, autoincrement=False),
        Column("left_at", TIME, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
