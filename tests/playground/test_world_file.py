"""The file that keeps channels and messages: what is found after a restart, a kill, and damage."""

from __future__ import annotations

import sqlite3
import stat
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.playground import Playground, world_file
from bot.playground.clock import Clock
from bot.playground.messages import compose, revise
from bot.playground.threads import Threads
from bot.playground.world import CHANNEL_ID, Flag, Message, World
from bot.playground.world_file import WorldFile
from tests.playground.bots import png

THREAD = {"name": "Deal", "type": 11, "auto_archive_duration": 60}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "messages.db"


@contextmanager
def kept(file: Path) -> Iterator[World]:
    """A world that is kept in a file."""
    world = World(Clock())
    keeper = WorldFile(file, world)
    try:
        yield world
    finally:
        keeper.close()


def post(world: World, text: str, **fields: Any) -> Message:
    return world.put(replace(compose(world, CHANNEL_ID, {"content": text}, {}), **fields))


def texts(world: World) -> list[str]:
    return [each.content for each in world.messages.values()]


def test_everything_is_there_again_after_a_restart(file: Path) -> None:
    with kept(file) as before:
        anna = before.people[0]
        anna.locale, anna.moderator = "ja", True
        picture = {0: ("hand.png", png())}
        embed = {"title": "Hand", "image": {"url": "attachment://hand.png"}}
        letter = before.put(
            compose(before, before.dm(anna.id).id, {"content": "x", "embeds": [embed]}, picture)
        )
        letter = before.put(revise(before, letter, {"content": f"<@{anna.id}>"}, {}))
        thread = Threads(before, lambda *_: None).open(CHANNEL_ID, THREAD)
        image = f"data:image/png;base64,{b64encode(png()).decode()}"
        emoji = before.emojis.create({"name": "card", "image": image})
        before.commands[None] = [{"id": "7", "name": "tarock"}]
    with kept(file) as after:
        assert after.channels == before.channels
        assert after.channel(thread.id).archive_minutes == 60
        assert list(after.messages) == list(before.messages)
        assert after.message(letter.channel_id, letter.id) == replace(letter, previous=None)
        assert after.emojis.all == (emoji,)
        assert after.commands == before.commands
        assert (after.people[0].locale, after.people[0].moderator) == ("ja", True)
        assert int(after.snowflake()) > int(letter.id)


def test_what_is_deleted_does_not_come_back(file: Path) -> None:
    with kept(file) as world:
        threads = Threads(world, lambda *_: None)
        first, second = (threads.open(CHANNEL_ID, THREAD) for _ in range(2))
        post(world, "inside", channel_id=first.id)
        threads.delete(first.id)
        world.delete(post(world, "outside").id)
    with kept(file) as world:
        assert [each for each in (first.id, second.id) if each in world.channels] == [second.id]
        assert texts(world) == ["Deal", "Deal"]


def test_what_only_one_person_sees_is_forgotten_as_by_discords_client(file: Path) -> None:
    with kept(file) as world:
        post(world, "secret", only_for=world.people[0].id)
        post(world, "thinking", flags=Flag.LOADING)
        post(world, "public")
    with kept(file) as world:
        assert texts(world) == ["public"]


def test_a_killed_process_loses_nothing(file: Path) -> None:
    world = World(Clock())
    keeper = WorldFile(file, world)
    message = post(world, "posted")
    world.put(revise(world, message, {"content": "edited"}, {}))
    copies = {each: each.read_bytes() for each in file.parent.iterdir()}
    keeper.close()
    for each, content in copies.items():
        each.write_bytes(content)
    with kept(file) as after:
        assert texts(after) == ["edited"]


def overwritten(file: Path) -> None:
    file.write_bytes(b"This is a letter. " * 1000)


def of_zeros_inside(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:4096] + bytes(len(content) - 4096))


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
    [overwritten, of_zeros_inside, cut, of_another_program, with_wrong_row],
    ids=lambda f: f.__name__,
)
def test_a_damaged_or_foreign_file_is_set_aside(
    file: Path, damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    with kept(file) as world:
        post(world, "before")
    damage(file)
    content = file.read_bytes()
    with kept(file) as world:
        assert texts(world) == []
        post(world, "after")
    (record,) = caplog.records
    assert f"{file} cannot be read (" in record.getMessage()
    assert Path(f"{file}.damaged").read_bytes() == content
    with kept(file) as world:
        assert texts(world) == ["after"]


def test_only_the_owner_may_read_the_file(file: Path) -> None:
    with kept(file) as world:
        post(world, "x")
        modes = {stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    assert modes == {0o600}


def test_what_has_not_changed_for_longest_is_dropped(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_file, "MOST_ROWS", 3)
    monkeypatch.setattr(world_file, "PRUNED_EVERY", 1)
    with kept(file) as world:
        first, *_ = [post(world, f"{number}") for number in range(4)]
        world.put(revise(world, first, {"content": "edited"}, {}))
        post(world, "last")
    with kept(file) as world:
        assert texts(world) == ["edited", "3", "last"]
    monkeypatch.setattr(world_file, "MOST_BYTES", 1500)
    with kept(file) as world:
        post(world, "x" * 800)
    with kept(file) as world:
        assert [len(each) for each in texts(world)] == [800]


def test_a_file_that_can_no_longer_be_written_is_deleted(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with kept(file) as world:
        post(world, "saved")
        with closing(sqlite3.connect(file)) as database:
            database.execute("DROP TABLE items")
        post(world, "not saved")
        post(world, "nor this")
    (record,) = caplog.records
    assert "forgets its messages at the next start" in record.getMessage()
    assert list(file.parent.iterdir()) == []
    assert len(world.messages) == 3


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        WorldFile(tmp_path / "file" / "messages.db", World(Clock()))


async def test_the_playground_takes_up_its_world_when_it_starts(file: Path) -> None:
    for expected in ([], ["x"]):
        playground = Playground(file=file)
        await playground.start()
        assert texts(playground.world) == expected
        post(playground.world, "x")
        await playground.stop()
        await playground.stop()


async def test_a_playground_whose_file_cannot_be_written_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    playground = Playground(file=tmp_path / "file" / "messages.db")
    with pytest.raises(OSError, match="file") as caught:
        await playground.start()
    assert caught.value.filename is not None
    await playground.stop()
