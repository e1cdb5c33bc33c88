"""What the standings add up to, so that a page of the leaderboard needs not to count them."""

from __future__ import annotations

from alembic import op
from sqlalchemy import REAL, BigInteger, Column, Double, Integer, Text, text

revision, down_revision = "0005", "0004"

ID = BigInteger().with_variant(Integer(), "sqlite")
TIME: Double[float] = Double().with_variant(REAL(), "sqlite")

MONTH = {
    "sqlite": "strftime('%Y-%m', CAST(at AS INTEGER), 'unixepoch')",
    "postgresql": "to_char(to_timestamp(floor(at)) AT TIME ZONE 'UTC', 'YYYY-MM')",
}

# Each standing counts four times: for its game or all games, in its month or in all months.
# Where several names are equally late, it does not matter which one is taken.
ADD_UP = """
INSERT INTO tallies
SELECT guild_id, user_id, game, month,
       max(CASE WHEN latest = 1 THEN name END), max(at), max(CASE WHEN computers = 0 THEN 1 ELSE 0 END),
       count(CASE WHEN computers = 0 THEN 1 END),
       count(CASE WHEN computers = 0 AND net > 0 THEN 1 END),
       sum(CASE WHEN computers = 0 THEN net ELSE 0 END),
       count(CASE WHEN computers > 0 THEN 1 END),
       count(CASE WHEN computers > 0 AND net > 0 THEN 1 END),
       sum(CASE WHEN computers > 0 THEN net ELSE 0 END)
FROM (
    SELECT *, row_number() OVER (PARTITION BY guild_id, user_id, game, month ORDER BY at DESC) AS latest
    FROM (
        SELECT guild_id, user_id, {game} AS game, {month} AS month, name, at, net, computers
        FROM standings WHERE user_id IS NOT NULL
    ) AS played
) AS ordered
GROUP BY guild_id, user_id, game, month
"""


def upgrade() -> None:
    """Add up the standings there are."""
    op.create_table(
        "tallies",
        Column("guild_id", ID, primary_key=True, autoincrement=False),
        Column("user_id", ID, primary_key=True, autoincrement=False),
        Column("game", Text, primary_key=True),
        Column("month", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("named_at", TIME, nullable=False),
        Column("among_people", Integer, nullable=False),
        Column("people_deals", Integer, nullable=False),
        Column("people_wins", Integer, nullable=False),
        Column("people_net", ID, nullable=False),
        Column("computers_deals", Integer, nullable=False),
        Column("computers_wins", Integer, nullable=False),
        Column("computers_net", ID, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    ranked = (text("among_people DESC"), text("people_net DESC"), text("computers_net DESC"))
    for game in ("game", "''"):
        for month in (MONTH[op.get_bind().dialect.name], "''"):
            op.execute(ADD_UP.format(game=game, month=month))
    op.create_index("tallies_ranked", "tallies", ["guild_id", "game", "month", *ranked, "user_id"])
    op.drop_index("standings_of_guild", "standings")
    op.create_index("standings_of_person", "standings", ["guild_id", "user_id"])
