"""The file that keeps the state and the addresses: what is found after a restart, a kill, and damage."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.playground import Playground, persistence
from bot.playground.messages import compose, revise
from bot.playground.persistence import StateFile
from bot.playground.state import CHANNEL_ID, Flag, Message, State
from tests.playground.helpers import png


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "messages.db"


@contextmanager
def kept(file: Path) -> Iterator[State]:
    """State that is kept in a file."""
    state = State()
    keeper = StateFile(file, state)
    try:
        yield state
    finally:
        keeper.close()


def post(state: State, text: str, **fields: Any) -> Message:
    return state.put(replace(compose(state, CHANNEL_ID, {"content": text}, {}), **fields))


def texts(state: State) -> list[str]:
    return [each.content for each in state.messages.values()]


def test_everything_is_there_again_after_a_restart(file: Path) -> None:
    with kept(file) as before:
        anna = before.people[0]
        anna.locale, anna.moderator = "ja", True
        letter = before.put(compose(before, before.dm(anna.id).id, {"content": "x"}, {0: ("a.png", png())}))
        letter = before.put(revise(before, letter, {"content": f"<@{anna.id}>"}, {}))
        thread = before.open_thread(CHANNEL_ID, "Deal", 60)
        emoji = before.create_emoji("card", png())
        before.commands.append({"id": "7", "name": "tarock"})
    with kept(file) as after:
        assert after.channels == before.channels
        assert after.channel(thread.id) == thread
        assert list(after.messages) == list(before.messages)
        assert after.message(letter.channel_id, letter.id) == replace(letter, previous=None)
        assert after.emojis == {emoji.id: emoji}
        assert (after.commands, after.keys) == (before.commands, before.keys)
        assert (after.people[0].locale, after.people[0].moderator) == ("ja", True)
        assert int(after.snowflake()) > int(letter.id)


def test_what_is_deleted_does_not_come_back(file: Path) -> None:
    with kept(file) as state:
        first, second = (state.open_thread(CHANNEL_ID, "Deal") for _ in range(2))
        post(state, "inside", channel_id=first.id)
        state.delete_thread(first.id)
        state.delete(post(state, "outside").id)
    with kept(file) as state:
        assert [each for each in (first.id, second.id) if each in state.channels] == [second.id]
        assert texts(state) == ["Deal", "Deal"]


def test_what_only_one_person_sees_is_forgotten_as_by_discords_client(file: Path) -> None:
    with kept(file) as state:
        post(state, "secret", only_for=state.people[0].id)
        post(state, "thinking", flags=Flag.LOADING)
        post(state, "public")
    with kept(file) as state:
        assert texts(state) == ["public"]


def test_a_killed_process_loses_nothing(file: Path) -> None:
    state = State()
    keeper = StateFile(file, state)
    message = post(state, "posted")
    state.put(revise(state, message, {"content": "edited"}, {}))
    copies = {each: each.read_bytes() for each in file.parent.iterdir()}
    keeper.close()
    for each, content in copies.items():
        each.write_bytes(content)
    with kept(file) as after:
        assert texts(after) == ["edited"]


def overwritten(file: Path) -> None:
    file.write_bytes(b"This is a letter. " * 1000)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def of_another_program(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE items (id)")
        database.commit()


def with_wrong_row(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("""UPDATE items SET body = '{"id": 1}' WHERE kind = 'message'""")
        database.commit()


@pytest.mark.parametrize(
    "damage",
    [overwritten, cut, of_another_program, with_wrong_row],
    ids=lambda f: f.__name__,
)
def test_a_damaged_or_foreign_file_is_set_aside(
    file: Path, damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    with kept(file) as state:
        post(state, "before")
    damage(file)
    content = file.read_bytes()
    with kept(file) as state:
        assert texts(state) == []
        post(state, "after")
    (record,) = caplog.records
    assert f"{file} cannot be read (" in record.getMessage()
    assert Path(f"{file}.damaged").read_bytes() == content
    with kept(file) as state:
        assert texts(state) == ["after"]


def test_only_the_owner_may_read_the_file(file: Path) -> None:
    with kept(file) as state:
        post(state, "x")
        modes = {stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    assert modes == {0o600}


def test_what_has_not_changed_for_longest_is_dropped(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistence, "MOST_ROWS", 3)
    monkeypatch.setattr(persistence, "PRUNED_EVERY", 1)
    with kept(file) as state:
        first, *_ = [post(state, f"{number}") for number in range(4)]
        state.put(revise(state, first, {"content": "edited"}, {}))
        post(state, "last")
    with kept(file) as state:
        assert texts(state) == ["edited", "3", "last"]
    monkeypatch.setattr(persistence, "MOST_BYTES", 1500)
    with kept(file) as state:
        post(state, "x" * 800)
    with kept(file) as state:
        assert [len(each) for each in texts(state)] == [800]


def test_a_file_that_can_no_longer_be_written_is_deleted(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with kept(file) as state:
        post(state, "saved")
        with closing(sqlite3.connect(file)) as database:
            database.execute("DROP TABLE items")
        post(state, "not saved")
        post(state, "nor this")
    (record,) = caplog.records
    assert "forgets its messages at the next start" in record.getMessage()
    assert list(file.parent.iterdir()) == []
    assert len(state.messages) == 3


async def test_messages_and_addresses_stay_the_same_after_a_restart(file: Path) -> None:
    keys = set[str]()
    for expected in ([], ["x"]):
        playground = Playground(file=file)
        await playground.start()
        assert texts(playground.state) == expected
        keys.add(playground.people["Anna"].address.split("/")[-2])
        post(playground.state, "x")
        await playground.stop()
        await playground.stop()
    assert len(keys) == 1


async def test_a_playground_whose_file_cannot_be_written_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    playground = Playground(file=tmp_path / "file" / "messages.db")
    with pytest.raises(OSError, match="file") as caught:
        await playground.start()
    assert caught.value.filename is not None
    await playground.stop()
