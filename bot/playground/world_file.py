"""The file in which the local Discord keeps its channels and messages from start to start."""

from __future__ import annotations

import json
import logging
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from errno import EIO
from pathlib import Path
from typing import Any, NamedTuple

from bot.playground.emojis import Emoji
from bot.playground.world import (
    Attachment,
    Change,
    ChangeKind,
    Channel,
    ChannelKind,
    Json,
    Message,
    World,
)

OURS = 0x536B577C
"""SQLite's `application_id` of such a file, in this version of its rows."""

MOST_ROWS, MOST_BYTES = 500, 32_000_000
"""How much of each kind is kept: what has not changed for longest is dropped."""

PRUNED_EVERY = 100
"""The number of saved messages after which the file is brought within its bounds."""

BESIDE = ("", "-wal", "-shm")
"""What the names of the file, and of those that SQLite keeps beside it, end with."""

SCHEMA = f"""
    PRAGMA journal_mode = WAL;
    CREATE TABLE items (
        kind TEXT, id TEXT, touched REAL, body TEXT, PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    PRAGMA application_id = {OURS};
"""
SAVE = "INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?)"
DELETE = "DELETE FROM items WHERE kind = ? AND id = ?"
LOAD = "SELECT id, body FROM items WHERE kind = ? ORDER BY CAST(id AS INTEGER)"
PRUNE = """
    DELETE FROM items WHERE (kind, id) IN (
        SELECT kind, id FROM (
            SELECT kind, id, row_number() OVER latest AS place, sum(length(body)) OVER latest AS bytes
            FROM items WINDOW latest AS (PARTITION BY kind ORDER BY touched DESC, id DESC)
        ) WHERE place > ? OR bytes > ?
    )
"""

CHANNEL, MESSAGE, EMOJI, COMMANDS, PERSON = "channel", "message", "emoji", "commands", "person"
"""The kinds of rows."""

_log = logging.getLogger(__name__)


class Settings(NamedTuple):
    """What a person has set in Discord's client."""

    locale: str
    dms_open: bool
    moderator: bool


class WorldFile:
    """Saves each change of a world at once: a process that is killed loses nothing that the bot was told.

    Messages for one person only are not saved, as Discord's own client forgets them too.
    """

    def __init__(self, file: Path, world: World) -> None:
        """Fill the world from a file, and save there what changes from now on.

        A file that is damaged, or another program's, is renamed, and the world stays as it is.

        Raises:
            OSError: If the file cannot be written.
        """
        self._file = file
        self._world = world
        self._unpruned = 0
        self._failed = False
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._database = _opened(file, world)
        except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError) as error:
            _set_aside(file, error)
            self._database = _created(file, world)
        self._saved = _parts(world)
        """What is in the file, messages aside, by kind and id."""
        self._stop_listening = world.listen(self._save)

    def close(self) -> None:
        """Save what has changed without notice, and close the file."""
        if not self._failed:
            self._save()
            self._stop()

    def _stop(self) -> None:
        self._stop_listening()
        self._database.close()

    def _save(self, change: Change | None = None) -> None:
        """Save a change. If that fails, the file is deleted: the next run must not take it for complete."""
        try:
            self._save_parts()
            if change is not None and change.message is not None:
                self._save_message(change.kind, change.message)
        except sqlite3.Error as error:
            _log.warning("The local Discord forgets its messages at the next start: %s", error)
            self._failed = True
            self._stop()
            for end in BESIDE:
                Path(f"{self._file}{end}").unlink(missing_ok=True)

    def _save_parts(self) -> None:
        """Save what has changed of channels, emojis, commands and people; the world does not name it."""
        parts = _parts(self._world)
        for key in self._saved.keys() - parts.keys():
            self._database.execute(DELETE, key)
        for key, value in parts.items():
            if self._saved.get(key) != value:
                self._put(*key, value)
        self._saved = parts

    def _save_message(self, kind: ChangeKind, message: Message) -> None:
        if message.only_for is not None or message.loading:
            return
        if kind is ChangeKind.DELETED:
            self._database.execute(DELETE, (MESSAGE, message.id))
            return
        self._put(MESSAGE, message.id, message)
        self._unpruned += 1
        if self._unpruned >= PRUNED_EVERY:
            self._unpruned = 0
            self._database.execute(PRUNE, (MOST_ROWS, MOST_BYTES))

    def _put(self, kind: str, id_: str, value: Any) -> None:
        row = kind, id_, self._world.clock.now(), json.dumps(ENCODERS[kind](value))
        self._database.execute(SAVE, row)


