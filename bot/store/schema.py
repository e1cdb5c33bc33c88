"""The tables of the database, for SQLite and PostgreSQL alike. `bot/store/migrations` brings older ones here.

Every key begins with a random or spread id, and no key is counted up: so rows spread over the nodes of a
distributed database, and no two writers wait for the same counter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import (
    REAL,
    BigInteger,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.schema import SchemaItem

# SQLite's strict tables know only INTEGER, REAL, TEXT and BLOB.
ID = BigInteger().with_variant(Integer(), "sqlite")
"""An id given by Discord."""
TIME: Double[float] = Double().with_variant(REAL(), "sqlite")
"""Seconds since 1970."""
SKILL: Double[float] = Double().with_variant(REAL(), "sqlite")
"""A number of openskill's."""
KEPT_BY_KEY: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
"""Options of a table whose rows are stored in the order of its primary key."""
KEPT_BY_ROWID: dict[str, Any] = {"sqlite_strict": True}

metadata = MetaData()


def _table(name: str, *items: SchemaItem, options: dict[str, Any] = KEPT_BY_KEY) -> Table:
    return Table(name, metadata, *items, **options)


def _of_table() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _key(name: str, kind: type[Integer] | BigInteger = Integer) -> Column[int]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def columns(table: Table, row: type[NamedTuple]) -> list[Column[Any]]:
    """Return the columns that hold the fields of a row, in their order."""
    return [table.c[name] for name in row._fields]


tables = _table(
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
    Column("saves", Integer, nullable=False, server_default=text("0")),
    Column("pace", Text, nullable=False, server_default="none"),
    Column("remind_at", TIME),
    Column("due_at", TIME),
    Column("reminded", Integer, nullable=False, server_default=text("0")),
    Column("asleep", Integer, nullable=False, server_default=text("0")),
    Column("idle_since", TIME, nullable=False, server_default=text("0")),
    Column("ready", Text, nullable=False, server_default="[]"),
    Column("secret", Text, nullable=False, server_default=""),
    Column("rematch", Text),
    Column("strength", Text, nullable=False, server_default="steady"),
    Column("given", Text, nullable=False, server_default=""),
    Column("hints", Text, nullable=False, server_default="alone"),
    Column("match", Text, nullable=False, server_default=""),
    options=KEPT_BY_ROWID,
)
_open = tables.c.ended_at.is_(None)
Index("tables_open", tables.c.created_at, sqlite_where=_open, postgresql_where=_open)

seats = _table(
    "seats",
    _of_table(),
    _key("seat"),
    Column("user_id", ID),
    Column("away_id", ID),
    Column("name", Text, nullable=False),
    Column("missed", Integer, nullable=False, server_default=text("0")),
    Column("wants_pause", Integer, nullable=False, server_default=text("0")),
    Column("wants_end", Integer, nullable=False, server_default=text("0")),
    Column("strength", Text),
)

deals = _table(
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
    Column("misdeals", Text, nullable=False, server_default="[]"),
    Column("secret", Text, nullable=False, server_default=""),
    Column("press", ID),
    Column("summary", Text),
)

actions = _table(
    "actions",
    Column("table_id", Text, primary_key=True),
    _key("deal"),
    _key("seq"),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", TIME, nullable=False),
    ForeignKeyConstraint(["table_id", "deal"], ["deals.table_id", "deals.number"], ondelete="CASCADE"),
)

# One row for every finished deal and seat; they outlive their table.
standings = _table(
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
    Column("contract", Integer, nullable=False, server_default=text("0")),
    Column("kept", Integer, nullable=False, server_default=text("0")),
    Column("missed", Integer, nullable=False, server_default=text("0")),
)
# The orders in which finished deals are listed: of a server, and of a person there.
_time = standings.c.at, standings.c.table_id, standings.c.deal
Index("standings_by_time", standings.c.guild_id, *_time)
Index("standings_of_person", standings.c.guild_id, standings.c.user_id, *_time)

