"""Actions of players, and moves: actions as the other players see them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from functools import cache
from typing import NamedTuple, TypeAlias

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
        """Return the action that a text names; the phase decides whether it is legal or known at all."""
        verb, _, argument = text.partition(" ")
        return cls(verb, argument)


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
    """Return the move of a legal action that every player sees."""
    return Move(seat, action)


Moves: TypeAlias = "tuple[Moves, Move] | None"
"""All moves up to one: those before it, and that move. Another follows without a copy of them."""


def in_order(moves: Moves) -> tuple[Move, ...]:
    """Moves from the first to the last."""
    found = []
    while moves is not None:
        moves, move = moves
        found.append(move)
    return tuple(found[::-1])


def latest_first(moves: Moves) -> Iterator[Move]:
    """Run through moves from the last to the first."""
    while moves is not None:
        moves, move = moves
        yield move