def _opened(file: Path, world: World) -> sqlite3.Connection:
    """Open or create a file, and fill the world from it.

    Raises:
        OSError: If the file cannot be written.
        sqlite3.Error: If it is damaged.
        ValueError, TypeError, KeyError: If it is another program's, or a value in it is wrong.
    """
    # Only the owner may read it: it holds everybody's direct messages.
    file.touch(0o600)
    file.chmod(0o600)
    database = sqlite3.connect(file, isolation_level=None)
    try:
        if file.stat().st_size == 0:
            database.executescript(SCHEMA)
        database.execute("PRAGMA synchronous = NORMAL")
        _check(database)
        _fill(world, database)
    except BaseException:
        database.close()
        raise
    return database


def _created(file: Path, world: World) -> sqlite3.Connection:
    """Create a file.

    Raises:
        OSError: If it cannot be written.
    """
    try:
        return _opened(file, world)
    except sqlite3.Error as error:
        raise OSError(EIO, str(error), str(file)) from error


def _check(database: sqlite3.Connection) -> None:
    if database.execute("PRAGMA application_id").fetchone() != (OURS,):
        raise ValueError("it does not hold the messages of a local Discord")
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise ValueError(found)


def _set_aside(file: Path, error: Exception) -> None:
    """Rename a file that cannot be read.

    Raises:
        OSError: If it cannot be renamed.
    """
    aside = f"{file}.damaged"
    for end in BESIDE:
        if (part := Path(f"{file}{end}")).exists():
            part.replace(f"{aside}{end}")
    _log.warning(
        "%s cannot be read (%s). It was renamed to %s; the local Discord starts without earlier messages",
        file,
        error,
        aside,
    )


def _parts(world: World) -> dict[tuple[str, str], Any]:
    """Everything of a world that is saved, messages aside, by kind and id."""
    people = {each.id: Settings(each.locale, each.dms_open, each.moderator) for each in world.people}
    return {
        **{(CHANNEL, each.id): each for each in world.channels.values()},
        **{(EMOJI, each.id): each for each in world.emojis.all},
        **{(COMMANDS, scope or ""): commands for scope, commands in world.commands.items()},
        **{(PERSON, id_): settings for id_, settings in people.items()},
    }


def _fill(world: World, database: sqlite3.Connection) -> None:
    """Fill a world with what is in a file, once all of it is read."""

    def rows(kind: str) -> Iterator[tuple[str, Any]]:
        for id_, body in database.execute(LOAD, (kind,)):
            yield id_, json.loads(body)

    channels = {id_: Channel(**{**row, "kind": ChannelKind(row["kind"])}) for id_, row in rows(CHANNEL)}
    emojis = [Emoji(**{**row, "content": b64decode(row["content"])}) for _, row in rows(EMOJI)]
    commands = {scope or None: list(row) for scope, row in rows(COMMANDS)}
    people = {id_: Settings(**row) for id_, row in rows(PERSON) if id_ in world.users}
    messages = [_message(row) for _, row in rows(MESSAGE)]
    world.channels.update(channels)
    world.emojis.restore(emojis)
    world.commands.update(commands)
    for id_, settings in people.items():
        for name, value in settings._asdict().items():
            setattr(world.users[id_], name, value)
    world.messages.update({each.id: each for each in messages if each.channel_id in world.channels})


def _message_row(message: Message) -> Json:
    """A message as JSON, without the state before its last edit."""
    files = [_with_text(each) for each in message.attachments]
    return {**vars(message), "attachments": files, "previous": None}


def _message(row: Json) -> Message:
    lists = {name: tuple(row[name]) for name in ("embeds", "components", "mentions")}
    files = [Attachment(**{**each, "content": b64decode(each["content"])}) for each in row["attachments"]]
    return Message(**{**row, **lists, "attachments": tuple(files)})


def _with_text(file: Attachment | Emoji) -> Json:
    """A file as JSON."""
    return {**vars(file), "content": b64encode(file.content).decode()}


ENCODERS: dict[str, Callable[[Any], Any]] = {
    CHANNEL: Channel._asdict,
    MESSAGE: _message_row,
    EMOJI: _with_text,
    COMMANDS: list,
    PERSON: Settings._asdict,
}
"""Kind -> what makes JSON of a value."""
