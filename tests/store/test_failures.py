"""Which failures of a database may pass by themselves: the exit code of a start says so."""

from __future__ import annotations

import os
import sqlite3
from errno import EACCES, EDQUOT, EISDIR, ENOSPC
from pathlib import Path

import pytest
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bot.__main__ import main
from bot.errors import StoreError, StoreOutageError
from bot.store.failures import in_words, unwritable


class ServerError(Exception):
    """What a driver of PostgreSQL raises."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("something")
        self.sqlstate = sqlstate


OUTAGES = (
    sqlite3.OperationalError("database or disk is full"),
    sqlite3.OperationalError("database is locked"),
    sqlite3.OperationalError("disk I/O error"),
    *map(ServerError, ("08006", "53100", "53300", "57014", "57P03", "XX000")),
    PoolTimeoutError("QueuePool limit of size 5 overflow 0 reached"),
    TimeoutError(),
    ConnectionRefusedError(),
)
LASTING = (
    sqlite3.DatabaseError("file is not a database"),
    sqlite3.DatabaseError("database disk image is malformed"),
    sqlite3.OperationalError("unable to open database file"),
    sqlite3.OperationalError("attempt to write a readonly database"),
    *map(ServerError, ("28P01", "3D000", "42501")),
)


@pytest.mark.parametrize("error", [*OUTAGES, *LASTING], ids=repr)
def test_some_failures_pass_and_others_do_not(error: Exception) -> None:
    assert type(in_words("x", error)) is (StoreOutageError if error in OUTAGES else StoreError)


@pytest.mark.parametrize(
    ("code", "kind"),
    [(ENOSPC, StoreOutageError), (EDQUOT, StoreOutageError), (EACCES, StoreError), (EISDIR, StoreError)],
)
def test_only_a_full_disk_may_have_room_later(code: int, kind: type[StoreError]) -> None:
    error = unwritable(Path("skiz.db"), OSError(code, os.strerror(code)))
    assert type(error) is kind
    assert str(error) == f"The file skiz.db cannot be written: {os.strerror(code)}."


@pytest.mark.usefixtures("no_settings")
@pytest.mark.parametrize(("error", "code"), [(StoreOutageError("Full."), 1), (StoreError("Damaged."), 2)])
def test_the_error_says_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: StoreError, code: int
) -> None:
    def fails(*_: object) -> int:
        raise error

    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    monkeypatch.setattr("bot.cli.backup.run", fails)
    assert main(["backup", "copy.db"]) == code
    assert capsys.readouterr().err == f"{error}\n"
