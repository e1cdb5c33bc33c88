"""From 0.1.0, whose schema has the number 3 and which knew SQLite alone, to the release after it."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from secrets import token_hex
from typing import Any

from alembic import op
from sqlalchemy import Connection, column, insert, table, text

from bot.store.ratings import added_up, players, rated_rows, rating_rows
from bot.store.rows import RatedRow, RatingRow, SavedStanding

DAY = 24 * 60 * 60

BATCH = 50
"""How many tables are read at a time."""

CONTRACT = ("game", "double_game", "valat", "volat")
"""The items that tell whether a contract was made; where a deal has several, the first one of these does."""

TEAMS = {"royal_tarokk": ((0, 1), (2, 3))}
"""The seats that play together in every deal. Such games have no contracts."""

STANDING = (
    *("table_id", "deal", "guild_id", "game", "at", "seat", "user_id", "name", "points", "net", "computers"),
    *("declarer", "contract", "kept", "missed"),
)
TALLY = (
    *("game", "period", "computers", "name", "named_at", "deals", "wins", "net", "made", "failed", "kept"),
    *("missed", "best", "best_table", "best_deal", "worst", "worst_table", "worst_deal"),
)
RATED = (
    *("table_id", "game", "player", "guild_id", "user_id", "name", "team", "points", "at", "sessions"),
    *("mu_before", "sigma_before", "mu", "sigma"),
)
RATING = ("game", "period", "name", "named_at", "sessions", "mu", "sigma", "rating")
"""The columns as they are in this version."""


SCHEMA = """
ALTER TABLE tables ADD COLUMN saves INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';
ALTER TABLE tables ADD COLUMN remind_at REAL;
ALTER TABLE tables ADD COLUMN due_at REAL;
ALTER TABLE tables ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN idle_since REAL NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN ready TEXT NOT NULL DEFAULT '[]';
ALTER TABLE tables ADD COLUMN secret TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN rematch TEXT;
ALTER TABLE tables ADD COLUMN strength TEXT NOT NULL DEFAULT 'steady';
ALTER TABLE tables ADD COLUMN given TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN hints TEXT NOT NULL DEFAULT 'alone';
ALTER TABLE tables ADD COLUMN match TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN wants_pause INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN wants_end INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN strength TEXT;
ALTER TABLE deals ADD COLUMN secret TEXT NOT NULL DEFAULT '';
ALTER TABLE deals ADD COLUMN press INTEGER;
ALTER TABLE deals ADD COLUMN summary TEXT;
ALTER TABLE messages ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN seen_at REAL NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN cards TEXT NOT NULL DEFAULT 'standard';
UPDATE people SET cards = 'large' WHERE large_cards <> 0;
ALTER TABLE people DROP COLUMN large_cards;
ALTER TABLE people ADD COLUMN streak INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN best_streak INTEGER NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN contract INTEGER NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
DROP INDEX standings_of_guild;
CREATE INDEX standings_by_time ON standings (guild_id, at, table_id, deal);
CREATE INDEX standings_of_person ON standings (guild_id, user_id, at, table_id, deal);
CREATE TABLE calls (
    table_id TEXT NOT NULL, kind TEXT NOT NULL, user_id INTEGER NOT NULL, called_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind, user_id, called_id),
    FOREIGN KEY (table_id, kind, user_id) REFERENCES messages (table_id, kind, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE servers (
    guild_id INTEGER NOT NULL PRIMARY KEY, locale TEXT, pace TEXT NOT NULL DEFAULT 'relaxed',
    strength TEXT NOT NULL DEFAULT 'steady', place TEXT NOT NULL DEFAULT 'here',
    hints TEXT NOT NULL DEFAULT 'alone', channels TEXT NOT NULL DEFAULT '[]',
    greeted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE servers_left (
    guild_id INTEGER NOT NULL PRIMARY KEY, left_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tallies (
    guild_id INTEGER NOT NULL, user_id INTEGER NOT NULL, game TEXT NOT NULL, period TEXT NOT NULL,
    computers INTEGER NOT NULL, name TEXT NOT NULL, named_at REAL NOT NULL, deals INTEGER NOT NULL,
    wins INTEGER NOT NULL, net INTEGER NOT NULL, made INTEGER NOT NULL, failed INTEGER NOT NULL,
    kept INTEGER NOT NULL, missed INTEGER NOT NULL, best INTEGER NOT NULL, best_table TEXT NOT NULL,
    best_deal INTEGER NOT NULL, worst INTEGER NOT NULL, worst_table TEXT NOT NULL,
    worst_deal INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id, game, period, computers)
) STRICT, WITHOUT ROWID;
CREATE INDEX tallies_ranked ON tallies (guild_id, game, period, computers, net DESC, user_id);
CREATE TABLE rated (
    table_id TEXT NOT NULL, game TEXT NOT NULL, player INTEGER NOT NULL, guild_id INTEGER NOT NULL,
    user_id INTEGER, name TEXT NOT NULL, team INTEGER NOT NULL, points INTEGER NOT NULL, at REAL NOT NULL,
    sessions INTEGER NOT NULL, mu_before REAL NOT NULL, sigma_before REAL NOT NULL, mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (table_id, game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_of_person ON rated (guild_id, user_id, game, sessions);
CREATE TABLE ratings (
    guild_id INTEGER NOT NULL, user_id INTEGER NOT NULL, game TEXT NOT NULL, period TEXT NOT NULL,
    name TEXT NOT NULL, named_at REAL NOT NULL, sessions INTEGER NOT NULL, mu REAL NOT NULL,
    sigma REAL NOT NULL, rating INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id, game, period)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_ranked ON ratings (guild_id, game, period, rating DESC, user_id);
CREATE TABLE plays (
    table_id TEXT NOT NULL PRIMARY KEY, given TEXT NOT NULL, guild_id INTEGER NOT NULL, user_id INTEGER,
    name TEXT NOT NULL, seat INTEGER NOT NULL, at REAL NOT NULL, points INTEGER,
    contract TEXT NOT NULL DEFAULT '', declarer INTEGER NOT NULL DEFAULT 0, card_points INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX plays_of_person ON plays (user_id, given);
CREATE INDEX plays_of_given ON plays (given, guild_id, points);
CREATE TABLE records (
    id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL, imported INTEGER NOT NULL, at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX records_by_time ON records (imported, at, id)
"""


def upgrade() -> None:
    """Add columns and tables, and fill in what they say of the rows that exist."""
    connection = op.get_bind()
    for statement in SCHEMA.split(";"):
        op.execute(statement)
    _note_times(connection)
    _seal(connection)
    _count_repeated(connection)
    _count_contracts(connection)
    _add_up(connection)
    _rate(connection)


def _note_times(connection: Connection) -> None:
    """Begin to count now since when people and tables were not seen."""
    now = time.time()
    connection.execute(text("UPDATE people SET seen_at = :today"), {"today": now // DAY * DAY})
    connection.execute(text("UPDATE tables SET idle_since = :now"), {"now": now})


def _seal(connection: Connection) -> None:
    """Give every open table the secret of its next deal."""
    for table_id in connection.scalars(text("SELECT id FROM tables WHERE ended_at IS NULL")).all():
        seal = {"id": table_id, "secret": token_hex(32)}
        connection.execute(text("UPDATE tables SET secret = :secret WHERE id = :id"), seal)


def _count_repeated(connection: Connection) -> None:
    """Note in each session how many void deals the same dealer repeated, which counted as deals of it."""
    void = text(
        "SELECT tables.id, tables.session, deals.dealer, deals.result"
        " FROM tables JOIN deals ON deals.table_id = tables.id"
        " WHERE tables.session IS NOT NULL AND deals.result LIKE :void ORDER BY tables.id"
    )
    rows = connection.execute(void, {"void": '%"void": true%'}).all()
    for (table_id, session), deals in groupby(rows, lambda row: row[:2]):
        repeated = sum(json.loads(result)["next"]["dealer"] == dealer for *_, dealer, result in deals)
        changed = {"id": table_id, "session": json.dumps({**json.loads(session), "repeated": repeated})}
        connection.execute(text("UPDATE tables SET session = :session WHERE id = :id"), changed)


def _count_contracts(connection: Connection) -> None:
    """Fill in whether declarers made their contracts, and how many announcements came true."""
    change = text(
        "UPDATE standings SET contract = :contract, kept = :kept, missed = :missed"
        " WHERE table_id = :table_id AND deal = :deal AND seat = :seat"
    )
    query = text("SELECT id FROM tables WHERE id > :after ORDER BY id LIMIT :batch")
    after = ""
    while ids := connection.scalars(query, {"after": after, "batch": BATCH}).all():
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
    items = {(at, deal): _items(result) for at, deal, result in connection.execute(text(deals), some)}
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


def _add_up(connection: Connection) -> None:
    """Add up the standings of each person on each server."""
    order = "user_id IS NOT NULL ORDER BY guild_id, user_id, at, table_id, deal"
    for (guild, user), rows in groupby(
        _standings(connection, order), lambda row: (row.guild_id, row.user_id)
    ):
        added = (_values(each, TALLY) for each in added_up(rows).values())
        _insert(connection, "tallies", [{"guild_id": guild, "user_id": user, **each} for each in added])


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
        played = list(_standings(connection, "table_id = :id ORDER BY deal, seat", id=table_id))
        found = players(played, TEAMS.get(played[0].game, ()))
        for game in ("", played[0].game) if found else ():
            keys = {each.user_id: (played[0].guild_id, each.user_id, game, "") for each in found}
            before = {user_id: known[key] for user_id, key in keys.items() if key in known}
            for row in rated_rows(played[0], at, game, found, before):
                rows.append(row)
                known |= {
                    (row.guild_id, row.user_id or 0, game, each.period): each for each in rating_rows(row)
                }
    _insert(connection, "rated", [_values(row, RATED) for row in rows])
    rated = (
        {"guild_id": guild, "user_id": user, **_values(row, RATING)}
        for (guild, user, *_), row in known.items()
    )
    _insert(connection, "ratings", list(rated))


def _standings(connection: Connection, which: str, **values: object) -> Iterator[SavedStanding]:
    query = f"SELECT {', '.join(STANDING)} FROM standings WHERE {which}"  # noqa: S608 - the same
    for row in connection.execute(text(query), values).all():
        yield SavedStanding(**dict(zip(STANDING, row, strict=True)))


def _values(row: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _insert(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table(name, *map(column, rows[0]))), rows)
