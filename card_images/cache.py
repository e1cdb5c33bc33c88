"""A cache in memory that is bounded by bytes, and files of the cache folder."""

from __future__ import annotations

import os
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from PIL import Image

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """A thread-safe cache of at most `limit` bytes; `size_of` gives the bytes of a value.

    Values are made outside the lock: two threads that miss the same key at once both make the value, which is
    cheaper than blocking every thread while a picture is drawn.
    """

    def __init__(self, limit: int, size_of: Callable[[Value], int]) -> None:
        self._limit = limit
        self._size_of = size_of
        self._size = 0
        self._lock = Lock()
        self._values: OrderedDict[Key, Value] = OrderedDict()

    @property
    def size(self) -> int:
        return self._size

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a key, calling `make` if it is not cached."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self._size += self._size_of(value)
            while self._size > self._limit:
                _, oldest = self._values.popitem(last=False)
                self._size -= self._size_of(oldest)
        return value


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
