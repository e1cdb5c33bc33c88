"""A cache that forgets what was not asked for longest, once its values weigh more than a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Values by key, at most `limit` bytes of them; safe in several threads.

    Two threads that miss the same key both make the value: that costs a little time now and then; to hold the
    lock as long as a picture is drawn would cost it always.
    """

    def __init__(self, limit: int, weigh: Callable[[Value], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._weight = 0
        self._lock = Lock()
        self._values: OrderedDict[Key, Value] = OrderedDict()

    @property
    def weight(self) -> int:
        """The bytes of all values held."""
        return self._weight

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, made if it is not held."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self._weight += self._weigh(value)
            while self._weight > self._limit:
                _, oldest = self._values.popitem(last=False)
                self._weight -= self._weigh(oldest)
        return value
