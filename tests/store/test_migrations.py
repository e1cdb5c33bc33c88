from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import MetaData, inspect, select, text

from bot.store import ActionRow, DealEnd, Store, StoreError, migrations, schema
from bot.store.migrations import known
from tests.store.filling import play, rate
from tests.store.old import add_migration, copied_migrations, of_version, synchronously
from tests.store.rows import ANNA, BELA, CLARA, DEAL, SEATS, TABLE, saved, standing

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations to which others can be added."""
    return copied_migrations(tmp_path, monkeypatch)


def described(connection: Connection) -> dict[str, Any]:
    """All that the database knows of its own schema."""
    if connection.dialect.name == "sqlite":
        names = [name for (name,) in connection.execute(text("SELECT name FROM sqlite_schema ORDER BY 1"))]
        kinds = connection.execute(text("PRAGMA table_list")).all()
        columns = {name: connection.execute(text(f"PRAGMA table_xinfo({name})")).all() for name in names}
        return {
            "kinds": sorted(tuple(row) for row in kinds),
            # An added column is the last one, whatever its position in a new database.
            "columns": {name: sorted(tuple(row)[1:] for row in rows) for name, rows in columns.items()},
        }
    found = inspect(connection)
    names = found.get_table_names()
    return {
        name: [
            sorted(map(str, part))
            for part in (found.get_columns(name), found.get_indexes(name), found.get_foreign_keys(name))
        ]
        for name in names
    }


def version(connection: Connection) -> str | None:
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate_to(number: str) -> Any:
    """Return a function that migrates an empty database to a version."""

    def work(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(migrations.FOLDER))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, number)

    return work


def test_migrations_are_numbered_without_a_gap() -> None:
    assert known() == tuple(f"{number:04}" for number in range(1, len(known()) + 1))


FIRST, *LATER = known()


@pytest.mark.parametrize(
    ("database", "older"),
    [
        *(("sqlite", each) for each in known()),
        ("postgresql", FIRST),  # which runs every migration
        *(pytest.param("postgresql", each, marks=pytest.mark.long) for each in LATER),
    ],
    indirect=["database"],
)
async def test_every_older_version_is_migrated_to_the_schema_of_a_new_database(
    database: Path | str, older: str
) -> None:
    await (await Store.open(database)).close()
    new = await synchronously(database, described)
    await synchronously(database, emptied)
    await synchronously(database, migrate_to(older))
    await (await Store.open(database)).close()
    assert await synchronously(database, version) == known()[-1]
    assert await synchronously(database, described) == new


STANDINGS = (
    (standing(ANNA, 6, name="Anna"), standing(BELA, -3), standing(CLARA, -3)),
    (standing(ANNA, -4, 1, name="Anna II"), standing(None, 4, 1)),
    (standing(ANNA, 0, name="Anna III"), standing(BELA, 0, name="Béla")),
)


async def test_every_open_table_gets_a_secret_of_its_own(database: Path | str) -> None:
    store = await Store.open(database)
    for number, ended_at in enumerate((None, None, 5.0)):
        await store.log.add_table(TABLE._replace(id=f"t{number}", ended_at=ended_at), SEATS)
    await store.close()
    await synchronously(database, without_seals)
    await (await Store.open(database)).close()
    secrets = dict(await synchronously(database, secrets_of))
    assert len(secrets["t0"]) == len(secrets["t1"]) == 64
    assert secrets["t0"] != secrets["t1"]
    assert secrets["t2"] == ""


def secrets_of(connection: Connection) -> list[Any]:
    return list(connection.execute(select(schema.tables.c.id, schema.tables.c.secret)))


OLD_TALLIES: Final = """
CREATE TABLE tallies (
    guild_id BIGINT, user_id BIGINT, game TEXT, month TEXT, name TEXT, named_at FLOAT, among_people INTEGER,
    people_net BIGINT, computers_net BIGINT, PRIMARY KEY (guild_id, user_id, game, month))
