"""Files as a power cut, another program or an editor leaves them, and what commands make of them."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.__main__ import main
from tests.store.old import of_0_1_0

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pytest

State: TypeAlias = "Callable[[Path], None]"
"""Brings a file into a state."""
Command: TypeAlias = tuple[str, ...]

TOP: Final = Path(__file__).parents[2]
RECORD: Final = TOP / "tests/golden/tapp_tarock.worked.jsonl"

DATABASE: Final = Path("data/playground.db")
"""The database of every command: the playground's, so that a start needs no token."""
WAL: Final = Path(f"{DATABASE}-wal")
SHM: Final = Path(f"{DATABASE}-shm")
BACKUP: Final = Path("backup.db")
TARGET: Final = Path("new.db")

START: Final = ("play",)
CHECK: Final = ("check",)
SAVE: Final = ("backup", "copy.db")
RECOUNT: Final = ("recount",)
IMPORT: Final = ("import", str(RECORD))
MOVE: Final = ("move", str(DATABASE), str(TARGET))
RESTORE: Final = ("restore", str(BACKUP))
READING: Final = (START, CHECK, SAVE, RECOUNT, IMPORT, MOVE)
"""The commands that are given a database."""
NAMES: Final = [command[0] for command in READING]


@dataclass(frozen=True)
class Images:
    """Databases to spoil."""

    closed: Path
    """The folder of one that was closed."""
    killed: Path
    """The folder of one whose program was killed: its latest change is in the log."""
    foreign: Path
    """The same of another program."""


def copy_files(source: Path, target: Path) -> None:
    for each in source.iterdir():
        if each.is_file():
            shutil.copy(each, target)


# -- states --------------------------------------------------------------------------------


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def cut_a_little(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 1)


def one_byte(file: Path) -> None:
    file.write_bytes(b"\n")


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def zeroed(file: Path) -> None:
    file.write_bytes(bytes(file.stat().st_size))


def page_zeroed(number: int) -> State:
    def zero(file: Path) -> None:
        size = int.from_bytes(file.read_bytes()[16:18])
        with file.open("r+b") as opened:
            opened.seek((number - 1) * size)
            opened.write(bytes(size))

    return zero


def letter(file: Path) -> None:
    file.write_text("Hello friends, this is no database. " * 50, encoding="utf-8")


def letter_with_mark(file: Path) -> None:
    file.write_text("This is no database. " * 50, encoding="utf-8-sig")


def database_with_mark(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())


def a_folder(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.mkdir()


def a_link_to_itself(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.symlink_to(file.name)


def a_pipe(file: Path) -> None:
    file.unlink(missing_ok=True)
    os.mkfifo(file)


def foreign(file: Path) -> None:
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE notes (text TEXT)")


def changed(*statements: str) -> State:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as opened, opened:
            for statement in statements:
                opened.execute(statement)

    return change


def older(file: Path) -> None:
    file.unlink(missing_ok=True)
    of_0_1_0(file)
    changed("INSERT INTO settings VALUES ('kept', 'before')")(file)


LOST: Final[Mapping[str, State]] = {
    "cut": cut,
    "cut by a byte": cut_a_little,
    "one byte": one_byte,
    "zeroed": zeroed,
    "its first page zeroed": page_zeroed(1),
    "a page of its schema zeroed": page_zeroed(2),
    "the first page of a table zeroed": page_zeroed(5),
    "a letter": letter,
    "a letter with a byte order mark": letter_with_mark,
    "with a byte order mark": database_with_mark,
    "a folder": a_folder,
    "a link to itself": a_link_to_itself,
    "a pipe": a_pipe,
    "foreign": foreign,
    "foreign with a version": changed("DROP TABLE seats", "DROP TABLE deals"),
    "newer": changed("UPDATE alembic_version SET version_num = '9999'"),
    "of unknown version": changed("DROP TABLE alembic_version", "PRAGMA user_version = 0"),
}
"""What a database can be that no command can use."""


def named(command: Command) -> str:
    return command[0]


# -- what comes of them --------------------------------------------------------------------


def everything() -> dict[Path, bytes | None]:
    """All that is in the folder."""
    return {each: each.read_bytes() if each.is_file() else None for each in sorted(Path().rglob("*"))}


def refused(command: Command, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line in which a command refuses. It changes nothing."""
    before = everything()
    code = main(command)
    out, err = capsys.readouterr()
    assert everything() == before
    if command == CHECK:
        (line,) = [each for each in out.splitlines() if each.startswith("wrong")]
        assert (code, err) == (1, "")
        return line
    (line,) = err.splitlines()
    assert (code, out) == (2, "")
    return line


def kept() -> str:
    """The value that was saved last, as far as it can still be read."""
    with closing(sqlite3.connect(DATABASE)) as opened:
        return str(opened.execute("SELECT value FROM settings WHERE key = 'kept'").fetchone()[0])


def accepted(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(command)
    assert (code, capsys.readouterr().err) == (0, "")
