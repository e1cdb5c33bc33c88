"""What went wrong with the database, as one line that says what to do. It holds no value of a row."""

from __future__ import annotations

from typing import Final

from bot.errors import StoreError

_SYMPTOMS: Final = {
    "file is not a database": "is not a database; move it away or set another path",
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


def in_words(name: str, error: Exception) -> StoreError:
    """Return the error that tells the operator what to do.

    Args:
        name: What to call the database.
        error: What SQLAlchemy, the driver or the operating system raised.
    """
    cause = getattr(error, "orig", None) or error
    remedy = _by_state(sqlstate(error)) or _by_symptom(str(cause)) or _by_kind(cause)
    # Only the first line: in the others PostgreSQL shows the row concerned.
    said = str(cause).partition("\n")[0].rpartition(">: ")[2]
    return StoreError(f"The database {name} {remedy or f'failed: {said}'}.")


def sqlstate(error: BaseException) -> str:
    """Return the SQLSTATE that PostgreSQL gave an error, or `""`."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) or ""


def _by_state(state: str) -> str | None:
    return next((words for begin, words in _STATES.items() if state.startswith(begin)), None)


def _by_symptom(text: str) -> str | None:
    return next((words for symptom, words in _SYMPTOMS.items() if symptom in text), None)


def _by_kind(cause: object) -> str | None:
    if isinstance(cause, TimeoutError):
        return _STATES["57014"]
    if isinstance(cause, OSError) or "connection" in str(cause):
        return _UNREACHABLE
    return None
