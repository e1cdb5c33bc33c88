"""The event log: what was dealt and done at every table, in order; and what is known of people."""

from __future__ import annotations

from alembic import op
from sqlalchemy import REAL, BigInteger, Column, Double, ForeignKey, ForeignKeyConstraint, Integer, Text, text

revision, down_revision = "0001", None

ID = BigInteger().with_variant(Integer(), "sqlite")
TIME: Double[float] = Double().with_variant(REAL(), "sqlite")
BY_ROWID = {"sqlite_strict": True}
BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}


def _of_table() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _key(name: str, kind: type[Integer] | BigInteger = Integer) -> Column[int]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def upgrade() -> None:
    """Create the tables of the first version."""
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("guild_id", ID, nullable=False),
        Column("channel_id", ID, nullable=False),
        Column("host_id", ID, nullable=False),
        Column("game", Text, nullable=False),
        Column("options", Text, nullable=False),
        Column("locale", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("engine", Integer, nullable=False),
        Column("session", Text),
        Column("created_at", TIME, nullable=False),
        Column("ended_at", TIME),
        **BY_ROWID,
    )
    still_open = text("ended_at IS NULL")
    op.create_index(
        "tables_open", "tables", ["created_at"], sqlite_where=still_open, postgresql_where=still_open
    )

    op.create_table(
        "seats",
        _of_table(),
        _key("seat"),
        Column("user_id", ID),
        Column("away_id", ID),
        Column("name", Text, nullable=False),
        **BY_KEY,
    )

    op.create_table(
        "deals",
        _of_table(),
        _key("number"),
        Column("dealer", Integer, nullable=False),
        Column("session", Text, nullable=False),
        Column("hands", Text, nullable=False),
        Column("talon", Text, nullable=False),
        Column("result", Text),
        Column("started_at", TIME, nullable=False),
        Column("ended_at", TIME),
        **BY_KEY,
    )

    op.create_table(
        "actions",
        Column("table_id", Text, primary_key=True),
        _key("deal"),
        _key("seq"),
        Column("seat", Integer, nullable=False),
        Column("action", Text, nullable=False),
        Column("at", TIME, nullable=False),
        ForeignKeyConstraint(["table_id", "deal"], ["deals.table_id", "deals.number"], ondelete="CASCADE"),
        **BY_KEY,
    )

    # One row for every finished deal and seat; they outlive their table.
    op.create_table(
        "standings",
        Column("table_id", Text, primary_key=True),
        _key("deal"),
        _key("seat"),
        Column("guild_id", ID, nullable=False),
        Column("game", Text, nullable=False),
        Column("user_id", ID),
        Column("name", Text, nullable=False),
        Column("points", Integer, nullable=False),
        Column("net", Integer, nullable=False),
        Column("computers", Integer, nullable=False),
        Column("declarer", Integer, nullable=False),
        Column("at", TIME, nullable=False),
        **BY_KEY,
    )
    op.create_index("standings_of_guild", "standings", ["guild_id", "game", "user_id"])

    op.create_table(
        "messages",
        _of_table(),
        Column("kind", Text, primary_key=True),
        _key("user_id", ID),
        Column("channel_id", ID, nullable=False),
        Column("message_id", ID, nullable=False),
        **BY_KEY,
    )

    op.create_table(
        "people",
        _key("user_id", ID),
        Column("dm_ok", Integer),
        Column("told_dm_closed", Integer, nullable=False, server_default=text("0")),
        Column("locale", Text),
        **BY_ROWID,
    )

    op.create_table(
        "settings",
        Column("key", Text, primary_key=True),
        Column("value", Text, nullable=False),
        **BY_KEY,
    )
