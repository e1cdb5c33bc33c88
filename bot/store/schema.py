"""The tables of the database, for SQLite and PostgreSQL alike. `bot/store/migrations` brings older ones here.

Every key begins with a random or spread id, and no key is counted up: so rows spread over the nodes of a
distributed database, and no two writers wait for the same counter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    REAL,
    BigInteger,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Text,
    select,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

_Type: TypeAlias = TypeEngine[Any] | type[TypeEngine[Any]]

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


def _key(name: str, kind: _Type = Integer) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _required(kind: _Type, *names: str) -> list[Column[Any]]:
    return [Column(name, kind, nullable=False) for name in names]


def _optional(kind: _Type, *names: str) -> list[Column[Any]]:
    return [Column(name, kind) for name in names]


def _from_zero(kind: _Type, *names: str) -> list[Column[Any]]:
    return [Column(name, kind, nullable=False, server_default=text("0")) for name in names]


def _texts(**defaults: str) -> list[Column[Any]]:
    """Return columns with these defaults."""
    return [Column(name, Text, nullable=False, server_default=each) for name, each in defaults.items()]


def columns(table: Table, row: type[NamedTuple]) -> list[Column[Any]]:
    """Return the columns that hold the fields of a row, in their order."""
    return [table.c[name] for name in row._fields]


def in_order(table: Table, *which: ColumnElement[bool], of: Sequence[ColumnElement[Any]] = ()) -> Select[Any]:
    """Select rows of a table in the order of its key: the columns `of`, or all."""
    return select(*of or table.c).where(*which).order_by(*table.primary_key.columns)


tables = _table(
    "tables",
    _key("id", Text),
    *_required(ID, "guild_id", "channel_id", "host_id"),
    *_required(Text, "game", "options", "locale", "state"),
    *_required(Integer, "engine"),
    *_optional(Text, "session"),
    *_required(TIME, "created_at"),
    *_optional(TIME, "ended_at"),
    *_from_zero(Integer, "saves"),
    *_texts(pace="none"),
    *_optional(TIME, "remind_at", "due_at"),
    *_from_zero(Integer, "reminded", "asleep"),
    *_from_zero(TIME, "idle_since"),
    *_texts(ready="[]", secret=""),
    *_optional(Text, "rematch"),
    *_texts(strength="steady", given="", hints="alone", match=""),
    options=KEPT_BY_ROWID,
)
_open = tables.c.ended_at.is_(None)
Index("tables_open", tables.c.created_at, sqlite_where=_open, postgresql_where=_open)

seats = _table(
    "seats",
    _of_table(),
    _key("seat"),
    *_optional(ID, "user_id", "away_id"),
    *_required(Text, "name"),
    *_from_zero(Integer, "missed", "wants_pause", "wants_end"),
    *_optional(Text, "strength"),
)

deals = _table(
    "deals",
    _of_table(),
    _key("number"),
    *_required(Integer, "dealer"),
    *_required(Text, "session", "hands", "talon"),
    *_optional(Text, "result"),
    *_required(TIME, "started_at"),
    *_optional(TIME, "ended_at"),
    *_texts(misdeals="[]", secret=""),
    *_optional(ID, "press"),
    *_optional(Text, "summary"),
)

actions = _table(
    "actions",
    _key("table_id", Text),
    _key("deal"),
    _key("seq"),
    *_required(Integer, "seat"),
    *_required(Text, "action"),
    *_required(TIME, "at"),
    ForeignKeyConstraint(["table_id", "deal"], ["deals.table_id", "deals.number"], ondelete="CASCADE"),
)

# One row for every finished deal and seat; they outlive their table.
standings = _table(
    "standings",
    _key("table_id", Text),
    _key("deal"),
    _key("seat"),
    *_required(ID, "guild_id"),
    *_required(Text, "game"),
    *_optional(ID, "user_id"),
    *_required(Text, "name"),
    *_required(Integer, "points", "net", "computers", "declarer"),
    *_required(TIME, "at"),
    *_from_zero(Integer, "contract", "kept", "missed"),
)
# The orders in which finished deals are listed: of a server, and of a person there.
_time = standings.c.at, standings.c.table_id, standings.c.deal
Index("standings_by_time", standings.c.guild_id, *_time)
Index("standings_of_person", standings.c.guild_id, standings.c.user_id, *_time)

# The sums of standings by person, game and period, deals with computers apart.
tallies = _table(
    "tallies",
    _key("guild_id", ID),
    _key("user_id", ID),
    _key("game", Text),
    _key("period", Text),
    _key("computers"),
    *_required(Text, "name"),
    *_required(TIME, "named_at"),
    *_required(Integer, "deals", "wins"),
    *_required(ID, "net"),
    *_required(Integer, "made", "failed", "kept", "missed", "best"),
    *_required(Text, "best_table"),
    *_required(Integer, "best_deal", "worst"),
    *_required(Text, "worst_table"),
    *_required(Integer, "worst_deal"),
)
# The usual order of a leaderboard: a page is read from the index alone, without sorting.
_standings_of = tallies.c.guild_id, tallies.c.game, tallies.c.period, tallies.c.computers
Index("tallies_ranked", *_standings_of, tallies.c.net.desc(), tallies.c.user_id)

# What each rated session did to the ratings of its people, in its game and across all games.
rated = _table(
    "rated",
    _key("table_id", Text),
    _key("game", Text),
    _key("player"),
    *_required(ID, "guild_id"),
    *_optional(ID, "user_id"),
    *_required(Text, "name"),
    *_required(Integer, "team"),
    *_required(ID, "points"),
    *_required(TIME, "at"),
    *_required(Integer, "sessions"),
    *_required(SKILL, "mu_before", "sigma_before", "mu", "sigma"),
)
Index("rated_of_person", rated.c.guild_id, rated.c.user_id, rated.c.game, rated.c.sessions)

# The ratings at the end of each period.
ratings = _table(
    "ratings",
    _key("guild_id", ID),
    _key("user_id", ID),
    _key("game", Text),
    _key("period", Text),
    *_required(Text, "name"),
    *_required(TIME, "named_at"),
    *_required(Integer, "sessions"),
    *_required(SKILL, "mu", "sigma"),
    *_required(Integer, "rating"),
)
_ratings_of = ratings.c.guild_id, ratings.c.game, ratings.c.period
Index("ratings_ranked", *_ratings_of, ratings.c.rating.desc(), ratings.c.user_id)

messages = _table(
    "messages",
    _of_table(),
    _key("kind", Text),
    _key("user_id", ID),
    *_required(ID, "channel_id", "message_id"),
    *_texts(digest=""),
)

# The users whom a message calls, such as a ping the people to act.
calls = _table(
    "calls",
    _key("table_id", Text),
    _key("kind", Text),
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
    *_optional(Integer, "dm_ok"),
    *_from_zero(Integer, "told_dm_closed"),
    *_optional(Text, "locale"),
    *_from_zero(TIME, "seen_at"),
    *_texts(cards="standard"),
    *_from_zero(Integer, "streak", "best_streak"),
    options=KEPT_BY_ROWID,
)

# The settings of each server for the tables opened there.
servers = _table(
    "servers",
    _key("guild_id", ID),
    *_optional(Text, "locale"),
    *_texts(pace="relaxed", strength="steady", place="here", hints="alone", channels="[]"),
    *_from_zero(Integer, "greeted"),
)

# The servers that the bot has been removed from and still has rows of.
servers_left = _table("servers_left", _key("guild_id", ID), *_required(TIME, "left_at"))

# One row for each person's play of given cards; they outlive their table, and are no standings.
plays = _table(
    "plays",
    _key("table_id", Text),
    *_required(Text, "given"),
    *_required(ID, "guild_id"),
    *_optional(ID, "user_id"),
    *_required(Text, "name"),
    *_required(Integer, "seat"),
    *_required(TIME, "at"),
    *_optional(Integer, "points"),
    *_texts(contract=""),
    *_from_zero(Integer, "declarer"),
    *_optional(Integer, "card_points"),
)
# A person plays the same cards once.
Index("plays_of_person", plays.c.user_id, plays.c.given, unique=True)
Index("plays_of_given", plays.c.given, plays.c.guild_id, plays.c.points)

# Deal records from outside: attached to `/replay`, or imported by the operator.
records = _table(
    "records",
    _key("id", Text),
    *_required(Text, "record"),
    *_required(Integer, "imported"),
    *_required(TIME, "at"),
)
Index("records_by_time", records.c.imported, records.c.at, records.c.id)

settings = _table("settings", _key("key", Text), *_required(Text, "value"))

# Alembic's own table: the version of the schema, in its only row.
versions = Table("alembic_version", metadata, Column("version_num", String(32), primary_key=True))
