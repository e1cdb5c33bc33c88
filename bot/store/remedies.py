"""What went wrong with the database, as one line that says what to do. It holds no value of a row."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bot.errors import StoreError

FAILURES: Final = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeDecodeError)
"""What a database may raise; the last comes from messages of SQLite that quote a damaged schema."""

_DAMAGED: Final = "is damaged; restore a backup"

_SYMPTOMS: Final = {
    "file is not a database": "is not a database; move it away or set another path",
    "malformed": _DAMAGED,
    "Could not decode to UTF-8": _DAMAGED,
    "codec can't decode": _DAMAGED,
    "database is locked": "is locked by another program; stop that one first",
    "unable to open database file": "cannot be opened; check its folder's permissions",
    "readonly database": "cannot be written; check its permissions",
    "disk is full": "cannot grow: the disk is full",
}
"""What SQLite says -> what it means."""

_UNREACHABLE: Final = "cannot be reached; check that its server runs and that DATABASE names it"

_STATES: Final = {
    "08": _UNREACHABLE,
    "28": "refuses the user or password in DATABASE; correct them",
    "3D": "does not exist on its server; create it with createdb, or correct DATABASE",
    "42501": "may not be changed by the user in DATABASE; make that user its owner",
    "53100": "cannot grow: the disk of its server is full",
    "53300": "has no connection left; raise max_connections of its server",
    "57014": "did not answer in time; check the load of its server",
    "57P": "is being stopped or started; wait until its server is back",
}
"""What an SQLSTATE of PostgreSQL begins with -> what it means."""


_TAKEN: Final = (
    *("23503", "23505"),
    *("SQLITE_CONSTRAINT_FOREIGNKEY", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"),
)


def in_words(name: str, error: Exception) -> StoreError:
    """Return the error that tells the operator what to do.

    Args:
        name: What to call the database.
        error: What SQLAlchemy, the driver or the operating system raised.
    """
    cause = getattr(error, "orig", None) or error
    remedy = _by_state(code(error)) or _by_symptom(str(cause)) or _by_kind(cause)
    # Only the first line: in the others PostgreSQL shows the row concerned.
    said = str(cause).partition("\n")[0].rpartition(">: ")[2]
    return StoreError(f"The database {name} {remedy or f'failed: {said}'}.")


def code(error: BaseException) -> str:
    """Return the SQLSTATE that PostgreSQL gave an error, or SQLite's name of it, or `""`."""
    cause = getattr(error, "orig", error)
    return getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None) or ""


def is_taken(error: BaseException) -> bool:
    """Whether a row was refused because its key exists already, or because what it belongs to does not."""
    return code(error) in _TAKEN


def _by_state(state: str) -> str | None:
    return next((words for begin, words in _STATES.items() if state.startswith(begin)), None)


def _by_symptom(text: str) -> str | None:
    return next((words for symptom, words in _SYMPTOMS.items() if symptom in text), None)


def _by_kind(cause: object) -> str | None:
    if isinstance(cause, PoolTimeoutError):
        return "is too slow for what is to be saved; check the load of its disk or server"
    if isinstance(cause, TimeoutError):
        return _STATES["57014"]
    if isinstance(cause, OSError) or "connection" in str(cause):
        return _UNREACHABLE
    return None
