"""A database, its log, a backup and a target in every state, in the hands of each command."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.__main__ import main
from bot.cli import run
from bot.store import Store
from tests.store.helpers import execute, fill, of_0_1_0

pytestmark = pytest.mark.usefixtures("commands_folder")

State: TypeAlias = Callable[[Path], object]
"""Brings a file into a state."""
Command: TypeAlias = tuple[str, ...]
Refused: TypeAlias = Callable[[Command], str]
Accepted: TypeAlias = Callable[[Command], None]

TOP = Path(__file__).parents[2]
RECORD = TOP / "tests/golden/tapp_tarock.worked.jsonl"

DATABASE = Path("data/playground.db")
"""The database of every command: the playground's, so that a start needs no token."""
WAL = Path(f"{DATABASE}-wal")
SHM = Path(f"{DATABASE}-shm")
BACKUP = Path("backup.db")
TARGET = Path("new.db")

START = ("play",)
CHECK = ("check",)
SAVE = ("backup", "copy.db")
RECOUNT = ("recount",)
IMPORT = ("import", str(RECORD))
MOVE = ("move", str(DATABASE), str(TARGET))
RESTORE = ("restore", str(BACKUP))
READING = (START, CHECK, SAVE, RECOUNT, IMPORT, MOVE)
"""The commands that are given a database."""
NAMES = [command[0] for command in READING]


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


