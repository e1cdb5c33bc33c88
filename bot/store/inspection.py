"""Inspects a database without changing a byte of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, create_engine, func, inspect, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from bot.errors import StoreError
from bot.store import migrations
from bot.store.engines import BUSY_SECONDS, engines
from bot.store.failures import DAMAGED, NO_DATABASE, connecting
from bot.store.migrations import version_of
from bot.store.schema import tables

_MAGIC = b"SQLite format 3\0"
_WAL_MAGICS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_WAL_HEADER = 32
"""Bytes of the header of a write-ahead log; SQLite syncs it before it writes the first change."""

_ALONE: Mapping[str, str] = {"mode": "ro", "immutable": "1"}
"""How SQLite opens a database that consists of one file."""
_WITH_WAL: Mapping[str, str] = {"mode": "ro", "readonly_shm": "1"}
"""The same with a write-ahead log, which a connection that may write would merge into the file."""
_SHARED: Mapping[str, str] = {"mode": "rw"}
"""The same while other programs use it. With `mode=ro`, SQLite would leave files behind."""


def followed(path: Path) -> Path:
    """Follow links as SQLite does; a link to itself stays."""
    return Path(os.path.realpath(path))


class Files(NamedTuple):
    """The file of a database and the files that SQLite keeps next to it, existing or not."""

    main: Path
    wal: Path
    shm: Path
    journal: Path

    @classmethod
    def of(cls, path: Path) -> Files:
        return cls(path, *(Path(f"{path}-{end}") for end in ("wal", "shm", "journal")))


def inspect_file(path: Path) -> str | None:
    """Check what can be checked quickly: header, size, schema, version, the first page of tables and indexes.

    Nothing is changed or made. Only `refuse_damaged` checks every page.

    Returns:
        The version of the schema; `None` if there is no file, or nothing in it yet.

    Raises:
        StoreError: The file is damaged, is no database, is newer than this program, belongs to another one,
            or is empty or missing although its write-ahead log exists.
    """
    files = Files.of(followed(path))
    for each in files:
        if os.path.lexists(each) and not each.is_file():
            raise StoreError(f"{each} is not a file; move it away, or set another path.")
    try:
        if not _size(files.main):
            _refuse_orphaned_wal(files, path)
            return None
        _refuse_torn(files, path)
    except OSError as error:
        raise StoreError(
            f"The file {path} cannot be read: {error.strerror}; check its permissions."
        ) from error
    with _opened_quietly(path, files) as connection:
        found = version_of(connection, str(path))
        _read_first_pages(connection)
    return found


def existing(database: Path | str) -> Path | str:
    """Return a database whose file exists; opening it would make one.

    Raises:
        StoreError: There is no such file, or as `inspect_file`.
    """
    if isinstance(database, Path) and inspect_file(database) is None:
        raise StoreError(f"There is no database {database} yet; DATABASE in .env says where it is.")
    return database


def refuse_damaged(path: Path, name: str) -> None:
    """Check every page, index and reference of an SQLite file, and call it by a name.

    Raises:
        StoreError: The file is damaged.
    """
    with reading(path) as connection:
        if damage := _damage(connection):
            raise StoreError(f"The database {name} is damaged ({damage}); restore a backup.")


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open an SQLite file for reading alone. Other programs may go on writing to it.

    Raises:
        StoreError: It cannot be read, or is no database.
    """
    with connecting(str(path)), _opened(path, _SHARED) as connection:
        yield connection


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _refuse_orphaned_wal(files: Files, path: Path) -> None:
    """Check that a missing or empty file has no write-ahead log: SQLite would delete the log."""
    if _size(files.wal):
        state = "is empty" if files.main.exists() else "is missing"
        raise StoreError(
            f"The database {path} {state}, but {files.wal.name} next to it holds changes; restore a backup,"
            f" or move {files.wal.name} away to begin a new database."
        )


def _refuse_torn(files: Files, path: Path) -> None:
    header, wal_header = _start(files.main, 100), _start(files.wal, _WAL_HEADER)
    if not header.startswith(_MAGIC):
        raise StoreError(f"The database {path} {NO_DATABASE if any(header[:16]) else DAMAGED}.")
    if _size(files.wal) <= _WAL_HEADER:
        if _size(files.main) < _least_size(header):
            raise StoreError(f"The database {path} {DAMAGED}.")
    elif not wal_header.startswith(_WAL_MAGICS):
        raise StoreError(
            f"The database {path} is damaged: the latest changes in {files.wal.name} cannot be read;"
            f" restore a backup, or move {files.wal.name} away to go on without them."
        )


