"""Standings by game and period, deals with computers apart; contracts and announcements; ratings."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from alembic import op
from sqlalchemy import REAL, BigInteger, Column, Double, Integer, Text, text

from bot.store.ratings import players, rated_rows, rating_rows
from bot.store.standing_rows import RatedRow, RatingRow, SavedStanding, StandingRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

revision, down_revision = "0016", "0015"

ID = BigInteger().with_variant(Integer(), "sqlite")
FLOAT: Double[float] = Double().with_variant(REAL(), "sqlite")
KEPT_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}
COUNTED = ("contract", "kept", "missed")
STANDING = ("seat", "user_id", "name", "points", "net", "computers", "declarer")
RATED = (
    *("table_id", "game", "player", "guild_id", "user_id", "name", "team", "points", "at", "sessions"),
    *("mu_before", "sigma_before", "mu", "sigma"),
)
RATINGS = ("game", "period", "name", "named_at", "sessions", "mu", "sigma", "rating")
"""The columns as they are in this version."""

BATCH = 50
"""How many tables are read at a time."""

CONTRACT = ("game", "double_game", "valat", "volat")
"""The items that tell whether a contract was made; where a deal has several, the first one of these does."""

TEAMS = {"royal_tarokk": ((0, 1), (2, 3))}
"""The seats that play together in every deal. Such games have no contracts."""

PERIOD = {
    "sqlite": "strftime('{}', CAST(at AS INTEGER), 'unixepoch')",
    "postgresql": "to_char(to_timestamp(floor(at)) AT TIME ZONE 'UTC', '{}')",
}
FORMATS = {"sqlite": ("%Y", "%Y-%m"), "postgresql": ("YYYY", "YYYY-MM")}

ADD_UP = """
INSERT INTO tallies (
    guild_id, user_id, game, period, computers, name, named_at, deals, wins, net, made, failed, kept, missed,
    best, best_table, best_deal, worst, worst_table, worst_deal)
SELECT guild_id, user_id, game, period, mixed, max(CASE WHEN latest = 1 THEN name END), max(at),
       count(*), count(CASE WHEN net > 0 THEN 1 END), sum(net),
       count(CASE WHEN contract > 0 THEN 1 END), count(CASE WHEN contract < 0 THEN 1 END),
       sum(kept), sum(missed),
       max(net), max(CASE WHEN highest = 1 THEN table_id END), max(CASE WHEN highest = 1 THEN deal END),
       min(net), max(CASE WHEN lowest = 1 THEN table_id END), max(CASE WHEN lowest = 1 THEN deal END)
FROM (
    SELECT *,
           row_number() OVER (own ORDER BY at DESC) AS latest,
           row_number() OVER (own ORDER BY net DESC, at) AS highest,
           row_number() OVER (own ORDER BY net, at) AS lowest
    FROM (
        SELECT *, {period} AS period, CASE WHEN computers > 0 THEN 1 ELSE 0 END AS mixed
        FROM standings WHERE user_id IS NOT NULL
    ) AS played
    WINDOW own AS (PARTITION BY guild_id, user_id, game, period, mixed)
) AS ordered
GROUP BY guild_id, user_id, game, period, mixed
"""


def upgrade() -> None:
    """Count the contracts and announcements of deals whose logs are kept, and rate sessions that are over."""
    connection = op.get_bind()
    for name in COUNTED:
        op.add_column("standings", Column(name, Integer, nullable=False, server_default=text("0")))
    _count(connection)
    op.drop_table("tallies")
    _create_tallies()
    kind = connection.dialect.name
    for period in ("''", *(PERIOD[kind].format(each) for each in FORMATS[kind])):
        op.execute(text(ADD_UP.format(period=period).replace(":", "\\:")))
    _create_ratings()
    _rate(connection)


def _create_tallies() -> None:
    op.create_table(
        "tallies",
        Column("guild_id", ID, primary_key=True, autoincrement=False),
        Column("user_id", ID, primary_key=True, autoincrement=False),
        Column("game", Text, primary_key=True),
        Column("period", Text, primary_key=True),
        Column("computers", Integer, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("named_at", FLOAT, nullable=False),
        Column("deals", Integer, nullable=False),
        Column("wins", Integer, nullable=False),
        Column("net", ID, nullable=False),
        *(Column(name, Integer, nullable=False) for name in ("made", "failed", "kept", "missed", "best")),
        Column("best_table", Text, nullable=False),
        Column("best_deal", Integer, nullable=False),
        Column("worst", Integer, nullable=False),
        Column("worst_table", Text, nullable=False),
        Column("worst_deal", Integer, nullable=False),
        **KEPT_BY_KEY,
    )
    key = ("guild_id", "game", "period", "computers")
    op.create_index("tallies_ranked", "tallies", [*key, text("net DESC"), "user_id"])


def _create_ratings() -> None:
    op.create_table(
        "rated",
        Column("table_id", Text, primary_key=True),
        Column("game", Text, primary_key=True),
        Column("player", Integer, primary_key=True, autoincrement=False),
        Column("guild_id", ID, nullable=False),
        Column("user_id", ID),
        Column("name", Text, nullable=False),
        Column("team", Integer, nullable=False),
        Column("points", ID, nullable=False),
        Column("at", FLOAT, nullable=False),
        Column("sessions", Integer, nullable=False),
        *(Column(name, FLOAT, nullable=False) for name in ("mu_before", "sigma_before", "mu", "sigma")),
        **KEPT_BY_KEY,
    )
    op.create_index("rated_of_person", "rated", ["guild_id", "user_id", "game", "sessions"])
    op.create_table(
        "ratings",
        Column("guild_id", ID, primary_key=True, autoincrement=False),
        Column("user_id", ID, primary_key=True, autoincrement=False),
        Column("game", Text, primary_key=True),
        Column("period", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("named_at", FLOAT, nullable=False),
        Column("sessions", Integer, nullable=False),
        Column("mu", FLOAT, nullable=False),
        Column("sigma", FLOAT, nullable=False),
        Column("rating", Integer, nullable=False),
        **KEPT_BY_KEY,
    )
    op.create_index(
        "ratings_ranked", "ratings", ["guild_id", "game", "period", text("rating DESC"), "user_id"]
    )


def _count(connection: Connection) -> None:
    """Fill in whether declarers made their contracts, and how many announcements came true."""
    change = text(
        "UPDATE standings SET contract = :contract, kept = :kept, missed = :missed"
        " WHERE table_id = :table_id AND deal = :deal AND seat = :seat"
    )
    query = text("SELECT id FROM tables WHERE id > :after ORDER BY id LIMIT :batch")
    after = ""
    while ids := connection.execute(query, {"after": after, "batch": BATCH}).scalars().all():
        if found := list(_counted(connection, {"after": after, "last": ids[-1]})):
            connection.execute(change, found)
        after = ids[-1]


def _counted(connection: Connection, some: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Yield what is counted of each seat in the finished deals of some tables."""
    within = "table_id > :after AND table_id <= :last"
    announced = defaultdict[tuple[str, int, int], list[str]](list)
    said = f"SELECT table_id, deal, seat, action FROM actions WHERE {within} AND action LIKE 'announce %'"  # noqa: S608 - our own names
    for *key, action in connection.execute(text(said), some):
        announced[tuple(key)].append(action.removeprefix("announce "))
    deals = f"SELECT table_id, number, result FROM deals WHERE {within} AND result IS NOT NULL"  # noqa: S608 - the same
    items = {(table, deal): _items(result) for table, deal, result in connection.execute(text(deals), some)}
    played = f"SELECT table_id, deal, seat, declarer, game FROM standings WHERE {within}"  # noqa: S608 - the same
    for table_id, deal, seat, declarer, game in connection.execute(text(played), some).all():
        lines = items.get((table_id, deal), [])
        tried = [_success(lines, item, seat) for item in announced[table_id, deal, seat]]
        yield {
            "table_id": table_id,
            "deal": deal,
            "seat": seat,
            "contract": _contract(lines, seat) if declarer and game not in TEAMS else 0,
            "kept": tried.count(1),
            "missed": tried.count(-1),
        }


