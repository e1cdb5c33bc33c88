"""Databases of 0.1.0, of other versions, and migrations that fail."""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Column, Connection, DefaultClause, Table, inspect, select, text

from bot.store import (
    ActionRow,
    DealEnd,
    DealRow,
    Message,
    Person,
    PlayRow,
    SavedPlayer,
    SeatRow,
    Server,
    StandingRow,
    Store,
    StoreError,
    TableRow,
    schema,
)
from bot.store.migrations import known
from tests.store.helpers import (
    ANNA,
    BELA,
    CLARA,
    DEAL,
    SEATS,
    TABLE,
    add_migration,
    end_session,
    execute,
    of_0_1_0,
    play,
    play_deals,
    rate,
    saved,
    seated,
    standing,
    synchronously,
    value,
)

DAY = 24 * 60 * 60
FIRST_OF_MONTH = datetime(2026, 11, 1, tzinfo=UTC).timestamp()


def described(connection: Connection) -> Any:
    """All that the database knows of its own schema."""
    if connection.dialect.name == "sqlite":
        names = [name for (name,) in connection.execute(text("SELECT name FROM sqlite_schema ORDER BY 1"))]
        kinds = connection.execute(text("PRAGMA table_list")).all()
        parts = [
            (name, pragma, sorted(map(str, connection.execute(text(f"PRAGMA {pragma}({name})")).all())))
            for name, pragma in product(names, ("table_xinfo", "index_xinfo", "foreign_key_list"))
        ]
        # An added column is the last one, whatever its position in a new database.
        return sorted(map(str, kinds)), re.sub(r"\(\d+, ", "(", str(parts))
    found = inspect(connection)
    names = found.get_table_names()
    read = (found.get_columns, found.get_indexes, found.get_foreign_keys)
    return {name: [sorted(map(str, each(name))) for each in read] for name in names}


def version(connection: Connection) -> str | None:
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def rows_of(*tables: Table) -> Any:
    def read(connection: Connection) -> list[Any]:
        return [connection.execute(select(each).order_by(*each.primary_key)).all() for each in tables]

    return read


@pytest.fixture
def old(path: Path) -> Path:
    """Where a database of 0.1.0 can be made."""
    return path.with_name("old.db")


async def adopted(old: Path, source: Path) -> Store:
    """Open what 0.1.0 had kept of a database."""
    of_0_1_0(old, source)
    return await Store.open(old)


# -- from 0.1.0 ----------------------------------------------------------------------------


async def test_a_database_of_0_1_0_gets_the_schema_of_a_new_one(path: Path, old: Path) -> None:
    await (await Store.open(path)).close()
    of_0_1_0(old)
    execute(old, "INSERT INTO settings VALUES ('commands', 'abc')")
    store = await Store.open(old)
    assert await store.settings.get("commands") == "abc"
    await store.close()
    assert await synchronously(old, version) == known()[-1]
    assert await synchronously(old, lambda found: value(found, "PRAGMA user_version")) == int(known()[-1]), (
        "0.1.0, whose number is 3, does not open it"
    )
    assert await synchronously(old, described) == await synchronously(path, described)