"""
"""The columns that a later migration needs."""


def without_standings(connection: Connection) -> None:
    """Downgrade to version 0015."""
    for statement in (
        *("DROP TABLE records", "DROP TABLE plays", "ALTER TABLE tables DROP COLUMN given"),
        *(f"ALTER TABLE tables DROP COLUMN {name}" for name in ("hints", "match")),
        "ALTER TABLE deals DROP COLUMN summary",
        "ALTER TABLE servers DROP COLUMN hints",
        *("DROP TABLE rated", "DROP TABLE ratings", "DROP TABLE tallies"),
        *(f"ALTER TABLE standings DROP COLUMN {name}" for name in ("contract", "kept", "missed")),
        OLD_TALLIES,
        "UPDATE alembic_version SET version_num = '0015'",
    ):
        connection.execute(text(statement))


def without_seals(connection: Connection) -> None:
    """Downgrade to version 0010."""
    without_standings(connection)
    connection.execute(text("DROP TABLE servers"))
    connection.execute(text("DROP INDEX standings_by_time"))
    for table, column in (
        ("tables", "rematch"),
        ("tables", "secret"),
        ("deals", "secret"),
        ("deals", "press"),
        ("tables", "strength"),
        ("seats", "strength"),
    ):
        connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
    connection.execute(text("UPDATE alembic_version SET version_num = '0010'"))


FIRST_OF_MONTH = datetime(2026, 11, 1, tzinfo=UTC).timestamp()


async def test_tallies_are_added_up_from_the_standings(database: Path | str) -> None:
    store = await Store.open(database)
    for number, (standings, game) in enumerate(product(STANDINGS, ("some_game", "other_game"))):
        table = TABLE._replace(id=f"t{number}", game=game)
        rows = tuple(each._replace(seat=seat) for seat, each in enumerate(standings))
        await store.log.add_table(table, SEATS)
        await store.log.start_deal(saved(table), SEATS, DEAL)
        at = FIRST_OF_MONTH + (number - 3) * 1e-6
        await store.log.append(saved(table, 2), 1, 0, (), at, DealEnd("{}", rows))
    await store.close()
    kept = await synchronously(database, tallies_of)
    await synchronously(database, without_tallies)
    await (await Store.open(database)).close()
    assert await synchronously(database, tallies_of) == kept
    assert len({(row.game, row.period) for row in kept}) == 8


async def test_finished_sessions_are_rated(database: Path | str) -> None:
    store = await Store.open(database)
    for number, guild in enumerate((1, 1, 2)):
        await rate(store, f"t{number}", 3, -1, 4, 2, guild=guild, at=FIRST_OF_MONTH + number)
    await rate(store, "short", 3, -1)
    await play(store, "open")
    await rate(store, "purged", 1, 1, 1, 1, at=FIRST_OF_MONTH + 9)
    await store.close()
    await synchronously(database, lambda found: found.execute(text("DELETE FROM tables WHERE id = 'purged'")))
    kept = await synchronously(database, rated_of)
    await synchronously(database, without_standings)
    await (await Store.open(database)).close()
    assert await synchronously(database, rated_of) == kept
    assert len(kept[0]) == 4 * 4


def rated_of(connection: Connection) -> list[Any]:
    found = (connection.execute(select(each).order_by(*each.primary_key.columns)) for each in RATINGS)
    return [list(rows) for rows in found]


RATINGS: Final = (schema.rated, schema.ratings)
LINES: Final = [
    {"id": "game", "amounts": [-2, 1, 1]},
    {"id": "pagat_ultimo", "amounts": [3, 0, 0]},
    {"id": "valat", "amounts": [0, 8, 8]},
]


@pytest.mark.parametrize("result", ["", "[]", "{}", json.dumps({"items": LINES})])
async def test_contracts_and_announcements_are_counted_from_the_logs(
    database: Path | str, result: str
) -> None:
    store = await Store.open(database)
    await store.log.add_table(TABLE, SEATS)
    await store.log.start_deal(saved(TABLE), SEATS, DEAL)
    said = (ActionRow(0, "announce pagat_ultimo"), ActionRow(0, "announce valat"), ActionRow(1, "pass"))
    rows = standing(ANNA, -2)._replace(declarer=True), standing(BELA, 1, seat=1)
    await store.log.append(saved(TABLE, 2), 1, 0, said, 5.0, DealEnd(result, rows))
    await store.close()
    await synchronously(database, without_standings)
    store = await Store.open(database)
    anna, bela = [each async for each in store.history.players()]
    own, other = anna.standings[0].row, bela.standings[0].row
    assert (own.contract, own.kept, own.missed) == ((-1, 1, 1) if "items" in result else (0, 0, 0))
    assert (other.contract, other.kept, other.missed) == (0, 0, 0)
    assert (anna.tallies[0].failed, anna.tallies[0].kept) == (int("items" in result),) * 2
    await store.close()


def tallies_of(connection: Connection) -> list[Any]:
    rows = connection.execute(select(schema.tallies).order_by(*schema.tallies.primary_key.columns))
    return list(rows)


def without_tallies(connection: Connection) -> None:
    """Downgrade to version 0004."""
    without_standings(connection)
    for statement in (
        "ALTER TABLE seats DROP COLUMN strength",
        "ALTER TABLE tables DROP COLUMN strength",
        "ALTER TABLE seats DROP COLUMN wants_end",
        *(
            f"ALTER TABLE tables DROP COLUMN {name}"
            for name in (
                *("pace", "remind_at", "due_at", "reminded", "ready", "asleep", "idle_since"),
                *("secret", "rematch"),
            )
        ),
        *(f"ALTER TABLE deals DROP COLUMN {name}" for name in ("secret", "press")),
        "ALTER TABLE seats DROP COLUMN missed",
        "ALTER TABLE seats DROP COLUMN wants_pause",
        "ALTER TABLE messages DROP COLUMN digest",
        "ALTER TABLE messages DROP COLUMN called",
        "ALTER TABLE people DROP COLUMN seen_at",
        "DROP TABLE servers",
        "DROP TABLE servers_left",
        "DROP TABLE tallies",
        "DROP INDEX standings_by_time",
        "DROP INDEX standings_of_person",
        "CREATE INDEX standings_of_guild ON standings (guild_id, game, user_id)",
        "UPDATE alembic_version SET version_num = '0004'",
    ):
        connection.execute(text(statement))


def emptied(connection: Connection) -> None:
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA user_version = 0"))


async def test_the_migrations_lead_to_the_schema(database: Path | str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    await synchronously(database, migrate_to("head"))
    assert await synchronously(database, differences) in ([], [("add_table", schema.versions)])
    migrated = await synchronously(database, described)
    await synchronously(database, emptied)
    await synchronously(database, schema.metadata.create_all)
    assert await synchronously(database, described) == migrated, "including STRICT and WITHOUT ROWID"


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_a_database_of_0_1_0_is_adopted(path: Path, number: int) -> None:
    await (await Store.open(path)).close()
    new = await synchronously(path, described)
    path.unlink()
    of_version(path, number)
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("INSERT INTO settings VALUES ('commands', 'abc')")
    store = await Store.open(path)
    assert await store.settings.get("commands") == "abc"
    await store.close()
    assert await synchronously(path, version) == known()[-1]
    assert await synchronously(path, described) == new


async def test_0_1_0_does_not_open_a_newer_database(path: Path) -> None:
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as found:
        assert found.execute("PRAGMA user_version").fetchone()[0] == int(known()[-1]) > 3


async def test_a_failing_migration_leaves_the_database_as_it_was(database: Path | str, folder: Path) -> None:
    await (await Store.open(database)).close()
    before = await synchronously(database, described), await synchronously(database, version)
    add_migration(folder, "CREATE TABLE tables (x INTEGER)")
    with pytest.raises(StoreError, match=r"nothing was changed.*already exists") as caught:
        await Store.open(database)
    assert "\n" not in str(caught.value)
    assert (await synchronously(database, described), await synchronously(database, version)) == before


async def test_migrating_is_logged(
    database: Path | str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await Store.open(database)).close()
    before, after = known()[-1], add_migration(folder, "CREATE TABLE other (x INTEGER)")
    with caplog.at_level("INFO"):
        await (await Store.open(database)).close()
    (told,) = [each for each in caplog.records if each.name != "asyncio"]  # and nothing by Alembic
    assert f"was brought from version {before} to {after}" in told.getMessage()
    assert await synchronously(database, version) == after


async def test_a_newer_database_is_refused(database: Path | str, folder: Path) -> None:
    newer = add_migration(folder, "CREATE TABLE other (x INTEGER)")
    await (await Store.open(database)).close()
    (folder / "versions" / f"{newer}_more.py").unlink()
    with pytest.raises(StoreError, match="written by a newer version of this program") as caught:
        await Store.open(database)
    assert "\n" not in str(caught.value)