def _start(path: Path, size: int) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as opened:
        return opened.read(size)


def _least_size(header: bytes) -> int:
    """Return how many bytes a database has according to its header; 0 if that does not say."""
    page = int.from_bytes(header[16:18])
    pages = int.from_bytes(header[28:32]) if header[24:28] == header[92:96] else 0
    return pages * (65536 if page == 1 else page)


@contextmanager
def _opened_quietly(path: Path, files: Files) -> Iterator[Connection]:
    """Open a database for a moment without changing a byte of its files."""
    made = False
    if _size(files.wal):
        # SQLite reads no write-ahead log without an index, but an empty index will do.
        with suppress(OSError):
            files.shm.touch(0o600, exist_ok=False)
            made = True
    try:
        with connecting(str(path)), ExitStack() as opened:
            try:
                connection = opened.enter_context(_opened(path, _WITH_WAL if _size(files.wal) else _ALONE))
                connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").close()
            except OperationalError:
                # Another program has the file open: it has just removed the log, or not prepared it for us.
                opened.close()
                connection = opened.enter_context(_opened(path, _SHARED))
            yield connection
    finally:
        if made and not _size(files.shm):
            files.shm.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path, mode: Mapping[str, str]) -> Iterator[Connection]:
    url = URL.create("sqlite", database=path.absolute().as_uri(), query={**mode, "uri": "true"})
    engine = create_engine(
        url, connect_args={"timeout": BUSY_SECONDS}, poolclass=NullPool, hide_parameters=True
    )
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON").close()
        yield connection


def _read_first_pages(connection: Connection) -> None:
    """Read a row of each table, and by each index that has all rows."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    for table in map(quote, inspect(connection).get_table_names()):
        indexes = connection.exec_driver_sql(f"PRAGMA index_list({table})").all()
        by_index = [f"INDEXED BY {quote(index)}" for _, index, *_, is_partial in indexes if not is_partial]
        for way in ("NOT INDEXED", *by_index):
            connection.exec_driver_sql(f"SELECT 1 FROM {table} {way} LIMIT 1").close()  # noqa: S608 - quoted


def _damage(connection: Connection) -> str:
    """Return the first thing that is damaged, or `""`."""
    (said,) = connection.exec_driver_sql("PRAGMA integrity_check(1)").one()
    if said != "ok":
        # The line before the last only says which database this is.
        return str(said).rpartition("\n")[2]
    orphan = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    return f"a row of {orphan[0]} belongs to none of {orphan[2]}" if orphan else ""


class Condition(NamedTuple):
    """The state of a database."""

    version: str | None
    """The version of its schema; `None` if it has no tables."""
    may_create: bool
    """Whether the user of PostgreSQL may create tables, as migrations do."""
    open_tables: int
    newest: float
    """When a table was last opened or ended, in seconds since 1970; 0 if there is none."""

    @property
    def is_newest(self) -> bool:
        return self.version == migrations.known()[-1]


_EMPTY = Condition(None, may_create=True, open_tables=0, newest=0.0)


async def condition(database: Path | str) -> Condition:
    """Return the state of a database. A file need not exist.

    Raises:
        StoreError: The database cannot be read, is damaged, is newer than this program, or belongs to another
            one.
    """
    if isinstance(database, Path):
        if inspect_file(database) is None:
            return _EMPTY
        refuse_damaged(database, str(database))
        with reading(database) as connection:
            return _condition(connection, str(database))
    opened = engines(database)
    try:
        with connecting(opened.name):
            async with opened.reader.connect() as connected:
                return await connected.run_sync(_condition, opened.name)
    finally:
        await opened.close()


def _condition(connection: Connection, name: str) -> Condition:
    found = migrations.version_of(connection, name)
    if found is None:
        return _EMPTY._replace(may_create=_may_create(connection))
    opened = select(func.count()).where(tables.c.ended_at.is_(None))
    latest = select(func.max(tables.c.created_at), func.max(tables.c.ended_at))
    times = connection.execute(latest).one()
    return Condition(
        found,
        _may_create(connection),
        connection.execute(opened).scalar_one(),
        max((at for at in times if at is not None), default=0.0),
    )


def _may_create(connection: Connection) -> bool:
    if connection.dialect.name == "sqlite":
        return True
    return bool(
        connection.execute(select(func.has_schema_privilege(func.current_schema(), "CREATE"))).scalar()
    )