# What the standings add up to: by person, game and period, deals with computers apart.
tallies = _table(
    "tallies",
    _key("guild_id", ID),
    _key("user_id", ID),
    Column("game", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    _key("computers"),
    Column("name", Text, nullable=False),
    Column("named_at", TIME, nullable=False),
    *(Column(name, Integer, nullable=False) for name in ("deals", "wins")),
    Column("net", ID, nullable=False),
    *(Column(name, Integer, nullable=False) for name in ("made", "failed", "kept", "missed")),
    Column("best", Integer, nullable=False),
    Column("best_table", Text, nullable=False),
    Column("best_deal", Integer, nullable=False),
    Column("worst", Integer, nullable=False),
    Column("worst_table", Text, nullable=False),
    Column("worst_deal", Integer, nullable=False),
)
# The usual order of the standings: a page is read from the index alone, without sorting.
_standings_of = tallies.c.guild_id, tallies.c.game, tallies.c.period, tallies.c.computers
Index("tallies_ranked", *_standings_of, tallies.c.net.desc(), tallies.c.user_id)

# The sessions that were rated: what each did to the ratings of its people, in its game and across all games.
rated = _table(
    "rated",
    Column("table_id", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    _key("player"),
    Column("guild_id", ID, nullable=False),
    Column("user_id", ID),
    Column("name", Text, nullable=False),
    Column("team", Integer, nullable=False),
    Column("points", ID, nullable=False),
    Column("at", TIME, nullable=False),
    Column("sessions", Integer, nullable=False),
    *(Column(name, SKILL, nullable=False) for name in ("mu_before", "sigma_before", "mu", "sigma")),
)
Index("rated_of_person", rated.c.guild_id, rated.c.user_id, rated.c.game, rated.c.sessions)

# The ratings that they led to, at the end of each period.
ratings = _table(
    "ratings",
    _key("guild_id", ID),
    _key("user_id", ID),
    Column("game", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("named_at", TIME, nullable=False),
    Column("sessions", Integer, nullable=False),
    Column("mu", SKILL, nullable=False),
    Column("sigma", SKILL, nullable=False),
    Column("rating", Integer, nullable=False),
)
_ratings_of = ratings.c.guild_id, ratings.c.game, ratings.c.period
Index("ratings_ranked", *_ratings_of, ratings.c.rating.desc(), ratings.c.user_id)

messages = _table(
    "messages",
    _of_table(),
    Column("kind", Text, primary_key=True),
    _key("user_id", ID),
    Column("channel_id", ID, nullable=False),
    Column("message_id", ID, nullable=False),
    Column("digest", Text, nullable=False, server_default=""),
)

# Whom a message calls, such as a ping those who are to act.
calls = _table(
    "calls",
    Column("table_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    _key("user_id", ID),
    _key("called_id", ID),
    ForeignKeyConstraint(
        ["table_id", "kind", "user_id"],
        ["messages.table_id", "messages.kind", "messages.user_id"],
        ondelete="CASCADE",
    ),
)

people = _table(
    "people",
    _key("user_id", ID),
    Column("dm_ok", Integer),
    Column("told_dm_closed", Integer, nullable=False, server_default=text("0")),
    Column("locale", Text),
    Column("large_cards", Integer, nullable=False, server_default=text("0")),
    Column("seen_at", TIME, nullable=False, server_default=text("0")),
    options=KEPT_BY_ROWID,
)

# What the moderators of a server have chosen for the tables opened there.
servers = _table(
    "servers",
    _key("guild_id", ID),
    Column("locale", Text),
    Column("pace", Text, nullable=False, server_default="relaxed"),
    Column("strength", Text, nullable=False, server_default="steady"),
    Column("place", Text, nullable=False, server_default="here"),
    Column("hints", Text, nullable=False, server_default="alone"),
    Column("channels", Text, nullable=False, server_default="[]"),
    Column("greeted", Integer, nullable=False, server_default=text("0")),
)

# The servers that the bot has been removed from, as far as there are rows of them.
servers_left = _table(
    "servers_left",
    _key("guild_id", ID),
    Column("left_at", TIME, nullable=False),
)

# One row for each person's play of given cards; they outlive their table, and are no standings.
plays = _table(
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
)
# A person plays the same cards once.
Index("plays_of_person", plays.c.user_id, plays.c.given, unique=True)
Index("plays_of_given", plays.c.given, plays.c.guild_id, plays.c.points)

# Deal records from outside: shown to someone with `/replay`, or imported by the operator.
records = _table(
    "records",
    Column("id", Text, primary_key=True),
    Column("record", Text, nullable=False),
    Column("imported", Integer, nullable=False),
    Column("at", TIME, nullable=False),
)
Index("records_by_time", records.c.imported, records.c.at, records.c.id)

settings = _table(
    "settings",
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# Alembic's own table: the version of the schema, in its only row.
versions = Table("alembic_version", metadata, Column("version_num", String(32), primary_key=True))
