"""The file in which the local Discord keeps its state and the addresses of its pages between runs."""

from __future__ import annotations

import json
import logging
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Iterator
from errno import EIO
from pathlib import Path
from typing import Any, Final

from bot.playground.state import (
    Attachment,
    Change,
    ChangeKind,
    Channel,
    ChannelKind,
    Emoji,
    Json,
    Message,
    State,
)

FORMAT: Final = 0x536B577D
"""SQLite's `application_id` of such a file, in this version of its rows."""

MOST_ROWS, MOST_BYTES = 500, 32_000_000
"""How much of each kind is kept. What has not changed for longest is dropped."""

PRUNED_EVERY = 100
"""The number of saved messages after which the file is brought within its bounds."""

SUFFIXES: Final = ("", "-wal", "-shm")
"""The endings of the names of the file and of those that SQLite keeps next to it."""

SCHEMA: Final = f"""
    PRAGMA journal_mode = WAL;
    CREATE TABLE items (
        kind TEXT, id TEXT, touched REAL, body TEXT, PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    PRAGMA application_id = {FORMAT};
"""
SAVE: Final = "INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?)"
DELETE: Final = "DELETE FROM items WHERE kind = ? AND id = ?"
LOAD: Final = "SELECT id, body FROM items WHERE kind = ? ORDER BY CAST(id AS INTEGER)"
PRUNE: Final = """
    DELETE FROM items WHERE (kind, id) IN (
        SELECT kind, id FROM (
            SELECT kind, id, row_number() OVER latest AS place, sum(length(body)) OVER latest AS bytes
            FROM items WINDOW latest AS (PARTITION BY kind ORDER BY touched DESC, id DESC)
        ) WHERE place > ? OR bytes > ?
    )
"""

CHANNEL, MESSAGE, EMOJI, COMMANDS, PERSON = "channel", "message", "emoji", "commands", "person"
"""The kinds of rows."""

SETTINGS: Final = ("locale", "dms_open", "moderator")

_log = logging.getLogger(__name__)


class StateFile:
    """Saves each change of the state at once: a process that is killed loses nothing that the bot was told.

    Messages for one person only are not saved, as Discord's own client forgets them too.
    """

    def __init__(self, file: Path, state: State) -> None:
        """Fill the state from a file, and save there what changes from now on.

        A file that is damaged, or another program's, is renamed, and the state remains new.

        Raises:
            OSError: The file cannot be written.
        """
        self._file = file
        self._state = state
        self._unpruned = 0
        self._failed = False
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._database = _opened(file, state)
        except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError) as error:
            _set_aside(file, error)
            self._database = _created(file, state)
        self._saved: dict[tuple[str, str], Json | Emoji] = {}
        """What is in the file, apart from messages, by kind and id."""
        self._stop_listening = state.listen(self._save)
        self._save()

    def close(self) -> None:
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
            for end in SUFFIXES:
                Path(f"{self._file}{end}").unlink(missing_ok=True)

    def _save_parts(self) -> None:
        """Save what has changed of channels, emojis, commands and people, which no change names."""
        parts = _parts(self._state)
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
        self._put(MESSAGE, message.id, _message_row(message))
        self._unpruned += 1
        if self._unpruned >= PRUNED_EVERY:
            self._unpruned = 0
            self._database.execute(PRUNE, (MOST_ROWS, MOST_BYTES))

    def _put(self, kind: str, id_: str, value: Json | Emoji) -> None:
        row = _with_text(value) if isinstance(value, Emoji) else value
        self._database.execute(SAVE, (kind, id_, self._state.clock.now(), json.dumps(row)))


def _opened(file: Path, state: State) -> sqlite3.Connection:
    """Open or create a file, and fill the state from it.

    Raises:
        OSError: It cannot be written.
        sqlite3.Error, ValueError, TypeError, KeyError: It is damaged or another program's.
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
        _fill(state, database)
    except BaseException:
        database.close()
        raise
    return database


def _created(file: Path, state: State) -> sqlite3.Connection:
    try:
        return _opened(file, state)
    except sqlite3.Error as error:
        raise OSError(EIO, str(error), str(file)) from error


def _check(database: sqlite3.Connection) -> None:
    if database.execute("PRAGMA application_id").fetchone() != (FORMAT,):
        raise ValueError("it does not hold the messages of a local Discord")
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise ValueError(found)


def _set_aside(file: Path, error: Exception) -> None:
    """Rename a file that cannot be read; `OSError` if that fails."""
    aside = f"{file}.damaged"
    for end in SUFFIXES:
        if (part := Path(f"{file}{end}")).exists():
            part.replace(f"{aside}{end}")
    warning = (
        "%s cannot be read (%s). It was renamed to %s; the local Discord starts without earlier messages"
    )
    _log.warning(warning, file, error, aside)


def _parts(state: State) -> dict[tuple[str, str], Json | Emoji]:
    """Return everything that is saved, apart from messages, by kind and id."""
    people = {
        each.id: {"key": state.keys[each.id], **{name: getattr(each, name) for name in SETTINGS}}
        for each in state.people
        if each.id in state.keys
    }
    return {
        **{(CHANNEL, each.id): vars(each) for each in state.channels.values()},
        **{(EMOJI, each.id): each for each in state.emojis.values()},
        (COMMANDS, ""): {"all": list(state.commands)},
        **{(PERSON, id_): row for id_, row in people.items()},
    }


def _fill(state: State, database: sqlite3.Connection) -> None:
    """Fill the state from a file, once all of it is read."""

    def rows(kind: str) -> Iterator[tuple[str, Any]]:
        for id_, body in database.execute(LOAD, (kind,)):
            yield id_, json.loads(body)

    channels = {id_: Channel(**{**row, "kind": ChannelKind(row["kind"])}) for id_, row in rows(CHANNEL)}
    emojis = {id_: Emoji(id_, row["name"], b64decode(row["content"])) for id_, row in rows(EMOJI)}
    commands = [command for _, row in rows(COMMANDS) for command in row["all"]]
    people = {id_: row for id_, row in rows(PERSON) if id_ in state.users}
    keys = {id_: row.pop("key") for id_, row in people.items()}
    messages = [_message(row) for _, row in rows(MESSAGE)]
    state.channels.update(channels)
    state.emojis.update(emojis)
    state.commands += commands
    state.keys.update(keys)
    for id_, settings in people.items():
        for name in SETTINGS:
            setattr(state.users[id_], name, settings[name])
    state.messages.update({each.id: each for each in messages if each.channel_id in state.channels})


def _message_row(message: Message) -> Json:
    """A message as JSON, without the state before its last edit."""
    files = [_with_text(each) for each in message.attachments]
    return {**vars(message), "attachments": files, "previous": None}


def _message(row: Json) -> Message:
    lists = {name: tuple(row[name]) for name in ("components", "mentions")}
    files = [Attachment(**{**each, "content": b64decode(each["content"])}) for each in row["attachments"]]
    return Message(**{**row, **lists, "attachments": tuple(files)})


def _with_text(file: Attachment | Emoji) -> Json:
    return {**vars(file), "content": b64encode(file.content).decode()}
