"""Shares of Discord's shards: which servers each of several processes serves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from typing import Self

MOST_SHARDS = 1000
"""The largest number of shards in a range."""

GUILD_BITS = 22
"""The shard of a server is its id without so many bits, modulo the number of shards."""

_RANGE = re.compile(r"(\d{1,4})-(\d{1,4})/(\d{1,4})", re.ASCII)
_PART = re.compile(r"(\d{1,4})/(\d{1,4})", re.ASCII)


@dataclass(frozen=True, order=True)
class Shards:
    """A range of shards, such as 0 to 7 of 16.

    Discord sends the events of a server to one shard, which follows from the server's id; those of direct
    messages go to shard 0. If Discord wants more shards than `count`, their number is a multiple of it, so
    the same servers stay in the range.
    """

    first: int = 0
    last: int = 0
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a range such as `0-7/16`, or a part such as `1/2`, the first half.

        Raises:
            ValueError: It is neither.
        """
        if found := _RANGE.fullmatch(text.strip()):
            first, last, count = map(int, found.groups())
        elif found := _PART.fullmatch(text.strip()):
            first = last = int(found[1]) - 1
            count = int(found[2])
        else:
            raise ValueError("must look like 0-7/16 (shards 0 to 7 of 16) or 1/2 (the first half)")
        if not 0 <= first <= last < count <= MOST_SHARDS:
            raise ValueError(f"is no range of at most {MOST_SHARDS} shards, such as 0-7/16 or 1/2")
        return cls(first, last, count)

    def __str__(self) -> str:
        one = f"{self.first + 1}/{self.count}"
        return one if self.first == self.last else f"{self.first}-{self.last}/{self.count}"

    @property
    def takes_direct_messages(self) -> bool:
        """Whether shard 0 is in the range: its process also does what is to be done once for all servers."""
        return self.first == 0

    @property
    def share(self) -> float:
        """The part of all servers, and so of the requests, at most 1."""
        return (self.last - self.first + 1) / self.count

    def has(self, guild_id: int) -> bool:
        """Whether a server belongs to the range; 0, which is no server, belongs to shard 0."""
        return self.first <= self.number_of(guild_id) <= self.last

    def number_of(self, guild_id: int) -> int:
        """Return the number, among `count`, of the shard that a server belongs to."""
        return (guild_id >> GUILD_BITS) % self.count

    def excludes(self, other: Shards) -> bool:
        """Whether no process may have the other range while one has this range."""
        return self.count != other.count or (self.first <= other.last and other.first <= self.last)

    def total(self, recommended: int) -> int:
        """Return the number of all shards: at least as many as Discord recommends."""
        return self.count * max(1, ceil(recommended / self.count))

    def ids(self, total: int) -> list[int]:
        """Return the numbers of the shards that a process opens, of a total that `total` has returned."""
        return [each for each in range(total) if self.first <= each % self.count <= self.last]


EVERY = Shards()
"""All shards: the range of a process that serves all servers by itself."""