@pytest.fixture(scope="session")
def images(tmp_path_factory: pytest.TempPathFactory) -> Images:
    made = Images(*(tmp_path_factory.mktemp(name) for name in ("closed", "killed", "foreign")))
    asyncio.run(fill_both(made))
    foreign = made.foreign / "open" / DATABASE.name
    foreign.parent.mkdir()
    with closing(sqlite3.connect(foreign, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE notes (text TEXT)")
        other.execute("PRAGMA wal_checkpoint")
        other.execute("INSERT INTO notes VALUES ('precious')")
        copy_files(foreign.parent, made.foreign)
    return made


async def fill_both(images: Images) -> None:
    store = await Store.open(images.closed / DATABASE.name)
    await fill(store)
    await store.settings.put("kept", "before")
    await store.close()
    shutil.copytree(images.closed, images.killed / "open")
    store = await Store.open(images.killed / "open" / DATABASE.name)
    await store.settings.put("kept", "after")
    copy_files(images.killed / "open", images.killed)
    await store.close()


@pytest.fixture
def commands_folder(no_settings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without any database; a start ends once it has opened its own."""

    async def join(*_: object) -> None:
        pass

    monkeypatch.setenv("DATABASE", str(DATABASE))
    monkeypatch.setenv("PLAYGROUND_PORT", "0")
    monkeypatch.setattr(run, "join", join)
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    DATABASE.parent.mkdir()


# -- states --------------------------------------------------------------------------------


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


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


def database_with_mark(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())


def instead(make: State) -> State:
    """Return the state in which there is something else than a file."""

    def change(file: Path) -> None:
        file.unlink(missing_ok=True)
        make(file)

    return change


a_folder = instead(Path.mkdir)


def changed(*statements: str) -> State:
    return lambda file: execute(file, *statements)


def schema_torn(byte: bytes) -> State:
    def tear(file: Path) -> None:
        content = file.read_bytes()
        torn = content.replace(b"CREATE TABLE settings", b"CREATE T" + byte + b"BLE settings")
        assert torn != content
        file.write_bytes(torn)

    return tear


foreign = instead(changed("CREATE TABLE notes (text TEXT)"))


def older(file: Path) -> None:
    instead(of_0_1_0)(file)
    changed("INSERT INTO settings VALUES ('kept', 'before')")(file)


LOST: Mapping[str, State] = {
    "cut": cut,
    "cut by a byte": lambda file: os.truncate(file, file.stat().st_size - 1),
    "one byte": lambda file: file.write_bytes(b"\n"),
    "zeroed": zeroed,
    "its first page zeroed": page_zeroed(1),
    "a page of its schema zeroed": page_zeroed(2),
    "the first page of a table zeroed": page_zeroed(5),
    "a zero in its schema": schema_torn(b"\0"),
    "no text in its schema": schema_torn(b"\xff"),
    "a letter": letter,
    "with a byte order mark": database_with_mark,
    "a folder": a_folder,
    "a link to itself": instead(lambda file: file.symlink_to(file.name)),
    "a pipe": instead(os.mkfifo),
    "foreign": foreign,
    "foreign with a version": changed("DROP TABLE seats", "DROP TABLE deals"),
    "newer": changed("UPDATE alembic_version SET version_num = '9999'"),
    "of unknown version": changed("DROP TABLE alembic_version", "PRAGMA user_version = 0"),
}
"""What a database can be that no command can use."""


def named(command: Command) -> str:
    return command[0]


# -- results -------------------------------------------------------------------------------


def everything() -> dict[Path, bytes | None]:
    """All that is in the folder."""
    return {each: each.read_bytes() if each.is_file() else None for each in sorted(Path().rglob("*"))}


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that refuses, changes nothing and prints one line. Return the line."""

    def run(command: Command) -> str:
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

    return run


@pytest.fixture
def accepted(capsys: pytest.CaptureFixture[str]) -> Accepted:
    def run(command: Command) -> None:
        assert (main(command), capsys.readouterr().err) == (0, "")

    return run


def kept() -> str:
    """The value that was saved last, if it can be read."""
    with closing(sqlite3.connect(DATABASE)) as opened:
        return str(opened.execute("SELECT value FROM settings WHERE key = 'kept'").fetchone()[0])


@pytest.mark.parametrize("command", READING, ids=NAMES)
@pytest.mark.parametrize("state", LOST.values(), ids=LOST)
def test_a_lost_database_is_refused(images: Images, command: Command, state: State, refused: Refused) -> None:
    copy_files(images.closed, DATABASE.parent)
    state(DATABASE)
    assert DATABASE.name in refused(command)


@pytest.mark.parametrize("state", LOST.values(), ids=LOST)
def test_a_lost_backup_is_not_restored(images: Images, state: State, refused: Refused) -> None:
    shutil.copy(images.closed / DATABASE.name, BACKUP)
    state(BACKUP)
    assert BACKUP.name in refused(RESTORE)


@pytest.mark.parametrize("command", [START, CHECK, IMPORT], ids=named)
@pytest.mark.parametrize("state", [emptied, older, lambda _: None], ids=["empty", "older", "missing"])
def test_a_new_or_older_database_can_be_used(command: Command, state: State, accepted: Accepted) -> None:
    state(DATABASE)
    accepted(command)


@pytest.mark.parametrize("command", [SAVE, RECOUNT, MOVE], ids=named)
def test_an_empty_database_cannot_be_read(command: Command, refused: Refused) -> None:
    emptied(DATABASE)
    assert str(DATABASE) in refused(command)


def test_an_older_database_is_copied_and_restored_but_not_moved(refused: Refused, accepted: Accepted) -> None:
    older(DATABASE)
    refused(MOVE)
    accepted(SAVE)
    DATABASE.unlink()
    accepted(("restore", "copy.db"))
    assert kept() == "before"


@pytest.mark.parametrize("state", [*LOST.values(), older, emptied], ids=[*LOST, "older", "empty"])
@pytest.mark.parametrize("command", [RESTORE, MOVE], ids=named)
def test_nothing_is_written_over(images: Images, command: Command, state: State, refused: Refused) -> None:
    target = {RESTORE: DATABASE, MOVE: TARGET}[command]
    for each in {DATABASE, BACKUP, TARGET}:
        shutil.copy(images.closed / DATABASE.name, each)
    state(target)
    assert f"{target} exists already" in refused(command)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("command", READING, ids=NAMES)
def test_a_file_that_may_not_be_read_is_refused(
    images: Images, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_files(images.closed, DATABASE.parent)
    DATABASE.chmod(0)
    code = main(command)
    assert code == (1 if command == CHECK else 2)
    assert "check its permissions" in "".join(capsys.readouterr())


@pytest.mark.long
def test_every_page_of_zeros_is_found_by_the_check_and_breaks_no_start(
    images: Images, refused: Refused, capsys: pytest.CaptureFixture[str]
) -> None:
    image = (images.closed / DATABASE.name).read_bytes()
    found = 0
    for number in range(1, len(image) // int.from_bytes(image[16:18]) + 1):
        DATABASE.write_bytes(image)
        page_zeroed(number)(DATABASE)
        refused(CHECK)
        code = main(START)
        lines = capsys.readouterr().err.splitlines()
        assert (code, len(lines)) in {(0, 0), (2, 1)}
        found += code == 2
    assert found > number / 2


@pytest.mark.long
def test_a_database_cut_anywhere_is_refused(images: Images, refused: Refused) -> None:
    image = (images.closed / DATABASE.name).read_bytes()
    for size in (*range(1, 1024), *range(1024, len(image), 509)):
        DATABASE.write_bytes(image[:size])
        refused(START)


def killed(spoil: State, file: Path) -> Callable[[Images], None]:
    """Return what leaves the files of a killed bot, one of them spoiled."""

    def make(images: Images) -> None:
        copy_files(images.killed, DATABASE.parent)
        spoil(file)

    return make


def foreign_log(images: Images, *files: Path) -> None:
    copy_files(images.closed, DATABASE.parent)
    for each in files:
        shutil.copy(images.foreign / each.name, each)


BROKEN: Mapping[str, tuple[Callable[[Images], None], str]] = {
    "a log without a database": (killed(Path.unlink, DATABASE), DATABASE.name),
    "a log with an empty database": (killed(emptied, DATABASE), DATABASE.name),
    "a log of zeros": (killed(zeroed, WAL), WAL.name),
    "a letter for a log": (killed(letter, WAL), WAL.name),
    "a log with a byte order mark": (killed(database_with_mark, WAL), WAL.name),
    "a folder for a log": (killed(a_folder, WAL), WAL.name),
    "a folder for an index": (killed(a_folder, SHM), SHM.name),
    "the log of another program": (lambda images: foreign_log(images, WAL), ""),
    "log and index of another program": (lambda images: foreign_log(images, WAL, SHM), ""),
    "all of another program": (
        lambda images: copy_files(images.foreign, DATABASE.parent),
        "belongs to another program",
    ),
}
"""Files with a log that no command can use, and a part of the refusal."""


@pytest.mark.parametrize("command", READING, ids=NAMES)
@pytest.mark.parametrize(("make", "words"), BROKEN.values(), ids=BROKEN)
def test_a_database_that_its_log_does_not_fit_is_kept(
    images: Images, command: Command, make: Callable[[Images], None], words: str, refused: Refused
) -> None:
    make(images)
    assert words in refused(command)


HARMLESS: Mapping[str, tuple[State, Path, str]] = {
    "a whole log": (lambda _: None, WAL, "after"),
    "an empty log": (emptied, WAL, "before"),
    "a cut log": (cut, WAL, "before"),
    "no log": (Path.unlink, WAL, "before"),
    **{
        f"an index: {spoil.__name__}": (spoil, SHM, "after")
        for spoil in (emptied, cut, zeroed, letter, database_with_mark, Path.unlink)
    },
}
"""What may happen to a file of a killed bot, and what was saved last then."""


@pytest.mark.parametrize("command", [START, CHECK, SAVE, IMPORT, MOVE], ids=named)
@pytest.mark.parametrize(("spoil", "file", "value"), HARMLESS.values(), ids=HARMLESS)
def test_a_killed_bot_loses_nothing(
    images: Images, command: Command, spoil: State, file: Path, value: str, accepted: Accepted
) -> None:
    copy_files(images.killed, DATABASE.parent)
    spoil(file)
    accepted(command)
    assert kept() == value
