"""Legal actions as a set of those in a table: found, counted and looked up without being listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, compress
from typing import Final, TypeAlias, overload

from bot.rules.moves import Action

Listing: TypeAlias = Callable[[int], tuple[Action, ...]]


class ActionTable:
    """All actions of a kind, in order. A set of them is an integer: bit `n` stands for place `n`.

    The table is in parts, because the sets of a part recur, and are listed only once, while those of a long
    table hardly ever do.
    """

    def __init__(self, *parts: Sequence[Action]) -> None:
        actions = chain.from_iterable(parts)
        self._sets: dict[object, int] = {each: 1 << place for place, each in enumerate(actions)}
        self._listings = tuple((len(part), _listing(tuple(part))) for part in parts)

    def holds(self, chosen: int, action: object) -> bool:
        """Whether an action is in a set."""
        return bool(chosen & self._sets.get(action, 0))

    def at(self, chosen: int, place: int) -> Action:
        """The action at a place of those in a set, from 0."""
        for length, listing in self._listings:
            of_part = chosen & (1 << length) - 1
            number = of_part.bit_count()
            if place < number:
                return listing(of_part)[place]
            place -= number
            chosen >>= length
        raise IndexError("there are not so many")

    def listed(self, chosen: int) -> tuple[Action, ...]:
        """The actions of a set, in order."""
        actions: list[Action] = []
        for length, listing in self._listings:
            actions += listing(chosen & (1 << length) - 1)
            chosen >>= length
        return tuple(actions)


def _listing(part: tuple[Action, ...]) -> Listing:
    """Make the function that lists the sets of a part of a table."""

    @lru_cache(maxsize=4096)
    def listed(chosen: int) -> tuple[Action, ...]:
        return tuple(compress(part, f"{chosen:b}"[::-1].encode().translate(_FLAGS)))

    return listed


_FLAGS: Final = bytes.maketrans(b"01", b"\0\1")


class Choice(Sequence[Action]):
    """Legal actions: a set of those in a table, and then some others. It is equal to a tuple of them."""

    __slots__ = ("_chosen", "_listed", "_others", "_table")

    def __init__(self, table: ActionTable, chosen: int, others: tuple[Action, ...]) -> None:
        self._table = table
        self._chosen = chosen
        self._others = others
        self._listed: tuple[Action, ...] | None = None

    @property
    def all(self) -> tuple[Action, ...]:
        """All actions, listed when first asked for."""
        if self._listed is None:
            self._listed = self._table.listed(self._chosen) + self._others
        return self._listed

    def __add__(self, others: tuple[Action, ...]) -> Choice:
        return Choice(self._table, self._chosen, self._others + others)

    def __contains__(self, action: object) -> bool:
        return action in self._others or self._table.holds(self._chosen, action)

    def __len__(self) -> int:
        return self._chosen.bit_count() + len(self._others)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return self.all[index]
        in_table = self._chosen.bit_count()
        place = range(in_table + len(self._others))[index]
        return self._table.at(self._chosen, place) if place < in_table else self._others[place - in_table]

    def __eq__(self, other: object) -> bool:
        return self.all == (other.all if isinstance(other, Choice) else other)

    def __hash__(self) -> int:
        return hash(self.all)

    def __repr__(self) -> str:
        return repr(self.all)


Actions: TypeAlias = tuple[Action, ...] | Choice
"""Legal actions, each once, in an order that the rules of the game give."""
