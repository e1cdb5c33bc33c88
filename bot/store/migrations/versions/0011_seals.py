"""The sealed secret of the next deal of each table, and what each deck came from."""

from __future__ import annotations

from secrets import token_hex

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, column, select, table

revision, down_revision = "0011", "0010"

ID = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Give every open table a secret. Of the decks dealt before it is not known what they came from."""
    for name in ("tables", "deals"):
        op.add_column(name, Column("secret", Text, nullable=False, server_default=""))
    op.add_column("deals", Column("press", ID))
    tables = table("tables", column("id"), column("ended_at"), column("secret"))
    connection = op.get_bind()
    for table_id in connection.scalars(select(tables.c.id).where(tables.c.ended_at.is_(None))).all():
        connection.execute(tables.update().where(tables.c.id == table_id).values(secret=token_hex(32)))
