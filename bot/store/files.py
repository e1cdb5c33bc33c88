"""New files: whether a name is free, and writing a file that is complete from its first moment."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from bot.errors import StoreError
from bot.store.remedies import unwritable

if TYPE_CHECKING:
    from collections.abc import Iterator

BESIDE: Final = ("-wal", "-shm", "-journal")
"""What the names of the files end with that SQLite keeps beside a database."""


def followed(path: Path) -> Path:
    """Return where links lead, as SQLite does; a link that leads to itself as it is."""
    return Path(os.path.realpath(path))


def with_beside(path: Path) -> tuple[Path, ...]:
    """Return the paths of a database and of the files that SQLite keeps beside it, existing or not."""
    return (path, *(Path(f"{path}{end}") for end in BESIDE))


def require_file(path: Path, what: str) -> None:
    """Check that there is an ordinary file of this name.

    Raises:
        StoreError: There is none.
    """
    if not path.is_file():
        raise StoreError(f"There is no {what} {path}; check its name.")


def refuse_taken(target: Path, remedy: str) -> None:
    """Check that a new database can get this name.

    Raises:
        StoreError: There is a file, a link or a device of this name, or a file of SQLite beside it: SQLite
            would take that for a part of the new database.
    """
    for each in with_beside(target):
        if os.path.lexists(each):
            raise StoreError(f"{each} exists already; {remedy}.")


@contextmanager
def building(target: Path) -> Iterator[Path]:
    """Yield the path of an empty file to write; after the block it gets its name, which must still be free.

    Only its owner may read it. If anything fails, no file remains.

    Raises:
        StoreError: It cannot be written, or something of its name exists.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".skiz-", dir=target.parent) as folder:
            part = Path(folder, "skiz.db")
            part.touch(0o600)
            yield part
            _publish(part, target)
    except OSError as error:
        raise unwritable(target, error) from error


def _publish(part: Path, target: Path) -> None:
    """Give a complete file its name, and see both to the disk."""
    _sync(part)
    try:
        os.link(part, target)  # unlike renaming, this never replaces a file
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links, such as that of a memory stick.
        target.touch(0o600, exist_ok=False)
        part.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