def _items(result: str) -> list[Any]:
    try:
        document = json.loads(result)
    except ValueError:
        document = {}
    return document.get("items", []) if isinstance(document, dict) else []


def _contract(lines: list[Any], declarer: int) -> int:
    known = {line["id"] for line in lines}
    return _success(lines, next((each for each in CONTRACT if each in known), ""), declarer)


def _success(lines: list[Any], item: str, seat: int) -> int:
    """Return 1 if the lines of an item brought a seat more than an equal share, -1 if less, 0 if neither."""
    brought = [line["amounts"] for line in lines if line["id"] == item]
    more: int = sum(len(each) * each[seat] - sum(each) for each in brought)
    return (more > 0) - (more < 0)


def _rate(connection: Connection) -> None:
    """Rate the sessions that are over, in the order in which they ended, as the program does."""
    sessions = text("""
        SELECT standings.table_id, COALESCE(min(tables.ended_at), max(standings.at)) AS over
        FROM standings LEFT JOIN tables ON tables.id = standings.table_id
        WHERE tables.id IS NULL OR tables.ended_at IS NOT NULL
        GROUP BY standings.table_id ORDER BY over, standings.table_id
    """)
    known: dict[tuple[int, int, str, str], RatingRow] = {}
    rows: list[RatedRow] = []
    for table_id, at in connection.execute(sessions).all():
        played = _played(connection, table_id)
        found = players(played, TEAMS.get(played[0].game, ()))
        for game in ("", played[0].game) if found else ():
            keys = {each.user_id: (played[0].guild_id, each.user_id, game, "") for each in found}
            before = {user_id: known[key] for user_id, key in keys.items() if key in known}
            for row in rated_rows(played[0], at, game, found, before):
                rows.append(row)
                known |= {
                    (row.guild_id, row.user_id or 0, game, each.period): each for each in rating_rows(row)
                }
    _insert(connection, "rated", [{name: getattr(row, name) for name in RATED} for row in rows])
    _insert(
        connection,
        "ratings",
        [
            {"guild_id": guild, "user_id": user, **{name: getattr(row, name) for name in RATINGS}}
            for (guild, user, _game, _period), row in known.items()
        ],
    )


def _played(connection: Connection, table_id: str) -> list[SavedStanding]:
    query = text(
        "SELECT guild_id, game, at, deal, seat, user_id, name, points, net, computers, declarer"
        " FROM standings WHERE table_id = :id ORDER BY deal, seat"
    )
    return [
        SavedStanding(
            table_id, deal, guild_id, game, at, StandingRow(**dict(zip(STANDING, row, strict=True)))
        )
        for guild_id, game, at, deal, *row in connection.execute(query, {"id": table_id})
    ]


def _insert(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        columns = ", ".join(rows[0])
        marks = ", ".join(f":{each}" for each in rows[0])
        connection.execute(text(f"INSERT INTO {name} ({columns}) VALUES ({marks})"), rows)  # noqa: S608 - the same
