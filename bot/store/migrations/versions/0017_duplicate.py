"""Given cards, what came of playing them, and deal records from outside."""

from __future__ import annotations

from typing import Final

from alembic import op
from sqlalchemy import REAL, BigInteger, Column, Double, Integer, Text, text

revision, down_revision = "0017", "0016"

ID: Final = BigInteger().with_variant(Integer(), "sqlite")
TIME: Final[Double[float]] = Double().with_variant(REAL(), "sqlite")


def upgrade() -> None:
    """The cards of every table so far were sealed, and there are no records yet."""
    op.add_column("tables", Column("given", Text, nullable=False, server_default=""))
    op.create_table(
        "plays",
        Column("table_id", Text, primary_key=True),
        Column("given", Text, nullable=False),
        Column("guild_id", ID, nullable=False),
        Column("user_id", ID),
        Column("name", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("at", TIME, nullable=False),
        Column("points", Integer),
        Column("contract", Text, nullable=False, server_default=""),
        Column("declarer", Integer, nullable=False, server_default=text("0")),
        Column("card_points", Integer),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("plays_of_person", "plays", ["user_id", "given"], unique=True)
    op.create_index("plays_of_given", "plays", ["given", "guild_id", "points"])
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
