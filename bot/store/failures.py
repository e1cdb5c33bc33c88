"""What went wrong with the database, as one line that says what to do. It holds no value of a row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bot.errors import StoreError, StoreOutageError

FAILURES = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeDecodeError)
"""What a database may raise; the last comes from messages of SQLite that quote a damaged schema."""

DAMAGED = "is damaged; restore a backup"
NO_DATABASE = "is not a database; restore a backup, or set another path"
_CLOSED_FOLDER = "cannot be opened; check its folder's permissions"
_READ_ONLY = "cannot be written; check its permissions"

_SYMPTOMS = {
    "file is not a database": NO_DATABASE,
    "malformed": DAMAGED,
    "Could not decode to UTF-8": DAMAGED,
    "codec can't decode": DAMAGED,
    "database is locked": "is locked by another program; stop that one first",
    "unable to open database file": _CLOSED_FOLDER,
    "readonly database": _READ_ONLY,
    "disk is full": "cannot grow: the disk is full",
}
"""What SQLite says -> what it means."""

_UNREACHABLE = "cannot be reached; check that its server runs and that DATABASE names it"

_POOLED = "is behind a pooler of transactions; let DATABASE_DIRECT name its address without the pooler"

STATES = {
    "08": _UNREACHABLE,
    "26": _POOLED,
    "28": "refuses the user or password in DATABASE; correct them",
    "3D": "does not exist on its server; create it with createdb, or correct DATABASE",
    "42P05": _POOLED,
    "42501": "may not be changed by the user in DATABASE; make that user its owner",
    "53100": "cannot grow: the disk of its server is full",
    "53300": "has no connection left; raise max_connections of its server",
    "57014": "did not answer in time; check the load of its server",
    "57P": "is being stopped or started; wait until its server is back",
}
"""What an SQLSTATE of PostgreSQL begins with -> what it means."""

_LASTING = (
    *(_CLOSED_FOLDER, _READ_ONLY, NO_DATABASE, DAMAGED, _POOLED),
    *(STATES[state] for state in ("28", "3D", "42501")),
)
"""What a restart does not mend."""

_TAKEN = (
    *("23503", "23505"),
    *("SQLITE_CONSTRAINT_FOREIGNKEY", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"),
)


@contextmanager
def connecting(name: str) -> Iterator[None]:
    """Put in words what goes wrong with a connection, its address included.

    Raises:
        StoreError: What went wrong, and what to do.
    """
    try:
        yield
    except FAILURES as error:
        # The chain is cut: a driver's text may show a row, with its cards.
        raise in_words(name, error) from None
    except ValueError:
        # The driver says which part of the address it could not read, which may be the password.
        raise StoreError(
            "DATABASE is not an address like postgresql://user:password@host:port/name;"
            " special characters of the password have to be percent-encoded, such as %2F for a slash."
        ) from None


def in_words(name: str, error: Exception) -> StoreError:
    """Return the error that tells the operator what to do about a database, called by a name."""
    cause = getattr(error, "orig", None) or error
    state, text = code(error), str(cause)
    known = (meaning for begin, meaning in STATES.items() if state.startswith(begin))
    seen = (meaning for symptom, meaning in _SYMPTOMS.items() if symptom in text)
    meaning = next(known, None) or next(seen, None) or _by_kind(cause)
    # Only the first line: in the others PostgreSQL shows a row.
    said = text.partition("\n")[0].rpartition(">: ")[2]
    kind = StoreError if meaning in _LASTING else StoreOutageError
    return kind(f"The database {name} {meaning or f'failed: {said}'}.")


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return the error that says why a file cannot be written."""
    kind = StoreOutageError if error.errno in {ENOSPC, EDQUOT} else StoreError
    return kind(f"The file {path} cannot be written: {error.strerror}.")


def code(error: BaseException) -> str:
    """Return the SQLSTATE that PostgreSQL gave an error, or SQLite's name of it, or `""`."""
    cause = getattr(error, "orig", error)
    return getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None) or ""


def is_taken(error: BaseException) -> bool:
    """Return whether a row was refused because its key exists, or because the row it belongs to does not."""
    return code(error) in _TAKEN


def _by_kind(cause: object) -> str | None:
    if isinstance(cause, PoolTimeoutError):
        return "is too slow for what is to be saved; check the load of its disk or server"
    if isinstance(cause, TimeoutError):
        return STATES["57014"]
    if isinstance(cause, OSError) or "connection" in str(cause):
        return _UNREACHABLE
    return None