async def test_what_standings_come_to_is_what_the_program_would_have_saved(path: Path, old: Path) -> None:
    store = await Store.open(path)
    await play(store, "open")
    await rate(store, "short", 3, -1)
    deals = (
        (standing(ANNA, 6, name="Anna"), standing(BELA, -3), standing(CLARA, -3)),
        (standing(ANNA, -4, 1, name="Anna II"), standing(None, 4, 1)),
        (standing(ANNA, 0, name="Anna III"), standing(BELA, 0, name="Béla")),
    )
    for number, (rows, game) in enumerate(product(deals, ("some_game", "other_game"))):
        table = TABLE._replace(id=f"t{number}", game=game)
        at = FIRST_OF_MONTH + (number - 3) * 1e-6
        await play_deals(store, table, DealEnd("{}", seated(rows)), at=at)
    for number, guild in enumerate((1, 1, 2), 1):
        await rate(store, f"r{number}", 3, -1, 4, 2, guild=guild, at=FIRST_OF_MONTH + number)
    await rate(store, "purged", 1, 1, 1, 1, at=FIRST_OF_MONTH + 9)
    partners = seated(standing(user, net) for user, net in ((ANNA, 2), (BELA, 2), (CLARA, -2), (14, -2)))
    royal = TABLE._replace(id="royal", game="royal_tarokk")
    royal = await play_deals(store, royal, *[DealEnd("{}", partners)] * 4)
    await end_session(store, royal, FIRST_OF_MONTH + 20, ((0, 1), (2, 3)))
    await store.close()
    await synchronously(path, lambda found: found.execute(text("DELETE FROM tables WHERE id = 'purged'")))
    await (await adopted(old, path)).close()
    read = rows_of(schema.tallies, schema.rated, schema.ratings)
    kept = await synchronously(path, read)
    assert await synchronously(old, read) == kept
    assert len({(row.game, row.period) for row in kept[0]}) > 8
    assert len({row.table_id for row in kept[1]}) == 5


LINES = [
    {"id": "game", "amounts": [-2, 1, 1]},
    {"id": "pagat_ultimo", "amounts": [3, 0, 0]},
    {"id": "valat", "amounts": [0, 8, 8]},
]
SAID = [ActionRow(0, "announce pagat_ultimo"), ActionRow(0, "announce valat"), ActionRow(1, "pass")]


async def player_after(old: Path, path: Path, result: str, *said: ActionRow) -> SavedPlayer:
    """Anna, who was the declarer of a deal with this result under 0.1.0."""
    store = await Store.open(path)
    rows = standing(ANNA, -2)._replace(declarer=True), standing(BELA, 1, seat=1)
    await play_deals(store, TABLE, DealEnd(result, rows), actions=said)
    await store.close()
    store = await adopted(old, path)
    anna, bela = [each async for each in store.history.players()]
    await store.close()
    other = bela.standings[0]
    assert (other.contract, other.kept, other.missed) == (0, 0, 0)
    return anna


@pytest.mark.parametrize("result", ["", "[]", "{}", json.dumps({"items": LINES})])
async def test_contracts_and_announcements_are_counted_from_the_logs(
    path: Path, old: Path, result: str
) -> None:
    anna = await player_after(old, path, result, *SAID)
    own = anna.standings[0]
    assert (own.contract, own.kept, own.missed) == ((-1, 1, 1) if "items" in result else (0, 0, 0))
    assert (anna.tallies[0].failed, anna.tallies[0].kept) == (int("items" in result),) * 2


@pytest.mark.parametrize(
    ("lines", "contract", "kept"),
    [
        ({"double_game": [4, -2, -2]}, 1, 0),
        ({"volat": [-6, 3, 3], "valat": [8, -4, -4]}, 1, 1),
        ({"game": [1, 1, 0]}, 1, 0),
        ({"valat": [1, 1, 0]}, 1, 1),
        ({"game": [1, 1, 1]}, 0, 0),
    ],
)
async def test_the_first_known_item_of_a_deal_decides_whether_its_contract_was_made(
    path: Path, old: Path, lines: dict[str, list[int]], contract: int, kept: int
) -> None:
    result = {"items": [{"id": name, "amounts": amounts} for name, amounts in lines.items()]}
    anna = await player_after(old, path, json.dumps(result), ActionRow(0, "announce valat"))
    assert (anna.standings[0].contract, anna.standings[0].kept) == (contract, kept)


