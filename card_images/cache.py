"""A cache in memory that is bounded by bytes, and files of the cache folder."""

from __future__ import annotations

import os
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from PIL import Image

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """A thread-safe cache of at most `limit` bytes; `size_of` gives the bytes of a value.

    Values are made outside the lock. A thread that misses a key while another makes its value waits for that.
    """

    def __init__(self, limit: int, size_of: Callable[[Value], int]) -> None:
        self._limit = limit
        self._size_of = size_of
        self._size = 0
        self._lock = Lock()
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._being_made: dict[Key, Future[Value]] = {}

    @property
    def size(self) -> int:
        return self._size

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a key, calling `make` if it is not cached. Raises what `make` raises."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            made_elsewhere = self._being_made.get(key)
            made = self._being_made.setdefault(key, Future())
        if made_elsewhere is not None:
            return made_elsewhere.result()
        try:
            made.set_result(make())
        except BaseException as error:  # noqa: BLE001 - every thread that waits gets it
            made.set_exception(error)
        with self._lock:
            del self._being_made[key]
            if made.exception() is None:
                self._keep(key, made.result())
        return made.result()

    def _keep(self, key: Key, value: Value) -> None:
        self._values[key] = value
        self._size += self._size_of(value)
        while self._size > self._limit:
            _, oldest = self._values.popitem(last=False)
            self._size -= self._size_of(oldest)


def image_bytes(image: Image.Image) -> int:
    return image.width * image.height * (1 if image.mode in ("L", "P") else 4)


def write_whole(file: Path, data: bytes) -> None:
    """Write a file so that no reader ever sees a part of it.

    Raises:
        OSError: It could not be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix="drawing-")
    try:
        with os.fdopen(handle, "wb") as temporary:
            temporary.write(data)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
