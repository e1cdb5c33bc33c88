"""What the moderators of each server have chosen for the tables opened there."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, text

revision, down_revision = "0012", "0011"

ID = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """No server has chosen anything yet."""
    op.create_table(
        "servers",
        Column("guild_id", ID, primary_key=True, autoincrement=False),
        Column("locale", Text),
        Column("pace", Text, nullable=False, server_default="relaxed"),
        Column("strength", Text, nullable=False, server_default="steady"),
        Column("place", Text, nullable=False, server_default="here"),
        Column("channels", Text, nullable=False, server_default="[]"),
        Column("greeted", Integer, nullable=False, server_default=text("0")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
