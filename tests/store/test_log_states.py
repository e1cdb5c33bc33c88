"""The files that SQLite keeps beside a database in every state, in the hands of each command."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.store.states import (
    CHECK,
    DATABASE,
    IMPORT,
    MOVE,
    NAMES,
    READING,
    SAVE,
    SHM,
    START,
    WAL,
    Images,
    a_folder,
    accepted,
    copy_files,
    cut,
    database_with_mark,
    emptied,
    kept,
    letter,
    letter_with_mark,
    named,
    refused,
    zeroed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.store.states import Command, State

pytestmark = pytest.mark.usefixtures("commands_folder")


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


LOST_LOGS: Final[Mapping[str, State]] = {
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


SOUND_LOGS: Final[Mapping[str, tuple[State, str]]] = {
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
