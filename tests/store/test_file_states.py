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
from tests.store.helpers import fill, of_0_1_0

pytestmark = pytest.mark.usefixtures("commands_folder")

State: TypeAlias = "Callable[[Path], None]"
"""Brings a file into a state."""
Command: TypeAlias = tuple[str, ...]

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


LOST: Mapping[str, State] = {
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


@pytest.mark.parametrize("command", READING, ids=NAMES)
@pytest.mark.parametrize("state", LOST.values(), ids=LOST)
def test_a_lost_database_is_refused(
    images: Images,
    command: Command,
    state: State,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy_files(images.closed, DATABASE.parent)
    state(DATABASE)
    assert DATABASE.name in refused(command, capsys)


@pytest.mark.parametrize("state", LOST.values(), ids=LOST)
def test_a_lost_backup_is_not_restored(
    images: Images, state: State, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(images.closed / DATABASE.name, BACKUP)
    state(BACKUP)
    assert BACKUP.name in refused(RESTORE, capsys)


@pytest.mark.parametrize("command", [START, CHECK, IMPORT], ids=named)
@pytest.mark.parametrize("state", [emptied, older, lambda _: None], ids=["empty", "older", "missing"])
def test_a_new_or_older_database_can_be_used(
    command: Command, state: State, capsys: pytest.CaptureFixture[str]
) -> None:
    state(DATABASE)
    accepted(command, capsys)


@pytest.mark.parametrize("command", [SAVE, RECOUNT, MOVE], ids=named)
def test_an_empty_database_cannot_be_read(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    emptied(DATABASE)
    assert str(DATABASE) in refused(command, capsys)


def test_an_older_database_is_copied_and_restored_but_not_moved(capsys: pytest.CaptureFixture[str]) -> None:
    older(DATABASE)
    refused(MOVE, capsys)
    accepted(SAVE, capsys)
    DATABASE.unlink()
    accepted(("restore", "copy.db"), capsys)
    assert kept() == "before"


@pytest.mark.parametrize("state", [*LOST.values(), older, emptied], ids=[*LOST, "older", "empty"])
@pytest.mark.parametrize("command", [RESTORE, MOVE], ids=named)
def test_nothing_is_written_over(
    images: Images,
    command: Command,
    state: State,
    capsys: pytest.CaptureFixture[str],
) -> None:
    target = {RESTORE: DATABASE, MOVE: TARGET}[command]
    for each in {DATABASE, BACKUP, TARGET}:
        shutil.copy(images.closed / DATABASE.name, each)
    state(target)
    assert f"{target} exists already" in refused(command, capsys)


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
    images: Images, capsys: pytest.CaptureFixture[str]
) -> None:
    image = (images.closed / DATABASE.name).read_bytes()
    found = 0
    for number in range(1, len(image) // int.from_bytes(image[16:18]) + 1):
        DATABASE.write_bytes(image)
        page_zeroed(number)(DATABASE)
        refused(CHECK, capsys)
        code = main(START)
        lines = capsys.readouterr().err.splitlines()
        assert (code, len(lines)) in {(0, 0), (2, 1)}
        found += code == 2
    assert found > number / 2


@pytest.mark.long
def test_a_database_cut_anywhere_is_refused(images: Images, capsys: pytest.CaptureFixture[str]) -> None:
    image = (images.closed / DATABASE.name).read_bytes()
    for size in (*range(1, 1024), *range(1024, len(image), 509)):
        DATABASE.write_bytes(image[:size])
        refused(START, capsys)


@pytest.mark.parametrize("command", READING, ids=NAMES)
@pytest.mark.parametrize("main_file", [lambda file: file.unlink(), emptied], ids=["missing", "empty"])
def test_a_log_without_its_database_is_kept(
    images: Images,
    command: Command,
    main_file: State,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy_files(images.killed, DATABASE.parent)
    main_file(DATABASE)
    assert DATABASE.name in refused(command, capsys)


LOST_LOGS: Mapping[str, State] = {
    "zeroed": zeroed,
    "a letter": letter,
    "a letter with a byte order mark": letter_with_mark,
    "with a byte order mark": database_with_mark,
    "a folder": a_folder,
}


@pytest.mark.parametrize("command", READING, ids=NAMES)
@pytest.mark.parametrize("state", LOST_LOGS.values(), ids=LOST_LOGS)
def test_a_lost_log_is_kept(
    images: Images,
    command: Command,
    state: State,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy_files(images.killed, DATABASE.parent)
    state(WAL)
    assert WAL.name in refused(command, capsys)


@pytest.mark.parametrize("command", READING, ids=NAMES)
@pytest.mark.parametrize("with_index", [True, False])
def test_the_log_of_another_program_is_not_taken_for_ours(
    images: Images, command: Command, with_index: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_files(images.closed, DATABASE.parent)
    shutil.copy(images.foreign / WAL.name, WAL)
    if with_index:
        shutil.copy(images.foreign / SHM.name, SHM)
    refused(command, capsys)


@pytest.mark.parametrize("command", READING, ids=NAMES)
def test_a_database_of_another_program_that_was_killed_stays_as_it_is(
    images: Images, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_files(images.foreign, DATABASE.parent)
    assert "belongs to another program" in refused(command, capsys)


SOUND_LOGS: Mapping[str, tuple[State, str]] = {
    "whole": (lambda _: None, "after"),
    "empty": (emptied, "before"),
    "cut": (cut, "before"),
    "missing": (Path.unlink, "before"),
}
"""What a log can be without any harm, and what was saved last according to it."""


@pytest.mark.parametrize("command", [START, CHECK, SAVE, IMPORT, MOVE], ids=named)
@pytest.mark.parametrize(("state", "value"), SOUND_LOGS.values(), ids=SOUND_LOGS)
def test_a_killed_bot_loses_nothing(
    images: Images,
    command: Command,
    state: State,
    value: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy_files(images.killed, DATABASE.parent)
    state(WAL)
    accepted(command, capsys)
    assert kept() == value


@pytest.mark.parametrize(
    "state", [emptied, cut, zeroed, letter, letter_with_mark, database_with_mark, Path.unlink]
)
@pytest.mark.parametrize("command", [START, CHECK, SAVE, IMPORT, MOVE], ids=named)
def test_the_index_of_a_log_does_not_matter(
    images: Images,
    command: Command,
    state: State,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy_files(images.killed, DATABASE.parent)
    state(SHM)
    accepted(command, capsys)
    assert kept() == "after"


@pytest.mark.parametrize("command", READING, ids=NAMES)
def test_a_folder_in_place_of_the_index_is_refused(
    images: Images, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_files(images.killed, DATABASE.parent)
    a_folder(SHM)
    assert SHM.name in refused(command, capsys)
