"""Actions of players, sets of legal actions, and moves: actions as the other players see them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import cache, lru_cache
from itertools import chain, compress
from typing import Final, NamedTuple, TypeAlias, TypeVarTuple

from bot.rules.layout import Seat


class Action(NamedTuple):
    """One thing a player does: a verb and perhaps an argument, written `bid solo` or `pass`.

    >>> Action.parse("play T21")
    Action(verb='play', argument='T21')
    >>> print(Action("pass"))
    pass
    """

    verb: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.argument}" if self.argument else self.verb

    @classmethod
    def parse(cls, text: str) -> Action:
        verb, _, argument = text.partition(" ")
        return cls(verb, argument)


DECLINE: Final = Action("decline")
DEAL: Final = "deal"
"""The verb of players' decisions about how the cards are dealt."""


class Secrecy(Enum):
    """What the other players see of a move."""

    OPEN = auto()
    """Everything."""
    FACE_DOWN = auto()
    """That it was made, but not its argument: a card discarded face down."""
    UNSEEN = auto()
    """Not even that it was made, such as declining an offer that only some hands get."""


class Move(NamedTuple):
    """An action of a seat that has been executed."""

    seat: Seat
    action: Action
    secrecy: Secrecy = Secrecy.OPEN

    def __str__(self) -> str:
        return f"{self.seat} {self.action}"

    def seen_by(self, seat: Seat | None) -> Move | None:
        """Return the move as a seat or a spectator (`None`) saw it, or `None` if it was not seen at all."""
        if self.secrecy is Secrecy.OPEN or seat == self.seat:
            return self
        if self.secrecy is Secrecy.UNSEEN:
            return None
        return Move(self.seat, Action(self.action.verb, "?"), self.secrecy)


@cache
def open_move(seat: Seat, action: Action) -> Move:
    return Move(seat, action)


Moves: TypeAlias = "tuple[Moves, Move] | None"
"""All moves up to one: those before it, and that move. Another follows without a copy of them."""


def in_order(moves: Moves) -> tuple[Move, ...]:
    found = []
    while moves is not None:
        moves, move = moves
        found.append(move)
    return tuple(found[::-1])


def latest_first(moves: Moves) -> Iterator[Move]:
    while moves is not None:
        moves, move = moves
        yield move


Args = TypeVarTuple("Args")
ActionLister: TypeAlias = Callable[[int], tuple[Action, ...]]


class ActionTable:
    """All actions of a kind, in order. A set of them is an integer: bit `n` is the action at place `n`.

    The table is in parts, because the sets of a part recur, and are listed only once, while those of a long
    table hardly ever do.
    """

    def __init__(self, *parts: Sequence[Action]) -> None:
        actions = chain.from_iterable(parts)
        self._sets: dict[object, int] = {each: 1 << place for place, each in enumerate(actions)}
        self._listings = tuple((len(part), (1 << len(part)) - 1, listing(tuple(part))) for part in parts)

    def holds(self, chosen: int, action: object) -> bool:
        return bool(chosen & self._sets.get(action, 0))

    def at(self, chosen: int, place: int) -> Action:
        """The action at a place of those in a set, from 0."""
        for length, all_of_part, listing in self._listings:
            of_part = chosen & all_of_part
            number = of_part.bit_count()
            if place < number:
                return listing(of_part)[place]
            place -= number
            chosen >>= length
        raise IndexError("the set has fewer actions")

    def listed(self, chosen: int) -> tuple[Action, ...]:
        actions: list[Action] = []
        for length, all_of_part, listing in self._listings:
            actions += listing(chosen & all_of_part)
            chosen >>= length
        return tuple(actions)


def listing(part: tuple[Action, ...]) -> ActionLister:
    @lru_cache(maxsize=4096)
    def listed(chosen: int) -> tuple[Action, ...]:
        return tuple(compress(part, f"{chosen:b}"[::-1].encode().translate(_FLAGS)))

    return listed


_FLAGS: Final = bytes.maketrans(b"01", b"\0\1")


class Unlisted:
    """Legal actions that are listed only for a reader of the list. They are equal to a tuple of them."""

    __slots__ = ()

    @abstractmethod
    def listed(self) -> tuple[Action, ...]: ...

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | Unlisted) and self.listed() == tuple(other)

    def __hash__(self) -> int:
        return hash(self.listed())

    def __repr__(self) -> str:
        return repr(self.listed())


class ActionSet(Unlisted):
    """A set of the actions in a table, and then some others."""

    __slots__ = ("_chosen", "_others", "_table")

    def __init__(self, table: ActionTable, chosen: int, others: tuple[Action, ...]) -> None:
        self._table = table
        self._chosen = chosen
        self._others = others

    def listed(self) -> tuple[Action, ...]:
        return self._table.listed(self._chosen) + self._others

    def __add__(self, more: tuple[Action, ...]) -> ActionSet:
        return ActionSet(self._table, self._chosen, self._others + more)

    def __contains__(self, action: object) -> bool:
        return action in self._others or self._table.holds(self._chosen, action)

    def __len__(self) -> int:
        return self._chosen.bit_count() + len(self._others)

    def __getitem__(self, index: int) -> Action:
        in_table = self._chosen.bit_count()
        place = range(in_table + len(self._others))[index]
        return self._table.at(self._chosen, place) if place < in_table else self._others[place - in_table]


class Turn(Unlisted):
    """Statements, found when they are first asked for, and then the end of the turn if it may end."""

    def __init__(self, end: tuple[Action, ...], find: Callable[[*Args], Statements], *args: *Args) -> None:
        self._end = end
        self._find: Callable[..., Statements] = find
        self._args = args
        self._found: Statements | None = None

    @property
    def found(self) -> Statements:
        """The statements with the end."""
        if self._found is None:
            self._found = self._find(*self._args) + self._end
        return self._found

    def listed(self) -> tuple[Action, ...]:
        return tuple(self.found)

    def __contains__(self, action: object) -> bool:
        return action in self._end or action in self.found

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, index: int) -> Action:
        return self._end[-1] if index == -1 and self._end else self.found[index]


Statements: TypeAlias = tuple[Action, ...] | ActionSet
Actions: TypeAlias = Statements | Turn
"""Legal actions, each once, in an order that the rules of the game give."""