async def test_open_tables_get_secrets_and_people_and_tables_the_time_of_the_migration(
    path: Path, old: Path
) -> None:
    store = await Store.open(path)
    for number, ended_at in enumerate((None, None, 5.0)):
        await store.log.add_table(TABLE._replace(id=f"t{number}", ended_at=ended_at), SEATS)
    await store.people.put((await store.people.get(ANNA))._replace(locale="ja"))
    await store.close()
    before = time.time()
    store = await adopted(old, path)
    after = time.time()
    assert (await store.people.get(ANNA)).seen_at in {before // DAY * DAY, after // DAY * DAY}
    found = [await store.log.table(f"t{number}") for number in range(3)]
    secrets = [each.table.secret for each in found if each]
    assert len(secrets[0]) == len(secrets[1]) == 64
    assert secrets[0] != secrets[1]
    assert secrets[2] == ""
    assert all(before <= each.table.idle_since <= after for each in found if each)
    await store.close()


@pytest.mark.parametrize(
    ("void", "next_dealers", "repeated"),
    [((), (1, 2, 3), None), ((2,), (1, 1, 2), 1), ((1, 2), (0, 0, 1), 2), ((1,), (1, 2, 3), 0)],
)
async def test_deals_that_the_same_dealer_repeated_are_counted_from_the_log(
    path: Path, old: Path, void: tuple[int, ...], next_dealers: tuple[int, ...], repeated: int | None
) -> None:
    store = await Store.open(path)
    table = TABLE._replace(session='{"deals": 3}')
    await store.log.add_table(table, SEATS)
    for number, (dealer, following) in enumerate(zip((0, *next_dealers[:-1]), next_dealers, strict=True), 1):
        result = json.dumps({"void": number in void, "next": {"dealer": following, "session": {}}})
        deal = DEAL._replace(number=number, dealer=dealer)
        await store.log.start_deal(saved(table, 2 * number - 1), SEATS, deal)
        await store.log.append(saved(table, 2 * number), number, 0, (), 9.0, DealEnd(result, ()))
    await store.close()
    store = await adopted(old, path)
    (kept,) = await store.log.open_tables()
    assert json.loads(kept.table.session or "").get("repeated") == repeated
    await store.close()


# -- other versions ------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["0002", "0004", "0022"])
async def test_a_database_from_between_releases_is_refused(path: Path, number: str) -> None:
    await (await Store.open(path)).close()
    execute(path, f"UPDATE alembic_version SET version_num = '{number}'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"by one between releases .*{number}"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_failing_migration_leaves_the_database_as_it_was(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(database)).close()
    before = await synchronously(database, described), await synchronously(database, version)
    add_migration(monkeypatch, "CREATE TABLE tables (x INTEGER)")
    with pytest.raises(StoreError, match=r"nothing was changed.*already exists") as caught:
        await Store.open(database)
    assert "\n" not in str(caught.value)
    assert (await synchronously(database, described), await synchronously(database, version)) == before


async def test_migrating_is_logged(
    database: Path | str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await (await Store.open(database)).close()
    before, after = known()[-1], add_migration(monkeypatch, "CREATE TABLE other (x INTEGER)")
    with caplog.at_level("INFO"):
        await (await Store.open(database)).close()
    (told,) = [each for each in caplog.records if each.name != "asyncio"]  # and nothing by Alembic
    assert f"from version {before} to {after}" in told.getMessage()
    assert await synchronously(database, version) == after


ROWS = {
    TableRow: schema.tables,
    SeatRow: schema.seats,
    DealRow: schema.deals,
    StandingRow: schema.standings,
    PlayRow: schema.plays,
    Message: schema.messages,
    Person: schema.people,
    Server: schema.servers,
}


def default(column: Column[object]) -> object:
    """What a column holds in rows written by an older version."""
    if not isinstance(column.server_default, DefaultClause):
        assert column.nullable
        return None
    (value,) = {str(column.server_default.arg)}
    return int(value) if isinstance(column.server_default.arg, type(text(""))) else value


@pytest.mark.parametrize(("row", "table"), ROWS.items(), ids=lambda each: getattr(each, "name", ""))
def test_defaults_of_row_fields_match_those_of_the_columns(row: type[NamedTuple], table: Table) -> None:
    assert row._field_defaults
    defaults = {name: value for name, value in row._field_defaults.items() if name in table.c}
    assert defaults == {name: default(table.c[name]) for name in defaults}
