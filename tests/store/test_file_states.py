"""A database, a backup and a target in every state, in the hands of each command."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import main
from tests.store.states import (
    BACKUP,
    CHECK,
    DATABASE,
    IMPORT,
    LOST,
    MOVE,
    NAMES,
    READING,
    RECOUNT,
    RESTORE,
    SAVE,
    START,
    TARGET,
    Images,
    accepted,
    copy_files,
    emptied,
    kept,
    named,
    older,
    page_zeroed,
    refused,
)

if TYPE_CHECKING:
    from tests.store.states import Command, State

pytestmark = pytest.mark.usefixtures("commands_folder")


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
